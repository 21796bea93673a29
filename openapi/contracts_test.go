package openapi_test

import (
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"krapao/openapi"
)

// Mocks answer the examples, and who writes a client copies them.
func TestEveryExampleIsWhatItsSchemaAllows(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"portal", "operator", "provider", "payment"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := openapi.Contracts.ReadFile("dist/" + name + ".yaml")
			if err != nil {
				t.Fatal(err)
			}
			contract, err := openapi3.NewLoader().LoadFromData(text)
			if err != nil {
				t.Fatal(err)
			}
			if err := contract.Validate(t.Context(), openapi3.EnableExamplesValidation(), openapi3.EnableSchemaPatternValidation(), openapi3.EnableMultiError()); err != nil {
				t.Error(err)
			}
		})
	}
}
