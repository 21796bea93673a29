package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	natsserver "github.com/nats-io/nats-server/v2/server"

	"krapao/server/postgres"
	"krapao/server/postgres/embedded"
)

// The two databases of a run, on one PostgreSQL, each with a server of its own: nothing but the members' wallets, and
// millions of postings.
const empty, filled = "empty", "filled"

const (
	gatewayCode   = "BENCH1"
	gatewaySecret = "the bench's gateway"
	providerKey   = "the bench's provider"
)

// providers are as many as the product has; the members have accounts at the first four, and transfers go to the first.
var providers = strings.Fields("BENCHA BENCHB BENCHC BENCHD BENCHE BENCHF BENCHG BENCHH BENCHI BENCHJ BENCHK BENCHL BENCHM BENCHN BENCHO BENCHP")

// environment is the processes of a run.
type environment struct {
	folder  string
	cluster *embedded.Cluster
	servers map[string]*server
	parties io.Closer
	bus     *natsserver.Server // on which servers hear of chat messages
}

// server is one krapao and the database that it serves.
type server struct {
	host    string // and port, of members
	admin   string // the database, as its superuser
	command *exec.Cmd
}

func openEnvironment(ctx context.Context, s settings) (opened *environment, err error) {
	binary, err := filepath.Abs(s.binary)
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "krapao-speed-")
	if err != nil {
		return nil, err
	}
	p := &environment{folder: folder, servers: map[string]*server{}}
	defer func() {
		if err != nil {
			err = errors.Join(err, p.close())
		}
	}()
	if err := os.Chmod(folder, 0o755); err != nil {
		return nil, err
	}
	// What a real server would have; the rest is PostgreSQL's own default, fsync and synchronous_commit among it. Two
	// servers and pgbench each take as many connections as there are callers.
	p.cluster, err = embedded.Start(ctx, embedded.Config{Data: folder, Settings: []string{
		"shared_buffers=1GB", "max_wal_size=8GB", fmt.Sprintf("max_connections=%d", 3*s.callers+50),
	}})
	if err != nil {
		return nil, err
	}
	if p.parties, err = serveParties(at(s, 9)); err != nil {
		return nil, err
	}
	if p.bus, err = startBus(s); err != nil {
		return nil, err
	}
	for i, name := range []string{empty, filled} {
		if err := p.start(ctx, s, binary, name, i*3); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return p, nil
}

func at(s settings, offset int) string { return fmt.Sprintf("127.0.0.1:%d", s.port+offset) }

// start makes a database and starts its server.
func (p *environment) start(ctx context.Context, s settings, binary, name string, port int) error {
	if err := postgres.CreateDatabase(ctx, p.cluster.URL(embedded.Superuser, "postgres"), name); err != nil {
		return err
	}
	one := &server{host: at(s, port), admin: p.cluster.URL(embedded.Superuser, name)}
	if err := postgres.Prepare(ctx, one.admin); err != nil {
		return err
	}
	if err := postgres.Migrate(ctx, p.cluster.URL(postgres.Owner, name)); err != nil {
		return err
	}
	if err := one.as(ctx, func(db *pgx.Conn) error { _, err := db.Exec(ctx, providersSQL, providers); return err }); err != nil {
		return err
	}
	log, err := os.Create(filepath.Join(p.folder, name+".log"))
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }()
	one.command = exec.Command(binary, "serve")
	one.command.Stdout, one.command.Stderr = log, log
	one.command.Env = append(os.Environ(),
		"DATABASE_URL="+p.cluster.URL(postgres.App, name), "KRAPAO_DATA_DIR="+filepath.Join(p.folder, name), "KRAPAO_SECRET_KEY="+serverKey,
		"KRAPAO_ADDRESS="+at(s, port), "KRAPAO_OPERATOR_ADDRESS="+at(s, port+1), "KRAPAO_OPS_ADDRESS="+at(s, port+2), "KRAPAO_PUBLIC_URL=http://"+one.host,
		"KRAPAO_DATABASE_CONNECTIONS="+strconv.Itoa(s.callers), "KRAPAO_REQUESTS_PER_MINUTE=0", "KRAPAO_DRAIN_DELAY=0s", "KRAPAO_INVARIANTS_EVERY=0",
		"KRAPAO_GATEWAY_URL=http://"+at(s, 9)+"/gateway/{code}", "KRAPAO_GATEWAY_KEYS="+gatewayCode+"=key", "KRAPAO_GATEWAY_SECRETS="+gatewayCode+"="+gatewaySecret,
		"KRAPAO_PROVIDER_URL=http://"+at(s, 9), "KRAPAO_PROVIDER_KEYS="+strings.Join(providers, "="+providerKey+";")+"="+providerKey)
	if name == empty {
		one.command.Env = append(one.command.Env, "KRAPAO_NATS_URL="+p.bus.ClientURL())
	}
	if err := one.command.Start(); err != nil {
		return err
	}
	p.servers[name] = one
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end) && ctx.Err() == nil; time.Sleep(50 * time.Millisecond) {
		if answer, err := http.Get("http://" + at(s, port+2) + "/readyz"); err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return nil
			}
		}
	}
	text, _ := os.ReadFile(log.Name())
	return fmt.Errorf("the server is not ready: %s", text)
}

func (p *environment) close() error {
	var errs []error
	for _, one := range p.servers {
		_ = one.command.Process.Kill()
		_ = one.command.Wait()
	}
	if p.bus != nil {
		p.bus.Shutdown()
	}
	if p.parties != nil {
		errs = append(errs, p.parties.Close())
	}
	if p.cluster != nil {
		errs = append(errs, p.cluster.Stop())
	}
	return errors.Join(append(errs, os.RemoveAll(p.folder))...)
}
