package page

import (
	"bytes"
	"embed"
	"encoding/json"
	htmltemplate "html/template"
	"io/fs"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"krapao/openapi"
	"krapao/server/fault"
	"krapao/server/httpapi/middleware"
)

// docsPage is the documentation page; docspage/ui is Swagger UI, put there by `pnpm install`
// (openapi/tools/docs-ui.mjs).
//
//go:embed all:docspage
var docsPage embed.FS

// docsPolicy lets the page run its own files and call its own origin, and nothing else. The hash is that of the style
// inside Swagger's logo.
const docsPolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='; img-src 'self' data:; connect-src 'self'; " +
	"frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// docsTemplate is the page; it names the contracts of its listener.
var docsTemplate = htmltemplate.Must(htmltemplate.ParseFS(docsPage, "docspage/index.html"))

// Document is one contract that a documentation page shows.
type Document struct {
	// Name is the contract's file, without the extension.
	Name string `json:"-"`
	// Title is what the page calls it.
	Title string `json:"name"`
	// Path is where the page gets it.
	Path string `json:"url"`
}

// MemberDocuments is what the members' listener documents. OperatorDocuments is for the operators': what they call, and
// what is agreed with other parties, webhooks included.
var (
	MemberDocuments   = []Document{document("portal", "Portal: members")}
	OperatorDocuments = []Document{
		document("operator", "Operator: back office"), document("payment", "Payment: gateways, banks, webhooks"), document("provider", "Provider: games"),
	}
)

func document(name, title string) Document {
	return Document{name, title, "/docs/openapi/" + name + ".yaml"}
}

// NewDocs serves /docs, a page with these contracts and a way to try the calls of the listener's own, and
// /docs/openapi/<name>.yaml. The page asks no other origin for anything.
func NewDocs(documents []Document) http.Handler {
	router := chi.NewRouter()
	router.Use(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			middleware.SecureDocument(w.Header(), docsPolicy)
			w.Header().Set("Cache-Control", "no-cache")
			if r.Method == http.MethodHead { // GET without its body, which the server leaves out by itself
				chi.RouteContext(r.Context()).RouteMethod = http.MethodGet
			}
			next.ServeHTTP(w, r)
		})
	})
	router.MethodNotAllowed(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Allow", "GET, HEAD")
		middleware.WriteAPIError(w, r, http.StatusMethodNotAllowed, fault.KeyInvalid)
	})
	page := drawDocs(documents)
	router.Get("/docs", page)
	router.Get("/docs/", page)
	for _, one := range documents {
		router.Get(one.Path, serveContract(one.Name))
	}
	router.Get("/docs/*", serveDocsFile)
	return router
}

// drawDocs draws the page once. The files are compiled in, so what fails here is a defect.
func drawDocs(documents []Document) http.HandlerFunc {
	list, err := json.Marshal(documents)
	if err != nil {
		panic("page: " + err.Error())
	}
	var page bytes.Buffer
	if err := docsTemplate.Execute(&page, map[string]any{"Documents": documents, "List": string(list)}); err != nil {
		panic("page: " + err.Error())
	}
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(page.Bytes())
	}
}

func serveDocsFile(w http.ResponseWriter, r *http.Request) {
	name := "docspage/" + strings.TrimPrefix(r.URL.Path, "/docs/")
	info, err := fs.Stat(docsPage, name)
	if err != nil || info.IsDir() || strings.HasPrefix(info.Name(), ".") || strings.HasSuffix(name, ".html") {
		middleware.WriteAPIError(w, r, http.StatusNotFound, fault.NoData)
		return
	}
	http.ServeFileFS(w, r, docsPage, name) //nolint:gosec // files of the binary only
}

func serveContract(name string) http.HandlerFunc {
	text, err := openapi.Contracts.ReadFile("dist/" + name + ".yaml")
	if err != nil {
		panic("page: " + err.Error()) // it is compiled in
	}
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/yaml; charset=utf-8")
		_, _ = w.Write(text)
	}
}
