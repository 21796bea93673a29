package httpapi

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"krapao/server/fault"
)

// SiteGate knows whether the operator has shut the site.
type SiteGate interface {
	// Terminated tells whether every call is to answer `gone`. It is asked for each request, so it answers from memory.
	Terminated(ctx context.Context) bool
}

// admission is the gates of one contract: what a request passes before its handler.
type admission struct {
	base     *Base
	contract *Contract
	site     SiteGate // nil: the contract has no shut site
	// identify proves who asks and puts it into the context: a session, or a signature.
	identify func(w http.ResponseWriter, r *http.Request, op *Operation) (*http.Request, error)
}

// admit is the middleware that runs once the route is known, so the operation is.
func (a *admission) admit(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		op := a.contract.Find(r.Method, chi.RouteContext(r.Context()).RoutePattern())
		if op == nil {
			a.base.notFound(w, r)
			return
		}
		exchangeFrom(r.Context()).operation = op
		w.Header().Set("Cache-Control", "no-store")
		timeout := a.base.Timeout
		if op.upload {
			timeout = a.base.UploadTimeout
			controller := http.NewResponseController(w)
			_ = controller.SetReadDeadline(time.Now().Add(timeout)) // a writer without deadlines is a test's
			_ = controller.SetWriteDeadline(time.Now().Add(timeout + time.Minute))
		}
		ctx, cancel := context.WithTimeout(r.Context(), timeout)
		defer cancel()
		r = r.WithContext(ctx)
		admitted, err := a.check(w, r, op)
		if err != nil {
			a.base.Fail(w, r, err)
			return
		}
		next.ServeHTTP(w, admitted)
	})
}

// check passes the gates in the order of the package comment.
func (a *admission) check(w http.ResponseWriter, r *http.Request, op *Operation) (*http.Request, error) {
	if err := a.base.throttle.allow(exchangeFrom(r.Context()).client); err != nil {
		return nil, err
	}
	if err := guardOldGet(w, r, op); err != nil {
		return nil, err
	}
	if a.site != nil && op.Declares(fault.SiteGone.Code) && a.site.Terminated(r.Context()) {
		return nil, fault.SiteGone
	}
	r, err := a.identify(w, r, op)
	if err != nil {
		return nil, err
	}
	if err := validateParameters(r, op); err != nil {
		return nil, err
	}
	return a.admitBody(w, r, op)
}

// upload is a body that its handler reads while it comes. As in Base.receive, the request is not under way while it waits for the caller.
type upload struct {
	io.ReadCloser
	base    *Base
	request *http.Request
}

func (u *upload) Read(into []byte) (int, error) {
	x := exchangeFrom(u.request.Context())
	u.base.leave(x)
	n, err := u.ReadCloser.Read(into)
	if gone := u.base.await(u.request.Context(), x); gone != nil {
		return n, gone
	}
	return n, err
}

// admitBody caps and checks the body. Uploads stream past: their handlers read and judge them.
func (a *admission) admitBody(w http.ResponseWriter, r *http.Request, op *Operation) (*http.Request, error) {
	if op.upload {
		if r.ContentLength == 0 && op.bodyNeeded {
			return nil, fault.KeyMissing.Withf("an upload of nothing")
		}
		r.Body = &upload{ReadCloser: http.MaxBytesReader(w, r.Body, a.base.UploadLimit), base: a.base, request: r}
		return withIdempotency(r, op, nil), nil // the handler adds what the file is
	}
	var body []byte
	if op.body != nil {
		received, err := a.base.receive(w, r, op.bodyLimit(a.base))
		if err != nil {
			return nil, err
		}
		read, unknown, err := checkJSON(r, op, received)
		if err != nil {
			return nil, err
		}
		if unknown > 0 {
			a.base.Metrics.unknown.WithLabelValues(op.name()).Add(float64(unknown))
		}
		if len(read) > 0 {
			if err := validateBody(read, op.body); err != nil {
				return nil, err
			}
		}
		body = read
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return withIdempotency(r, op, body), nil
}
