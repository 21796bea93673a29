package portaltest

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	portalclient "krapao/server/httpapi/api/portal/client"
)

// Client calls a test server. Every exchange is held against the contract (Transport). The generated typed calls are in
// the embedded ClientWithResponses; Do sends anything.
type Client struct {
	*portalclient.ClientWithResponses

	t     testing.TB
	base  string
	token string
	http  *http.Client
}

// Client gives a visitor's client of the members' listener, with cookies of its own.
func (s *Server) Client(t testing.TB) *Client { return ClientOf(t, s.URL()) }

// OperatorClient gives a client of the operators' listener: use its Do.
func (s *Server) OperatorClient(t testing.TB) *Client { return ClientOf(t, s.OperatorURL()) }

// ClientOf gives a client of a server at an address that Start did not start.
func ClientOf(t testing.TB, base string) *Client {
	connections := &http.Transport{MaxIdleConnsPerHost: 64}
	t.Cleanup(connections.CloseIdleConnections)
	jar := &cookies{}
	sender := &http.Client{Transport: &Transport{T: t, Base: connections}, Jar: jar, Timeout: time.Minute}
	return (&Client{t: t, base: base, http: sender}).As("")
}

// As gives a client of the same device (the same cookies) with a session's token; "" is a visitor.
func (c *Client) As(token string) *Client {
	copied := *c
	copied.token = token
	typed, err := portalclient.NewClientWithResponses(c.base, portalclient.WithHTTPClient(c.http), portalclient.WithRequestEditorFn(
		func(_ context.Context, r *http.Request) error {
			copied.identify(r)
			return nil
		}))
	if err != nil {
		c.t.Fatal(err)
	}
	copied.ClientWithResponses = typed
	return &copied
}

// At gives the client of the same device and session that calls another server.
func (c *Client) At(base string) *Client {
	copied := *c
	copied.base = base
	return copied.As(c.token)
}

func (c *Client) identify(r *http.Request) {
	r.Header.Set("X-Requested-With", "wallet-user")
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
}

// Answer is what a server answered.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Code gives the error code of the answer, "" when it is none.
func (a Answer) Code() string {
	var body struct{ Message, Code string }
	if a.Status < http.StatusBadRequest || json.Unmarshal(a.Body, &body) != nil {
		return ""
	}
	if body.Code != "" { // a webhook's PaymentError
		return body.Code
	}
	return body.Message
}

// Header is one header of a request. A Header with an empty Value removes what the client would send by itself.
type Header struct{ Name, Value string }

// Do sends a request with a body as it is (JSON, "" for none) and gives the answer.
func (c *Client) Do(method, path, body string, headers ...Header) Answer {
	c.t.Helper()
	answer, err := c.Try(method, path, body, headers...)
	if err != nil {
		c.t.Fatalf("%s %s: %v", method, path, err)
	}
	return answer
}

// Try is Do for requests that may fail on the way.
func (c *Client) Try(method, path, body string, headers ...Header) (Answer, error) {
	var content io.Reader
	if body != "" {
		content = strings.NewReader(body)
	}
	request, err := http.NewRequestWithContext(context.Background(), method, c.base+path, content)
	if err != nil {
		return Answer{}, err
	}
	c.identify(request)
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	for _, header := range headers {
		if header.Value == "" {
			request.Header.Del(header.Name)
			continue
		}
		request.Header.Add(header.Name, header.Value)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return Answer{}, err
	}
	defer func() { _ = response.Body.Close() }()
	received, err := io.ReadAll(response.Body)
	return Answer{Status: response.StatusCode, Header: response.Header, Body: bytes.TrimSpace(received)}, err
}
