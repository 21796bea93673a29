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
	exchange   *exchange
	controller *http.ResponseController
	status     int
	size       int64
	copied     []byte
	broken     bool // not all of it could be sent
}

const (
	// sentAtOnce is how much of an answer is given to the connection at a time, sendStall how long that may take: who reads slower is given up.
	sentAtOnce = 64 << 10
	sendStall  = 20 * time.Second
)

// WriteHeader begins the answer. The work is done then: its slot goes to the next one while this caller reads.
func (r *recorder) WriteHeader(status int) {
	if r.status == 0 && status >= http.StatusOK {
		r.status = status
	}
	if status == statusClosed {
		return // nobody reads it
	}
	if status >= http.StatusOK {
		r.exchange.work.leave()
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(body []byte) (sent int, err error) {
	if r.status == 0 {
		r.status = http.StatusOK
		r.exchange.work.leave()
	}
	for sent < len(body) && err == nil {
		_ = r.controller.SetWriteDeadline(time.Now().Add(sendStall)) // a writer without deadlines is a test's
		var n int
		n, err = r.ResponseWriter.Write(body[sent:min(len(body), sent+sentAtOnce)])
		sent += n
	}
	r.size += int64(sent)
	r.broken = r.broken || err != nil
	if r.exchange.keep != nil && r.size <= maxKept {
		r.copied = append(r.copied, body[:sent]...)
	}
	return sent, err
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
	if x.fault != nil {
		b.Metrics.faults.WithLabelValues(operation, string(x.fault.Code)).Inc()
	}
	if x.shed {
		return // Base.refused writes a line for many
	}
	attributes := []slog.Attr{
		slog.String("requestId", x.requestID), slog.String("method", method(r.Method)), slog.String("route", route),
		slog.String("operation", operation), slog.Int("status", status), slog.Int64("bytes", seen.size),
		slog.Float64("ms", float64(took.Microseconds())/1000), slog.String("client", x.client.String()),
	}
	if x.fault != nil {
		attributes = append(attributes, slog.String("code", string(x.fault.Code)))
		if x.operation != nil && !x.operation.Declares(x.fault.Code) {
			b.Metrics.undeclared.WithLabelValues(operation, string(x.fault.Code)).Inc()
		}
	}
	if x.session != nil {
		attributes = append(attributes, slog.String("member", x.session.Member.String()))
	}
	b.Log.LogAttrs(r.Context(), slog.LevelInfo, "request", attributes...)
}

// method keeps made-up methods out of the log.
func method(name string) string {
	switch name {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return name
	}
	return "other"
}
