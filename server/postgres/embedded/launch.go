package embedded

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"krapao/server/background"
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
	command := exec.Command(filepath.Join(c.bin, name), args...) //nolint:gosec,noctx // the caller ends it; the package that we found
	command.Dir = "/"
	command.Env = append(os.Environ(), "LC_ALL=C", "TZ=UTC")
	command.SysProcAttr = &syscall.SysProcAttr{Credential: c.as.credential, Setsid: true}
	return command
}

// launch starts PostgreSQL and waits until it answers. obstacle is what is in its way and will end by itself, "" when
// nothing is.
func (c *Cluster) launch(ctx context.Context) (obstacle string, err error) {
	if err := c.makeSockets(); err != nil {
		return "", err
	}
	args := []string{"-D", c.folder}
	defaults := []string{
		"listen_addresses=", "unix_socket_permissions=0700", "unix_socket_directories=" + c.sockets, "port=" + socketPort,
		"fsync=on", "full_page_writes=on", "synchronous_commit=on", "max_connections=100", "shared_buffers=128MB",
		"timezone=UTC", "log_timezone=UTC", "log_min_messages=warning", "log_min_error_statement=panic",
	}
	for _, setting := range append(defaults, c.config.Settings...) {
		args = append(args, "-c", setting)
	}
	log, err := os.OpenFile(c.folder+".log", os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o600)
	if err != nil {
		return "", err
	}
	defer func() { _ = log.Close() }()
	before, err := log.Seek(0, io.SeekEnd)
	if err != nil {
		return "", err
	}
	command := c.command("postgres", args...)
	command.Stdout, command.Stderr = log, log
	if pid := c.Postmaster(); pid != 0 {
		// The process of the old file is no PostgreSQL that lives (begin has looked). PostgreSQL itself asks only
		// whether the number is in use; it passes over this one, and still looks for processes that hold the old one's
		// shared memory.
		command.Env = append(command.Env, "PG_GRANDPARENT_PID="+strconv.Itoa(pid))
	}
	if err := command.Start(); err != nil {
		return "", fmt.Errorf("embedded: starting PostgreSQL: %w", err)
	}
	ended := make(chan error, 1)
	background.Go(nil, "waiting for PostgreSQL to end", func() { ended <- command.Wait() })
	for {
		if c.answers(ctx) {
			return "", nil
		}
		select {
		case exit := <-ended:
			said := make([]byte, 4096)
			n, _ := log.ReadAt(said, before)
			return refused(said[:n], exit, c.folder+".log")
		case <-ctx.Done():
			return fmt.Sprintf("process %d, which recovers what was committed before PostgreSQL was killed", command.Process.Pid), nil
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// refused tells from what PostgreSQL said at its end whether something was in its way that ends by itself.
func refused(said []byte, exit error, log string) (obstacle string, err error) {
	switch {
	case bytes.Contains(said, []byte("pre-existing shared memory block")):
		return "processes of a PostgreSQL that was killed: they end as soon as they notice", nil
	case bytes.Contains(said, []byte("lock file")) && bytes.Contains(said, []byte("already exists")):
		return "another PostgreSQL that has the folder or its socket", nil
	}
	reason := "it did not say why"
	for line := range bytes.Lines(said) { // the last one says it; hints are for who knows what else runs
		if line = bytes.TrimSpace(line); len(line) > 0 && !bytes.Contains(line, []byte("HINT:")) {
			reason = string(line)
		}
	}
	return "", fmt.Errorf("embedded: PostgreSQL ended at start (%w): %s; see %s", exit, reason, log)
}
