package embedded

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// Superuser is the cluster's first role; only the making of roles and databases uses it.
const Superuser = "postgres"

const socketPort = "5432" // names the socket's file; nothing listens on TCP

// Config says where the data is kept.
type Config struct {
	// Data is the folder that holds pg<major>: data.
	Data string
	// Settings are added to the server's command line (name=value).
	Settings []string
	// Say is told what takes a while and what is waited for, and where the data went when it could not stay under Data.
	// May be nil.
	Say func(format string, args ...any)
}

// Cluster is a running PostgreSQL.
type Cluster struct {
	// Major is its major version.
	Major int

	as      runAs
	bin     string
	folder  string // …/pg<major>
	sockets string
	lock    *os.File // held by the process that may start the server; nil for a guest
	users   *os.File // held shared by everyone who uses the server: the last one stops it
	config  Config
}

// Start gives the cluster of the data folder: it makes it on the first start, starts it, or joins it when it already
// runs (a crash of ours leaves PostgreSQL running). Where an earlier PostgreSQL is in the way it waits for its end, two
// minutes at most. Another major version's folder is refused with what to do.
func Start(ctx context.Context, config Config) (*Cluster, error) {
	if config.Say == nil {
		config.Say = func(string, ...any) {}
	}
	cluster, err := prepare(config)
	if err != nil {
		return nil, err
	}
	cluster.config = config
	if err := cluster.begin(ctx); err != nil {
		cluster.unlock() // what recovers goes on: the next start finds it further
		return nil, err
	}
	return cluster, nil
}

func prepare(config Config) (*Cluster, error) {
	as, err := whoRuns()
	if err != nil {
		return nil, err
	}
	data, err := filepath.Abs(config.Data)
	if err != nil {
		return nil, err
	}
	found, err := binaries(data, ".")
	if err != nil {
		return nil, err
	}
	bin, err := as.binariesFor(found)
	if err != nil {
		return nil, err
	}
	major, err := majorOf(bin)
	if err != nil {
		return nil, err
	}
	if placed := as.place(data); placed != data {
		config.Say("PostgreSQL runs as another user, who cannot enter %s: the data is in %s", data, placed)
		data = placed
	}
	if err := refuseOtherMajor(data, major); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(data, 0o755); err != nil { //nolint:gosec // PostgreSQL's user passes through; pg<major> inside is 0700
		return nil, err
	}
	folder := filepath.Join(data, "pg"+strconv.Itoa(major))
	return &Cluster{as: as, bin: bin, Major: major, folder: folder, sockets: socketFolder(as, folder)}, nil
}

// ErrNoCluster says that a folder has no embedded database; the message says which folder, and what to set.
var ErrNoCluster = errors.New("no embedded database")

// Exists refuses a data folder in which no server has made a cluster, for commands that must not make an empty one.
func Exists(data string) error {
	as, err := whoRuns()
	if err != nil {
		return err
	}
	if data, err = filepath.Abs(data); err != nil {
		return err
	}
	placed := as.place(data)
	if len(clusters(placed)) > 0 {
		return nil
	}
	return fmt.Errorf("%w in %s: set KRAPAO_DATA_DIR (--data-dir) to the data folder of `krapao serve --embedded`, which makes one", ErrNoCluster, placed)
}

// clusters are the folders pg<major> of a data folder; one that was put aside (pg18.old) is none.
func clusters(data string) (names []string) {
	versions, _ := filepath.Glob(filepath.Join(data, "pg*", "PG_VERSION"))
	for _, version := range versions {
		name := filepath.Base(filepath.Dir(version))
		if _, err := strconv.Atoi(strings.TrimPrefix(name, "pg")); err == nil {
			names = append(names, name)
		}
	}
	return names
}

// refuseOtherMajor: PostgreSQL cannot read another major version's files, and starting an empty one would look like
// lost money.
func refuseOtherMajor(data string, major int) error {
	wanted, found := "pg"+strconv.Itoa(major), clusters(data)
	if len(found) == 0 || slices.Contains(found, wanted) {
		return nil
	}
	other := found[0]
	return fmt.Errorf("embedded: %s holds the data of another PostgreSQL (%s), this one is %s: start that version "+
		"(KRAPAO_POSTGRES_BIN) and copy the data over with its pg_dump, or move the folder away to begin empty", data, other, wanted)
}

// socketFolder is a short path: a socket's may not exceed about 100 characters.
func socketFolder(as runAs, folder string) string {
	base := os.TempDir()
	if len(base) > 60 || !as.reachable(base) {
		base = "/tmp"
	}
	return filepath.Join(base, fmt.Sprintf("krapao-%d-%s", as.uid, short(folder)))
}

// makeSockets makes the folder of the socket, which only the server's user and root enter. Who has both locks does it:
// the last user of before removes it.
func (c *Cluster) makeSockets() error {
	if err := os.Mkdir(c.sockets, 0o700); err == nil {
		return os.Chown(c.sockets, c.as.uid, c.as.gid)
	} else if !errors.Is(err, os.ErrExist) {
		return err
	}
	return c.ownSockets()
}

// ownSockets refuses a folder of the socket that somebody else made.
func (c *Cluster) ownSockets() error {
	info, err := os.Lstat(c.sockets)
	if err != nil {
		return err
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !ok || !info.IsDir() || info.Mode().Perm() != 0o700 || int(owner.Uid) != c.as.uid {
		return fmt.Errorf("embedded: %s is not a private folder of ours; remove it", c.sockets)
	}
	return nil
}

// URL is the connection string of a role and a database of this cluster.
func (c *Cluster) URL(role, database string) string {
	query := url.Values{"host": {c.sockets}, "port": {socketPort}, "sslmode": {"disable"}}
	return (&url.URL{Scheme: "postgres", User: url.User(role), Path: "/" + database, RawQuery: query.Encode()}).String()
}

// Folder is where the data is.
func (c *Cluster) Folder() string { return c.folder }

// Sockets is the folder of the server's socket.
func (c *Cluster) Sockets() string { return c.sockets }
