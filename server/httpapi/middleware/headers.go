package middleware

import (
	"maps"
	"net/http"
	"strings"
)

// apiPolicy is the content security policy of everything that is data: nothing in it may ever run or be framed.
const apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// secured are the headers of every answer. Answers share the values: whoever wants another one sets it, and leaves
// these slices alone.
var secured = http.Header{
	"Content-Security-Policy":      {apiPolicy},
	"X-Content-Type-Options":       {"nosniff"},
	"Cross-Origin-Resource-Policy": {"same-origin"},
}

// ofDocuments are the headers that a browser heeds on a page only.
var ofDocuments = http.Header{
	"X-Frame-Options":            {"DENY"},
	"Referrer-Policy":            {"no-referrer"},
	"Cross-Origin-Opener-Policy": {"same-origin"},
	"Permissions-Policy":         {"camera=(), microphone=(), geolocation=(), payment=()"},
}

// secure sets the headers that every answer carries. Pages (the front ends, /docs) replace the policy with their own.
// No answer ever carries a CORS header: other origins have no business here.
func secure(header http.Header, hsts bool) {
	maps.Copy(header, secured)
	if hsts {
		header.Set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
	}
}

// SecureDocument adds the headers of a page.
func SecureDocument(header http.Header, policy string) {
	maps.Copy(header, ofDocuments)
	header.Set("Content-Security-Policy", policy)
}

// TrimFile takes away what says nothing about a script, a style, a font or a film: a page brings dozens of them. What a
// browser would run when it is opened by itself (SVG, HTML) keeps its policy.
func TrimFile(header http.Header, mediaType string) {
	if strings.HasPrefix(mediaType, "image/svg") || strings.HasPrefix(mediaType, "text/html") {
		return
	}
	for _, name := range []string{"Content-Security-Policy", "Strict-Transport-Security", requestIDHeader} {
		header.Del(name)
	}
}
