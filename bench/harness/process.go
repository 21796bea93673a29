// Package harness is what runs with real processes have in common: processes that are killed and started again.
package harness

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Process is one that can be killed at any moment and started again.
type Process struct {
	// Name is what messages call it, Path its program.
	Name, Path string
	Args, Env  []string
	// Ready answers 200 once the process can be used.
	Ready string
	// Log is the file that gets what it writes.
	Log string

	mutex   sync.Mutex
	command *exec.Cmd
	ended   chan struct{}
}

// startTimeout is how long a process may take until it is ready: a busy machine is no fault of it.
const startTimeout = time.Minute

// Start starts it and waits until it is ready. A server waits for PostgreSQL at its start; one that ends all the same
// is started again, as under any supervisor.
func (p *Process) Start(ctx context.Context) error {
	for deadline := time.Now().Add(startTimeout); time.Now().Before(deadline) && ctx.Err() == nil; {
		ended, err := p.launch()
		if err != nil {
			return err
		}
		if p.untilReady(ctx, ended, deadline) {
			return nil
		}
	}
	return errors.Join(ctx.Err(), fmt.Errorf("%s does not start: see %s", p.Name, p.Log))
}

// Alone fails where something already listens at the process's address: what another run left behind would answer for
// it.
func (p *Process) Alone() error {
	at, err := url.Parse(p.Ready)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", at.Host)
	if err != nil {
		return fmt.Errorf("the address of %s is taken: %w", p.Name, err)
	}
	return listener.Close()
}

func (p *Process) launch() (ended chan struct{}, err error) {
	log, err := os.OpenFile(p.Log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer func() { _ = log.Close() }()
	command := exec.Command(p.Path, p.Args...)
	command.Env = append(os.Environ(), p.Env...)
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
func (p *Process) untilReady(ctx context.Context, ended chan struct{}, deadline time.Time) bool {
	for time.Now().Before(deadline) && ctx.Err() == nil {
		select {
		case <-ended:
			return false
		case <-time.After(20 * time.Millisecond):
		}
		if p.IsReady() {
			return true
		}
	}
	return false
}

// IsReady asks the process once.
func (p *Process) IsReady() bool {
	answer, err := http.Get(p.Ready)
	if err != nil {
		return false
	}
	_ = answer.Body.Close()
	return answer.StatusCode == http.StatusOK
}

// Pid is the running process's number, 0: there is none.
func (p *Process) Pid() int {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.command == nil {
		return 0
	}
	return p.command.Process.Pid
}

// Kill is kill -9, and waits until the process is gone.
func (p *Process) Kill() { p.end(syscall.SIGKILL) }

// Stop asks the process to end (SIGTERM), and waits until it is gone.
func (p *Process) Stop() { p.end(syscall.SIGTERM) }

func (p *Process) end(signal syscall.Signal) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.command == nil {
		return
	}
	_ = p.command.Process.Signal(signal) // it may have ended by itself
	<-p.ended
	p.command = nil
}

// Commit names the tree that runs; one with changes says so.
func Commit() string {
	hash, err := exec.Command("git", "rev-parse", "--short=12", "HEAD").Output()
	if err != nil {
		return "unknown"
	}
	name := strings.TrimSpace(string(hash))
	if changed, err := exec.Command("git", "status", "--porcelain", "--", "server", "bench", "go.mod").Output(); err != nil || len(changed) > 0 {
		name += ", with changes"
	}
	return name
}
