package middleware

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// FuzzStrictBody: whatever is sent, reading it never panics, and what is accepted means the same to every JSON reader.
func FuzzStrictBody(f *testing.F) {
	schema := openapi3.NewObjectSchema().WithProperty("amount", openapi3.NewFloat64Schema()).
		WithProperty("list", openapi3.NewArraySchema().WithItems(openapi3.NewObjectSchema().WithProperty("x", openapi3.NewStringSchema())))
	op := &Operation{body: schema, shape: shapeOf(schema, map[*openapi3.Schema]*shape{})}
	for _, seed := range []string{
		`{"amount":1}`, `{"amount":1,"Amount":2}`, `{"\u0061mount":1}`, `[{"x":"\ud83d\ude00"}]`, `"\ud800\u0041"`, `{"list":[{"x":"a"},{"X":"b"}]}`,
		` { } `, `-0.0e+1`, `"\\"`, `"\""`, `{"a":{"a":{"a":[[]]}}}`, `"\ud800"`, `"\u00`, "\xff", `{"":null,"":true}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		request := httptest.NewRequest(http.MethodPost, "/", nil)
		request.Header.Set("Content-Type", "application/json")
		body, _, err := checkJSON(request, op, []byte(text))
		if err != nil || len(body) == 0 {
			return
		}
		var loose map[string]any
		if json.Unmarshal(body, &loose) != nil {
			return // not an object: the schema judges it
		}
		var bound struct {
			Amount *json.Number `json:"amount"`
		}
		if json.Unmarshal(body, &bound) == nil && bound.Amount != nil && loose["amount"] == nil {
			t.Errorf("%q binds an amount that the schema does not see", text)
		}
		for key := range loose {
			if strings.ContainsRune(key, 0) {
				t.Errorf("%q holds a zero character", text)
			}
		}
	})
}
