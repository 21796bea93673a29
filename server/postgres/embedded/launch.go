package embedded

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// initialise makes the cluster beside its place and moves it there whole, so that a kill leaves no half of one.
func (c *Cluster) initialise() error {
	fresh := c.folder + ".new"
	if err := os.RemoveAll(fresh); err != nil {
		return err
	}
	if err := os.Mkdir(fresh, 0o700); err != nil {
		return err
	}
	if err := os.Chown(fresh, c.as.uid, c.as.gid); err != nil {
		return err
	}
	command := c.command("initdb", "-D", fresh, "-U", Superuser, "--auth=trust", "--encoding=UTF8", "--locale=C")
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("embedded: initdb: %w\n%s", err, bytes.TrimSpace(output))
	}
	return os.Rename(fresh, c.folder)
}

// command runs in a session of its own: Ctrl-C in the terminal reaches us, and we stop the server in order.
func (c *Cluster) command(name string, args ...string) *exec.Cmd {
	command := exec.Command(filepath.Join(c.bin, name), args...)
	command.Dir = "/"
	command.Env = append(os.Environ(), "LC_ALL=C", "TZ=UTC")
	command.SysProcAttr = &syscall.SysProcAttr{Credential: c.as.credential, Setsid: true}
	return command
}

func (c *Cluster) launch(ctx context.Context, settings []string) error {
	args := []string{"-D", c.folder}
	defaults := []string{
		"listen_addresses=", "unix_socket_permissions=0700", "unix_socket_directories=" + c.sockets, "port=" + socketPort,
		"fsync=on", "full_page_writes=on", "synchronous_commit=on", "max_connections=100", "shared_buffers=128MB",
		"timezone=UTC", "log_timezone=UTC", "log_min_messages=warning", "log_min_error_statement=panic",
	}
	for _, setting := range append(defaults, settings...) {
		args = append(args, "-c", setting)
	}
	for deadline := time.Now().Add(orphanPatience); ; time.Sleep(50 * time.Millisecond) {
		orphans, err := c.tryLaunch(ctx, args)
		if err == nil || !orphans || time.Now().After(deadline) || ctx.Err() != nil {
			return err
		}
	}
}

// orphanPatience is how long a start waits for the children of a server that was killed: they end on their own, soon
// after they notice, and until then a new server refuses to start.
const orphanPatience = 10 * time.Second

// tryLaunch starts the server once; orphans tells that children of the last one were in the way.
func (c *Cluster) tryLaunch(ctx context.Context, args []string) (orphans bool, err error) {
	log, err := os.OpenFile(c.folder+".log", os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o600)
	if err != nil {
		return false, err
	}
	defer func() { _ = log.Close() }()
	before, err := log.Seek(0, io.SeekEnd)
	if err != nil {
		return false, err
	}
	command := c.command("postgres", args...)
	command.Stdout, command.Stderr = log, log
	if err := command.Start(); err != nil {
		return false, fmt.Errorf("embedded: starting PostgreSQL: %w", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	if err := c.waitReady(ctx, ended); err != nil {
		said := make([]byte, 4096)
		n, _ := log.ReadAt(said, before)
		return bytes.Contains(said[:n], []byte("pre-existing shared memory block")), fmt.Errorf("%w; see %s.log", err, c.folder)
	}
	return false, nil
}

// waitReady waits until a connection works, the server ended, or half a minute of recovery was not enough.
func (c *Cluster) waitReady(ctx context.Context, ended <-chan error) error {
	deadline, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	for {
		connection, err := pgx.Connect(deadline, c.URL(Superuser, "postgres"))
		if err == nil {
			return connection.Close(deadline)
		}
		select {
		case exit := <-ended:
			return fmt.Errorf("embedded: PostgreSQL ended at start: %w", errors.Join(exit, err))
		case <-deadline.Done():
			return fmt.Errorf("embedded: PostgreSQL does not answer: %w", err)
		case <-time.After(10 * time.Millisecond):
		}
	}
}
