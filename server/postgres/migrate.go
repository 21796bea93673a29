package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// migration says how patient a run of migrations is with the transactions of a server that goes on serving.
type migration struct {
	// lockTimeout is how long a statement may wait for a lock. Everybody who comes later waits behind it, so it is a
	// pause that members may notice.
	lockTimeout time.Duration
	// pause is how long members go first after a statement has waited in vain.
	pause time.Duration
	// tries is how often a migration is begun before it is an error.
	tries int
}

// patientMigration waits for three and a half minutes at most; members wait for a second at most.
var patientMigration = migration{lockTimeout: time.Second, pause: 2500 * time.Millisecond, tries: 60}

// Migrate brings the schema to the newest version, as Owner. Several servers may do it at once: one works, the others
// wait. Other servers may go on serving (README.md, "Migrations").
func Migrate(ctx context.Context, url string) error {
	return patientMigration.run(ctx, url, Migrations())
}

// run applies what a database lacks of the files. A migration that waits too long for a lock is begun again.
func (m migration) run(ctx context.Context, url string, files fs.FS) error {
	for try := 1; ; try++ {
		err := m.once(ctx, url, files)
		if err == nil {
			return nil
		}
		if !isCode(err, "55P03") || try == m.tries { // lock_not_available
			return fmt.Errorf("postgres: migrate: %w", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(m.pause):
		}
	}
}

func (m migration) once(ctx context.Context, url string, files fs.FS) (err error) {
	db, err := m.openOwner(url)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	locker, err := lock.NewPostgresSessionLocker()
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, db, files, goose.WithSessionLocker(locker))
	if err != nil {
		return err
	}
	_, err = provider.Up(ctx)
	return err
}

func (m migration) openOwner(url string) (*sql.DB, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("postgres: connection string: %w", err)
	}
	config.RuntimeParams["role"] = Owner
	config.RuntimeParams["lock_timeout"] = strconv.FormatInt(m.lockTimeout.Milliseconds(), 10)
	return stdlib.OpenDB(*config), nil
}
