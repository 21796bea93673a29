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
	// limit counts the caller's requests, before anything else. Errors: REQUEST_LIMIT.
	limit func(x *exchange) error
	// work gives the budget that the operation takes a slot of while it is worked on.
	work func(op *Operation) *budget
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
		timeout, longest := a.base.Timeout, op.bodyLimit(a.base)
		if op.upload {
			timeout, longest = a.base.UploadTimeout, a.base.UploadLimit
			controller := http.NewResponseController(w)
			_ = controller.SetReadDeadline(time.Now().Add(timeout)) // a writer without deadlines is a test's
			_ = controller.SetWriteDeadline(time.Now().Add(timeout + time.Minute))
		}
		r.Body = http.MaxBytesReader(w, r.Body, longest) // whatever the gates and the handler do
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

// newAdmission makes the gates of a contract whose callers the address's throttle limits.
func newAdmission(base *Base, contract *Contract) admission {
	return admission{
		base: base, contract: contract,
		limit: func(x *exchange) error { return base.throttle.allow(x.client) },
		work:  base.of,
	}
}

// check passes the gates in the order of the package comment.
func (a *admission) check(w http.ResponseWriter, r *http.Request, op *Operation) (*http.Request, error) {
	x := exchangeFrom(r.Context())
	if err := a.limit(x); err != nil {
		return nil, err
	}
	if err := a.base.work(r, a.work(op)); err != nil {
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
	if x.session != nil {
		if err := a.base.keep(r, a.base.members, x.session.Member.String()); err != nil {
			return nil, err
		}
	}
	if err := validateParameters(r, op); err != nil {
		return nil, err
	}
	return a.admitBody(w, r, op)
}

// admitBody caps and checks the body. Uploads stream past: their handlers read and judge them.
func (a *admission) admitBody(w http.ResponseWriter, r *http.Request, op *Operation) (*http.Request, error) {
	if op.upload {
		if r.ContentLength == 0 && op.bodyNeeded {
			return nil, fault.KeyMissing.Withf("an upload of nothing")
		}
		a.openUpload(w, r)
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
