package remote

import (
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Schema is the form of the description that this server reads.
const Schema = 1

// The names under which builds describe themselves.
const (
	DescriptionFile      = "krapao-remote.json" // of a remote
	ShellDescriptionFile = "krapao-shell.json"  // of the shell
)

// Limits of one build. A front end that needs more is a mistake.
const (
	maxFiles    = 1000
	maxFileSize = 8 << 20  // bytes
	maxSize     = 32 << 20 // bytes
)

var (
	// ErrDescription means that a build's description is missing, malformed or names what may not be named.
	ErrDescription = errors.New("remote: the build's description does not hold")

	nameForm    = regexp.MustCompile(`^mf-[a-z0-9]+(-[a-z0-9]+)*$`)
	versionForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9.-]{0,63}$`)
	kitForm     = regexp.MustCompile(`^\d+\.\d+\.\d+$`)
	rangeForm   = regexp.MustCompile(`^\^\d+\.\d+\.\d+$`)
	moduleForm  = regexp.MustCompile(`^@krapao/kit(/[a-z0-9-]+)+$`)
	fileForm    = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.-]*(/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$`)
	routeForm   = regexp.MustCompile(`^/[A-Za-z0-9/_-]+$`)
	slotForm    = regexp.MustCompile(`^[a-z][A-Za-z0-9.-]*$`)
)

// mimeTypes are the kinds of file a build may hold. Anything else is refused: what cannot be served need not be
// published.
var mimeTypes = map[string]string{
	".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".json": "application/json", ".svg": "image/svg+xml",
	".png": "image/png", ".jpg": "image/jpeg", ".webp": "image/webp", ".avif": "image/avif", ".ico": "image/x-icon", ".woff2": "font/woff2",
	".mp3": "audio/mpeg", ".mp4": "video/mp4", ".vtt": "text/vtt; charset=utf-8", ".webmanifest": "application/manifest+json", ".txt": "text/plain; charset=utf-8", ".html": "text/html; charset=utf-8",
}

// compressed is the ending of a Brotli form that a build brings along.
const compressed = ".br"

// Description is what a build says of itself: krapao-remote.json and krapao-shell.json, written by @krapao/build.
type Description struct {
	Schema  int    `json:"schema"`
	Name    string `json:"name"`
	Version string `json:"version"`
	// Kit is the kit's version: a remote needs it, the shell provides it.
	Kit string `json:"kit"`
	// React is the version of React, in the same sense; empty in older builds.
	React string `json:"react"`
	// ReactRange is what a remote runs with, as ^19.3.0; empty for the shell and in older builds.
	ReactRange string `json:"reactRange"`
	// Modules are the kit's sub-paths: a remote imports them, the shell provides them; none in older builds.
	Modules []string `json:"modules"`
	// Contract is the version of the calls it makes; nil when it makes none.
	Contract *string `json:"contract"`
	// URL is the folder that the build was made for, /mf/<name>/<version>/; empty for the shell.
	URL string `json:"url"`
	// Entry is the remote's federation entry; empty for the shell.
	Entry string `json:"entry"`
	// Base is what every use of it needs.
	Base   Needs   `json:"base"`
	Routes []Route `json:"routes"`
	Slots  []Slot  `json:"slots"`
	// Tiles are what the page draws of it by itself, before any of its code is loaded; none in older builds.
	Tiles []Tile `json:"tiles"`
	// Early is the shell's: the script that its page runs before all others.
	Early string `json:"early"`
	// Skeletons are the shell's: what its page shows before any script runs, by path (/user/* and * are the rest) and
	// language.
	Skeletons map[string]map[string]string `json:"skeletons"`
	// Fonts are the shell's: the files that each language is written with.
	Fonts map[string][]string `json:"fonts"`
	// Locales has the chunks with its texts by language: th, la, en.
	Locales map[string][]string `json:"locales"`
	// Imports is the shell's: the file of each shared module, under the name by which remotes import it.
	Imports map[string]string `json:"imports"`
	// Shares is the shell's: what each shared module needs.
	Shares map[string]Needs `json:"shares"`
	// Files has every file.
	Files map[string]File `json:"files"`
}

// Needs are files of a build that a place needs, and the shared modules that they need of the shell.
type Needs struct {
	JS     []string `json:"js"`
	CSS    []string `json:"css"`
	Shares []string `json:"shares"`
}

// Route is a path whose screen the build holds.
type Route struct {
	Path string `json:"path"`
	Needs
}

// Slot is a named place that the build fills.
type Slot struct {
	Slot string `json:"slot"`
	Needs
}

// File is what makes a file the one that was built: its size in bytes and one hash, in base64.
type File struct {
	SHA256 string `json:"sha256,omitempty"`
	// SHA384 is the hash of builds that are older than SHA256 here; every page carries the hashes of all scripts, so a
	// shorter one is wanted.
	SHA384 string `json:"sha384,omitempty"`
	Size   int64  `json:"size"`
}

// Integrity is the hash as browsers read it (Subresource Integrity, W3C).
func (f File) Integrity() string {
	if f.SHA256 != "" {
		return "sha256-" + f.SHA256
	}
	return "sha384-" + f.SHA384
}

