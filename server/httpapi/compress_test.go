package httpapi_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"regexp"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/getkin/kin-openapi/openapi3"
	"github.com/klauspost/compress/zstd"

	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/api/portal"
	"krapao/server/portaltest"
)

func TestEveryAnswerIsCompressedInTheBestWayThatTheBrowserTakes(t *testing.T) {
	t.Parallel()
	s := portaltest.Start(t)
	readers := map[string]func(io.Reader) (io.Reader, error){
		"":     func(r io.Reader) (io.Reader, error) { return r, nil },
		"br":   func(r io.Reader) (io.Reader, error) { return brotli.NewReader(r), nil },
		"gzip": func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
		"zstd": func(r io.Reader) (io.Reader, error) { return zstd.NewReader(r) },
	}
	for _, path := range []string{"/docs/openapi/portal.yaml", "/api/lookup/site", "/api/lookup/banks"} {
		bodies := map[string]string{}
		for accept, want := range map[string]string{
			"": "", "br": "br", "gzip": "gzip", "zstd": "zstd", "gzip, deflate, br": "br", "gzip, deflate, br, zstd": "zstd",
			"br;q=0, gzip": "gzip", "br;q=1.0, zstd;q=0": "br", "identity": "",
		} {
			request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL()+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("Accept-Encoding", accept)
			answer, err := new(http.Transport).RoundTrip(request)
			if err != nil {
				t.Fatal(err)
			}
			if got := answer.Header.Get("Content-Encoding"); got != want || answer.StatusCode != http.StatusOK {
				t.Errorf("%s for %q: %d in %q, want %q", path, accept, answer.StatusCode, got, want)
				_ = answer.Body.Close()
				continue
			}
			reader, err := readers[want](answer.Body)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(reader)
			_ = answer.Body.Close()
			if err != nil {
				t.Errorf("%s for %q: %v", path, accept, err)
			}
			bodies[string(body)] = accept
		}
		if len(bodies) != 1 {
			t.Errorf("%s has %d bodies", path, len(bodies))
		}
	}
}

// secrets are names of properties that open something.
var secrets = regexp.MustCompile(`^(?i)(token|\w+token|password|secret|otpauth|enrolmentcode|link|url|guestid)$`)

const (
	openURL    = "url is a page of the provider, for everybody"
	notAddress = "url tells whether a file can be shown in place"
)

// notSecret are answers whose property has such a name and opens nothing.
var notSecret = map[string]string{
	"ListChatHistory": "deviceToken is how a client names its device; guestId is what the guest has just asked with",
	"GetInviteLink":   "link is the registration, for everybody",
	"GetWallet":       openURL, "ActivateGameAccount": openURL, "ActivateGameAccountByGet": openURL,
	"ListOperatorConversationMessages": notAddress, "ListOperatorChatAnswers": notAddress,
	"ListSlips": "no slip has a link: GetSlipReference gives one, for some minutes",
}

func TestEveryCallThatAnswersASecretDeclaresIt(t *testing.T) {
	t.Parallel()
	for _, read := range []func() (*openapi3.T, error){portal.GetSpec, operator.GetSpec} {
		doc, err := read()
		if err != nil {
			t.Fatal(err)
		}
		for _, item := range doc.Paths.Map() {
			for _, op := range item.Operations() {
				holds := false
				for _, answer := range op.Responses.Map() {
					for _, media := range answer.Value.Content {
						holds = holds || holdsSecret(media.Schema, map[*openapi3.Schema]bool{})
					}
				}
				_, exempt := notSecret[op.OperationID]
				if declared := op.Extensions["x-secret-answer"] == true; declared != (holds && !exempt) {
					t.Errorf("%s: x-secret-answer is %v; a secret in its answer: %v", op.OperationID, declared, holds)
				}
			}
		}
	}
}

func holdsSecret(ref *openapi3.SchemaRef, seen map[*openapi3.Schema]bool) bool {
	if ref == nil || ref.Value == nil || seen[ref.Value] {
		return false
	}
	schema := ref.Value
	seen[schema] = true
	found := holdsSecret(schema.Items, seen) || holdsSecret(schema.AdditionalProperties.Schema, seen)
	for name, property := range schema.Properties {
		found = found || secrets.MatchString(name) || holdsSecret(property, seen)
	}
	for _, part := range append(append(append(openapi3.SchemaRefs{}, schema.AllOf...), schema.AnyOf...), schema.OneOf...) {
		found = found || holdsSecret(part, seen)
	}
	return found
}
