package httpapi

import (
	"embed"
	"io/fs"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"krapao/openapi"
	"krapao/server/fault"
)

// docsPage is the documentation page; docspage/ui is Swagger UI, put there by `pnpm install` (openapi/tools/docs-ui.mjs).
//
//go:embed all:docspage
var docsPage embed.FS

// docsPolicy lets the page run its own files and call its own origin, and nothing else. The hash is that of the style inside Swagger's logo.
const docsPolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='; img-src 'self' data:; connect-src 'self'; " +
	"frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// NewDocs serves /docs, a page with the four contracts and a way to try the portal's calls, and /docs/openapi/<name>.yaml.
// The page asks no other origin for anything.
func NewDocs() http.Handler {
	router := chi.NewRouter()
	router.Use(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Security-Policy", docsPolicy)
			w.Header().Set("Cache-Control", "no-cache")
			next.ServeHTTP(w, r)
		})
	})
	router.MethodNotAllowed(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Allow", http.MethodGet)
		writeAPIError(w, r, http.StatusMethodNotAllowed, fault.KeyInvalid)
	})
	page := func(w http.ResponseWriter, r *http.Request) { http.ServeFileFS(w, r, docsPage, "docspage/index.html") }
	router.Get("/docs", page)
	router.Get("/docs/", page)
	router.Get("/docs/openapi/{contract}.yaml", serveContract)
	files, err := fs.Sub(docsPage, "docspage")
	if err != nil {
		panic("httpapi: " + err.Error()) // the folder is compiled in
	}
	router.Get("/docs/*", func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/docs/")
		if info, err := fs.Stat(files, name); err != nil || info.IsDir() || strings.HasPrefix(info.Name(), ".") {
			writeAPIError(w, r, http.StatusNotFound, fault.NoData)
			return
		}
		http.ServeFileFS(w, r, files, name)
	})
	return router
}

func serveContract(w http.ResponseWriter, r *http.Request) {
	text, err := openapi.Contracts.ReadFile("dist/" + chi.URLParam(r, "contract") + ".yaml")
	if err != nil {
		writeAPIError(w, r, http.StatusNotFound, fault.NoData)
		return
	}
	w.Header().Set("Content-Type", "application/yaml; charset=utf-8")
	_, _ = w.Write(text)
}
