package httpapi

import (
	"context"
	"net/http"
	"net/netip"

	"krapao/server/fault"
)

// exchange is what one request and its answer leave behind for the log, the metrics and the fault writer.
type exchange struct {
	requestID string
	client    netip.Addr
	agent     string // what the browser calls itself
	accepted  string // its Accept-Encoding
	cookies   []*http.Cookie
	operation *Operation
	session   *Session
	fault     *fault.Fault
	write     faultWriter
	work      slot // held while the request is worked on
	kept      slot // held until its answer is written
	shed      bool // refused for want of a slot
	// drain reads the rest of an upload for a while; nil: it is none.
	drain func()
	// keep takes the answer as it was sent, if it is a 200; nil: nobody wants it.
	keep func(encoding string, body []byte)
}

type exchangeKey struct{}

// withExchange starts the request's record.
func withExchange(ctx context.Context, x *exchange) context.Context {
	return context.WithValue(ctx, exchangeKey{}, x)
}

// exchangeFrom gives the request's record; outside a listener it is an empty one.
func exchangeFrom(ctx context.Context) *exchange {
	if x, ok := ctx.Value(exchangeKey{}).(*exchange); ok {
		return x
	}
	return &exchange{}
}

// RequestID gives the id of the request that ctx belongs to, "" outside a request.
func RequestID(ctx context.Context) string { return exchangeFrom(ctx).requestID }

// ClientAddr gives the caller's address as far as it can be trusted (clientip.go), the zero Addr outside a request.
func ClientAddr(ctx context.Context) netip.Addr { return exchangeFrom(ctx).client }
