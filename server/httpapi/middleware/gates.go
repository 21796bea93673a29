package middleware

import (
	"bytes"
	"context"
	"io"
	"mime"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/klauspost/compress/gzhttp"

	"krapao/server/fault"
)

// SiteGate knows whether the operator has shut the site.
type SiteGate interface {
	// Terminated tells whether every call is to answer `gone`. It is asked for each request, so it answers from memory.
	Terminated(ctx context.Context) bool
}

// Gates is the gates of one contract: what a request passes before its handler.
type Gates struct {
	Base     *Base
	Contract *Contract
	Site     SiteGate // nil: the contract has no shut site
	// Limit counts the caller's requests, before anything else. Errors: REQUEST_LIMIT.
	Limit func(x *RequestInfo) error
	// Work gives the budget that the operation takes a slot of while it is worked on.
	Work func(op *Operation) *Budget
	// Identify proves who asks and puts it into the context: a session, or a signature.
	Identify func(w http.ResponseWriter, r *http.Request, op *Operation) (*http.Request, error)
}

// Admit is the middleware that runs once the route is known, so the operation is.
func (a *Gates) Admit(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		op := a.Contract.Find(r.Method, chi.RouteContext(r.Context()).RoutePattern())
		if op == nil {
			a.Base.NotFound(w, r)
			return
		}
		RequestInfoFrom(r.Context()).operation = op
		w.Header().Set("Cache-Control", "no-store")
		if op.secret {
			w.Header().Set(gzhttp.HeaderNoCompression, "1") // the compression takes it off again
		}
		timeout, longest := a.Base.Timeout, op.BodyLimit(a.Base)
		if op.upload {
			timeout, longest = a.Base.UploadTimeout, a.Base.UploadLimit
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
			a.Base.Fail(w, r, err)
			return
		}
		next.ServeHTTP(w, admitted)
	})
}

// NewGates makes the gates of a contract whose callers the address's throttle limits.
func NewGates(base *Base, contract *Contract) Gates {
	return Gates{
		Base: base, Contract: contract,
		Limit: func(x *RequestInfo) error { return base.throttle.Allow(x.Client) },
		Work:  base.of,
	}
}

// check passes the gates in the order of the package comment.
func (a *Gates) check(w http.ResponseWriter, r *http.Request, op *Operation) (*http.Request, error) {
	x := RequestInfoFrom(r.Context())
	if err := a.Limit(x); err != nil {
		return nil, err
	}
	if err := a.Base.work(r, a.Work(op)); err != nil {
		return nil, err
	}
	if err := guardDeprecatedGet(w, r, op); err != nil {
		return nil, err
	}
	if a.Site != nil && op.Declares(fault.SiteGone.Code) && a.Site.Terminated(r.Context()) {
		return nil, fault.SiteGone
	}
	r, err := a.Identify(w, r, op)
	if err != nil {
		return nil, err
	}
	if x.Session != nil {
		if err := a.Base.keep(r, a.Base.members, x.Session.Member.String()); err != nil {
			return nil, err
		}
	}
	if err := validateParameters(r, op); err != nil {
		return nil, err
	}
	return a.admitBody(w, r, op)
}

// admitBody caps and checks the body. Uploads stream past: their handlers read and judge them.
func (a *Gates) admitBody(w http.ResponseWriter, r *http.Request, op *Operation) (*http.Request, error) {
	if op.upload {
		if r.ContentLength == 0 && op.bodyNeeded {
			return nil, fault.KeyMissing.Withf("an upload of nothing")
		}
		// The generated reader takes multipart/mixed too, which the contract does not have.
		if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "multipart/form-data" {
			return nil, fault.KeyInvalid.Withf("content type %.40q of an upload", r.Header.Get("Content-Type"))
		}
		a.openUpload(w, r)
		return withIdempotency(r, op, nil), nil // the handler adds what the file is
	}
	var body []byte
	if op.body != nil {
		received, err := a.Base.receive(w, r, op.BodyLimit(a.Base))
		if err != nil {
			return nil, err
		}
		read, unknown, err := checkJSON(r, op, received)
		if err != nil {
			return nil, err
		}
		if unknown > 0 {
			a.Base.Metrics.unknown.WithLabelValues(op.Name()).Add(float64(unknown))
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
