package simulator_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"
)

// contractTransport fails the test when a request or an answer does not fit the contract.
type contractTransport struct {
	t      *testing.T
	router routers.Router
	key    string
}

func contractClient(t *testing.T, contract, baseURL, key string) *http.Client {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromFile("../../openapi/dist/" + contract + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	doc.Servers = openapi3.Servers{{URL: baseURL}}
	router, err := legacy.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{Transport: contractTransport{t, router, key}}
}

func (c contractTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("X-Api-Key", c.key)
	route, parameters, err := c.router.FindRoute(r)
	if err != nil {
		c.t.Errorf("%s %s is not in the contract: %v", r.Method, r.URL, err)
		return nil, err
	}
	asked := &openapi3filter.RequestValidationInput{
		Request: r, PathParams: parameters, Route: route,
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, IncludeResponseStatus: true},
	}
	if err := openapi3filter.ValidateRequest(context.Background(), asked); err != nil {
		c.t.Errorf("request: %v", err)
	}
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(response.Body)
	_ = response.Body.Close()
	response.Body = io.NopCloser(bytes.NewReader(body))
	answered := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: asked, Status: response.StatusCode, Header: response.Header, Body: io.NopCloser(bytes.NewReader(body)),
		Options: asked.Options,
	}
	if invalid := openapi3filter.ValidateResponse(context.Background(), answered); invalid != nil {
		c.t.Errorf("answer: %v", invalid)
	}
	return response, err
}
