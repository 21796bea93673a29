package middleware

import (
	"net/http"

	"krapao/server/id"
)

const requestIDHeader = "X-Request-Id"

// requestID gives the caller's X-Request-Id when it is safe to log and to send back (8 to 64 letters, digits, - and _),
// else a new one.
func requestID(r *http.Request) string {
	given := r.Header.Get(requestIDHeader)
	if len(given) < 8 || len(given) > 64 {
		return id.NewID().String()
	}
	for _, c := range []byte(given) {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '-', c == '_':
		default:
			return id.NewID().String()
		}
	}
	return given
}
