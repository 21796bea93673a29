package page

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

const built = `<!doctype html>
<html lang="th">
  <head>
    <style nonce="a>b">@layer reset;</style>
    <!--krapao:head-->
    <link rel="icon" href="/favicon.svg">
    <title>The shell's
 own</title>
    <script type="module" src="/assets/main.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/styles.css">
  </head>
  <body><div><!--krapao:skeleton--></div><!--krapao:styles--><a href="https://example.com/x">out</a></body>
</html>
`

func TestTheShellsPageIsCutAtThePlacesThatTheServerFills(t *testing.T) {
	t.Parallel()
	page, err := parseTemplate(built)
	if err != nil {
		t.Fatal(err)
	}
	if page.beforeLang != "<!doctype html>\n" || !strings.HasSuffix(page.beforeHead, "</style>\n    ") || strings.Contains(page.beforeSkeleton, "own") ||
		strings.Contains(page.beforeSkeleton, "styles.css") || !strings.HasSuffix(page.beforeSkeleton, "<body><div>") || page.beforeStyles != "</div>" || !strings.HasPrefix(page.afterStyles, "<a") {
		t.Errorf("%+v", page)
	}
	if !slices.Equal(page.styles, []string{policyHash("@layer reset;")}) {
		t.Errorf("an attribute with a > hides the style: %v", page.styles)
	}
	if files := slices.Sorted(maps.Keys(page.linked)); !slices.Equal(files, []string{"assets/main.js", "favicon.svg"}) {
		t.Errorf("%v", files)
	}
}

func TestAShellsPageThatThePolicyForbidsOrThatCannotBeFilledIsRefused(t *testing.T) {
	t.Parallel()
	for what, index := range map[string]string{
		"no marker":                   strings.Replace(built, headMarker, "", 1),
		"no place for the styles":     strings.Replace(built, stylesMarker, "", 1),
		"no place for the skeleton":   strings.Replace(built, skeletonMarker, "", 1),
		"no language":                 strings.Replace(built, ` lang="th"`, "", 1),
		"the layers behind the links": strings.Replace(built, headMarker, "", 1) + headMarker + "<style>@layer reset;</style>",
		"an inline script":            strings.Replace(built, ` src="/assets/main.js"`, "", 1),
		"a script in capital letters": strings.Replace(built, `<script type="module" src="/assets/main.js">`, "<SCRIPT>alert(1)", 1),
		"src in another attribute":    strings.Replace(built, ` src="/assets/main.js"`, ` title=" src="`, 1),
	} {
		if _, err := parseTemplate(index); err == nil {
			t.Errorf("%s is accepted", what)
		}
	}
}
