package middleware

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/go-chi/chi/v5"
	"github.com/klauspost/compress/gzhttp"
)

const secretContract = `
openapi: 3.0.3
info: {title: Test, version: '1'}
paths:
  /secret: {get: {operationId: getSecret, security: [], x-secret-answer: true, responses: {'200': {description: Done.}}}}
  /open: {get: {operationId: getOpen, security: [], responses: {'200': {description: Done.}}}}
`

func TestAnAnswerWithASecretIsNeverCompressed(t *testing.T) {
	t.Parallel()
	doc, err := openapi3.NewLoader().LoadFromData([]byte(secretContract))
	if err != nil {
		t.Fatal(err)
	}
	contract, err := NewContract(doc)
	if err != nil {
		t.Fatal(err)
	}
	_, address := listen(t, BaseConfig{}, func(base *Base) http.HandlerFunc {
		gates := &Gates{
			Base: base, Contract: contract,
			Limit:    func(*RequestInfo) error { return nil },
			Work:     base.of,
			Identify: func(_ http.ResponseWriter, r *http.Request, _ *Operation) (*http.Request, error) { return r, nil },
		}
		router := chi.NewRouter()
		for _, path := range []string{"/secret", "/open"} {
			router.With(gates.Admit).Get(path, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				size := 4 * minCompressed
				if r.URL.RawQuery == "short" {
					size = 1
				}
				_, _ = io.WriteString(w, strings.Repeat("a", size))
			})
		}
		return router.ServeHTTP
	})
	for _, accept := range []string{"br", "zstd", "gzip", "gzip, deflate, br, zstd", "gzip, deflate, br", "identity", ""} {
		want := map[string]string{
			"br": "br", "zstd": "zstd", "gzip": "gzip", "gzip, deflate, br, zstd": "zstd", "gzip, deflate, br": "br",
		}[accept]
		for path, encoding := range map[string]string{"/secret": "", "/secret?short": "", "/open": want} {
			request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+address+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("Accept-Encoding", accept)
			answer, err := new(http.Transport).RoundTrip(request)
			if err != nil {
				t.Fatal(err)
			}
			_ = answer.Body.Close()
			if got := answer.Header.Get("Content-Encoding"); got != encoding || answer.StatusCode != http.StatusOK {
				t.Errorf("%s for %q: %d in %q, want %q", path, accept, answer.StatusCode, got, encoding)
			}
			if _, left := answer.Header[gzhttp.HeaderNoCompression]; left {
				t.Errorf("%s for %q: the header that keeps the compression away went out", path, accept)
			}
		}
	}
}
