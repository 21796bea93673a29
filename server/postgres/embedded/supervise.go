package embedded

import (
	"context"
	"fmt"
	"time"
)

const (
	// watchEvery is how often Supervise looks whether PostgreSQL lives.
	watchEvery = 200 * time.Millisecond
	// firstPause and longestPause are between starts that fail, or end soon; each is twice the one before.
	firstPause, longestPause = 100 * time.Millisecond, 4 * time.Second
	// steady is how long PostgreSQL must have run for its next death to be the first again; restartTries how many
	// deaths before that are too many.
	steady, restartTries = time.Minute, 6
)

// Supervise has PostgreSQL running until ctx ends: one that died is started again. The connection strings stay the
// same. A guest takes over when the process that held the folder is gone too. Errors: it cannot be started, or dies
// again and again.
func (c *Cluster) Supervise(ctx context.Context, say func(format string, args ...any)) error {
	c.config.Say = say
	var since time.Time // of the last start
	for tries := 0; ; {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(watchEvery):
		}
		if c.running() {
			continue
		}
		if time.Since(since) > steady {
			tries = 0
		}
		say("PostgreSQL in %s has ended, and is started again", c.folder)
		err := c.begin(ctx)
		if ctx.Err() != nil {
			return nil //nolint:nilerr // it was told to end, whatever the start says
		}
		since, tries = time.Now(), tries+1
		switch {
		case tries >= restartTries:
			return fmt.Errorf("embedded: PostgreSQL has ended %d times within a short time (last start: %v); see %s.log", tries, err, c.folder) //nolint:errorlint // may be nil
		case err != nil:
			say("PostgreSQL does not start: %v", err)
		default:
			say("PostgreSQL in %s answers again", c.folder)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(min(firstPause<<(tries-1), longestPause)):
		}
	}
}
