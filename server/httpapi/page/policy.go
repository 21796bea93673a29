package page

import (
	"net"
	"net/url"
	"slices"
	"strings"
)

// trustedTypes names the policies that may make markup from text: the sanitiser's, and nobody else's. The federation
// runtime and the build's preloading make no script URL but through import() and link elements, which need none.
const trustedTypes = "dompurify"

// pagePolicy is the content security policy of the page. Only our own files run, plus the inline import map and layer
// order by their hashes; nothing may be evaluated, framed, or turned from text to markup.
func pagePolicy(text Text, importMap string, styles []string) string {
	directives := [][]string{
		{"default-src", "'none'"},
		{"script-src", "'self'", importMap},
		append([]string{"style-src", "'self'"}, styles...),
		{"img-src", "'self'", "data:", "blob:"},
		{"font-src", "'self'"},
		append([]string{"media-src", "'self'", "blob:"}, origins(text.MediaSources)...),
		append([]string{"connect-src", "'self'"}, origins(text.ConnectSources)...),
		{"manifest-src", "'self'"},
		{"base-uri", "'none'"},
		append([]string{"form-action", "'self'"}, origins(text.FormTargets)...),
		{"frame-ancestors", "'none'"},
		{"require-trusted-types-for", "'script'"},
		{"trusted-types", trustedTypes},
	}
	written := make([]string, len(directives))
	for i, directive := range directives {
		written[i] = strings.Join(directive, " ")
	}
	return strings.Join(written, "; ")
}

// origins keeps what is an https or wss origin (http on this machine and in a private network, for demos); data that an
// operator typed never adds another word to the policy.
func origins(given []string) []string {
	var kept []string
	for _, text := range given {
		parsed, err := url.Parse(text)
		if err != nil || parsed.Host == "" || strings.ContainsAny(parsed.Host, " ;,'*\"") {
			continue
		}
		secure := parsed.Scheme == "https" || parsed.Scheme == "wss"
		ip := net.ParseIP(parsed.Hostname())
		local := parsed.Hostname() == "localhost" || ip != nil && (ip.IsLoopback() || ip.IsPrivate())
		if !secure && (!local || parsed.Scheme != "http" && parsed.Scheme != "ws") {
			continue
		}
		if origin := parsed.Scheme + "://" + parsed.Host; !slices.Contains(kept, origin) {
			kept = append(kept, origin)
		}
	}
	return kept
}
