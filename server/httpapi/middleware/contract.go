package middleware

import (
	"fmt"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/routers"

	"krapao/server/fault"
	"krapao/server/operation"
)

// access says who may call an operation.
type access int

// Who may call an operation.
const (
	accessMember   access = iota // a session is needed
	AccessOptional               // a visitor may call; a token that is sent must be good
	AccessPublic                 // no token is read
)

// Operation is what the gates need to know of one call of a contract.
type Operation struct {
	// ID is the operationId, as the generated constants have it.
	ID operation.Name
	// Pattern is the path template, which stands for the path in logs and metrics.
	Pattern string
	// Codes are the error codes that the operation declares (x-error-codes).
	Codes []fault.Code

	Access        access
	deprecated    bool
	upload        bool
	hashes        bool // x-hashes-password: it costs what a password's hash costs
	secret        bool // x-secret-answer: its answer holds what opens something
	takesKey      bool
	hasParameters bool
	hasQuery      bool
	longest       int64 // x-body-limit; 0 where the listener's limit holds
	body          *openapi3.Schema
	bodyNeeded    bool
	shape         *shape
	route         *routers.Route
}

// Declares tells whether the operation lists the code. `NOT_{PROVIDER}` stands for NOT_ and any provider's code.
func (o *Operation) Declares(code fault.Code) bool {
	return slices.Contains(o.Codes, code) ||
		(slices.Contains(o.Codes, "NOT_{PROVIDER}") && len(code) > 4 && code[:4] == "NOT_")
}

// badParameter is the answer to a path parameter that cannot name anything: what an unknown one would get
// (reliability.md, "Bad input").
func (o *Operation) badParameter() *fault.Fault {
	for _, code := range []fault.Code{"NO_GAME", "NO_PROMOTION", "NO_DATA"} {
		if slices.Contains(o.Codes, code) {
			return fault.New(fault.NotFound, code)
		}
	}
	return fault.KeyInvalid
}

// Name gives the operation's id for logs and metrics, "none" where no call of the contract is meant.
func (o *Operation) Name() string {
	if o == nil {
		return "none"
	}
	return string(o.ID)
}

// Contract is one API contract, ready for the gates.
type Contract struct {
	operations map[string]*Operation // by method and path template
}

// ReadContract reads a contract that is compiled in. Errors: those of NewContract.
func ReadContract(read func() (*openapi3.T, error)) (*Contract, error) {
	doc, err := read()
	if err != nil {
		return nil, fmt.Errorf("middleware: a contract: %w", err)
	}
	return NewContract(doc)
}

// NewContract reads a contract. It fails when an operation lacks what the gates rely on.
func NewContract(doc *openapi3.T) (*Contract, error) {
	c := &Contract{operations: map[string]*Operation{}}
	shapes := map[*openapi3.Schema]*shape{}
	for path, item := range doc.Paths.Map() {
		for method, described := range item.Operations() {
			op, err := newOperation(doc, path, method, item, described, shapes)
			if err != nil {
				return nil, err
			}
			c.operations[key(method, path)] = op
		}
	}
	return c, nil
}

func newOperation(doc *openapi3.T, path, method string, item *openapi3.PathItem, described *openapi3.Operation, shapes map[*openapi3.Schema]*shape) (*Operation, error) {
	if described.OperationID == "" {
		return nil, fmt.Errorf("middleware: %s %s has no operationId", method, path)
	}
	op := &Operation{
		ID: operation.Name(described.OperationID), Pattern: path, deprecated: described.Deprecated,
		Access: accessOf(doc, described), Codes: codesOf(described),
		hashes: described.Extensions["x-hashes-password"] == true, secret: described.Extensions["x-secret-answer"] == true,
		route: &routers.Route{Spec: doc, Path: path, PathItem: item, Method: method, Operation: described},
	}
	for _, parameter := range slices.Concat(item.Parameters, described.Parameters) {
		op.hasParameters = true
		op.takesKey = op.takesKey || parameter.Value.In == openapi3.ParameterInHeader && parameter.Value.Name == idempotencyHeader
		op.hasQuery = op.hasQuery || parameter.Value.In == openapi3.ParameterInQuery
	}
	if described.RequestBody == nil {
		return op, nil
	}
	longest, err := bodyLimitOf(described)
	if err != nil {
		return nil, err
	}
	op.longest = longest
	body := described.RequestBody.Value
	op.bodyNeeded = body.Required
	if media := body.Content["application/json"]; media != nil {
		op.body = media.Schema.Value
		op.shape = shapeOf(op.body, shapes)
		return op, nil
	}
	op.upload = true
	return op, nil
}

// BodyLimit is how long the operation's body may be on a listener.
func (o *Operation) BodyLimit(base *Base) int64 { return max(o.longest, base.BodyLimit) }

// bodyLimitOf reads x-body-limit: the bytes that a body of this operation may have where that is more than usual.
func bodyLimitOf(described *openapi3.Operation) (int64, error) {
	named, found := described.Extensions["x-body-limit"]
	if !found {
		return 0, nil
	}
	limit, ok := named.(float64)
	if !ok || limit < 1 || limit > 16<<20 {
		return 0, fmt.Errorf("middleware: %s: x-body-limit %v", described.OperationID, named)
	}
	return int64(limit), nil
}

func accessOf(doc *openapi3.T, described *openapi3.Operation) access {
	requirements := doc.Security
	if described.Security != nil {
		requirements = *described.Security
	}
	if len(requirements) == 0 {
		return AccessPublic
	}
	for _, requirement := range requirements {
		if len(requirement) == 0 {
			return AccessOptional
		}
	}
	return accessMember
}

func codesOf(described *openapi3.Operation) []fault.Code {
	listed, _ := described.Extensions["x-error-codes"].([]any)
	codes := make([]fault.Code, 0, len(listed))
	for _, code := range listed {
		if text, ok := code.(string); ok {
			codes = append(codes, fault.Code(text))
		}
	}
	return codes
}

// Find gives the operation of a method and a path template; nil when the contract has none.
func (c *Contract) Find(method, pattern string) *Operation { return c.operations[key(method, pattern)] }

// key names an operation; chi reports patterns without the slash at their end.
func key(method, pattern string) string { return method + " " + strings.TrimSuffix(pattern, "/") }

// Operations gives every operation, in no order.
func (c *Contract) Operations() []*Operation {
	all := make([]*Operation, 0, len(c.operations))
	for _, op := range c.operations {
		all = append(all, op)
	}
	return all
}
