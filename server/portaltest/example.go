package portaltest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"

	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/api/portal"
)

// Call is one operation of a contract with the request of its examples: what every call must do alike is tested over
// all of them.
type Call struct {
	// Operation is the operationId as the generated code writes it.
	Operation string
	// Method, Path and Body are a request that fits the contract; Body is "" for none. Pattern is the path's template.
	Method, Path, Body, Pattern string
	// Codes are the error codes that the operation declares.
	Codes []string
	// Public calls read no token; Old ones are deprecated GET forms; Keyed ones take an Idempotency-Key; Upload ones
	// take a file.
	Public, Old, Keyed, Upload bool
}

// Declares tells whether the call lists an error code.
func (c Call) Declares(code string) bool { return slices.Contains(c.Codes, code) }

// Calls gives every call of the members' contract, by operationId.
func Calls() ([]Call, error) { return calls() }

// OperatorCalls gives every call of the operators' contract, by operationId.
func OperatorCalls() ([]Call, error) { return operatorCalls() }

var (
	calls         = sync.OnceValues(func() ([]Call, error) { return callsOf(portal.GetSpec) })
	operatorCalls = sync.OnceValues(func() ([]Call, error) { return callsOf(operator.GetSpec) })
)

func callsOf(spec func() (*openapi3.T, error)) ([]Call, error) {
	doc, err := spec()
	if err != nil {
		return nil, err
	}
	var all []Call
	for path, item := range doc.Paths.Map() {
		for method, operation := range item.Operations() {
			call, err := callOf(path, method, item, operation)
			if err != nil {
				return nil, err
			}
			all = append(all, call)
		}
	}
	slices.SortFunc(all, func(a, b Call) int { return strings.Compare(a.Operation, b.Operation) })
	return all, nil
}

func callOf(path, method string, item *openapi3.PathItem, operation *openapi3.Operation) (Call, error) {
	call := Call{
		Operation: operation.OperationID, Method: method, Path: path, Pattern: path, Codes: extensionCodes(operation, "x-error-codes"),
		Public: operation.Security != nil && (len(*operation.Security) == 0 || slices.ContainsFunc(*operation.Security, func(r openapi3.SecurityRequirement) bool { return len(r) == 0 })),
		Old:    method == http.MethodGet && operation.Deprecated,
	}
	query := url.Values{}
	for _, parameter := range slices.Concat(item.Parameters, operation.Parameters) {
		switch p := parameter.Value; {
		case p.In == openapi3.ParameterInPath && p.Example == nil:
			return call, fmt.Errorf("portaltest: %s: parameter %s has no example", call.Operation, p.Name)
		case p.In == openapi3.ParameterInPath:
			call.Path = strings.ReplaceAll(call.Path, "{"+p.Name+"}", url.PathEscape(fmt.Sprint(p.Example)))
		case p.In == openapi3.ParameterInQuery && p.Required:
			query.Set(p.Name, fmt.Sprint(p.Example))
		case p.Name == "Idempotency-Key":
			call.Keyed = true
		}
	}
	if len(query) > 0 {
		call.Path += "?" + query.Encode()
	}
	if operation.RequestBody == nil {
		return call, nil
	}
	media := operation.RequestBody.Value.Content["application/json"]
	call.Upload = media == nil
	if media == nil {
		return call, nil
	}
	example := media.Example
	for _, named := range media.Examples {
		example = named.Value.Value
	}
	body, err := json.Marshal(example)
	if err != nil || bytes.Equal(body, []byte("null")) {
		return call, fmt.Errorf("portaltest: %s: no example of the request: %w", call.Operation, err)
	}
	call.Body = string(body)
	return call, nil
}
