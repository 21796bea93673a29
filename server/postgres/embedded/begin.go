package embedded

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	// startWait bounds how long a start waits for what is left of an earlier PostgreSQL, and for the recovery of what
	// was committed.
	startWait = 2 * time.Minute
	// lookEvery is how often it looks again, sayEvery how often it says that it still waits.
	lookEvery, sayEvery = 50 * time.Millisecond, 5 * time.Second
)

// begin has the cluster running. What is in the way and ends by itself is waited for.
func (c *Cluster) begin(ctx context.Context) error {
	bounded, cancel := context.WithTimeout(ctx, startWait)
	defer cancel()
	began, said, last := time.Now(), time.Time{}, ""
	for {
		obstacle, err := c.try(bounded)
		if err != nil || obstacle == "" {
			return err
		}
		if obstacle != last || time.Since(said) >= sayEvery {
			c.config.Say("PostgreSQL in %s waits for %s (%v so far, at most %v)", c.folder, obstacle, time.Since(began).Round(100*time.Millisecond), startWait)
			said, last = time.Now(), obstacle
		}
		select {
		case <-time.After(lookEvery):
		case <-bounded.Done():
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return fmt.Errorf("embedded: PostgreSQL in %s did not start within %v: it still waits for %s. Start again when that has ended; remove nothing in the folder", c.folder, startWait, obstacle)
		}
	}
}

// try starts or joins PostgreSQL once; obstacle is what has to end first.
func (c *Cluster) try(ctx context.Context) (obstacle string, err error) {
	if used, err := c.use(); err != nil {
		return "", err
	} else if !used {
		return "the process that stops it", nil
	}
	if held, err := c.hold(); err != nil {
		return "", err
	} else if !held { // be its guest
		if c.ownSockets() == nil && c.answers(ctx) {
			return "", nil
		}
		return "the process that holds " + c.folder + ".lock, whose PostgreSQL does not answer", nil
	}
	if _, err := os.Stat(filepath.Join(c.folder, "PG_VERSION")); errors.Is(err, os.ErrNotExist) {
		c.config.Say("making an empty PostgreSQL %d in %s", c.Major, c.folder)
		if err := c.initialise(); err != nil {
			return "", err
		}
	}
	if !c.running() {
		return c.launch(ctx)
	}
	if c.ownSockets() == nil && c.answers(ctx) {
		return "", nil
	}
	return fmt.Sprintf("process %d, a PostgreSQL that lives and does not answer: it recovers, or ends", c.Postmaster()), nil
}

// hold takes the lock of who may start PostgreSQL; false: another process has it.
func (c *Cluster) hold() (bool, error) { return flock(&c.lock, c.folder+".lock", syscall.LOCK_EX) }

// use notes that this process uses PostgreSQL; false: its last user is just stopping it.
func (c *Cluster) use() (bool, error) { return flock(&c.users, c.folder+".users", syscall.LOCK_SH) }

// flock takes a lock once, which the system gives back however its holder ends; false: another process is in its way.
func flock(held **os.File, name string, how int) (bool, error) {
	if *held != nil {
		return true, nil
	}
	file, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return false, err
	}
	if err := syscall.Flock(int(file.Fd()), how|syscall.LOCK_NB); err != nil {
		return false, file.Close()
	}
	*held = file
	return true, nil
}

// answers tells whether a connection works.
func (c *Cluster) answers(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	connection, err := pgx.Connect(ctx, c.URL(Superuser, "postgres"))
	return err == nil && connection.Close(ctx) == nil
}
