// Package postgrestest gives each test a database of its own on a real PostgreSQL. A test process starts one private
// cluster when the first test asks, migrates one template, and clones it for each test. The cluster has the durability
// settings of production; its files are in memory where the machine has /dev/shm, so they cost nothing.
//
// With KRAPAO_TEST_DATABASE_URL, which cmd/withcluster sets, test processes share that cluster and its one template.
package postgrestest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/id"
	"krapao/server/postgres"
	"krapao/server/postgres/embedded"
)

// Database is one test's own database.
type Database struct {
	// DB is connected as the application.
	DB *postgres.DB
	// URL is the application's connection string.
	URL string
	// OwnerURL is the migrations' connection string; tests use it to break what the application could not.
	OwnerURL string
	// SuperURL is the cluster's superuser's connection string to the same database.
	SuperURL string
}

// Variable is the environment variable that names a cluster (a superuser's connection string) to use instead of a
// private one.
const Variable = "KRAPAO_TEST_DATABASE_URL"

// cluster is the process's one cluster.
type cluster struct {
	admin    *pgx.Conn // superuser in the database postgres; guarded by the mutex
	mutex    sync.Mutex
	superURL string
	template string
	ready    chan string // cloned ahead of the next test
	stop     func()
}

var (
	start   sync.Once
	shared  *cluster
	failure error
)

// NewDB gives the test a migrated, empty database, which is dropped when the test ends.
func NewDB(t testing.TB) *postgres.DB { return New(t).DB }

// New is NewDB with the connection strings.
func New(t testing.TB) Database {
	t.Helper()
	ctx := context.Background()
	start.Do(func() { shared, failure = begin(ctx) })
	if failure != nil {
		t.Fatalf("no PostgreSQL to test with: %v", failure)
	}
	name, err := shared.next(ctx)
	if err != nil {
		t.Fatalf("cloning the template database: %v", err)
	}
	database := Database{
		URL:      replace(shared.superURL, postgres.App, name),
		OwnerURL: replace(shared.superURL, postgres.Owner, name),
		SuperURL: replace(shared.superURL, "", name),
	}
	database.DB, err = postgres.Open(ctx, postgres.Config{URL: database.URL, MaxConnections: 8, StatementTimeout: 20 * time.Second, AcquireTimeout: 20 * time.Second})
	if err != nil {
		t.Fatalf("opening the test's database: %v", err)
	}
	t.Cleanup(func() {
		database.DB.Close()
		shared.drop(ctx, name)
	})
	return database
}

// Main runs a package's tests and stops the cluster: func TestMain(m *testing.M) { postgrestest.Main(m) }. Without it,
// or when the process is killed, a watcher stops the cluster and removes its files.
func Main(m *testing.M) {
	code := m.Run()
	if shared != nil {
		shared.discard(context.Background())
		shared.stop()
	}
	os.Exit(code)
}

func begin(ctx context.Context) (_ *cluster, err error) {
	made := &cluster{superURL: os.Getenv(Variable), stop: func() {}, ready: make(chan string, 1)}
	if made.superURL == "" {
		if made.superURL, made.stop, err = Launch(ctx); err != nil {
			return nil, err
		}
	}
	if made.admin, err = pgx.Connect(ctx, replace(made.superURL, "", "postgres")); err != nil {
		return nil, err
	}
	if err := made.makeTemplate(ctx); err != nil {
		return nil, err
	}
	return made, nil
}

// Launch starts a cluster in a folder that a watcher removes when this process ends, however it ends, or when stop is
// called. The URL is its superuser's.
func Launch(ctx context.Context) (superURL string, stop func(), err error) {
	folder, err := os.MkdirTemp(memory(), "krapao-test-")
	if err != nil {
		return "", nil, err
	}
	if err := os.Chmod(folder, 0o755); err != nil { // PostgreSQL's user passes through when we are root
		return "", nil, err
	}
	running, err := embedded.Start(ctx, embedded.Config{Data: folder, Settings: []string{
		"shared_buffers=128MB", "max_wal_size=256MB", "checkpoint_timeout=1h", "autovacuum=off", "jit=off", fmt.Sprintf("max_connections=%d", 200*(1+runtime.NumCPU())),
	}})
	if err != nil {
		_ = os.RemoveAll(folder)
		return "", nil, err
	}
	stop, err = watch(running.Postmaster(), folder, running.Sockets())
	return running.URL(embedded.Superuser, "postgres"), stop, err
}

