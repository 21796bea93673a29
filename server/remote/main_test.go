package remote_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/server/postgres"
	"krapao/server/postgres/postgrestest"
	"krapao/server/remote"
)

func TestMain(m *testing.M) { postgrestest.Main(m) }

// registry is a Service on a real PostgreSQL and a real folder.
type registry struct {
	*remote.Service
	store string
	db    *postgres.DB
	// asked counts what pages and files ask the repository.
	asked *atomic.Int64
	// still stops the clock, which else moves by a second whenever it is read.
	still *atomic.Bool
}

// counting counts what pages and files ask.
type counting struct {
	remote.Repository
	asked *atomic.Int64
}

func (c counting) Active(ctx context.Context) ([]remote.Version, error) {
	c.asked.Add(1)
	return c.Repository.Active(ctx)
}

func (c counting) Version(ctx context.Context, name, version string) (remote.Version, error) {
	c.asked.Add(1)
	return c.Repository.Version(ctx, name, version)
}

func newRegistry(t *testing.T) registry {
	t.Helper()
	store := t.TempDir()
	folder, err := remote.OpenFolder(store)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = folder.Close() })
	db := postgrestest.NewDB(t)
	now := time.Date(2026, 3, 9, 12, 0, 0, 0, time.UTC)
	asked, still, mu := &atomic.Int64{}, &atomic.Bool{}, &sync.Mutex{}
	clock := func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		if !still.Load() {
			now = now.Add(time.Second)
		}
		return now
	}
	repository := counting{postgres.NewRemoteRepository(db), asked}
	return registry{remote.New(remote.Config{Store: folder, Repository: repository, Trail: postgres.Audit{DB: db, Now: clock}, Now: clock, Shell: remote.Description{Kit: "1.2.0", React: "19.3.1", Modules: []string{"@krapao/kit/api", "@krapao/kit/ui/button"}}}), store, db, asked, still}
}

// build is a build to publish; change it before write.
type build struct {
	remote.Description
	files map[string]string
}

func newBuild(name, version string) build {
	return build{
		Description: remote.Description{
			Schema: remote.Schema, Name: name, Version: version, Kit: "1.1.0", URL: "/mf/" + name + "/" + version + "/", Entry: "remoteEntry.js",
			Base:   remote.Needs{JS: []string{"remoteEntry.js"}},
			Routes: []remote.Route{{Path: "/user/spin", Needs: remote.Needs{JS: []string{"assets/spin.js"}, CSS: []string{"assets/spin.css"}}}},
			Slots:  []remote.Slot{{Slot: "home.spin", Needs: remote.Needs{JS: []string{"assets/spin.js"}}}},
		},
		files: map[string]string{"remoteEntry.js": "export const version = '" + version + "'", "assets/spin.js": "export default 1", "assets/spin.css": "a{}"},
	}
}

// wheelTile is a tile that newBuild may have.
func wheelTile() remote.Tile {
	words := func(label, coins string) remote.TileText {
		return remote.TileText{Label: label, Detail: map[string]string{"other": coins}}
	}
	return remote.Tile{Slot: "home.spin", Icon: "loader-pinwheel", To: "/user/spin", When: "hasWheel", Count: "coin", Texts: map[string]remote.TileText{
		"th": words("หมุนวงล้อ", "{{count}} เหรียญ"), "la": words("ໝຸນວົງລໍ້", "{{count}} ຫຼຽນ"), "en": words("Spin the wheel", "{{count}} coins"),
	}}
}

// write puts the build into a folder, with a description that fits its files.
func (b build) write(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	b.Files = map[string]remote.File{}
	for name, content := range b.files {
		hash := sha256.Sum256([]byte(content))
		b.Files[name] = remote.File{SHA256: base64.StdEncoding.EncodeToString(hash[:]), Size: int64(len(content))}
		if path := filepath.Join(dir, name); filepath.IsLocal(name) {
			put(t, path, content)
		}
	}
	raw, err := json.Marshal(b.Description)
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, remote.DescriptionFile), string(raw))
	return dir
}

func put(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		t.Fatal(err)
	}
	_ = os.Chmod(path, 0o600)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func (r registry) published(t *testing.T, b build) {
	t.Helper()
	if _, err := r.Publish(t.Context(), remote.PublishInput{Dir: b.write(t), By: "somchai"}); err != nil {
		t.Fatalf("publishing %s %s: %v", b.Name, b.Version, err)
	}
}

func (r registry) activated(t *testing.T, name, version string) {
	t.Helper()
	if err := r.Activate(t.Context(), remote.ActivateInput{Name: name, Version: version, By: "malee"}); err != nil {
		t.Fatalf("activating %s %s: %v", name, version, err)
	}
}

// live gives the versions that a page gets, by name.
func (r registry) live(t *testing.T, overrides map[string]string) map[string]string {
	t.Helper()
	descriptions, err := r.Live(t.Context(), overrides)
	if err != nil {
		t.Fatal(err)
	}
	versions := map[string]string{}
	for _, description := range descriptions {
		versions[description.Name] = description.Version
	}
	return versions
}
