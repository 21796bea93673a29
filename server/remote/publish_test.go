package remote_test

import (
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"krapao/server/remote"
)

func TestPublishedFilesAreServedAsTheyWereBuilt(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	b := newBuild("mf-spin", "v1")
	b.files["assets/spin.js.br"] = "compressed"
	r.published(t, b)
	asset, err := r.Asset(t.Context(), "mf-spin", "v1", "assets/spin.js")
	if err != nil || string(asset.Content) != "export default 1" || string(asset.Brotli) != "compressed" {
		t.Fatalf("got %+v, %v", asset, err)
	}
	if asset.Type != "text/javascript; charset=utf-8" {
		t.Fatalf("served as %s", asset.Type)
	}
	for _, unknown := range [][3]string{
		{"mf-spin", "v1", "assets/none.js"}, {"mf-spin", "v2", "remoteEntry.js"}, {"mf-none", "v1", "remoteEntry.js"},
		{"mf-spin", "..", "remoteEntry.js"}, {"mf-spin", "v1", "../v1/remoteEntry.js"}, {"mf-spin", "v1", remote.DescriptionFile},
		{"mf-spin", "v1", "assets/spin.js.br"}, {"mf-spin", "v1", ""},
	} {
		if _, err := r.Asset(t.Context(), unknown[0], unknown[1], unknown[2]); !errors.Is(err, remote.ErrUnknown) {
			t.Errorf("%v: got %v, want ErrUnknown", unknown, err)
		}
	}
}

func TestABuildOfBeforeWithItsLongerHashIsPublishedAndChecked(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	dir := newBuild("mf-spin", "v1").write(t)
	path := filepath.Join(dir, remote.DescriptionFile)
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	description, err := remote.ParseDescription(raw)
	if err != nil {
		t.Fatal(err)
	}
	for name, file := range description.Files {
		content, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		hash := sha512.Sum384(content)
		description.Files[name] = remote.File{SHA384: base64.StdEncoding.EncodeToString(hash[:]), Size: file.Size}
	}
	if raw, err = json.Marshal(description); err != nil {
		t.Fatal(err)
	}
	put(t, path, string(raw))
	if _, err := r.Publish(t.Context(), remote.PublishInput{Dir: dir, By: "somchai"}); err != nil {
		t.Fatal(err)
	}
	asset, err := r.Asset(t.Context(), "mf-spin", "v1", "remoteEntry.js")
	if err != nil || asset.Integrity != "sha384-"+description.Files["remoteEntry.js"].SHA384 {
		t.Errorf("got %+v, %v", asset, err)
	}
	put(t, filepath.Join(dir, "remoteEntry.js"), "export default 3")
	if _, err := r.Publish(t.Context(), remote.PublishInput{Dir: dir, By: "somchai"}); !errors.Is(err, remote.ErrChanged) {
		t.Errorf("other bytes: got %v, want ErrChanged", err)
	}
}

func TestPublishingTheSameAgainChangesNothingAndOtherBytesAreRefused(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	r.published(t, newBuild("mf-spin", "v1"))
	r.published(t, newBuild("mf-spin", "v1"))
	other := newBuild("mf-spin", "v1")
	other.files["assets/spin.js"] = "export default 2"
	if _, err := r.Publish(t.Context(), remote.PublishInput{Dir: other.write(t), By: "somchai"}); !errors.Is(err, remote.ErrChanged) {
		t.Fatalf("got %v, want ErrChanged", err)
	}
	listings, err := r.List(t.Context())
	if err != nil || len(listings) != 1 || len(listings[0].Versions) != 1 || listings[0].Versions[0].PublishedBy != "somchai" {
		t.Fatalf("got %+v, %v", listings, err)
	}
}

func TestTheTilesOfABuildArePublishedWithItAndOlderBuildsHaveNone(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	tiled := newBuild("mf-spin", "v2")
	tiled.Tiles = []remote.Tile{wheelTile()}
	r.published(t, newBuild("mf-spin", "v1"))
	r.published(t, tiled)
	for version, want := range map[string]int{"v1": 0, "v2": 1} {
		r.activated(t, "mf-spin", version)
		live, err := r.Live(t.Context(), nil)
		if err != nil || len(live) != 1 || len(live[0].Tiles) != want {
			t.Fatalf("%s: got %+v, %v", version, live, err)
		}
		if want == 1 && !reflect.DeepEqual(live[0].Tiles[0], wheelTile()) {
			t.Errorf("got %+v", live[0].Tiles[0])
		}
	}
}

