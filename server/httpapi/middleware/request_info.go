package middleware

import (
	"context"
	"net/http"
	"net/netip"

	"krapao/server/fault"
)

// RequestInfo is what one request and its answer leave behind for the log, the metrics and the fault writer.
type RequestInfo struct {
	requestID string
	Client    netip.Addr
	Agent     string // what the browser calls itself
	Cookies   []*http.Cookie
	Request   *http.Request // the request itself: an upgrade to a socket needs it
	operation *Operation
	Session   *Session
	Fault     *fault.Fault
	Write     faultWriter
	work      slot // held while the request is worked on
	kept      slot // held until its answer is written
	shed      bool // refused for want of a slot
	// brotli is the browser's Accept-Encoding where what is written as gzip is Brotli (compress.go); nil: it is gzip.
	brotli []string
	// drain reads the rest of an upload for a while; nil: it is none.
	drain func()
}

type requestInfoKey struct{}

// withRequestInfo starts the request's record.
func withRequestInfo(ctx context.Context, x *RequestInfo) context.Context {
	return context.WithValue(ctx, requestInfoKey{}, x)
}

// RequestInfoFrom gives the request's record; outside a listener it is an empty one.
func RequestInfoFrom(ctx context.Context) *RequestInfo {
	if x, ok := ctx.Value(requestInfoKey{}).(*RequestInfo); ok {
		return x
	}
	return &RequestInfo{}
}

// RequestID gives the id of the request that ctx belongs to, "" outside a request.
func RequestID(ctx context.Context) string { return RequestInfoFrom(ctx).requestID }

// ClientAddr gives the caller's address as far as it can be trusted (client_addr.go), the zero Addr outside a request.
func ClientAddr(ctx context.Context) netip.Addr { return RequestInfoFrom(ctx).Client }
