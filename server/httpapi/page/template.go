package page

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// headMarker is where the shell's index.html takes what the server knows.
const headMarker = "<!--krapao:head-->"

// skeletonMarker is where it takes what is seen before any script runs, which React takes away; stylesMarker, behind
// it, where it takes the style sheets, which would hold up what is behind them.
const (
	skeletonMarker = "<!--krapao:skeleton-->"
	stylesMarker   = "<!--krapao:styles-->"
)

// template is the built index.html, cut at the places the server fills.
type template struct {
	beforeLang, beforeHead, beforeSkeleton, beforeStyles, afterStyles string
	// styles are the inline styles' hashes in the form of the policy.
	styles []string
	// linked are the shell's files that the page names already.
	linked map[string]bool
}

// parseTemplate reads the built index.html without its title, which is the site's. It fails when a place to fill is
// missing, or for what the policy forbids.
func parseTemplate(index string) (template, error) {
	t := template{linked: map[string]bool{}}
	var parts []string // before <html lang> and each marker, after the last
	var part strings.Builder
	cut := func() {
		parts = append(parts, part.String())
		part.Reset()
	}
	inTitle, inStyle := false, false
	tokens := html.NewTokenizer(strings.NewReader(index))
	for tokens.Next() != html.ErrorToken {
		raw := string(tokens.Raw())
		token := tokens.Token()
		switch {
		case token.Type == html.StartTagToken && token.Data == "html" && len(token.Attr) == 1 && token.Attr[0].Key == "lang" && len(parts) == 0:
			cut()
			continue
		case raw == headMarker && len(parts) == 1, raw == skeletonMarker && len(parts) == 2, raw == stylesMarker && len(parts) == 3:
			cut()
			continue
		case isStyleSheet(token):
			continue // the server links it behind the skeleton
		case token.Data == "title" && token.Type == html.StartTagToken:
			text := strings.TrimRight(part.String(), " \t\r\n")
			part.Reset()
			part.WriteString(text)
			inTitle = true
			continue
		case inTitle:
			inTitle = token.Type != html.EndTagToken
			continue
		case inStyle && token.Type == html.TextToken && len(parts) > 1:
			return template{}, fmt.Errorf("index.html has a style after %s: the order of the layers stands before every style sheet", headMarker)
		case inStyle && token.Type == html.TextToken:
			t.styles = append(t.styles, policyHash(raw))
		}
		if token.Type == html.StartTagToken || token.Type == html.SelfClosingTagToken {
			named := t.link(token)
			if token.Data == "script" && !named {
				return template{}, errors.New("index.html has an inline script, which the policy forbids")
			}
		}
		inStyle = token.Type == html.StartTagToken && token.Data == "style"
		part.WriteString(raw)
	}
	if err := tokens.Err(); !errors.Is(err, io.EOF) {
		return template{}, err
	}
	cut()
	if len(parts) != 5 {
		return template{}, fmt.Errorf("index.html has no <html lang>, %s, %s and %s, in this order", headMarker, skeletonMarker, stylesMarker)
	}
	t.beforeLang, t.beforeHead, t.beforeSkeleton, t.beforeStyles, t.afterStyles = parts[0], parts[1], parts[2], parts[3], parts[4]
	return t, nil
}

func isStyleSheet(element html.Token) bool {
	return element.Data == "link" && slices.Contains(element.Attr, html.Attribute{Key: "rel", Val: "stylesheet"})
}

// link remembers the file of this server that an element names, and tells whether it names any.
func (t *template) link(element html.Token) (named bool) {
	for _, attribute := range element.Attr {
		if attribute.Key != "src" && attribute.Key != "href" {
			continue
		}
		named = named || attribute.Key == "src"
		if file, own := strings.CutPrefix(attribute.Val, "/"); own && file != "" {
			t.linked[file] = true
		}
	}
	return named
}

func policyHash(inline string) string {
	hash := sha256.Sum256([]byte(inline))
	return "'sha256-" + base64.StdEncoding.EncodeToString(hash[:]) + "'"
}
