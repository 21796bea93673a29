package site

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"image"
	"image/png"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"krapao/server/fault"
)

// payloads are scripts in every disguise we know, one a line; each sets window.krapaoRan. Tests in a browser use the
// same file.
//
//go:embed testdata/payloads.txt
var payloads string

// urls are URLs that must lead nowhere.
//
//go:embed testdata/urls.json
var urls []byte

var harmless = []string{
	"p", "br", "hr", "h2", "h3", "h4", "b", "strong", "i", "em", "u", "s", "small", "sub", "sup", "blockquote", "span", "div", "a", "ul", "ol", "li", "dl", "dt", "dd",
	"table", "caption", "thead", "tbody", "tfoot", "tr", "td", "th", "col", "colgroup", "details", "summary",
}

var harmlessAttributes = []string{"href", "rel", "target", "type", "value", "align", "valign", "colspan", "rowspan", "headers", "scope", "abbr", "span", "width", "height", "summary"}

func TestOf150PayloadsNothingThatRunsIsStored(t *testing.T) {
	t.Parallel()
	lines := strings.Split(strings.TrimSpace(payloads), "\n")
	if len(lines) < 150 {
		t.Fatalf("%d payloads", len(lines))
	}
	for _, key := range []TextKey{NoticeText, ContactText, ConditionsText, AgreementsText} {
		for _, payload := range lines {
			kept, err := key.clean([]string{payload})
			if err != nil {
				t.Errorf("%s: %v", payload, err)
			}
			for _, item := range kept {
				judge(t, payload, item)
				if again := strings.TrimSpace(sanitise(item)); again != item {
					t.Errorf("%s\n is kept as       %s\n and, once more, as %s", payload, item, again)
				}
			}
		}
	}
}

// judge parses what is kept as a browser does, inside the elements that it may be shown in.
func judge(t *testing.T, payload, kept string) {
	t.Helper()
	for _, context := range []atom.Atom{atom.Div, atom.Td, atom.Li, atom.P} {
		nodes, err := html.ParseFragment(strings.NewReader(kept), &html.Node{Type: html.ElementNode, Data: context.String(), DataAtom: context})
		if err != nil {
			t.Fatal(err)
		}
		for _, node := range nodes {
			walk(node, func(n *html.Node) {
				if problem := dangerous(n); problem != "" {
					t.Errorf("%s\n is kept as %s\n %s", payload, kept, problem)
				}
			})
		}
	}
}

func walk(node *html.Node, visit func(*html.Node)) {
	visit(node)
	for child := node.FirstChild; child != nil; child = child.NextSibling {
		walk(child, visit)
	}
}

func dangerous(node *html.Node) string {
	if node.Type != html.ElementNode {
		return ""
	}
	if !slices.Contains(harmless, node.Data) || node.Namespace != "" {
		return "the element " + node.Data
	}
	for _, attribute := range node.Attr {
		if !slices.Contains(harmlessAttributes, attribute.Key) {
			return "the attribute " + attribute.Key
		}
		link, err := url.Parse(attribute.Val)
		if attribute.Key == "href" && (err != nil || !slices.Contains([]string{"https", "mailto", "tel"}, link.Scheme)) {
			return "the link " + attribute.Val
		}
	}
	return ""
}

func TestSixtyURLsThatLeadAstrayAreRefused(t *testing.T) {
	t.Parallel()
	var all []string
	if err := json.Unmarshal(urls, &all); err != nil || len(all) < 60 {
		t.Fatalf("%d URLs, %v", len(all), err)
	}
	good := Settings{Name: "Krapao", Website: "https://krapao.example", AgreementVersion: "1", AddressBinding: BindingOff}
	for _, bad := range all {
		for name, spoil := range map[string]func(*Settings){
			"website": func(s *Settings) { s.Website = bad }, "line link": func(s *Settings) { s.LineLink = bad }, "chat socket": func(s *Settings) { s.ChatSocket = bad },
		} {
			spoiled := good
			spoil(&spoiled)
			if err := spoiled.validate(); !errors.Is(err, fault.KeyInvalid) && (bad != "" || name == "website") {
				t.Errorf("%s %q: %v", name, bad, err)
			}
		}
		if isPlace(bad) && bad != "/relative" {
			t.Errorf("a video at %q", bad)
		}
		judge(t, bad, sanitise(`<a href="`+html.EscapeString(bad)+`">x</a>`))
	}
	for _, place := range []string{"/media/help/wallet-{locale}.mp4", "https://cdn.example/a.mp4"} {
		if !isPlace(place) {
			t.Errorf("no video at %q", place)
		}
	}
}

func TestAnImageIsItsPixelsAndNothingElse(t *testing.T) {
	t.Parallel()
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	drawn, err := redraw(append(bytes.Clone(file.Bytes()), "<script>canary</script>"...))
	if err != nil || bytes.Contains(drawn, []byte("canary")) {
		t.Errorf("%v", err)
	}
	if same, err := redraw(file.Bytes()); err != nil || !bytes.Equal(drawn, same) {
		t.Errorf("the same pixels are another file: %v", err)
	}
}
