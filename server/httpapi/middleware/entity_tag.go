package middleware

import "strings"

// EntityTag names an answer by the versions of all that it is made of. It is weak (RFC 9110, 8.8.1): compressed or not,
// the answer is the same.
func EntityTag(versions ...string) string { return `W/"` + strings.Join(versions, ".") + `"` }

// MatchesTag tells whether an If-None-Match names the tag: by itself, in a list, or as `*`.
func MatchesTag(ifNoneMatch, tag string) bool {
	for named := range strings.SplitSeq(ifNoneMatch, ",") {
		if named = strings.TrimSpace(named); named == "*" || strings.TrimPrefix(named, "W/") == strings.TrimPrefix(tag, "W/") {
			return true
		}
	}
	return false
}
