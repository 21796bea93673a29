package httpapi_test

import (
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/andybalholm/brotli"

	"krapao/server/app"
	"krapao/server/httpapi/page"
	"krapao/server/portaltest"
	"krapao/server/remote"
)

func TestThePageBringsTheRegistryAndWhatItsPathNeeds(t *testing.T) {
	t.Parallel()
	p := newPageTest(t)
	response, page := p.get(t, "/user/home", "Cookie", "language=LA")
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != "text/html; charset=utf-8" {
		t.Fatalf("got %s", response.Status)
	}
	for _, want := range []string{
		`<html lang="lo">`,
		`<title>Wallet &#34;&lt;/title&gt;&lt;script&gt;x&lt;/script&gt;</title>`,
		`<meta name="description" content="&#34;&gt;&lt;b&gt;">`,
		`id="krapao-registry">{"edition":"laos","remotes":[{"name":"mf-wallet","version":"v1","entry":"/mf/mf-wallet/v1/remoteEntry.js","routes":["/user/home"],"slots":["home.spin"]}]}</script>`,
		`<link rel="modulepreload" crossorigin href="/assets/boot.js">`,
		`<link rel="modulepreload" crossorigin href="/assets/la.js">`,
		`<link rel="modulepreload" crossorigin href="/assets/kit.js">`,
		`<link rel="modulepreload" crossorigin href="/assets/dialog.js">`,
		`<link rel="modulepreload" crossorigin href="/mf/mf-wallet/v1/remoteEntry.js" integrity="` + p.remotes.live[0].Files["remoteEntry.js"].Integrity() + `">`,
		`<link rel="modulepreload" crossorigin href="/mf/mf-wallet/v1/assets/home.js" integrity="sha256-`,
		`<link rel="stylesheet" crossorigin href="/assets/dialog.css">`,
		`<link rel="stylesheet" crossorigin href="/mf/mf-wallet/v1/assets/home.css">`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	for _, not := range []string{"built", "/assets/login.js", `href="/assets/th.js`, `modulepreload" crossorigin href="/assets/main.js`, "<!--krapao"} {
		if strings.Contains(page, not) {
			t.Errorf("the page has %s", not)
		}
	}
	if _, page := p.get(t, "/login"); !strings.Contains(page, "/assets/login.js") || strings.Contains(page, `href="/mf/`) {
		t.Error("/login preloads its own files and no micro-frontend's")
	}
}

func TestThePageBringsTheTilesOfAMicroFrontendInEveryLanguageAndNothingElseOfIt(t *testing.T) {
	t.Parallel()
	p := newPageTest(t)
	words := remote.TileText{Label: "</script>หมุนวงล้อ", Detail: map[string]string{"other": "{{count}} เหรียญ"}}
	p.remotes.live = append(p.remotes.live, remote.Description{
		Name: "mf-spin", Version: "v1", URL: "/mf/mf-spin/v1/", Entry: "remoteEntry.js", Base: remote.Needs{JS: []string{"remoteEntry.js"}},
		Routes: []remote.Route{{Path: "/user/spin"}}, Files: p.remotes.live[0].Files,
		Tiles: []remote.Tile{{Slot: "home.spin", Icon: "gift", To: "/user/spin", When: "hasWheel", Count: "coin", Texts: map[string]remote.TileText{"th": words}}},
	})
	_, page := p.get(t, "/user/home")
	const tiles = `"tiles":[{"slot":"home.spin","icon":"gift","to":"/user/spin","when":"hasWheel","count":"coin",` +
		`"texts":{"th":{"label":"\u003c/script\u003eหมุนวงล้อ","detail":{"other":"{{count}} เหรียญ"}}}}]`
	if !strings.Contains(page, tiles) {
		t.Errorf("the registry lacks the tile: %s", page)
	}
	if strings.Contains(page, `href="/mf/mf-spin`) {
		t.Error("home preloads what it shows a tile of")
	}
}

func TestThePageShowsTheShapeOfWhatWasAskedForBeforeAnyScriptOrStyleSheet(t *testing.T) {
	t.Parallel()
	p := newPageTest(t)
	for path, want := range map[string]string{
		"/login": "<p>เข้าสู่ระบบ</p>", "/": "<p>หน้าหลัก</p>", "/user": "<p>หน้าหลัก</p>", "/user/home": "<p>หน้าหลัก</p>", "/user/bonus": "<p>สมาชิก</p>", "/nowhere": "<p>ทุกคน</p>",
	} {
		_, page := p.get(t, path, "Cookie", "language=TH")
		head, body, _ := strings.Cut(page, "<body>")
		if !strings.HasPrefix(body, `<div id="root">`+want+`</div><link rel="stylesheet"`) {
			t.Errorf("%s: %s", path, body)
		}
		if first := strings.Index(head, `<script type="module" async crossorigin src="/assets/early.js">`); first < 0 || first > strings.Index(head, "main.js") {
			t.Errorf("%s: the first calls are not made first: %s", path, head)
		}
		if strings.Contains(head, "stylesheet") || !strings.Contains(head, `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/thai.woff2">`) {
			t.Errorf("%s: a style sheet holds up the first paint, or a font comes late: %s", path, head)
		}
	}
	if _, page := p.get(t, "/user/home", "Cookie", "language=LA"); !strings.Contains(page, "<p>ໜ້າຫຼັກ</p>") || strings.Contains(page, "thai.woff2") {
		t.Error("a Lao reader is shown another language")
	}
}

func TestNothingRunsThatThePolicyDoesNotName(t *testing.T) {
	t.Parallel()
	p := newPageTest(t)
	response, page := p.get(t, "/user/home")
	policy := response.Header.Get("Content-Security-Policy")
	for _, want := range []string{
		"default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "require-trusted-types-for 'script'", "trusted-types dompurify",
		"form-action 'self' https://goal.example http://192.168.1.5:8090;", "connect-src 'self' wss://chat.example;", "media-src 'self' blob: https://videos.example;",
	} {
		if !strings.Contains(policy+";", want) {
			t.Errorf("the policy lacks %s: %s", want, policy)
		}
	}
	for _, not := range []string{"unsafe", "evil.example", "javascript", "plain.example", "*", "nonce"} {
		if strings.Contains(policy, not) {
			t.Errorf("the policy has %s: %s", not, policy)
		}
	}
	for _, inline := range regexp.MustCompile(`(?s)<(?:script type="importmap"|style)>(.*?)</`).FindAllStringSubmatch(page, -1) {
		hash := sha256.Sum256([]byte(inline[1]))
		if !strings.Contains(policy, "'sha256-"+base64.StdEncoding.EncodeToString(hash[:])+"'") {
			t.Errorf("the policy lacks the hash of %s", inline[1])
		}
	}
	entry := `"/mf/mf-wallet/v1/remoteEntry.js":"` + p.remotes.live[0].Files["remoteEntry.js"].Integrity()
	retry := `"/mf/mf-wallet/v1/remoteEntry.js?retry=2":"` + p.remotes.live[0].Files["remoteEntry.js"].Integrity()
	if !strings.Contains(page, entry) || !strings.Contains(page, retry) {
		t.Error("the import map lacks the entry's hash, or its retries'")
	}
}

func TestFilesAreServedOnceAndForEver(t *testing.T) {
	t.Parallel()
	p := newPageTest(t)
	for path, want := range map[string][3]string{
		"/assets/main.js":                  {"main", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"},
		"/assets/boot.css":                 {"a{}", "text/css; charset=utf-8", "public, max-age=31536000, immutable"},
		"/favicon.svg":                     {"<svg/>", "image/svg+xml", "no-cache"},
		"/media/help/wallet-th.mp4":        {"a film in parts", "video/mp4", "public, max-age=3600"},
		"/media/help/wallet-th.vtt":        {"WEBVTT", "text/vtt; charset=utf-8", "public, max-age=3600"},
		"/mf/mf-wallet/v1/remoteEntry.js":  {"entry", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"},
		"/mf/mf-wallet/v1/assets/home.css": {"c{}", "text/css; charset=utf-8", "public, max-age=31536000, immutable"},
	} {
		response, body := p.get(t, path)
		got := [3]string{body, response.Header.Get("Content-Type"), response.Header.Get("Cache-Control")}
		if response.StatusCode != http.StatusOK || got != want {
			t.Errorf("%s: got %s %v, want %v", path, response.Status, got, want)
		}
		if again, _ := p.get(t, path, "If-None-Match", response.Header.Get("ETag")); again.StatusCode != http.StatusNotModified {
			t.Errorf("%s again: got %s, want 304", path, again.Status)
		}
	}
	for accept, want := range map[string]string{"gzip, br": "br", "gzip": "gzip", "br;q=0, gzip;q=0.5": "gzip", "gzip, deflate, br, zstd": "br", "zstd": "zstd", "": "", "identity": ""} {
		if response, _ := p.get(t, "/assets/big.js", "Accept-Encoding", accept); response.Header.Get("Content-Encoding") != want {
			t.Errorf("Accept-Encoding %q: got %q, want %q", accept, response.Header.Get("Content-Encoding"), want)
		}
	}
	for _, path := range []string{
		"/assets/none.js", "/assets/", "/assets/big.js.br", "/index.html", "/krapao-shell.json", "/robots.txt", "/mf/", "/mf/mf-wallet/v1/",
		"/mf/mf-wallet/v2/remoteEntry.js", "/mf/mf-wallet/v1/none.js", "/mf/mf-wallet/v1/..%2f..%2fetc/passwd", "/mf/mf-wallet",
	} {
		if response, _ := p.get(t, path); response.StatusCode != http.StatusNotFound {
			t.Errorf("%s: got %s, want 404", path, response.Status)
		}
	}
}

func TestAPackedPageIsThePlainOneAndIsPackedAnewWhenItChanges(t *testing.T) {
	t.Parallel()
	p := newPageTest(t)
	packed := func(path string) (*http.Response, string) {
		t.Helper()
		response, body := p.get(t, path, "Accept-Encoding", "gzip, deflate, br, zstd")
		if response.Header.Get("Content-Encoding") != "br" {
			t.Fatalf("%s: got %q, want br", path, response.Header.Get("Content-Encoding"))
		}
		page, err := io.ReadAll(brotli.NewReader(strings.NewReader(body)))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		return response, string(page)
	}
	for range 2 {
		for path, status := range map[string]int{"/user/home": 200, "/login": 200, "/none": 404} {
			response, page := packed(path)
			if _, plain := p.get(t, path); page != plain || response.StatusCode != status {
				t.Errorf("%s: %s, and the packed page is not the plain one:\n%s\n%s", path, response.Status, page, plain)
			}
		}
	}
	first, _ := packed("/user/home")
	plain, _ := p.get(t, "/user/home")
	if first.Header.Get("ETag") == plain.Header.Get("ETag") {
		t.Error("the packed page and the plain one have the same entity tag")
	}
	if again, _ := p.get(t, "/user/home", "Accept-Encoding", "br", "If-None-Match", first.Header.Get("ETag")); again.StatusCode != http.StatusNotModified {
		t.Errorf("again: got %s, want 304", again.Status)
	}
	p.remotes.live = nil
	if _, page := packed("/user/home"); strings.Contains(page, "mf-wallet") {
		t.Errorf("a page that changed is the one of before: %s", page)
	}
}

func TestAFilmIsServedInParts(t *testing.T) {
	t.Parallel()
	p := newPageTest(t)
	whole, _ := p.get(t, "/media/help/wallet-th.mp4")
	if whole.Header.Get("Accept-Ranges") != "bytes" || whole.ContentLength != 15 {
		t.Errorf("the whole film: %v, %d bytes", whole.Header, whole.ContentLength)
	}
	part, body := p.get(t, "/media/help/wallet-th.mp4", "Range", "bytes=2-5", "If-Range", whole.Header.Get("ETag"))
	if part.StatusCode != http.StatusPartialContent || body != "film" || part.Header.Get("Content-Range") != "bytes 2-5/15" {
		t.Errorf("a part: got %s %q %q", part.Status, body, part.Header.Get("Content-Range"))
	}
	if other, body := p.get(t, "/media/help/wallet-th.mp4", "Range", "bytes=2-5", "If-Range", `"another film"`); other.StatusCode != http.StatusOK || body != "a film in parts" {
		t.Errorf("a part of another film: got %s %q, want the whole of this one", other.Status, body)
	}
	if beyond, _ := p.get(t, "/media/help/wallet-th.mp4", "Range", "bytes=99-"); beyond.StatusCode != http.StatusRequestedRangeNotSatisfiable {
		t.Errorf("beyond the end: got %s, want 416", beyond.Status)
	}
}

func TestAFileThatChangedIsNotServed(t *testing.T) {
	t.Parallel()
	p := newPageTest(t)
	p.shell["assets/boot.js"].Data = []byte("bOot")
	p.remotes.files["assets/home.js"] = "hOme"
	for _, path := range []string{"/assets/boot.js", "/mf/mf-wallet/v1/assets/home.js"} {
		if response, body := p.get(t, path); response.StatusCode != http.StatusBadGateway || strings.Contains(body, "O") {
			t.Errorf("%s: got %s %q, want 502", path, response.Status, body)
		}
	}
}

func TestEveryPathGetsThePageAndUnknownOnesA404(t *testing.T) {
	t.Parallel()
	p := newPageTest(t)
	for path, want := range map[string]int{"/": 200, "/login?nextUrl=%2Fuser": 200, "/user": 200, "/user/home": 200, "/user/none": 404, "/none": 404} {
		response, page := p.get(t, path)
		if response.StatusCode != want || !strings.Contains(page, `<div id="root">`) {
			t.Errorf("%s: got %s, want %d and the page", path, response.Status, want)
		}
	}
	response, _ := p.get(t, "/user/home")
	if again, _ := p.get(t, "/user/home", "If-None-Match", response.Header.Get("ETag")); again.StatusCode != http.StatusNotModified {
		t.Errorf("the same page again: got %s, want 304", again.Status)
	}
	p.remotes.live[0].Version = "v2"
	if again, _ := p.get(t, "/user/home", "If-None-Match", response.Header.Get("ETag")); again.StatusCode != http.StatusOK {
		t.Errorf("another version: got %s, want 200", again.Status)
	}
	posted, err := http.Post(p.URL+"/user/home", "text/plain", nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := posted.Body.Close(); err != nil || posted.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: got %s, want 405", posted.Status)
	}
	p.remotes.failure = remote.ErrUnknown
	if response, _ := p.get(t, "/user/home"); response.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("without a registry: got %s, want 503", response.Status)
	}
}

func TestTheCookieChoosesVersions(t *testing.T) {
	t.Parallel()
	p := newPageTest(t)
	p.get(t, "/user/home", "Cookie", "krapao-remotes=mf-wallet@v2,mf-spin@v3,broken")
	if len(p.remotes.overrides) != 2 || p.remotes.overrides["mf-wallet"] != "v2" || p.remotes.overrides["mf-spin"] != "v3" {
		t.Fatalf("got %v", p.remotes.overrides)
	}
	p.get(t, "/user/home", "Cookie", "krapao-remotes="+strings.Repeat("mf-a@v,", 5)+strings.Join(many(40), ","))
	if len(p.remotes.overrides) > 10 {
		t.Fatalf("a cookie makes %d queries", len(p.remotes.overrides))
	}
}

func many(n int) []string {
	choices := make([]string, n)
	for i := range choices {
		choices[i] = "mf-" + strings.Repeat("x", i+1) + "@v"
	}
	return choices
}

func TestAShellThatIsNotTheBuiltOneDoesNotStart(t *testing.T) {
	t.Parallel()
	p := newPageTest(t)
	start := func(change func(shell fstest.MapFS)) error {
		shell := fstest.MapFS{}
		for name, file := range p.shell {
			shell[name] = &fstest.MapFile{Data: file.Data}
		}
		change(shell)
		_, err := page.New(page.Config{Shell: shell})
		return err
	}
	if err := start(func(fstest.MapFS) {}); err != nil {
		t.Fatal(err)
	}
	if start(func(shell fstest.MapFS) { delete(shell, remote.ShellDescriptionFile) }) == nil {
		t.Error("without a description")
	}
	if start(func(shell fstest.MapFS) { shell["index.html"].Data = []byte(shellIndex + "<script>evil()</script>") }) == nil {
		t.Error("with a changed page")
	}
	if _, err := page.New(page.Config{Shell: os.DirFS(filepath.Join(t.TempDir(), "none"))}); err == nil {
		t.Error("without a build")
	}
}

func TestOnlyDocumentsCarryTheHeadersOfDocuments(t *testing.T) {
	t.Parallel()
	shell := t.TempDir()
	if err := os.CopyFS(shell, newPageTest(t).shell); err != nil {
		t.Fatal(err)
	}
	server := portaltest.Start(t, portaltest.WithConfig(func(c *app.Config) {
		c.Front.ShellDir, c.PublicURL, c.AllowMoneyWithoutTOTP = shell, "https://wallet.example", true
	}))
	visitor := server.Client(t)
	for path, want := range map[string]map[string]bool{
		"/login":           {"X-Frame-Options": true, "Permissions-Policy": true, "Content-Security-Policy": true, "Strict-Transport-Security": true},
		"/docs":            {"X-Frame-Options": true, "Permissions-Policy": true, "Content-Security-Policy": true, "Strict-Transport-Security": true},
		"/favicon.svg":     {"X-Frame-Options": false, "Permissions-Policy": false, "Content-Security-Policy": true},
		"/api/lookup/site": {"X-Frame-Options": false, "Permissions-Policy": false, "Content-Security-Policy": true, "Strict-Transport-Security": true},
		"/assets/main.js":  {"X-Frame-Options": false, "Content-Security-Policy": false, "Strict-Transport-Security": false, "X-Content-Type-Options": true},
	} {
		answer := visitor.Do(http.MethodGet, path, "")
		for name, there := range want {
			if (answer.Header.Get(name) != "") != there || answer.Status != http.StatusOK {
				t.Errorf("%s: %d, %s %q, want it there: %t", path, answer.Status, name, answer.Header.Get(name), there)
			}
		}
		size := 0
		for name, values := range answer.Header {
			size += len(name) + len(strings.Join(values, "")) + 4
		}
		if path == "/assets/main.js" && size > 400 {
			t.Errorf("a script brings %d bytes of headers: %v", size, answer.Header)
		}
	}
}

func TestThePageLeadsWhatIsSharedToTheShellsFiles(t *testing.T) {
	t.Parallel()
	p := newPageTest(t)
	if _, page := p.get(t, "/user/home"); !strings.Contains(page, `<script type="importmap">{"imports":{"@krapao/kit/api":"/assets/kit.js"},`) {
		t.Error("the import map does not lead the kit to the shell's file")
	}
}
