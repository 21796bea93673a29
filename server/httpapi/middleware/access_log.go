package middleware

import (
	"bufio"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"time"
)

// recorder remembers the status and the size of an answer.
type recorder struct {
	http.ResponseWriter
	requestInfo *RequestInfo
	controller  *http.ResponseController
	status      int
	size        int64
}

const (
	// sentAtOnce is how much of an answer is given to the connection at a time, sendStall how long that may take: who
	// reads slower is given up.
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
		r.requestInfo.work.leave()
		r.nameEncoding()
	}
	r.ResponseWriter.WriteHeader(status)
}

// nameEncoding calls Brotli by its name (compress.go).
func (r *recorder) nameEncoding() {
	if header := r.Header(); r.requestInfo.brotli != nil && header.Get("Content-Encoding") == "gzip" {
		header.Set("Content-Encoding", "br")
	}
}

func (r *recorder) Write(body []byte) (sent int, err error) {
	if r.status == 0 {
		r.status = http.StatusOK
		r.requestInfo.work.leave()
		r.nameEncoding()
	}
	for sent < len(body) && err == nil {
		_ = r.controller.SetWriteDeadline(time.Now().Add(sendStall)) // a writer without deadlines is a test's
		var n int
		n, err = r.ResponseWriter.Write(body[sent:min(len(body), sent+sentAtOnce)])
		sent += n
	}
	r.size += int64(sent)
	return sent, err
}

// Hijack gives the connection away: a socket is no request any more, and holds no slot of one.
func (r *recorder) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	r.status = http.StatusSwitchingProtocols
	r.requestInfo.work.leave()
	return r.controller.Hijack()
}

// Unwrap lets http.ResponseController reach the connection.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// record writes the access log and the metrics. The path is logged as the contract's template: real paths can hold
// credentials and codes.
func (b *Base) record(r *http.Request, x *RequestInfo, seen *recorder, took time.Duration) {
	status, operation, route := seen.status, x.operation.Name(), "none"
	if status == 0 {
		status = http.StatusOK
	}
	if x.operation != nil {
		route = x.operation.Pattern
	}
	b.Metrics.requests.WithLabelValues(operation, strconv.Itoa(status)).Inc()
	b.Metrics.duration.WithLabelValues(operation).Observe(took.Seconds())
	if x.Fault != nil {
		b.Metrics.faults.WithLabelValues(operation, string(x.Fault.Code)).Inc()
	}
	if x.shed {
		return // Base.refused writes a line for many
	}
	attributes := []slog.Attr{
		slog.String("requestId", x.requestID), slog.String("method", method(r.Method)), slog.String("route", route),
		slog.String("operation", operation), slog.Int("status", status), slog.Int64("bytes", seen.size),
		slog.Float64("ms", float64(took.Microseconds())/1000), slog.String("client", x.Client.String()),
	}
	if x.Fault != nil {
		attributes = append(attributes, slog.String("code", string(x.Fault.Code)))
		if x.operation != nil && !x.operation.Declares(x.Fault.Code) {
			b.Metrics.undeclared.WithLabelValues(operation, string(x.Fault.Code)).Inc()
		}
	}
	if x.Session != nil {
		attributes = append(attributes, slog.String("member", x.Session.Member.String()))
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
