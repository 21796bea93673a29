// Package page serves the pages: the shell with the micro-frontends that are live, and the documentation of the
// contracts.
package page

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

	"krapao/server/httpapi/middleware"
	"krapao/server/remote"
)

// Remotes is what the page needs of the registry of micro-frontends; remote.Service is one.
type Remotes interface {
	// Live gives the descriptions to use, with overrides (name to version) where such a version was published.
	Live(ctx context.Context, overrides map[string]string) ([]remote.Description, error)
	// Asset gives a verified file. Errors: remote.ErrUnknown, remote.ErrChanged.
	Asset(ctx context.Context, name, version, file string) (remote.Asset, error)
}

// Site is what the page needs of the site's settings.
type Site interface {
	// Text gives title and meta in a language (th, la, en), empty: the edition's default.
	PageText(ctx context.Context, locale string) (Text, error)
}

// Text is what a page says of itself, and where its visitor may be sent.
type Text struct {
	Title, Description, Keywords string
	// Edition is thai or laos; Locale the language that the texts are in: th, la or en.
	Edition, Locale string
	// ConnectSources are the origins that scripts may call, MediaSources those that videos may come from, FormTargets
	// those that forms may be posted to. Our own always counts.
	ConnectSources, MediaSources, FormTargets []string
}

// Config is what a Page needs.
type Config struct {
	// Shell is the built shell: the folder with index.html and krapao-shell.json.
	Shell   fs.FS
	Remotes Remotes
	Site    Site
	Log     *slog.Logger
	// Overrides lets a browser try another published version with the cookie `krapao-remotes=mf-wallet@<version>`.
	Overrides bool
}

// Page serves the front ends: the shell's page for every history-mode path, the shell's files and those of published
// micro-frontends. Mount it as PortalConfig.Front. It serves no byte whose hash it has not checked.
type Page struct {
	Config
	shell    remote.Description
	template template

	mu    sync.RWMutex
	files map[string]remote.Asset // the shell's, verified

	pages *lru.Cache[string, []byte] // with Brotli, by their hash
	// packing are pages that are being compressed, by their hash.
	packing singleflight.Group
}

// New reads the built shell. Errors: a shell that is not built, or whose page is not the one that was built.
func New(config Config) (*Page, error) {
	shell, err := remote.ReadShell(config.Shell)
	if err != nil {
		return nil, fmt.Errorf("page: the shell: %w", err)
	}
	pages, err := lru.New[string, []byte](packedPages)
	if err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	p := &Page{Config: config, shell: shell, files: map[string]remote.Asset{}, pages: pages}
	index, err := p.shellAsset("index.html")
	if err != nil {
		return nil, fmt.Errorf("page: the shell: %w", err)
	}
	p.template, err = parseTemplate(string(index.Content))
	if err != nil {
		return nil, fmt.Errorf("page: the shell: %w", err)
	}
	return p, nil
}

// ServeHTTP answers GET and HEAD.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, http.StatusText(http.StatusMethodNotAllowed), http.StatusMethodNotAllowed)
		return
	}
	file := strings.TrimPrefix(r.URL.Path, "/")
	switch {
	case strings.HasPrefix(file, "mf/"):
		p.serveRemote(w, r, strings.TrimPrefix(file, "mf/"))
	case file != "index.html" && p.shell.Has(file):
		asset, err := p.shellAsset(file)
		if err != nil {
			p.assetFailed(w, r, err)
			return
		}
		p.serveAsset(w, r, asset, lifetimeOf(file))
	case strings.HasPrefix(file, "assets/") || path.Ext(file) != "":
		http.NotFound(w, r)
	default:
		p.servePage(w, r)
	}
}

// serveRemote answers /mf/<name>/<version>/<file>, the same bytes for ever.
func (p *Page) serveRemote(w http.ResponseWriter, r *http.Request, rest string) {
	parts := strings.SplitN(rest, "/", 3)
	if len(parts) != 3 {
		http.NotFound(w, r)
		return
	}
	asset, err := p.Remotes.Asset(r.Context(), parts[0], parts[1], parts[2])
	if err != nil {
		p.assetFailed(w, r, err)
		return
	}
	p.serveAsset(w, r, asset, forEver)
}

