package site

import (
	"net/url"

	"github.com/microcosm-cc/bluemonday"
)

// policy is the HTML that the operator's texts may hold: paragraphs, lists, tables, emphasis, and links to https, mail
// and telephone. No scripts, styles, images, frames or forms. The client sanitises once more when it shows them.
var policy = func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.RequireParseableURLs(true)
	p.AllowURLSchemes("mailto", "tel")
	p.AllowURLSchemeWithCustomPolicy("https", func(link *url.URL) bool {
		return link.User == nil && link.Hostname() != "" // https://bank.example@evil.example reads like a link to the bank
	})
	p.AllowRelativeURLs(false)
	p.AllowElements("p", "br", "hr", "h2", "h3", "h4", "b", "strong", "i", "em", "u", "s", "small", "sub", "sup", "blockquote", "span", "div")
	p.AllowLists()
	p.AllowTables()
	p.AllowAttrs("href").OnElements("a")
	p.RequireNoReferrerOnLinks(true)
	p.AddTargetBlankToFullyQualifiedLinks(true)
	return p
}()

// Sanitise is sanitise for other features' texts of the operator.
func Sanitise(html string) string { return sanitise(html) }

// sanitise gives the HTML with everything taken away that the policy does not allow.
func sanitise(html string) string { return policy.Sanitize(html) }
