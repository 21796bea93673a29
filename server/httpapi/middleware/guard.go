package middleware

import (
	"net/http"
	"strings"

	"krapao/server/fault"
)

// requestedWithHeader must be sent with the old GET forms of calls that change something: a page of another origin
// cannot add it.
const (
	requestedWithHeader = "X-Requested-With"
	requestedWithValue  = "wallet-user"
)

// guardDeprecatedGet lets the deprecated GET form of a state-changing call through only when a client of ours made it
// on purpose: with the bearer header, with X-Requested-With, from this origin, and not as a prefetch or a navigation.
// Its answer is never stored. Errors: UNAUTHORIZED, KEY_MISSING, KEY_INVALID.
func guardDeprecatedGet(w http.ResponseWriter, r *http.Request, op *Operation) error {
	if r.Method != http.MethodGet || !op.deprecated {
		return nil
	}
	w.Header().Set("Deprecation", "true")
	switch header := r.Header; {
	case isPrefetch(header):
		return fault.KeyInvalid.Withf("a prefetch of %s", op.ID)
	case !fetchedByOurPage(header):
		return fault.KeyInvalid.Withf("a navigation or cross-site request to %s", op.ID)
	case Bearer(r) == "":
		return fault.Unauthorized
	case header.Get(requestedWithHeader) == "":
		return fault.KeyMissing.Withf("%s is needed", requestedWithHeader)
	case header.Get(requestedWithHeader) != requestedWithValue:
		return fault.KeyInvalid.Withf("%s must be %s", requestedWithHeader, requestedWithValue)
	}
	return nil
}

func isPrefetch(header http.Header) bool {
	for _, name := range []string{"Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"} {
		if value := strings.ToLower(header.Get(name)); strings.Contains(value, "prefetch") || strings.Contains(value, "prerender") || strings.Contains(value, "preview") {
			return true
		}
	}
	return header.Get("Sec-Purpose") != ""
}

// fetchedByOurPage judges the fetch metadata that browsers add; other clients send none and are let through.
func fetchedByOurPage(header http.Header) bool {
	site, mode, dest := header.Get("Sec-Fetch-Site"), header.Get("Sec-Fetch-Mode"), header.Get("Sec-Fetch-Dest")
	return (site == "" || site == "same-origin") && mode != "navigate" && mode != "no-cors" && mode != "websocket" && (dest == "" || dest == "empty")
}