func TestManyWhoPublishTheSameAtOncePublishOnce(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	dir := newBuild("mf-spin", "v1").write(t)
	var group sync.WaitGroup
	failures := make([]error, 8)
	for i := range failures {
		group.Go(func() { _, failures[i] = r.Publish(t.Context(), remote.PublishInput{Dir: dir, By: "somchai"}) })
	}
	group.Wait()
	if err := errors.Join(failures...); err != nil {
		t.Fatal(err)
	}
	if entries, _ := os.ReadDir(filepath.Join(r.store, "mf-spin")); len(entries) != 1 {
		t.Fatalf("the store holds %v", entries)
	}
}

func TestABuildThatIsNotWhatItSaysIsRefused(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	refused := func(name string, want error, change func(t *testing.T, b *build), spoil func(t *testing.T, dir string)) {
		t.Run(name, func(t *testing.T) {
			b := newBuild("mf-spin", "v1")
			if change != nil {
				change(t, &b)
			}
			dir := b.write(t)
			if spoil != nil {
				spoil(t, dir)
			}
			if _, err := r.Publish(t.Context(), remote.PublishInput{Dir: dir, By: "somchai"}); !errors.Is(err, want) {
				t.Errorf("got %v, want %v", err, want)
			}
			if entries, _ := os.ReadDir(r.store); len(entries) != 0 {
				t.Errorf("the store holds %v", entries)
			}
		})
	}
	spoilt := func(file, content string) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) { put(t, filepath.Join(dir, file), content) }
	}
	refused("one byte flipped", remote.ErrChanged, nil, spoilt("assets/spin.js", "export default 2"))
	refused("a byte more", remote.ErrChanged, nil, spoilt("assets/spin.js", "export default 1 "))
	refused("a file missing", remote.ErrChanged, nil, func(t *testing.T, dir string) { _ = os.Remove(filepath.Join(dir, "assets/spin.js")) })
	refused("a file nobody described", remote.ErrForeign, nil, spoilt("assets/more.js", "1"))
	refused("a link in the place of a file", remote.ErrForeign, nil, func(t *testing.T, dir string) {
		outside := filepath.Join(t.TempDir(), "spin.js")
		put(t, outside, "export default 1")
		_ = os.Remove(filepath.Join(dir, "assets/spin.js"))
		if err := os.Symlink(outside, filepath.Join(dir, "assets/spin.js")); err != nil {
			t.Fatal(err)
		}
	})
	refused("a link in the place of a folder", remote.ErrForeign, nil, func(t *testing.T, dir string) {
		if err := os.Symlink("/etc", filepath.Join(dir, "etc")); err != nil {
			t.Fatal(err)
		}
	})
	refused("the description is a link", remote.ErrDescription, nil, func(t *testing.T, dir string) {
		path, outside := filepath.Join(dir, remote.DescriptionFile), filepath.Join(t.TempDir(), "d.json")
		raw, _ := os.ReadFile(path)
		put(t, outside, string(raw))
		_ = os.Remove(path)
		if err := os.Symlink(outside, path); err != nil {
			t.Fatal(err)
		}
	})
	refused("no description", remote.ErrDescription, nil, func(t *testing.T, dir string) { _ = os.Remove(filepath.Join(dir, remote.DescriptionFile)) })
	refused("a description of another form", remote.ErrDescription, func(_ *testing.T, b *build) { b.Schema = 2 }, nil)
	for _, name := range []string{"../out.js", "/etc/passwd.js", "a//b.js", "a/./b.js", `a\b.js`, ".hidden.js", "https://evil.example/x.js", "run.exe", "noending", "a%2fb.js"} {
		refused("the file "+name, remote.ErrDescription, func(_ *testing.T, b *build) { b.files[name] = "1" }, nil)
	}
	for _, entry := range []string{"https://evil.example/remoteEntry.js", "//evil.example/remoteEntry.js", "../remoteEntry.js", ""} {
		refused("the entry "+entry, remote.ErrDescription, func(_ *testing.T, b *build) { b.Entry = entry }, nil)
	}
	refused("a preload of another origin", remote.ErrDescription, func(_ *testing.T, b *build) { b.Routes[0].JS = []string{"https://evil.example/x.js"} }, nil)
	for _, file := range []string{"https://evil.example/x.js", "assets/more.js"} {
		refused("the early script "+file, remote.ErrDescription, func(_ *testing.T, b *build) { b.Early = file }, nil)
		refused("the font "+file, remote.ErrDescription, func(_ *testing.T, b *build) { b.Fonts = map[string][]string{"th": {file}} }, nil)
	}
	refused("built for another folder", remote.ErrDescription, func(_ *testing.T, b *build) { b.URL = "/" }, nil)
	for _, name := range []string{"shell", "mf-", "mf-../x", "mf-Spin", ""} {
		refused("the name "+name, remote.ErrDescription, func(_ *testing.T, b *build) { b.Name, b.URL = name, "/mf/"+name+"/v1/" }, nil)
	}
	for _, version := range []string{"", "..", "a/b", ".hidden", "a..b", "a b", "v1\n"} {
		refused("the version "+version, remote.ErrDescription, func(_ *testing.T, b *build) { b.Version, b.URL = version, "/mf/mf-spin/"+version+"/" }, nil)
	}
	tiled := func(change func(tile *remote.Tile)) func(t *testing.T, b *build) {
		return func(_ *testing.T, b *build) {
			tile := wheelTile()
			change(&tile)
			b.Tiles = []remote.Tile{tile}
		}
	}
	for what, change := range map[string]func(tile *remote.Tile){
		"that leads out of its build":  func(tile *remote.Tile) { tile.To = "/user/home" },
		"that leads to another origin": func(tile *remote.Tile) { tile.To = "https://evil.example/" },
		"that leads nowhere":           func(tile *remote.Tile) { tile.To = "" },
		"that opens what it lacks":     func(tile *remote.Tile) { tile.To, tile.Opens = "", "bonus.invite" },
		"that leads and opens":         func(tile *remote.Tile) { tile.Opens = "home.spin" },
		"with an icon of no name":      func(tile *remote.Tile) { tile.Icon = "<svg>" },
		"of no place":                  func(tile *remote.Tile) { tile.Slot = "" },
		"with a condition of no name":  func(tile *remote.Tile) { tile.When = "a b" },
		"that lacks a language":        func(tile *remote.Tile) { delete(tile.Texts, "la") },
		"in a language of nobody":      func(tile *remote.Tile) { tile.Texts["xx"] = tile.Texts["la"]; delete(tile.Texts, "la") },
		"without a label":              func(tile *remote.Tile) { tile.Texts["th"] = remote.TileText{Detail: tile.Texts["th"].Detail} },
		"with a label of a whole page": func(tile *remote.Tile) {
			tile.Texts["th"] = remote.TileText{Label: strings.Repeat("x", 81), Detail: tile.Texts["th"].Detail}
		},
		"with a count and no words":     func(tile *remote.Tile) { tile.Texts["en"] = remote.TileText{Label: "Spin"} },
		"with words for a wrong plural": func(tile *remote.Tile) { tile.Texts["en"].Detail["dozens"] = "{{count}}" },
	} {
		refused("a tile "+what, remote.ErrDescription, tiled(change), nil)
	}
	refused("too many tiles", remote.ErrDescription, func(_ *testing.T, b *build) {
		for range 9 {
			b.Tiles = append(b.Tiles, wheelTile())
		}
	}, nil)
	for _, route := range []string{"/login", "/user/../login", "user/spin", "/user//spin", "/user/:id", "/"} {
		refused("the route "+route, remote.ErrDescription, func(_ *testing.T, b *build) { b.Routes[0].Path = route }, nil)
	}
}