// is tells whether bytes are the file's.
func (f File) is(content []byte) bool {
	made := File{Size: int64(len(content))}
	if f.SHA256 != "" {
		hash := sha256.Sum256(content)
		made.SHA256 = base64.StdEncoding.EncodeToString(hash[:])
	} else {
		hash := sha512.Sum384(content)
		made.SHA384 = base64.StdEncoding.EncodeToString(hash[:])
	}
	return made.Integrity() == f.Integrity() && made.Size == f.Size
}

// ReadShell reads the description of a built shell. Errors: ErrDescription.
func ReadShell(build fs.FS) (Description, error) {
	raw, err := fs.ReadFile(build, ShellDescriptionFile)
	if err != nil {
		return Description{}, fmt.Errorf("%w: %w", ErrDescription, err)
	}
	return parse(raw)
}

// ParseDescription reads and checks the description of a remote. Errors: ErrDescription.
func ParseDescription(raw []byte) (Description, error) {
	d, err := parse(raw)
	if err != nil {
		return Description{}, err
	}
	switch {
	case !nameForm.MatchString(d.Name):
		err = fmt.Errorf("%w: the name %q", ErrDescription, d.Name)
	case !versionForm.MatchString(d.Version) || strings.Contains(d.Version, ".."):
		err = fmt.Errorf("%w: the version %q", ErrDescription, d.Version)
	case !kitForm.MatchString(d.Kit):
		err = fmt.Errorf("%w: the kit's version %q", ErrDescription, d.Kit)
	case d.React != "" && !kitForm.MatchString(d.React):
		err = fmt.Errorf("%w: React's version %q", ErrDescription, d.React)
	case d.ReactRange != "" && !rangeForm.MatchString(d.ReactRange):
		err = fmt.Errorf("%w: React's range %q", ErrDescription, d.ReactRange)
	case slices.ContainsFunc(d.Modules, func(name string) bool { return !moduleForm.MatchString(name) }):
		err = fmt.Errorf("%w: the kit's modules %.500q", ErrDescription, d.Modules)
	case d.URL != d.Folder():
		err = fmt.Errorf("%w: it was built for %q, which is not %s", ErrDescription, d.URL, d.Folder())
	case !d.Has(d.Entry):
		err = fmt.Errorf("%w: its entry %q is not among its files", ErrDescription, d.Entry)
	}
	if err == nil {
		err = d.checkPlaces()
	}
	return d, err
}

// Folder is the URL path under which a version's files are served, for ever the same bytes.
func (d Description) Folder() string { return "/mf/" + d.Name + "/" + d.Version + "/" }

func parse(raw []byte) (Description, error) {
	var d Description
	if err := json.Unmarshal(raw, &d); err != nil {
		return d, fmt.Errorf("%w: %w", ErrDescription, err)
	}
	if d.Schema != Schema {
		return d, fmt.Errorf("%w: form %d, this server reads %d", ErrDescription, d.Schema, Schema)
	}
	if len(d.Files) > maxFiles {
		return d, fmt.Errorf("%w: %d files, at most %d", ErrDescription, len(d.Files), maxFiles)
	}
	var total int64
	for name, file := range d.Files {
		if !fileForm.MatchString(name) || !fs.ValidPath(name) || mimeOf(name) == "" {
			return d, fmt.Errorf("%w: the file %q", ErrDescription, name)
		}
		if file.Size < 0 || file.Size > maxFileSize {
			return d, fmt.Errorf("%w: %s has %d bytes, at most %d", ErrDescription, name, file.Size, maxFileSize)
		}
		total += file.Size
	}
	if total > maxSize {
		return d, fmt.Errorf("%w: %d bytes in all, at most %d", ErrDescription, total, maxSize)
	}
	return d, d.checkNeeds()
}

func mimeOf(name string) string { return mimeTypes[path.Ext(strings.TrimSuffix(name, compressed))] }

// Has tells whether a file is described.
func (d Description) Has(name string) bool {
	_, known := d.Files[name]
	return known
}

// checkNeeds makes sure that nothing is needed but the build's own files: no other origin, no way out of the folder.
func (d Description) checkNeeds() error {
	needed := slices.Concat(d.Base.JS, d.Base.CSS)
	for _, route := range d.Routes {
		needed = slices.Concat(needed, route.JS, route.CSS)
	}
	for _, slot := range d.Slots {
		needed = slices.Concat(needed, slot.JS, slot.CSS)
	}
	for _, files := range d.Locales {
		needed = slices.Concat(needed, files)
	}
	for _, files := range d.Fonts {
		needed = slices.Concat(needed, files)
	}
	if d.Early != "" {
		needed = append(needed, d.Early)
	}
	for _, share := range d.Shares {
		needed = slices.Concat(needed, share.JS, share.CSS)
	}
	for _, name := range needed {
		if !d.Has(name) {
			return fmt.Errorf("%w: it needs %q, which is not among its files", ErrDescription, name)
		}
	}
	return nil
}

func (d Description) checkPlaces() error {
	for _, route := range d.Routes {
		if !routeForm.MatchString(route.Path) || path.Clean(route.Path) != route.Path || !strings.HasPrefix(route.Path, "/user/") {
			return fmt.Errorf("%w: the route %q; remotes hold paths below /user/", ErrDescription, route.Path)
		}
	}
	for _, slot := range d.Slots {
		if !slotForm.MatchString(slot.Slot) {
			return fmt.Errorf("%w: the slot %q", ErrDescription, slot.Slot)
		}
	}
	for _, tile := range d.Tiles {
		if err := d.checkTile(tile); err != nil {
			return err
		}
	}
	return nil
}
