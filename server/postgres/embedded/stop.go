package embedded

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Postmaster gives the server's process id from postmaster.pid, 0 when there is none.
func (c *Cluster) Postmaster() int {
	text, err := os.ReadFile(filepath.Join(c.folder, "postmaster.pid"))
	if err != nil {
		return 0
	}
	first, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(first))
	if err != nil || pid <= 1 {
		return 0
	}
	return pid
}

// running tells whether the process of postmaster.pid is a PostgreSQL that lives.
func (c *Cluster) running() bool { return lifeOf(c.Postmaster()) == alive }

// Stop stops the server in order (open transactions roll back) and waits. While another process uses it, it is left
// running: the last one stops it.
func (c *Cluster) Stop() error {
	if c.users == nil {
		return nil
	}
	defer c.unlock()
	// Alone: nobody joins until this lock is given back. A failed try has given up ours, so of two that leave at once
	// one gets it.
	if err := syscall.Flock(int(c.users.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil // others use it
	}
	if held, err := c.hold(); err != nil || !held {
		return err // a server of the release before this lock: it stops PostgreSQL itself
	}
	pid := c.Postmaster()
	if pid == 0 || !c.running() {
		return nil
	}
	if err := syscall.Kill(pid, syscall.SIGINT); err != nil && !errors.Is(err, syscall.ESRCH) {
		return fmt.Errorf("embedded: stopping PostgreSQL: %w", err)
	}
	for range 3000 {
		if c.Postmaster() != pid {
			_ = os.Remove(c.sockets) // empty by now; the next start makes it again
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return errors.New("embedded: PostgreSQL did not stop within 30 s")
}

func (c *Cluster) unlock() {
	for _, lock := range []**os.File{&c.lock, &c.users} {
		if *lock != nil {
			_ = (*lock).Close()
			*lock = nil
		}
	}
}
