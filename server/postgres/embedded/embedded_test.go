package embedded

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// openFolder is a temporary folder that other users may pass through, unlike t.TempDir's.
func openFolder(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "krapao-embedded-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	if err := os.Chmod(folder, 0o755); err != nil { // PostgreSQL's user passes through when we are root
		t.Fatal(err)
	}
	return filepath.Join(folder, "data")
}

func mustStart(t *testing.T, data string) *Cluster {
	t.Helper()
	cluster, err := Start(t.Context(), Config{Data: data})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cluster.Stop()
		_ = os.RemoveAll(cluster.Sockets())
	})
	return cluster
}

func one(t *testing.T, cluster *Cluster, sql string) string {
	t.Helper()
	ctx := context.Background()
	connection, err := pgx.Connect(ctx, cluster.URL(Superuser, "postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = connection.Close(ctx) }()
	var value string
	if err := connection.QueryRow(ctx, sql).Scan(&value); err != nil {
		t.Fatal(err)
	}
	return value
}

func execute(t *testing.T, cluster *Cluster, sql string) {
	t.Helper()
	ctx := context.Background()
	connection, err := pgx.Connect(ctx, cluster.URL(Superuser, "postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = connection.Close(ctx) }()
	if _, err := connection.Exec(ctx, sql); err != nil {
		t.Fatal(err)
	}
}

func TestTheClusterKeepsItsDataOverAStopAndOverAKill(t *testing.T) {
	data := openFolder(t)
	cluster := mustStart(t, data)
	for sql, want := range map[string]string{
		"show server_encoding": "UTF8", "show listen_addresses": "", "show fsync": "on", "show full_page_writes": "on", "show synchronous_commit": "on",
		"select datcollate || datctype from pg_database where datname = 'postgres'": "CC",
	} {
		if got := one(t, cluster, sql); got != want {
			t.Errorf("%s: %q", sql, got)
		}
	}
	execute(t, cluster, "create table kept (x int)")
	if !strings.HasPrefix(filepath.Base(cluster.Folder()), "pg") {
		t.Errorf("folder %s", cluster.Folder())
	}
	if err := cluster.Stop(); err != nil || cluster.Postmaster() != 0 {
		t.Fatalf("stop: %v", err)
	}
	cluster = mustStart(t, data)
	if one(t, cluster, "select count(*)::text from kept") != "0" {
		t.Error("lost over a stop")
	}
	// A backend that is busy outlives the server for a while, and the next server must wait for it.
	busy, err := pgx.Connect(t.Context(), cluster.URL(Superuser, "postgres"))
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		_, _ = busy.Exec(context.Background(), "do $$ declare until timestamptz := clock_timestamp() + '1 second'; begin while clock_timestamp() < until loop null; end loop; end $$")
		_ = busy.Close(context.Background())
	}()
	for one(t, cluster, "select count(*)::text from pg_stat_activity where query like 'do %' and state = 'active'") != "1" {
		time.Sleep(time.Millisecond)
	}
	pid := cluster.Postmaster()
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	cluster.unlock() // as if our process had been killed as well
	for syscall.Kill(pid, 0) == nil {
		time.Sleep(time.Millisecond)
	}
	cluster = mustStart(t, data)
	if one(t, cluster, "select count(*)::text from kept") != "0" {
		t.Error("lost over a kill")
	}
}

func TestAServerThatOutlivedUsIsJoinedAndTheLastUserStopsIt(t *testing.T) {
	data := openFolder(t)
	first := mustStart(t, data)
	pid := first.Postmaster()
	guest := mustStart(t, data)
	if err := guest.Stop(); err != nil || first.Postmaster() != pid || one(t, first, "select 'alive'") != "alive" {
		t.Fatalf("a guest stopped it: %v", err)
	}
	first.unlock() // we are killed; PostgreSQL goes on
	heir := mustStart(t, data)
	if heir.Postmaster() != pid {
		t.Fatal("started anew")
	}
	guest = mustStart(t, data)
	if err := heir.Stop(); err != nil || heir.Postmaster() != pid || one(t, guest, "select 'alive'") != "alive" {
		t.Fatalf("who started it stopped it while a guest used it: %v", err)
	}
	if err := guest.Stop(); err != nil || guest.Postmaster() != 0 {
		t.Fatalf("the last one does not stop it: %v", err)
	}
}

func TestCommandsAtOnceNeverEndEachOthersPostgreSQL(t *testing.T) {
	data := openFolder(t)
	if err := mustStart(t, data).Stop(); err != nil { // nobody else keeps it running
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 6 { // each starts, works and stops, as a command does
		group.Go(func() {
			for range 3 {
				cluster, err := Start(context.Background(), Config{Data: data})
				if err != nil {
					t.Error(err)
					return
				}
				connection, err := pgx.Connect(context.Background(), cluster.URL(Superuser, "postgres"))
				if err == nil {
					_, err = connection.Exec(context.Background(), "select pg_sleep(0.02)")
					_ = connection.Close(context.Background())
				}
				if err := errors.Join(err, cluster.Stop()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
}

func TestACommandMakesNoDatabaseInAWrongFolder(t *testing.T) {
	data := openFolder(t)
	err := Exists(data)
	if !errors.Is(err, ErrNoCluster) || !strings.Contains(err.Error(), data) || !strings.Contains(err.Error(), "KRAPAO_DATA_DIR") {
		t.Errorf("a folder without a database: %v", err)
	}
	if err := mustStart(t, data).Stop(); err != nil {
		t.Fatal(err)
	}
	if err := Exists(data); err != nil {
		t.Error(err)
	}
}

func TestTheFolderOfAnotherMajorVersionIsRefusedWithWhatToDo(t *testing.T) {
	data := openFolder(t)
	if err := os.MkdirAll(filepath.Join(data, "pg9"), 0o755); err != nil { // a test's
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(data, "pg9", "PG_VERSION"), []byte("9\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Start(t.Context(), Config{Data: data})
	if err == nil || !strings.Contains(err.Error(), "pg_dump") || !strings.Contains(err.Error(), "pg9") {
		t.Fatalf("started: %v", err)
	}
}

func TestAClosedFolderIsLeftForOneThatTheUserCanReach(t *testing.T) {
	stranger := runAs{uid: 65533, gid: 65533, credential: &syscall.Credential{}}
	closed := filepath.Join(filepath.Dir(openFolder(t)), "home")
	if err := os.Mkdir(closed, 0o700); err != nil {
		t.Fatal(err)
	}
	data := filepath.Join(closed, "project", "data")
	if placed := stranger.place(data); !strings.HasPrefix(placed, outside) {
		t.Errorf("closed: %s", placed)
	}
	if other := stranger.place(filepath.Join(closed, "other", "data")); other == stranger.place(data) {
		t.Error("two projects share a folder")
	}
	if err := os.Chmod(closed, 0o711); err != nil { // the point of the test
		t.Fatal(err)
	}
	if placed := stranger.place(data); placed != data {
		t.Errorf("open: %s", placed)
	}
	if ourselves := (runAs{}); !ourselves.reachable(closed) {
		t.Error("our own")
	}
}

func TestTheLinksOfTheNpmPackageAreMadeOnce(t *testing.T) {
	native := t.TempDir()
	if err := os.MkdirAll(filepath.Join(native, "lib"), 0o755); err != nil { // a test's
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"lib/libpq.so.5.18": "library", "pg-symlinks.json": `[{"source":"native/lib/libpq.so.5.18","target":"native/lib/libpq.so.5"}]`,
	} {
		if err := os.WriteFile(filepath.Join(native, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if err := hydrate(native); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := os.ReadFile(filepath.Join(native, "lib", "libpq.so.5")); err != nil || string(text) != "library" {
		t.Fatalf("%s, %v", text, err)
	}
}

func TestAPlaceWithoutPostgreSQLIsNamed(t *testing.T) {
	t.Setenv("KRAPAO_POSTGRES_BIN", t.TempDir())
	if _, err := Start(t.Context(), Config{Data: openFolder(t)}); err == nil || !strings.Contains(err.Error(), "KRAPAO_POSTGRES_BIN") {
		t.Fatalf("started: %v", err)
	}
}
