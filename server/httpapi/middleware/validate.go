package middleware

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/go-chi/chi/v5"

	"krapao/server/fault"
)

// maxParameter is how long a path or query parameter may be.
const maxParameter = 512

// validateParameters holds path, query and header parameters against the contract. Errors: KEY_MISSING, KEY_INVALID;
// for a path parameter what an unknown one gets (NO_GAME, NO_PROMOTION, NO_DATA).
func validateParameters(r *http.Request, op *Operation) error {
	if !op.hasParameters {
		return nil
	}
	path, err := PathParameters(r)
	if err != nil {
		return op.badParameter().With(err)
	}
	query := url.Values{}
	if op.hasQuery {
		if query, err = queryParameters(r); err != nil {
			return fault.KeyInvalid.With(err)
		}
	}
	// The validator reads the whole body where the operation has a security requirement, whatever the options say: it
	// gets none.
	bodiless := *r
	bodiless.Body = http.NoBody
	err = openapi3filter.ValidateRequest(r.Context(), &openapi3filter.RequestValidationInput{
		Request: &bodiless, PathParams: path, QueryParams: query, Route: op.route,
		Options: &openapi3filter.Options{
			ExcludeRequestBody: true, SkipSettingDefaults: true, AuthenticationFunc: openapi3filter.NoopAuthenticationFunc,
		},
	})
	if err == nil {
		return nil
	}
	var broken *openapi3filter.RequestError
	if errors.As(err, &broken) && broken.Parameter != nil && broken.Parameter.In == openapi3.ParameterInPath {
		return op.badParameter().With(err)
	}
	return schemaFault(err)
}

// PathParameters gives the parameters of the matched route as the caller meant them.
func PathParameters(r *http.Request) (map[string]string, error) {
	route := chi.RouteContext(r.Context())
	found := make(map[string]string, len(route.URLParams.Keys))
	for i, name := range route.URLParams.Keys {
		value := route.URLParams.Values[i]
		if r.URL.RawPath != "" {
			unescaped, err := url.PathUnescape(value)
			if err != nil {
				return nil, err
			}
			value = unescaped
		}
		if err := plainText(value); err != nil {
			return nil, err
		}
		found[name] = value
	}
	return found, nil
}

func queryParameters(r *http.Request) (url.Values, error) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, err
	}
	for name, values := range query {
		if len(values) > 1 {
			return nil, errors.New("a query parameter is there twice")
		}
		if err := errors.Join(plainText(name), plainText(values[0])); err != nil {
			return nil, err
		}
	}
	return query, nil
}

// plainText refuses what no name or code can hold: control characters, broken UTF-8, or more than maxParameter bytes.
func plainText(text string) error {
	if len(text) > maxParameter || !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return errors.New("a parameter with control characters, broken UTF-8 or of excessive length")
	}
	return nil
}

// validateBody holds a JSON body against the contract's schema. Errors: KEY_MISSING, KEY_INVALID.
func validateBody(body []byte, schema *openapi3.Schema) error {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return fault.KeyInvalid.With(err)
	}
	if err := schema.VisitJSON(value, openapi3.VisitAsRequest()); err != nil {
		return schemaFault(err)
	}
	return nil
}

// schemaFault tells missing from malformed: KEY_MISSING for a required value that is absent or an empty text,
// KEY_INVALID for the rest. It says where: contracts name what is there, so nothing of the caller's is sent back.
func schemaFault(err error) *fault.Fault {
	var parameter *openapi3filter.RequestError
	if errors.As(err, &parameter) && parameter.Parameter != nil {
		return missingOrMalformed(err).In(parameter.Parameter.Name)
	}
	return missingOrMalformed(err).In(pointer(err))
}

// pointer is the JSON pointer (RFC 6901) of what a schema refuses; empty for the whole.
func pointer(err error) string {
	var broken *openapi3.SchemaError
	if !errors.As(err, &broken) {
		return ""
	}
	var text strings.Builder
	for _, step := range broken.JSONPointer() {
		text.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(step))
	}
	return text.String()
}

func missingOrMalformed(err error) *fault.Fault {
	if errors.Is(err, openapi3filter.ErrInvalidRequired) || errors.Is(err, openapi3filter.ErrInvalidEmptyValue) {
		return fault.KeyMissing.With(err)
	}
	var broken *openapi3.SchemaError
	if errors.As(err, &broken) {
		text, isText := broken.Value.(string)
		if broken.SchemaField == "required" || (broken.SchemaField == "minLength" && isText && text == "") {
			return fault.KeyMissing.Withf("%s", broken.Reason)
		}
		return fault.KeyInvalid.Withf("%s: %s", pointer(err), broken.Reason) // never the value
	}
	return fault.KeyInvalid.With(err)
}

// AsInputFault turns an error of the generated readers into a fault: a value that the schema allows and the code cannot
// hold. What is missing has been refused before (validateParameters).
func AsInputFault(err error) error {
	var known *fault.Fault
	if errors.As(err, &known) {
		return err
	}
	return fault.KeyInvalid.With(err)
}
