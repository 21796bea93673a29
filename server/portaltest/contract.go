package portaltest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/api/portal"
	"krapao/server/httpapi/api/webhook"
)

// contractChecker holds every exchange against the contracts that the server serves.
type contractChecker struct {
	routers []routers.Router
}

// checker is made once: reading the contracts takes a while.
var checker = sync.OnceValues(func() (*contractChecker, error) {
	c := &contractChecker{}
	for _, spec := range []func() (*openapi3.T, error){portal.GetSpec, operator.GetSpec, webhook.GetSpec} {
		doc, err := spec()
		if err != nil {
			return nil, err
		}
		doc.Servers = nil // the test server's address is not in the contract
		router, err := gorillamux.NewRouter(doc)
		if err != nil {
			return nil, err
		}
		c.routers = append(c.routers, router)
	}
	return c, nil
})

func (c *contractChecker) find(r *http.Request) (*routers.Route, map[string]string) {
	for _, router := range c.routers {
		if route, parameters, err := router.FindRoute(r); err == nil {
			return route, parameters
		}
	}
	return nil, nil
}

// Transport sends requests and fails the test when an exchange breaks the contract: an answer that does not fit, an
// error code that the operation does not declare, a request that was accepted although it does not fit. What was
// exercised is recorded (coverage.go).
type Transport struct {
	// T is the test that fails.
	T testing.TB
	// Base sends the requests, nil: http.DefaultTransport.
	Base http.RoundTripper
}

// RoundTrip sends one request.
func (t *Transport) RoundTrip(request *http.Request) (*http.Response, error) {
	sent, err := take(&request.Body)
	if err != nil {
		return nil, err
	}
	base := t.Base
	if base == nil {
		base = http.DefaultTransport
	}
	response, err := base.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	received, err := take(&response.Body)
	if err != nil {
		return nil, err
	}
	contracts, err := checker()
	if err != nil {
		return nil, err
	}
	if problem := contracts.check(request, sent, response, received); problem != nil {
		t.T.Errorf("%s %s breaks the contract: %v\nanswer %d: %.600s", request.Method, request.URL.Path, problem, response.StatusCode, received)
	}
	return response, nil
}

// take reads a body and puts it back.
func take(body *io.ReadCloser) ([]byte, error) {
	if *body == nil {
		return nil, nil
	}
	content, err := io.ReadAll(*body)
	_ = (*body).Close()
	*body = io.NopCloser(bytes.NewReader(content))
	return content, err
}

func (c *contractChecker) check(request *http.Request, sent []byte, response *http.Response, received []byte) error {
	route, parameters := c.find(request)
	if route == nil {
		return nil // not a call: the documentation, a page, or a path that does not exist
	}
	input := &openapi3filter.RequestValidationInput{
		Request: request.Clone(request.Context()), PathParams: parameters, Route: route,
		Options: &openapi3filter.Options{
			AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, IncludeResponseStatus: true, SkipSettingDefaults: true,
		},
	}
	input.Request.Body = io.NopCloser(bytes.NewReader(sent))
	if response.Header.Get("X-Request-Id") == "" {
		return fmt.Errorf("no X-Request-Id")
	}
	if response.StatusCode < http.StatusMultipleChoices {
		if err := openapi3filter.ValidateRequest(request.Context(), input); err != nil {
			return fmt.Errorf("an answer of %d to a request that does not fit: %w", response.StatusCode, err)
		}
	}
	if response.StatusCode == http.StatusMethodNotAllowed {
		return nil
	}
	if err := openapi3filter.ValidateResponse(request.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input, Status: response.StatusCode, Header: response.Header,
		Body: io.NopCloser(bytes.NewReader(received)), Options: input.Options,
	}); err != nil {
		return err
	}
	return c.checkCode(route, response, received)
}

// checkCode holds an error's code against x-error-codes and its status against its kind, and records it.
func (c *contractChecker) checkCode(route *routers.Route, response *http.Response, received []byte) error {
	operation := route.Operation.OperationID
	if response.StatusCode < http.StatusBadRequest {
		return checkRefusal(route.Operation, received)
	}
	var answer struct{ Message, RequestID, Code string }
	if err := json.Unmarshal(received, &answer); err != nil {
		return err
	}
	if answer.Code != "" { // a webhook's PaymentError, whose codes its contract does not list
		record(operation, answer.Code)
		return nil
	}
	if answer.RequestID != response.Header.Get("X-Request-Id") {
		return fmt.Errorf("requestId %q differs from X-Request-Id %q", answer.RequestID, response.Header.Get("X-Request-Id"))
	}
	if limited := response.StatusCode == http.StatusTooManyRequests || response.StatusCode == http.StatusServiceUnavailable; limited && response.Header.Get("Retry-After") == "" {
		return fmt.Errorf("%d without Retry-After", response.StatusCode)
	}
	if !declares(route.Operation, answer.Message) {
		return fmt.Errorf("%s does not declare %s", operation, answer.Message)
	}
	record(operation, declared(route.Operation, answer.Message))
	return nil
}

// declared gives the code as the operation lists it: NOT_{PROVIDER} stands for any provider's.
func declared(operation *openapi3.Operation, code string) string {
	if slices.Contains(extensionCodes(operation, "x-error-codes"), code) {
		return code
	}
	return anyProvider
}

// checkRefusal records a success, or the code of a refusal that the specification wants at 200 (x-codes-at-200).
func checkRefusal(operation *openapi3.Operation, received []byte) error {
	refusals := extensionCodes(operation, "x-codes-at-200")
	var answer struct{ Message string }
	if len(refusals) > 0 {
		if err := json.Unmarshal(received, &answer); err != nil {
			return err
		}
	}
	if answer.Message == "" {
		record(operation.OperationID, "2xx")
		return nil
	}
	if !slices.Contains(refusals, answer.Message) {
		return fmt.Errorf("%s does not declare %s at 200", operation.OperationID, answer.Message)
	}
	record(operation.OperationID, answer.Message)
	return nil
}

func extensionCodes(operation *openapi3.Operation, extension string) []string {
	listed, _ := operation.Extensions[extension].([]any)
	codes := make([]string, 0, len(listed))
	for _, code := range listed {
		if text, ok := code.(string); ok {
			codes = append(codes, text)
		}
	}
	return codes
}

// anyProvider is how an operation declares the codes NOT_ and a provider's code.
const anyProvider = "NOT_{PROVIDER}"

func declares(operation *openapi3.Operation, code string) bool {
	codes := extensionCodes(operation, "x-error-codes")
	provider := strings.HasPrefix(code, "NOT_")
	return slices.Contains(codes, code) || provider && slices.Contains(codes, anyProvider)
}
