// Package weburl judges the addresses that operators type: pages put them into links, pictures and the browser's
// policies, so an address is one in plain form or none.
package weburl

import (
	"net/url"
	"path"
	"regexp"
	"strings"
)

var (
	pathForm = regexp.MustCompile(`^(?:/[A-Za-z0-9._-]+)+$`)
	// hostForm is a name in letters that name servers know, or an IP address.
	hostForm = regexp.MustCompile(`^(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)*[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$|^[0-9A-Fa-f:.]+$`)
	// urlForm is the letters of a URL but for those that end an attribute or a part of a policy; braces stand for what
	// is filled in.
	urlForm = regexp.MustCompile(`^[A-Za-z0-9:/?#\[\]@!$&()*+,=._~%{}-]+$`)
)

// IsPath tells whether a text is a plain path on this server: no host, no query, no step up.
func IsPath(text string) bool { return pathForm.MatchString(text) && path.Clean(text) == text }

// Parse reads a whole URL with a host, and without a name or password in it; false: it is none.
func Parse(text string) (*url.URL, bool) {
	parsed, err := url.Parse(text)
	if err != nil || !urlForm.MatchString(text) || parsed.User != nil || parsed.Opaque != "" || !hostForm.MatchString(parsed.Hostname()) {
		return nil, false
	}
	return parsed, true
}

// IsURL is Parse for URLs of one scheme.
func IsURL(text, scheme string) bool {
	parsed, good := Parse(text)
	return good && strings.EqualFold(parsed.Scheme, scheme)
}
