package postgres

import (
	"context"
	"io/fs"
	"time"
)

// MigrateFiles applies files as Migrate does its own, with another lock time-out.
func MigrateFiles(ctx context.Context, url string, files fs.FS, lockTimeout time.Duration) error {
	return migration{lockTimeout: lockTimeout, pause: 50 * time.Millisecond, tries: 1000}.run(ctx, url, files)
}
