package httpapi

import (
	"log/slog"
	"net/http"
	"strconv"
	"time"
)

// recorder remembers the status and the size of an answer, and for who keeps it the whole.
type recorder struct {
	http.ResponseWriter
	exchange *exchange
	status   int
	size     int64
	copied   []byte
	broken   bool // not all of it could be sent
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 && status >= http.StatusOK {
		r.status = status
	}
	if status == statusClosed {
		return // nobody reads it
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(body []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	n, err := r.ResponseWriter.Write(body)
	r.size += int64(n)
	r.broken = r.broken || err != nil
	if r.exchange.keep != nil && r.size <= maxKept {
		r.copied = append(r.copied, body[:n]...)
	}
	return n, err
}

// hand gives the answer to who keeps it. It was sent to its end.
func (r *recorder) hand() {
	if r.exchange.keep != nil && r.status == http.StatusOK && !r.broken && r.size <= maxKept {
		r.exchange.keep(r.Header().Get("Content-Encoding"), r.copied)
	}
}

// Unwrap lets http.ResponseController reach the connection.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// record writes the access log and the metrics. The path is logged as the contract's template: real paths can hold
// credentials and codes.
func (b *Base) record(r *http.Request, x *exchange, seen *recorder, took time.Duration) {
	status, operation, route := seen.status, x.operation.name(), "none"
	if status == 0 {
		status = http.StatusOK
	}
	if x.operation != nil {
		route = x.operation.Pattern
	}
	b.Metrics.requests.WithLabelValues(operation, strconv.Itoa(status)).Inc()
	b.Metrics.duration.WithLabelValues(operation).Observe(took.Seconds())
	attributes := []slog.Attr{
		slog.String("requestId", x.requestID), slog.String("method", method(r.Method)), slog.String("route", route),
		slog.String("operation", operation), slog.Int("status", status), slog.Int64("bytes", seen.size),
		slog.Float64("ms", float64(took.Microseconds())/1000), slog.String("client", x.client.String()),
	}
	if x.fault != nil {
		b.Metrics.faults.WithLabelValues(operation, string(x.fault.Code)).Inc()
		attributes = append(attributes, slog.String("code", string(x.fault.Code)))
		if x.operation != nil && !x.operation.Declares(x.fault.Code) {
			b.Metrics.undeclared.WithLabelValues(operation, string(x.fault.Code)).Inc()
		}
	}
	if x.session != nil {
		attributes = append(attributes, slog.String("member", x.session.Member.String()))
	}
	level := slog.LevelInfo
	if x.shed {
		level = slog.LevelWarn
	}
	b.Log.LogAttrs(r.Context(), level, "request", attributes...)
}

// method keeps made-up methods out of the log.
func method(name string) string {
	switch name {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return name
	}
	return "other"
}
