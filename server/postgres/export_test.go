package postgres

import (
	"context"
	"io/fs"
	"log/slog"
	"time"
)

// MigrateFiles applies files as Migrate does its own, with another lock time-out.
func MigrateFiles(ctx context.Context, url string, files fs.FS, lockTimeout time.Duration) error {
	return migration{lockTimeout: lockTimeout, pause: 50 * time.Millisecond, tries: 1000}.run(ctx, url, files)
}

// InvariantNames are the invariants that the database is asked about. Increment tells how an increment looks at one: ""
// at nothing of it.
func InvariantNames() (names []string) {
	for _, known := range allInvariants {
		names = append(names, known.name)
	}
	return names
}

// Increment is described at InvariantNames; why is the reason for looking at nothing.
func Increment(name string) (sql, why string) { return increments[name], nightly[name] }

// QuietLog is the log that the queue's library writes to.
func QuietLog(log *slog.Logger) *slog.Logger { return slog.New(quiet{log.Handler()}) }
