// Package capped keeps parties we do not own from filling our memory with an answer, and from putting what no database
// keeps into ours.
package capped

import (
	"bytes"
	"errors"
	"io"
	"net/http"
)

// MaxAnswer is the most bytes of an answer that are read. What is longer ends there, so it cannot be understood.
const MaxAnswer = 64 << 10

// Replaced stands where an answer had a character of zero: PostgreSQL keeps none in a text, and what the answer says
// besides must be heard all the same.
const Replaced = '\uFFFD'

// Transport sends requests through Next, nil is http.DefaultTransport, and gives no more than MaxAnswer of each answer,
// without characters of zero.
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
	body, err := io.ReadAll(io.LimitReader(response.Body, MaxAnswer))
	if err := errors.Join(err, response.Body.Close()); err != nil {
		return nil, err
	}
	response.Body = io.NopCloser(bytes.NewReader(withoutZero(body)))
	return response, nil
}

// withoutZero replaces characters of zero as JSON escapes them. A plain one is no JSON.
func withoutZero(body []byte) []byte {
	const escaped = `\u0000`
	if !bytes.Contains(body, []byte(escaped)) {
		return body
	}
	var clean bytes.Buffer
	for i := 0; i < len(body); i++ {
		switch {
		case bytes.HasPrefix(body[i:], []byte(escaped)):
			clean.WriteString(`\ufffd`)
			i += len(escaped) - 1
		case body[i] == '\\' && i+1 < len(body): // what it escapes begins nothing
			clean.Write(body[i : i+2])
			i++
		default:
			clean.WriteByte(body[i])
		}
	}
	return clean.Bytes()
}
