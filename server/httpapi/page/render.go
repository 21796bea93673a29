package page

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"log/slog"
	"net/http"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"

	"krapao/server/httpapi/middleware"
	"krapao/server/remote"
)

// pageBrotli compresses a page as far as that goes: 40 ms, once for each page. The window is as large as a page; a
// larger one would take ten times the memory.
var pageBrotli = brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: 16}

// packedPages is how many pages are kept compressed: an edition has some forty addresses in three languages.
const packedPages = 256

// overrideCookie chooses versions for one browser: name@version, separated by commas.
const overrideCookie = "krapao-remotes"

// maxOverrides bounds the versions that a browser may choose, each of which is a query.
const maxOverrides = 10

// entryRetries is how often a page tries a micro-frontend's entry again, each time under another URL, before it loads
// itself again; RETRIES in kit/src/federation/host.tsx is the same number.
const entryRetries = 2

// registeredRemote is a micro-frontend as the page announces it; kit/src/federation/registry.ts reads it.
type registeredRemote struct {
	Name    string   `json:"name"`
	Version string   `json:"version"`
	Entry   string   `json:"entry"`
	Routes  []string `json:"routes"`
	Slots   []string `json:"slots"`
	// Tiles are in every language: a reader who changes it loads no page again.
	Tiles []remote.Tile `json:"tiles,omitempty"`
}

// servePage renders the shell's page for a path: the registry, what the path will need, and a policy that lets nothing
// else run.
func (p *Page) servePage(w http.ResponseWriter, r *http.Request) {
	text, err := p.Site.PageText(r.Context(), localeOf(r))
	if err != nil {
		p.pageFailed(w, r, err)
		return
	}
	live, err := p.Remotes.Live(r.Context(), p.overridesOf(r))
	if err != nil {
		p.pageFailed(w, r, err)
		return
	}
	imports := importMap(p.shell, live)
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Cache-Control", "no-cache, private")
	header.Set("Vary", "Cookie, Accept-Encoding")
	middleware.SecureDocument(header, pagePolicy(text, policyHash(imports), p.template.styles))
	var page strings.Builder
	page.WriteString(p.template.beforeLang)
	fmt.Fprintf(&page, `<html lang="%s">`, languageTag(text.Locale))
	page.WriteString(p.template.beforeHead)
	fmt.Fprintf(&page, `<script type="importmap">%s</script>`, imports)
	fmt.Fprintf(&page, "<title>%s</title>", html.EscapeString(text.Title))
	fmt.Fprintf(&page, `<meta name="description" content="%s"><meta name="keywords" content="%s">`, html.EscapeString(text.Description), html.EscapeString(text.Keywords))
	fmt.Fprintf(&page, `<script type="application/json" id="krapao-registry">%s</script>`, registryOf(text, live))
	links, known := p.preload(r.URL.Path, text.Locale, live)
	if p.shell.Early != "" {
		// Not behind the style sheets, as scripts are that wait for the whole page: it asks for what the screen shows.
		fmt.Fprintf(&page, `<script type="module" async crossorigin src="/%s"></script>`, html.EscapeString(p.shell.Early))
	}
	page.WriteString(links.fonts.String())
	page.WriteString(links.modules.String())
	page.WriteString(p.template.beforeSkeleton)
	page.WriteString(p.skeleton(r.URL.Path, text.Locale))
	page.WriteString(p.template.beforeStyles)
	page.WriteString(links.styles.String())
	page.WriteString(p.template.afterStyles)
	content := []byte(page.String())
	hash := sha256.Sum256(content)
	tag := base64.RawURLEncoding.EncodeToString(hash[:16])
	if middleware.Accepts(r.Header.Get("Accept-Encoding"), "br") {
		content = p.packed(tag, content)
		tag += "br"
		header.Set("Content-Encoding", "br")
	}
	if !known {
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write(content) // the browser may have left
		return
	}
	writeTagged(w, r, `"`+tag+`"`, content)
}

// packed gives a page's Brotli form, compressed once however many ask for it at the same moment. Many members are given
// the same page, so it may take its time.
func (p *Page) packed(tag string, content []byte) []byte {
	packed, err, _ := p.packing.Do(tag, func() (any, error) {
		if packed, ok := p.pages.Get(tag); ok {
			return packed, nil
		}
		var packed bytes.Buffer
		writer := brotli.NewWriterOptions(&packed, pageBrotli)
		_, err := writer.Write(content)
		err = errors.Join(err, writer.Close())
		p.pages.Add(tag, packed.Bytes())
		return packed.Bytes(), err
	})
	if err != nil {
		panic("page: " + err.Error()) // a buffer takes everything
	}
	return packed.([]byte) //nolint:forcetypeassert // nothing else is given above
}

