// Package capped keeps parties we do not own from filling our memory with an answer.
package capped

import (
	"io"
	"net/http"
)

// MaxAnswer is the most bytes of an answer that are read. What is longer ends there, so it cannot be understood.
const MaxAnswer = 64 << 10

// Transport sends requests through Next, nil is http.DefaultTransport, and gives no more than MaxAnswer of each answer.
type Transport struct{ Next http.RoundTripper }

// RoundTrip is described at Transport.
func (t Transport) RoundTrip(request *http.Request) (*http.Response, error) {
	next := t.Next
	if next == nil {
		next = http.DefaultTransport
	}
	response, err := next.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	response.Body = struct {
		io.Reader
		io.Closer
	}{io.LimitReader(response.Body, MaxAnswer), response.Body}
	return response, nil
}
