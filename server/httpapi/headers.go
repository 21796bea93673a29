package httpapi

import "net/http"

// apiPolicy is the content security policy of everything that is data: nothing in it may ever run or be framed.
const apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// secure sets the headers that every answer carries. Pages (the front ends, /docs) replace the policy with their own.
// No answer ever carries a CORS header: other origins have no business here.
func secure(header http.Header, hsts bool) {
	header.Set("Content-Security-Policy", apiPolicy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("X-Frame-Options", "DENY")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	header.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()")
	if hsts {
		header.Set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
	}
}
