// Package middleware is what all listeners have in common: request ids, the caller's address, log, metrics, bounds,
// headers and compression (Base), and the gates that every call of a contract passes before its handler (Gates).
package middleware

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"runtime/debug"
	"time"

	"github.com/go-chi/chi/v5"

	"krapao/server/fault"
)

// BaseConfig is what every listener needs.
type BaseConfig struct {
	// Log takes the access log and failures.
	Log *slog.Logger
	// Metrics counts; listeners share one.
	Metrics *Metrics
	// Now is the clock of the product: limits and signatures. Deadlines and durations are the machine's.
	Now func() time.Time
	// Proxies are the peers whose X-Forwarded-For counts.
	Proxies []netip.Prefix
	// MaxInFlight bounds the calls under way, MaxInFlightPerMember those of one member, MaxLogins those that hash a
	// password, MaxProviderCalls those that ask a game provider, MaxWebhooks the webhooks, MaxFiles the pages and files
	// being sent, MaxOpenings the sockets that customers are opening; README.md says what happens beyond. 0 is no
	// bound.
	MaxInFlight, MaxInFlightPerMember, MaxLogins, MaxProviderCalls, MaxWebhooks, MaxFiles, MaxOpenings int
	// RequestsPerMinute bounds the calls of one address (IPv6: one /64), ten times as many pages and files besides; 0
	// is no bound.
	RequestsPerMinute int
	// BodyLimit is the largest JSON body in bytes, UploadLimit the largest upload.
	BodyLimit, UploadLimit int64
	// TempDir is where bodies are kept of which nobody knows yet who sent them; "" is the system's folder for temporary
	// files.
	TempDir string
	// Timeout ends an ordinary request, UploadTimeout an upload.
	Timeout, UploadTimeout time.Duration
	// HSTS tells browsers to use https only.
	HSTS bool
	// Begin readies a request's context for the storage behind it; nil leaves it as it is.
	Begin func(ctx context.Context) context.Context
}

// Base is what all listeners have in common; see the package comment.
type Base struct {
	BaseConfig
	throttle *Throttle
	front    *Throttle // of pages and files
	Unsigned *Throttle // of webhooks that were refused
	budgets
	shedding shedding
}

// filesPerCall: a page brings many files, so that many times as many pages and files as calls are let through.
const filesPerCall = 10

// unsignedPerMinute bounds the reports of one address that are not signed as agreed: each costs reading and hashing its
// body.
const unsignedPerMinute = 60

// NewBase makes a Base of its own counters; give each listener one.
func NewBase(config BaseConfig) *Base {
	budgets := newBudgets(config)
	for _, budget := range budgets.all() { // an alarm on a first refusal needs the 0 before it
		config.Metrics.shed.WithLabelValues(budget.name, ofAll)
		config.Metrics.shed.WithLabelValues(budget.name, ofCaller)
	}
	return &Base{
		BaseConfig: config, budgets: budgets,
		throttle: NewThrottle(config.RequestsPerMinute, config.Now),
		front:    NewThrottle(filesPerCall*config.RequestsPerMinute, config.Now),
		Unsigned: NewThrottle(min(unsignedPerMinute, config.RequestsPerMinute), config.Now),
	}
}

// Wrap puts the listener's common behaviour around its routes.
func (b *Base) Wrap(routes http.Handler) http.Handler {
	inner := compressed(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { b.guarded(w, r, routes) }))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := &RequestInfo{requestID: requestID(r), Client: clientAddr(r, b.Proxies), Agent: r.UserAgent(), Cookies: r.Cookies()}
		ctx := withRequestInfo(r.Context(), x)
		if b.Begin != nil {
			ctx = b.Begin(ctx)
		}
		r = r.WithContext(ctx)
		x.Request = r
		w.Header().Set(requestIDHeader, x.requestID)
		secure(w.Header(), b.HSTS)
		seen := &recorder{ResponseWriter: w, requestInfo: x, controller: http.NewResponseController(w)}
		start := time.Now()
		b.Metrics.inFlight.Inc()
		defer func() {
			b.Metrics.inFlight.Dec()
			x.work.leave()
			x.kept.leave()
			b.record(r, x, seen, time.Since(start))
		}()
		inner.ServeHTTP(seen, r)
	})
}

// guarded recovers from panics.
func (b *Base) guarded(w http.ResponseWriter, r *http.Request, routes http.Handler) {
	defer func() {
		recovered := recover()
		if recovered == nil {
			return
		}
		if err, ok := recovered.(error); ok && errors.Is(err, http.ErrAbortHandler) {
			panic(recovered)
		}
		b.Log.LogAttrs(r.Context(), slog.LevelError, "panic", slog.String("requestId", RequestID(r.Context())),
			slog.Any("panic", recovered), slog.String("stack", string(debug.Stack())))
		b.Fail(w, r, fault.InternalServerError.Withf("panic"))
	}()
	routes.ServeHTTP(w, r)
}

// work takes the slot that the request holds while it is worked on: not while its body comes, and not while its answer
// goes. Errors: those of enter.
func (b *Base) work(r *http.Request, into *Budget) (err error) {
	x := RequestInfoFrom(r.Context())
	x.work, err = b.enter(r.Context(), x, into)
	return err
}

// keep takes a slot for as long as the request lasts, until its answer is written. Errors: those of enter.
func (b *Base) keep(r *http.Request, into *Budget, caller string) (err error) {
	RequestInfoFrom(r.Context()).kept, err = b.enterAs(r.Context(), into, caller)
	return err
}

// enter takes a slot for the network that asks. Errors: those of budget.enter.
func (b *Base) enter(ctx context.Context, x *RequestInfo, into *Budget) (slot, error) {
	caller := ""
	if into.each > 0 {
		caller = network(x.Client)
	}
	return b.enterAs(ctx, into, caller)
}

// enterAs takes a slot, and counts who got none. Errors: those of budget.enter.
func (b *Base) enterAs(ctx context.Context, into *Budget, caller string) (slot, error) {
	taken, err := into.enter(ctx, caller)
	if err != nil {
		b.refused(ctx, into, errors.Is(err, fault.RequestLimit))
	}
	return taken, err
}

// File bounds who sends pages and files: the slot is held until the last byte is sent, so slow readers hold those of
// files only.
func (b *Base) File(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		x := RequestInfoFrom(r.Context())
		if err := b.front.Allow(x.Client); err != nil {
			b.Fail(w, r, err)
			return
		}
		if err := b.keep(r, b.files, AddrBucket(x.Client)); err != nil {
			b.Fail(w, r, err)
			return
		}
		next(w, r)
	}
}

// NotFound answers a path that no contract has.
func (b *Base) NotFound(w http.ResponseWriter, r *http.Request) { b.Fail(w, r, fault.NoData) }

// MethodNotAllowed answers a known path with another method. HEAD is never served for calls: some GETs have effects.
func (b *Base) MethodNotAllowed(w http.ResponseWriter, r *http.Request) {
	routes := chi.RouteContext(r.Context()).Routes
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		if routes.Match(chi.NewRouteContext(), method, r.URL.EscapedPath()) {
			w.Header().Add("Allow", method)
		}
	}
	x := RequestInfoFrom(r.Context())
	x.Fault = fault.KeyInvalid.Withf("method %.10s", r.Method)
	write := x.Write
	if write == nil {
		write = WriteAPIError
	}
	write(w, r, http.StatusMethodNotAllowed, x.Fault)
}