func (p *Page) pageFailed(w http.ResponseWriter, r *http.Request, err error) {
	p.Log.LogAttrs(r.Context(), slog.LevelError, "the page could not be rendered", slog.Any("error", err))
	w.Header().Set("Retry-After", "5")
	http.Error(w, http.StatusText(http.StatusServiceUnavailable), http.StatusServiceUnavailable)
}

// overridesOf reads which versions this browser wants to try.
func (p *Page) overridesOf(r *http.Request) map[string]string {
	cookie, err := r.Cookie(overrideCookie)
	if err != nil || !p.Overrides {
		return nil
	}
	overrides := map[string]string{}
	for choice := range strings.SplitSeq(cookie.Value, ",") {
		if name, version, ok := strings.Cut(choice, "@"); ok && len(overrides) < maxOverrides {
			overrides[name] = version
		}
	}
	return overrides
}

// localeOf reads the language that the member chose, empty when none.
func localeOf(r *http.Request) string {
	cookie, err := r.Cookie("language")
	if err != nil {
		return ""
	}
	locale := strings.ToLower(cookie.Value)
	if slices.Contains([]string{"th", "la", "en"}, locale) {
		return locale
	}
	return ""
}

// languageTag is the locale as browsers know it: la is Latin to them, Lao is lo.
func languageTag(locale string) string {
	if locale == "la" {
		return "lo"
	}
	return locale
}

func registryOf(text Text, live []remote.Description) string {
	remotes := make([]registeredRemote, 0, len(live))
	for _, description := range live {
		registered := registeredRemote{Name: description.Name, Version: description.Version, Entry: description.Folder() + description.Entry, Routes: []string{}, Slots: []string{}, Tiles: description.Tiles}
		for _, route := range description.Routes {
			registered.Routes = append(registered.Routes, route.Path)
		}
		for _, slot := range description.Slots {
			registered.Slots = append(registered.Slots, slot.Slot)
		}
		remotes = append(remotes, registered)
	}
	return asJSON(map[string]any{"edition": text.Edition, "remotes": remotes})
}

// importMap leads what micro-frontends share to the shell's files, and gives the hash of every module of a
// micro-frontend, which browsers that know of it check before they run it. The shell's own modules come from where the
// page comes from; their hashes would only make every page heavier.
func importMap(shell remote.Description, live []remote.Description) string {
	imports, integrity := map[string]string{}, map[string]string{}
	if len(live) > 0 {
		for name, file := range shell.Imports {
			imports[name] = "/" + file
		}
	}
	for _, description := range live {
		for name, file := range description.Files {
			if strings.HasSuffix(name, ".js") {
				integrity[description.Folder()+name] = file.Integrity()
			}
		}
		for retry := 1; retry <= entryRetries; retry++ {
			integrity[fmt.Sprintf("%s%s?retry=%d", description.Folder(), description.Entry, retry)] = description.Files[description.Entry].Integrity()
		}
	}
	return asJSON(map[string]any{"imports": imports, "integrity": integrity})
}

// asJSON writes a value so that it can stand inside a script element: encoding/json escapes <, > and &.
func asJSON(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic("page: " + err.Error()) // strings, lists and maps always encode
	}
	return string(text)
}

// preload links what a path needs at once, so that the browser need not discover it module by module, and tells whether
// any front end holds the path.
func (p *Page) preload(path, locale string, live []remote.Description) (links *links, known bool) {
	links = newLinks(p.shell, p.template.linked)
	links.addFonts(p.shell.Fonts[locale])
	links.add(p.shell, p.shell.Base)
	links.add(p.shell, remote.Needs{JS: p.shell.Locales[locale]})
	if path == "/" || path == "/user" {
		path, known = homePath, true
	}
	for _, route := range p.shell.Routes {
		if route.Path == path {
			known = true
			links.add(p.shell, route.Needs)
		}
	}
	for _, description := range live {
		for _, route := range description.Routes {
			if route.Path == path {
				known = true
				links.add(description, description.Base)
				links.add(description, route.Needs)
				links.add(description, remote.Needs{JS: description.Locales[locale]})
			}
		}
	}
	return links, known
}

// homePath is where / and /user lead.
const homePath = "/user/home"

// skeleton gives the shape of the page that a path asks for, to be seen until its application is there.
func (p *Page) skeleton(path, locale string) string {
	if path == "/" || path == "/user" {
		path = homePath
	}
	if drawn, ok := p.shell.Skeletons[path]; ok {
		return drawn[locale]
	}
	if strings.HasPrefix(path, "/user/") {
		return p.shell.Skeletons["/user/*"][locale]
	}
	return p.shell.Skeletons["*"][locale]
}
