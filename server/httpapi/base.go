package httpapi

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"runtime/debug"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/klauspost/compress/gzhttp"

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
	// MaxInFlight bounds the calls under way, MaxInFlightPerMember those of one member, MaxLogins those that hash a password,
	// MaxProviderCalls those that ask a game provider, MaxWebhooks the webhooks, MaxFiles the pages and files being sent; README.md says what
	// happens beyond. 0 is no bound.
	MaxInFlight, MaxInFlightPerMember, MaxLogins, MaxProviderCalls, MaxWebhooks, MaxFiles int
	// RequestsPerMinute bounds the calls of one address (IPv6: one /64), ten times as many pages and files besides; 0 is no bound.
	RequestsPerMinute int
	// BodyLimit is the largest JSON body in bytes, UploadLimit the largest upload.
	BodyLimit, UploadLimit int64
	// TempDir is where bodies are kept of which nobody knows yet who sent them; "" is the system's folder for temporary files.
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
	throttle *throttle
	front    *throttle // of pages and files
	unsigned *throttle // of webhooks that were refused
	budgets
	shedding shedding
}

// filesPerCall: a page brings many files, so that many times as many pages and files as calls are let through.
const filesPerCall = 10

// unsignedPerMinute bounds the reports of one address that are not signed as agreed: each costs reading and hashing its body.
const unsignedPerMinute = 60

// NewBase makes a Base of its own counters; give each listener one.
func NewBase(config BaseConfig) *Base {
	return &Base{
		BaseConfig: config, budgets: newBudgets(config),
		throttle: newThrottle(config.RequestsPerMinute, config.Now),
		front:    newThrottle(filesPerCall*config.RequestsPerMinute, config.Now),
		unsigned: newThrottle(min(unsignedPerMinute, config.RequestsPerMinute), config.Now),
	}
}

// wrap puts the listener's common behaviour around its routes.
func (b *Base) wrap(routes http.Handler) http.Handler {
	compress, err := gzhttp.NewWrapper(gzhttp.MinSize(1024), gzhttp.ContentTypes([]string{
		"application/json", "text/html", "text/css", "text/javascript", "application/javascript", "image/svg+xml", "application/yaml",
	}))
	if err != nil {
		panic("httpapi: " + err.Error()) // the options are constants
	}
	inner := compress(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { b.guarded(w, r, routes) }))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := &exchange{requestID: requestID(r), client: clientAddr(r, b.Proxies), agent: r.UserAgent(), accepted: r.Header.Get("Accept-Encoding"), cookies: r.Cookies()}
		ctx := withExchange(r.Context(), x)
		if b.Begin != nil {
			ctx = b.Begin(ctx)
		}
		r = r.WithContext(ctx)
		w.Header().Set(requestIDHeader, x.requestID)
		secure(w.Header(), b.HSTS)
		seen := &recorder{ResponseWriter: w, exchange: x, controller: http.NewResponseController(w)}
		start := time.Now()
		b.Metrics.inFlight.Inc()
		defer func() {
			b.Metrics.inFlight.Dec()
			x.work.leave()
			x.kept.leave()
			b.record(r, x, seen, time.Since(start))
		}()
		inner.ServeHTTP(seen, r)
		seen.hand()
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

// work takes the slot that the request holds while it is worked on: not while its body comes, and not while its answer goes.
// Errors: those of enter.
func (b *Base) work(r *http.Request, into *budget) (err error) {
	x := exchangeFrom(r.Context())
	x.work, err = b.enter(r.Context(), x, into)
	return err
}

// keep takes a slot for as long as the request lasts, until its answer is written. Errors: those of enter.
func (b *Base) keep(r *http.Request, into *budget, caller string) (err error) {
	exchangeFrom(r.Context()).kept, err = b.enterAs(r.Context(), into, caller)
	return err
}

// enter takes a slot for the network that asks. Errors: those of budget.enter.
func (b *Base) enter(ctx context.Context, x *exchange, into *budget) (slot, error) {
	caller := ""
	if into.each > 0 {
		caller = network(x.client)
	}
	return b.enterAs(ctx, into, caller)
}

// enterAs takes a slot, and counts who got none. Errors: those of budget.enter.
func (b *Base) enterAs(ctx context.Context, into *budget, caller string) (slot, error) {
	taken, err := into.enter(ctx, caller)
	if err != nil {
		b.refused(ctx, into, errors.Is(err, fault.RequestLimit))
	}
	return taken, err
}

// file bounds who sends pages and files: the slot is held until the last byte is sent, so slow readers hold those of files only.
func (b *Base) file(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		x := exchangeFrom(r.Context())
		if err := b.front.allow(x.client); err != nil {
			b.Fail(w, r, err)
			return
		}
		if err := b.keep(r, b.files, AddrBucket(x.client)); err != nil {
			b.Fail(w, r, err)
			return
		}
		next(w, r)
	}
}

// notFound answers a path that no contract has.
func (b *Base) notFound(w http.ResponseWriter, r *http.Request) { b.Fail(w, r, fault.NoData) }

// methodNotAllowed answers a known path with another method. HEAD is never served for calls: some GETs have effects.
func (b *Base) methodNotAllowed(w http.ResponseWriter, r *http.Request) {
	routes := chi.RouteContext(r.Context()).Routes
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		if routes.Match(chi.NewRouteContext(), method, r.URL.EscapedPath()) {
			w.Header().Add("Allow", method)
		}
	}
	x := exchangeFrom(r.Context())
	x.fault = fault.KeyInvalid.Withf("method %.10s", r.Method)
	write := x.write
	if write == nil {
		write = writeAPIError
	}
	write(w, r, http.StatusMethodNotAllowed, x.fault)
}