func TestPublishingNeedsAName(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	if _, err := r.Publish(t.Context(), remote.PublishInput{Dir: newBuild("mf-spin", "v1").write(t)}); !errors.Is(err, remote.ErrPerson) {
		t.Fatalf("got %v, want ErrPerson", err)
	}
}

func TestAFileChangedInTheStoreIsNotServed(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	r.published(t, newBuild("mf-spin", "v1"))
	if _, err := r.Asset(t.Context(), "mf-spin", "v1", "remoteEntry.js"); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(r.store, "mf-spin/v1/assets/spin.js"), "export default 2")
	put(t, filepath.Join(r.store, "mf-spin/v1/remoteEntry.js"), "evil")
	if _, err := r.Asset(t.Context(), "mf-spin", "v1", "assets/spin.js"); !errors.Is(err, remote.ErrChanged) {
		t.Errorf("got %v, want ErrChanged", err)
	}
	if asset, err := r.Asset(t.Context(), "mf-spin", "v1", "remoteEntry.js"); err != nil || string(asset.Content) == "evil" {
		t.Errorf("bytes verified before are served on: got %q, %v", asset.Content, err)
	}
	if err := os.Remove(filepath.Join(r.store, "mf-spin/v1/assets/spin.css")); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Asset(t.Context(), "mf-spin", "v1", "assets/spin.css"); !errors.Is(err, remote.ErrChanged) {
		t.Errorf("a file that is gone: got %v, want ErrChanged", err)
	}
}