// How long a browser may use a file without asking. The names of built files change with their bytes. Films keep
// theirs; whoever looks at one again soon need not ask again.
const (
	forEver  = "public, max-age=31536000, immutable"
	anHour   = "public, max-age=3600"
	askFirst = "no-cache"
)

// tagLength is how much of a file's hash its entity tag has: the hash's name, and 120 bits.
const tagLength = len("sha256-") + 20

// lifetimeOf gives the Cache-Control of one of the shell's files.
func lifetimeOf(file string) string {
	switch {
	case strings.HasPrefix(file, "assets/"):
		return forEver
	case strings.HasPrefix(file, "media/"):
		return anHour
	}
	return askFirst
}

func (p *Page) shellAsset(file string) (remote.Asset, error) {
	p.mu.RLock()
	asset, known := p.files[file]
	p.mu.RUnlock()
	if known {
		return asset, nil
	}
	asset, err := remote.Verified(p.shell, file, func(file string) ([]byte, error) { return fs.ReadFile(p.Shell, file) })
	if err == nil {
		p.mu.Lock()
		p.files[file] = asset
		p.mu.Unlock()
	}
	return asset, err
}

// assetFailed says why a file is not served: one that is unknown is 404, one whose bytes changed is 502, since what we
// keep is not what was published.
func (p *Page) assetFailed(w http.ResponseWriter, r *http.Request, err error) {
	switch {
	case errors.Is(err, remote.ErrUnknown):
		http.NotFound(w, r)
	case errors.Is(err, remote.ErrChanged):
		p.Log.LogAttrs(r.Context(), slog.LevelError, "a published file was changed and is not served", slog.String("path", r.URL.Path), slog.Any("error", err))
		http.Error(w, http.StatusText(http.StatusBadGateway), http.StatusBadGateway)
	default:
		p.Log.LogAttrs(r.Context(), slog.LevelError, "a file could not be read", slog.String("path", r.URL.Path), slog.Any("error", err))
		http.Error(w, http.StatusText(http.StatusServiceUnavailable), http.StatusServiceUnavailable)
	}
}

// serveAsset writes a file.
func (p *Page) serveAsset(w http.ResponseWriter, r *http.Request, asset remote.Asset, lifetime string) {
	header := w.Header()
	middleware.TrimFile(header, asset.Type)
	header.Set("Content-Type", asset.Type)
	header.Set("Cache-Control", lifetime)
	content, encoding := encoded(asset, r.Header.Get("Accept-Encoding"))
	if asset.Brotli != nil || asset.Gzip != nil {
		header.Set("Vary", "Accept-Encoding")
	}
	tag := `"` + asset.Integrity[:tagLength] + encoding + `"`
	if encoding != "" {
		header.Set("Content-Encoding", encoding)
		writeTagged(w, r, tag, content)
		return
	}
	// Safari plays a film only if it can have parts of it.
	header.Set("ETag", tag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
}

// encoded gives the smallest form that the browser takes.
func encoded(asset remote.Asset, accepted string) (content []byte, encoding string) {
	switch {
	case asset.Brotli != nil && middleware.Accepts(accepted, "br"):
		return asset.Brotli, "br"
	case asset.Zstd != nil && middleware.Accepts(accepted, "zstd"):
		return asset.Zstd, "zstd"
	case asset.Gzip != nil && middleware.Accepts(accepted, "gzip"):
		return asset.Gzip, "gzip"
	}
	return asset.Content, ""
}

// writeTagged writes bytes with their entity tag, or 304 when the browser has them.
func writeTagged(w http.ResponseWriter, r *http.Request, tag string, content []byte) {
	w.Header().Set("ETag", tag)
	for known := range strings.SplitSeq(r.Header.Get("If-None-Match"), ",") {
		if strings.TrimPrefix(strings.TrimSpace(known), "W/") == tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	w.Header().Set("Content-Length", fmt.Sprint(len(content)))
	if r.Method == http.MethodHead {
		return
	}
	_, _ = w.Write(content) //nolint:gosec // the browser may have left
}
