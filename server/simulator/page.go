package simulator

import (
	"bytes"
	"embed"
	"html/template"
	"net/http"
	"strings"
	"time"

	"krapao/server/money"
)

//go:embed page/*.html page/*.css
var pageFiles embed.FS

var bangkok = time.FixedZone("Asia/Bangkok", 7*60*60)

var pages = template.Must(template.New("").Funcs(template.FuncMap{
	"clock":   func(at time.Time) string { return at.In(bangkok).Format("02/01/2006 15:04:05") },
	"grouped": func(amount money.Amount) string { return grouped(amount.String()) },
}).ParseFS(pageFiles, "page/*.html"))

// grouped puts commas between the thousands: 50,000.00.
func grouped(amount string) string {
	digits, sign := strings.TrimPrefix(amount, "-"), ""
	if digits != amount {
		sign = "-"
	}
	for i := strings.IndexByte(digits, '.') - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}

// view is what every page gets.
type view struct {
	Title   string
	Refresh int    // seconds until the page loads itself again, 0 never
	Back    string // where "back" leads; "/" when empty
	Origin  string
	Bare    bool // without the ways to the other parties: a page of one party alone
	Faults  []faultPanel
	Data    any
}

// render writes a page; a template that fails is a defect, shown as 500.
func render(w http.ResponseWriter, name string, shown view) {
	if shown.Back == "" {
		shown.Back = "/"
	}
	var page bytes.Buffer
	if err := pages.ExecuteTemplate(&page, name, shown); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = page.WriteTo(w)
}

// style serves a style sheet.
func style(name string) http.HandlerFunc {
	text, err := pageFiles.ReadFile("page/" + name)
	if err != nil {
		panic(err) // the file is compiled in
	}
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		_, _ = w.Write(text)
	}
}

// pageHeaders keeps a page to itself: no script, nothing from elsewhere, nothing cached.
func pageHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

// longestBody is above what any contract's call may carry: a slip's picture in base64.
const longestBody = 16 << 20

func limitBody(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, longestBody)
		next.ServeHTTP(w, r)
	})
}
