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

// Stop stops the server in order (open transactions roll back) and waits. A guest, who joined a cluster that another
// process holds, leaves it running.
func (c *Cluster) Stop() error {
	if c.lock == nil {
		return nil
	}
	defer c.unlock()
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
	if c.lock != nil {
		_ = c.lock.Close()
		c.lock = nil
	}
}
