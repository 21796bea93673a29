package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"krapao/server/app"
	"krapao/server/postgres"
	"krapao/server/postgres/embedded"
)

// place is the processes of a run: PostgreSQL, two servers, the parties. Any of them can be killed and started again.
type place struct {
	folder  string
	binary  string
	edition app.Edition
	port    int
	url     string // of the application's role
	servers [2]*process
	parties *process

	mutex   sync.Mutex // PostgreSQL is killed and started by one at a time
	cluster *embedded.Cluster

	trouble      trouble
	databaseDown atomic.Bool
}

// isDown tells whether PostgreSQL is known to be away.
func (p *place) isDown() bool { return p.databaseDown.Load() }

// Where everything listens, counted from the first port: a server takes three.
const partiesPort = 20

func (p *place) at(offset int) string { return fmt.Sprintf("127.0.0.1:%d", p.port+offset) }

func openPlace(ctx context.Context, s settings) (p *place, err error) {
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
	made := &place{folder: folder, binary: binary, port: s.port, edition: s.edition}
	defer func() {
		if err != nil {
			err = errors.Join(err, made.close(false))
		}
	}()
	if err := os.Chmod(folder, 0o755); err != nil { //nolint:gosec // PostgreSQL's user passes through
		return nil, err
	}
	made.cluster, made.url, err = postgres.StartEmbedded(ctx, embedded.Config{Data: folder})
	if err != nil {
		return nil, err
	}
	for i := range made.servers {
		made.servers[i] = made.server(i)
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	made.parties = &process{
		name: "parties", path: self, ready: "http://" + made.at(partiesPort) + "/faults", log: filepath.Join(folder, "parties.log"),
		args: []string{partiesCommand, "-listen", made.at(partiesPort), "-portal", "http://" + made.at(0), "-journal", filepath.Join(folder, partiesJournal)},
	}
	return made, nil
}

func (p *place) server(i int) *process {
	first := 10 * i
	return &process{
		name: fmt.Sprintf("server %d", i+1), path: p.binary, args: []string{"serve"}, ready: "http://" + p.at(first+2) + "/readyz",
		log: filepath.Join(p.folder, fmt.Sprintf("server-%d.log", i+1)),
		env: append(environment(p.edition, "http://"+p.at(partiesPort)),
			"DATABASE_URL="+p.url, "KRAPAO_DATA_DIR="+p.folder, "KRAPAO_SECRET_KEY="+secretKey, "KRAPAO_LOG_LEVEL=warn", "KRAPAO_DATABASE_CONNECTIONS=20",
			"KRAPAO_ADDRESS="+p.at(first), "KRAPAO_OPERATOR_ADDRESS="+p.at(first+1), "KRAPAO_OPS_ADDRESS="+p.at(first+2), "KRAPAO_PUBLIC_URL=http://"+p.at(first),
			"KRAPAO_TRUSTED_PROXIES=127.0.0.0/8", "KRAPAO_REQUESTS_PER_MINUTE=0", "KRAPAO_PASSWORD_MEMORY=64", "KRAPAO_PASSWORD_ITERATIONS=1",
			"KRAPAO_DRAIN_DELAY=0s", "KRAPAO_INVARIANTS_EVERY=0"),
	}
}

// start starts servers and parties.
func (p *place) start(ctx context.Context) error {
	for _, one := range []*process{p.parties, p.servers[0], p.servers[1]} {
		if err := one.alone(); err != nil {
			return err
		}
		if err := one.start(ctx); err != nil {
			return err
		}
	}
	return nil
}

// killDatabase kills PostgreSQL's first process, or one of its backends (then it takes all others down and recovers by itself), and
// starts it again after the pause.
func (p *place) killDatabase(ctx context.Context, backend bool, pause time.Duration) error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	first := p.cluster.Postmaster()
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
	if err := p.cluster.Stop(); err != nil { // it is not running: this lets go of the folder
		return err
	}
	cluster, err := embedded.Start(ctx, embedded.Config{Data: p.folder})
	if err != nil {
		return err
	}
	p.cluster = cluster
	return nil
}

func (p *place) close(keep bool) error {
	var errs []error
	for _, one := range []*process{p.servers[0], p.servers[1], p.parties} {
		if one != nil {
			one.kill()
		}
	}
	if p.cluster != nil {
		errs = append(errs, p.cluster.Stop())
	}
	if keep {
		say("kept: %s", p.folder)
		return errors.Join(errs...)
	}
	return errors.Join(append(errs, os.RemoveAll(p.folder))...)
}

// process is one that can be killed at any moment and started again.
type process struct {
	name, path, ready, log string
	args, env              []string

	mutex   sync.Mutex
	command *exec.Cmd
	ended   chan struct{}
}

// startPatience is how long a process may take until it is ready: a busy machine is no fault of it.
const startPatience = time.Minute

// start starts it and waits until it is ready. A server waits for PostgreSQL at its start; one that ends all the same is started again, as under any supervisor.
func (p *process) start(ctx context.Context) error {
	for deadline := time.Now().Add(startPatience); time.Now().Before(deadline) && ctx.Err() == nil; {
		ended, err := p.launch()
		if err != nil {
			return err
		}
		if p.untilReady(ctx, ended, deadline) {
			return nil
		}
	}
	return errors.Join(ctx.Err(), fmt.Errorf("%s does not start: see %s", p.name, p.log))
}

// alone fails where something already listens at the process's place: what another run left behind would answer for it.
func (p *process) alone() error {
	at, err := url.Parse(p.ready)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", at.Host)
	if err != nil {
		return fmt.Errorf("the place of %s is taken: %w", p.name, err)
	}
	return listener.Close()
}

func (p *process) launch() (ended chan struct{}, err error) {
	log, err := os.OpenFile(p.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer func() { _ = log.Close() }()
	command := exec.Command(p.path, p.args...) //nolint:gosec // the run's own programs
	command.Env = append(os.Environ(), p.env...)
	command.Stdout, command.Stderr = log, log
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // Ctrl-C is for us: we stop it
	if err := command.Start(); err != nil {
		return nil, err
	}
	ended = make(chan struct{})
	go func() {
		defer close(ended)
		_ = command.Wait()
	}()
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.command, p.ended = command, ended
	return ended, nil
}

// untilReady tells whether the process became ready before it ended.
func (p *process) untilReady(ctx context.Context, ended chan struct{}, deadline time.Time) bool {
	for time.Now().Before(deadline) && ctx.Err() == nil {
		select {
		case <-ended:
			return false
		case <-time.After(20 * time.Millisecond):
		}
		answer, err := http.Get(p.ready)
		if err != nil {
			continue
		}
		_ = answer.Body.Close()
		if answer.StatusCode == http.StatusOK {
			return true
		}
	}
	return false
}

// kill is kill -9, and waits until the process is gone.
func (p *process) kill() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.command == nil {
		return
	}
	_ = p.command.Process.Kill()
	<-p.ended
	p.command = nil
}