// memory gives a folder in memory, or the usual temporary one.
func memory() string {
	const shm = "/dev/shm"
	if info, err := os.Stat(shm); err == nil && info.IsDir() {
		if probe, err := os.MkdirTemp(shm, "krapao-probe-"); err == nil {
			_ = os.Remove(probe)
			return shm
		}
	}
	return os.TempDir()
}

// makeTemplate migrates the template once per schema; its name carries the schema's hash, so that a shared cluster's
// template of another checkout is left alone.
func (c *cluster) makeTemplate(ctx context.Context) error {
	sum := sha256.New()
	if err := fs.WalkDir(postgres.Migrations(), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(postgres.Migrations(), path)
		fmt.Fprintf(sum, "%s %d %s", path, len(text), text)
		return err
	}); err != nil {
		return err
	}
	c.template = "krapao_template_" + hex.EncodeToString(sum.Sum(nil)[:8])
	if _, err := c.admin.Exec(ctx, "select pg_advisory_lock(hashtext('krapao test template'))"); err != nil {
		return err
	}
	defer func() { _, _ = c.admin.Exec(ctx, "select pg_advisory_unlock_all()") }()
	for _, step := range []func() error{
		func() error { return postgres.CreateDatabase(ctx, c.superURL, c.template) },
		func() error { return postgres.Prepare(ctx, replace(c.superURL, "", c.template)) },
		func() error { return postgres.Migrate(ctx, replace(c.superURL, postgres.Owner, c.template)) },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// next gives the database that was cloned while the last test ran, and clones one more behind its back.
func (c *cluster) next(ctx context.Context) (string, error) {
	select {
	case name := <-c.ready:
		go c.ahead(ctx)
		return name, nil
	default:
		name, err := c.clone(ctx)
		go c.ahead(ctx)
		return name, err
	}
}

func (c *cluster) ahead(ctx context.Context) {
	name, err := c.clone(ctx)
	if err != nil {
		return // the next test clones its own and says what is wrong
	}
	select {
	case c.ready <- name:
	default:
		c.drop(ctx, name)
	}
}

// discard drops the database that no test took.
func (c *cluster) discard(ctx context.Context) {
	select {
	case name := <-c.ready:
		c.drop(ctx, name)
	default:
	}
}

func (c *cluster) clone(ctx context.Context) (string, error) {
	name := "krapao_test_" + id.NewID().String()
	c.mutex.Lock()
	defer c.mutex.Unlock()
	quoted := pgx.Identifier{name}.Sanitize()
	// To copy the files of so small a template costs a third of writing them through the log.
	if _, err := c.admin.Exec(ctx, "create database "+quoted+" template "+c.template+" strategy file_copy"); err != nil {
		return "", err
	}
	// A clone does not inherit what Prepare gave and took away on the database itself.
	_, err := c.admin.Exec(ctx, fmt.Sprintf("revoke all on database %[1]s from public; grant connect on database %[1]s to %[2]s; "+
		"grant connect, create, temporary on database %[1]s to %[3]s", quoted, postgres.App, postgres.Owner))
	return name, err
}

func (c *cluster) drop(ctx context.Context, name string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	_, _ = c.admin.Exec(ctx, "drop database "+pgx.Identifier{name}.Sanitize()+" with (force)")
}

// replace gives the connection string for another role (the same when empty) and database.
func replace(connection, role, database string) string {
	parsed, err := url.Parse(connection)
	if err != nil {
		panic(Variable + " must be a postgres:// URL")
	}
	query := parsed.Query()
	if role != "" {
		if _, hasPassword := parsed.User.Password(); hasPassword {
			query.Set("role", role) // the role has no password of its own: become it
		} else {
			parsed.User = url.User(role)
		}
	}
	parsed.Path, parsed.RawQuery = "/"+database, query.Encode()
	return parsed.String()
}
