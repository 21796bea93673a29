package httpapi

import (
	"context"
	"errors"
	"io"
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
	// MaxInFlight bounds the requests under way; more are answered 503 at once. 0 is no bound.
	MaxInFlight int
	// RequestsPerMinute bounds the calls of one address (IPv6: one /64), ten times as many pages and files besides; 0 is no bound.
	RequestsPerMinute int
	// BodyLimit is the largest JSON body in bytes, UploadLimit the largest upload.
	BodyLimit, UploadLimit int64
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
	inFlight chan struct{}
}

// filesPerCall: a page brings many files, so that many times as many pages and files as calls are let through.
const filesPerCall = 10

// NewBase makes a Base of its own counters; give each listener one.
func NewBase(config BaseConfig) *Base {
	b := &Base{
		BaseConfig: config, throttle: newThrottle(config.RequestsPerMinute, config.Now),
		front: newThrottle(filesPerCall*config.RequestsPerMinute, config.Now),
	}
	if config.MaxInFlight > 0 {
		b.inFlight = make(chan struct{}, config.MaxInFlight)
	}
	return b
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
		x := &exchange{requestID: requestID(r), client: clientAddr(r, b.Proxies), agent: r.UserAgent(), accepted: r.Header.Get("Accept-Encoding")}
		ctx := withExchange(r.Context(), x)
		if b.Begin != nil {
			ctx = b.Begin(ctx)
		}
		r = r.WithContext(ctx)
		w.Header().Set(requestIDHeader, x.requestID)
		secure(w.Header(), b.HSTS)
		seen := &recorder{ResponseWriter: w, exchange: x}
		start := time.Now()
		b.Metrics.inFlight.Inc()
		defer func() {
			b.Metrics.inFlight.Dec()
			b.record(r, x, seen, time.Since(start))
		}()
		inner.ServeHTTP(seen, r)
		seen.hand()
	})
}

// guarded sheds load, throttles and recovers from panics.
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
	x := exchangeFrom(r.Context())
	if err := b.enter(x); err != nil {
		b.Fail(w, r, err)
		return
	}
	defer b.leave(x)
	routes.ServeHTTP(w, r)
}

// enter counts a request as under way. Errors: Unavailable, when as many as may be are.
func (b *Base) enter(x *exchange) error {
	if b.inFlight == nil {
		return nil
	}
	select {
	case b.inFlight <- struct{}{}:
		x.underWay = true
		return nil
	default:
		b.Metrics.shed.Inc()
		x.shed = true
		return fault.ServiceUnavailable.Withf("more than %d requests under way", b.MaxInFlight)
	}
}

// await is enter for a request that is half done: it waits for its turn rather than be refused. Errors: Unavailable, when ctx ends first.
func (b *Base) await(ctx context.Context, x *exchange) error {
	if b.inFlight == nil {
		return nil
	}
	select {
	case b.inFlight <- struct{}{}:
		x.underWay = true
		return nil
	case <-ctx.Done():
		return fault.ServiceUnavailable.With(ctx.Err())
	}
}

// leave takes back what enter did, if it did.
func (b *Base) leave(x *exchange) {
	if x.underWay {
		x.underWay = false
		<-b.inFlight
	}
}

// receive reads a body, capped. A request whose body is still on its way costs next to nothing and is not under way meanwhile: else a few
// hundred callers who send slowly would keep everybody out. Errors: KEY_INVALID, Unavailable.
func (b *Base) receive(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	x := exchangeFrom(r.Context())
	b.leave(x)
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	if full := b.enter(x); full != nil {
		return nil, full
	}
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, fault.KeyInvalid.Withf("the body is longer than %d bytes", limit)
	case err != nil:
		return nil, fault.KeyInvalid.With(err)
	}
	return body, nil
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
