package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"krapao/bench/harness"
	"krapao/server/app"
	"krapao/server/postgres"
	"krapao/server/postgres/embedded"
)

// cluster is the processes of a run: PostgreSQL, two servers, the parties. Any of them can be killed and started again.
type cluster struct {
	folder  string
	binary  string
	edition app.Edition
	port    int
	url     string // of the application's role
	servers [2]*harness.Process
	parties *harness.Process

	mutex    sync.Mutex // PostgreSQL is killed and started by one at a time
	database *embedded.Cluster

	trouble      trouble
	databaseDown atomic.Bool
}

// isDown tells whether PostgreSQL is known to be away.
func (p *cluster) isDown() bool { return p.databaseDown.Load() }

// Where everything listens, counted from the first port: a server takes three.
const partiesPort = 20

func (p *cluster) at(offset int) string { return fmt.Sprintf("127.0.0.1:%d", p.port+offset) }

func openCluster(ctx context.Context, s settings) (p *cluster, err error) {
	folder, err := os.MkdirTemp("", "krapao-bankrun-")
	if err != nil {
		return nil, err
	}
	binary, err := filepath.Abs(s.binary)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(binary); err != nil {
		return nil, err
	}
	made := &cluster{folder: folder, binary: binary, port: s.port, edition: s.edition}
	defer func() {
		if err != nil {
			err = errors.Join(err, made.close(false))
		}
	}()
	if err := os.Chmod(folder, 0o755); err != nil {
		return nil, err
	}
	made.database, made.url, err = postgres.StartEmbedded(ctx, embedded.Config{Data: folder})
	if err != nil {
		return nil, err
	}
	for i := range made.servers {
		made.servers[i] = made.server(i)
		if !s.soak { // the run checks by itself, and more often
			made.servers[i].Env = append(made.servers[i].Env, "KRAPAO_INVARIANTS_EVERY=0")
		}
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	made.parties = &harness.Process{
		Name: "parties", Path: self, Ready: "http://" + made.at(partiesPort) + "/faults", Log: filepath.Join(folder, "parties.log"),
		Args: []string{partiesCommand, "-listen", made.at(partiesPort), "-portal", "http://" + made.at(0), "-journal", filepath.Join(folder, partiesJournal)},
	}
	return made, nil
}

func (p *cluster) server(i int) *harness.Process {
	first := 10 * i
	return &harness.Process{
		Name: fmt.Sprintf("server %d", i+1), Path: p.binary, Args: []string{"serve"}, Ready: "http://" + p.at(first+2) + "/readyz",
		Log: filepath.Join(p.folder, fmt.Sprintf("server-%d.log", i+1)),
		Env: append(environment(p.edition, "http://"+p.at(partiesPort)),
			"DATABASE_URL="+p.url, "KRAPAO_DATA_DIR="+p.folder, "KRAPAO_SECRET_KEY="+secretKey, "KRAPAO_LOG_LEVEL=warn", "KRAPAO_DATABASE_CONNECTIONS=20",
			"KRAPAO_ADDRESS="+p.at(first), "KRAPAO_OPERATOR_ADDRESS="+p.at(first+1), "KRAPAO_OPS_ADDRESS="+p.at(first+2), "KRAPAO_PUBLIC_URL=http://"+p.at(first),
			"KRAPAO_TRUSTED_PROXIES=127.0.0.0/8", "KRAPAO_REQUESTS_PER_MINUTE=0", "KRAPAO_PASSWORD_MEMORY=64", "KRAPAO_PASSWORD_ITERATIONS=1",
			"KRAPAO_DRAIN_DELAY=0s"),
	}
}

// start starts servers and parties.
func (p *cluster) start(ctx context.Context) error {
	for _, one := range []*harness.Process{p.parties, p.servers[0], p.servers[1]} {
		if err := one.Alone(); err != nil {
			return err
		}
		if err := one.Start(ctx); err != nil {
			return err
		}
	}
	return nil
}

// killDatabase kills PostgreSQL's first process, or one of its backends (then it takes all others down and recovers by
// itself), and starts it again after the pause.
func (p *cluster) killDatabase(ctx context.Context, backend bool, pause time.Duration) error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	first := p.database.Postmaster()
	if first == 0 {
		return errors.New("PostgreSQL has no process")
	}
	if backend {
		return p.killBackend(ctx, first)
	}
	if err := syscall.Kill(first, syscall.SIGKILL); err != nil {
		return fmt.Errorf("killing PostgreSQL: %w", err)
	}
	for ended := time.Now().Add(10 * time.Second); !errors.Is(syscall.Kill(first, 0), syscall.ESRCH) && time.Now().Before(ended); {
		time.Sleep(5 * time.Millisecond)
	}
	time.Sleep(pause)
	if err := p.database.Stop(); err != nil { // it is not running: this lets go of the folder
		return err
	}
	cluster, err := embedded.Start(ctx, embedded.Config{Data: p.folder})
	if err != nil {
		return err
	}
	p.database = cluster
	return nil
}

func (p *cluster) close(keep bool) error {
	var errs []error
	for _, one := range []*harness.Process{p.servers[0], p.servers[1], p.parties} {
		if one != nil {
			one.Kill()
		}
	}
	if p.database != nil {
		errs = append(errs, p.database.Stop())
	}
	if keep {
		say("kept: %s", p.folder)
		return errors.Join(errs...)
	}
	return errors.Join(append(errs, os.RemoveAll(p.folder))...)
}
