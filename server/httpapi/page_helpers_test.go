package httpapi_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"krapao/server/httpapi/page"
	"krapao/server/remote"
)

const shellIndex = `<!doctype html>
<html lang="th">
  <head>
    <style>@layer reset,tokens,ui,app;</style>
    <!--krapao:head-->
    <title>built</title>
    <script type="module" crossorigin src="/assets/main.js"></script>
  </head>
  <body><div id="root"><!--krapao:skeleton--></div><!--krapao:styles--></body>
</html>`

// pageRemotes is a registry whose answers the test chooses; the real one is tested in server/remote.
type pageRemotes struct {
	live      []remote.Description
	overrides map[string]string
	files     map[string]string
	failure   error
}

func (p *pageRemotes) Live(_ context.Context, overrides map[string]string) ([]remote.Description, error) {
	p.overrides = overrides
	return p.live, p.failure
}

func (p *pageRemotes) Asset(_ context.Context, name, version, file string) (remote.Asset, error) {
	for _, description := range p.live {
		if description.Name == name && description.Version == version {
			return remote.Verified(description, file, func(file string) ([]byte, error) { return []byte(p.files[file]), nil })
		}
	}
	return remote.Asset{}, remote.ErrUnknown
}

type pageSite struct{ text page.Text }

func (s pageSite) PageText(_ context.Context, locale string) (page.Text, error) {
	text := s.text
	if text.Locale = locale; locale == "" {
		text.Locale = "th"
	}
	return text, nil
}

func described(files map[string]string) map[string]remote.File {
	described := map[string]remote.File{}
	for name, content := range files {
		hash := sha256.Sum256([]byte(content))
		described[name] = remote.File{SHA256: base64.StdEncoding.EncodeToString(hash[:]), Size: int64(len(content))}
	}
	return described
}

type pageTest struct {
	*httptest.Server
	remotes *pageRemotes
	shell   fstest.MapFS
}

func newPageTest(t *testing.T) *pageTest {
	t.Helper()
	files := map[string]string{
		"index.html": shellIndex, "assets/main.js": "main", "assets/boot.js": "boot", "assets/boot.css": "a{}", "assets/kit.js": "kit",
		"assets/dialog.js": "dialog", "assets/dialog.css": "b{}", "assets/login.js": "login", "assets/th.js": "th", "assets/la.js": "la",
		"favicon.svg": "<svg/>", "assets/big.js": strings.Repeat("x", 2000), "assets/big.js.br": "brotli",
		"media/help/wallet-th.mp4": "a film in parts", "media/help/wallet-th.vtt": "WEBVTT",
		"assets/early.js": "early", "assets/thai.woff2": "thai", "assets/lao.woff2": "lao",
	}
	shell, err := json.Marshal(remote.Description{
		Schema: remote.Schema, Name: "shell", Kit: "1.0.0",
		Base:    remote.Needs{JS: []string{"assets/main.js", "assets/boot.js"}, CSS: []string{"assets/boot.css"}},
		Routes:  []remote.Route{{Path: "/login", Needs: remote.Needs{JS: []string{"assets/login.js"}}}},
		Imports: map[string]string{"@krapao/kit/api": "assets/kit.js"},
		Shares: map[string]remote.Needs{
			"@krapao/kit/api": {JS: []string{"assets/kit.js"}}, "@krapao/kit/ui/dialog": {JS: []string{"assets/dialog.js"}, CSS: []string{"assets/dialog.css"}},
		},
		Locales: map[string][]string{"th": {"assets/th.js"}, "la": {"assets/la.js"}},
		Early:   "assets/early.js",
		Fonts:   map[string][]string{"th": {"assets/thai.woff2"}, "la": {"assets/lao.woff2"}},
		Skeletons: map[string]map[string]string{
			"/login": {"th": "<p>เข้าสู่ระบบ</p>"}, "/user/home": {"th": "<p>หน้าหลัก</p>", "la": "<p>ໜ້າຫຼັກ</p>"}, "/user/*": {"th": "<p>สมาชิก</p>"}, "*": {"th": "<p>ทุกคน</p>"},
		},
		Files: described(files),
	})
	if err != nil {
		t.Fatal(err)
	}
	p := &pageTest{shell: fstest.MapFS{remote.ShellDescriptionFile: {Data: shell}}, remotes: &pageRemotes{files: map[string]string{
		"remoteEntry.js": "entry", "assets/home.js": "home", "assets/home.css": "c{}", "assets/th.js": "th",
	}}}
	for name, content := range files {
		p.shell[name] = &fstest.MapFile{Data: []byte(content)}
	}
	p.remotes.live = []remote.Description{{
		Name: "mf-wallet", Version: "v1", Kit: "1.0.0", URL: "/mf/mf-wallet/v1/", Entry: "remoteEntry.js", Files: described(p.remotes.files),
		Base: remote.Needs{JS: []string{"remoteEntry.js"}, Shares: []string{"@krapao/kit/api"}},
		Routes: []remote.Route{{Path: "/user/home", Needs: remote.Needs{
			JS: []string{"assets/home.js"}, CSS: []string{"assets/home.css"}, Shares: []string{"@krapao/kit/ui/dialog"}}}},
		Slots:   []remote.Slot{{Slot: "home.spin"}},
		Locales: map[string][]string{"th": {"assets/th.js"}},
	}}
	page, err := page.New(page.Config{
		Shell: p.shell, Remotes: p.remotes, Log: slog.New(slog.DiscardHandler), Overrides: true,
		Site: pageSite{page.Text{
			Title: `Wallet "</title><script>x</script>`, Description: `"><b>`, Edition: "laos",
			FormTargets:    []string{"https://goal.example/signin?x=1", "http://192.168.1.5:8090/signin", "http://evil.example/signin", "https://goal.example/again"},
			ConnectSources: []string{"wss://chat.example/socket?a=1", "javascript:alert(1)", "https://evil.example; script-src *", "http://plain.example"},
			MediaSources:   []string{"https://videos.example/help.mp4", "data:x"},
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	p.Server = httptest.NewServer(page)
	t.Cleanup(p.Close)
	return p
}

func (p *pageTest) get(t *testing.T, path string, header ...string) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	response, err := (&http.Transport{DisableCompression: true}).RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(body)
}
