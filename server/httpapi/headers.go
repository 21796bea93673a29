package httpapi

import (
	"maps"
	"net/http"
)

// apiPolicy is the content security policy of everything that is data: nothing in it may ever run or be framed.
const apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// secured are the headers of every answer. Answers share the values: whoever wants another one sets it, and leaves these slices alone.
var secured = http.Header{
	"Content-Security-Policy":      {apiPolicy},
	"X-Content-Type-Options":       {"nosniff"},
	"X-Frame-Options":              {"DENY"},
	"Referrer-Policy":              {"no-referrer"},
	"Cross-Origin-Resource-Policy": {"same-origin"},
	"Cross-Origin-Opener-Policy":   {"same-origin"},
	"Permissions-Policy":           {"camera=(), microphone=(), geolocation=(), payment=()"},
}

// secure sets the headers that every answer carries. Pages (the front ends, /docs) replace the policy with their own.
// No answer ever carries a CORS header: other origins have no business here.
func secure(header http.Header, hsts bool) {
	maps.Copy(header, secured)
	if hsts {
		header.Set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
	}
}
