package httpapi_test

import (
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"krapao/server/portaltest"
)

func TestTheDocumentationNeedsNoOtherServer(t *testing.T) {
	t.Parallel()
	server := portaltest.Start(t)
	for audience, contracts := range map[string]struct{ own, others []string }{
		server.URL():         {[]string{"portal"}, []string{"operator", "provider", "payment"}},
		server.OperatorURL(): {[]string{"operator", "provider", "payment"}, []string{"portal"}},
	} {
		visitor := portaltest.ClientOf(t, audience)
		checkDocs(t, visitor, contracts.own)
		for _, name := range contracts.others {
			path := "/docs/openapi/" + name + ".yaml"
			if answer := visitor.Do(http.MethodGet, path, ""); answer.Status != http.StatusNotFound {
				t.Errorf("%s on another audience's listener: %d", path, answer.Status)
			}
		}
	}
}

func checkDocs(t *testing.T, visitor *portaltest.Client, contracts []string) {
	t.Helper()
	page := visitor.Do(http.MethodGet, "/docs", "")
	if page.Status != http.StatusOK || !strings.HasPrefix(page.Header.Get("Content-Type"), "text/html") {
		t.Fatalf("/docs: %d %s", page.Status, page.Header.Get("Content-Type"))
	}
	policy := page.Header.Get("Content-Security-Policy")
	for _, forbidden := range []string{"http:", "https:", "*", "unsafe-inline", "unsafe-eval"} {
		if strings.Contains(policy, forbidden) {
			t.Errorf("the policy holds %s: %s", forbidden, policy)
		}
	}
	script := visitor.Do(http.MethodGet, "/docs/page.js", "")
	links := regexp.MustCompile(`(?:src|href)="([^"]+)"|"url":"([^"]+)"`).FindAllStringSubmatch(html.UnescapeString(string(page.Body))+string(script.Body), -1)
	if len(links) < 5+2*len(contracts) {
		t.Fatalf("only %d links", len(links))
	}
	for _, link := range links {
		path := link[1] + link[2]
		if !strings.HasPrefix(path, "/docs/") {
			t.Errorf("%s leads elsewhere", path)
			continue
		}
		if answer := visitor.Do(http.MethodGet, path, ""); answer.Status != http.StatusOK || len(answer.Body) == 0 {
			t.Errorf("%s: %d (is Swagger UI in place? `pnpm install` puts it there)", path, answer.Status)
		}
	}
	for _, path := range []string{"/docs", "/docs/page.js", "/docs/openapi/" + contracts[0] + ".yaml"} {
		answer := visitor.Do(http.MethodPost, path, "{}")
		if answer.Status != http.StatusMethodNotAllowed || answer.Code() != "KEY_INVALID" || answer.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("POST %s: %d %s", path, answer.Status, answer.Body)
		}
		if head := visitor.Do(http.MethodHead, path, ""); head.Status != http.StatusOK || len(head.Body) != 0 {
			t.Errorf("HEAD %s: %d", path, head.Status)
		}
	}
	for _, name := range contracts {
		contract := visitor.Do(http.MethodGet, "/docs/openapi/"+name+".yaml", "")
		if !strings.Contains(string(contract.Body), "openapi: 3.0.3") {
			t.Errorf("%s: %.60s", name, contract.Body)
		}
	}
	for _, path := range []string{"/docs/openapi/other.yaml", "/docs/openapi/..%2f..%2fgo.mod.yaml", "/docs/nothing.js", "/docs/index.html", "/docs/ui/", "/docs/ui/.gitignore", "/docs/../go.mod"} {
		if answer := visitor.Do(http.MethodGet, path, ""); answer.Status != http.StatusNotFound {
			t.Errorf("%s: %d", path, answer.Status)
		}
	}
}
