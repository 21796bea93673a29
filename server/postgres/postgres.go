// Package postgres keeps everything: the storage edge. One file per domain has its queries, this file the connection,
// tx.go the transactions, migrations/ the schema.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/server/deposit"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/member"
)

// The two database roles. Migrations run as Owner; the application runs as App, which may not change or delete postings
// and may not touch a balance but through ledger_post. Neither is a superuser.
const (
	Owner = "krapao_owner"
	App   = "krapao_app"
)

// Config says how to reach the database. The zero value of each field but URL takes the default that it names.
type Config struct {
	// URL is the connection string. Its user is App itself or may become it (SET ROLE).
	URL string
	// MaxConnections bounds the pool: 16. The shared reads have at most sharedConnections more.
	MaxConnections int32
	// StatementTimeout ends a statement that takes longer: 3 s.
	StatementTimeout time.Duration
	// AcquireTimeout is how long a caller waits for a connection before it is told to come back: 1.5 s.
	AcquireTimeout time.Duration
	// Log takes what nobody is told of otherwise: slog.Default.
	Log *slog.Logger
}

func (c Config) withDefaults() Config {
	if c.MaxConnections == 0 {
		c.MaxConnections = 16
	}
	if c.StatementTimeout == 0 {
		c.StatementTimeout = 3 * time.Second
	}
	if c.AcquireTimeout == 0 {
		c.AcquireTimeout = 1500 * time.Millisecond
	}
	return c
}

// sharedConnections are the shared reads' own, and few are enough: each of the two batchers has at most batchReaders
// under way, and the look at open sockets' sessions one. A transaction holds its connection until the disk has its
// commit, so that reads which took theirs from the same pool waited for the disk behind everybody who wrote.
const sharedConnections = 2*batchReaders + 1

// DB is the application's connections. Make it with Open.
type DB struct {
	pool           *pgxpool.Pool
	shared         *pgxpool.Pool // of reads that many wait for
	acquireTimeout time.Duration
	overviews      *batcher[id.MemberID, overviewRow]
	sessions       *batcher[string, member.StoredSession] // by the token's hash
	qrReads        *batcher[id.ID, deposit.QR]            // by the reference
}

// Open connects as App and refuses a database that could lose what it has acknowledged (see Durable).
// Errors: Unavailable when it cannot be reached.
func Open(ctx context.Context, config Config) (*DB, error) {
	config = config.withDefaults()
	settings, err := pgxpool.ParseConfig(config.URL)
	if err != nil {
		return nil, fmt.Errorf("postgres: connection string: %w", err)
	}
	settings.AfterConnect = knowTypes
	settings.MaxConns = config.MaxConnections
	settings.MaxConnLifetimeJitter = time.Minute
	settings.ConnConfig.ConnectTimeout = config.AcquireTimeout
	parameters := settings.ConnConfig.RuntimeParams
	parameters["role"] = App
	parameters["application_name"] = "krapao"
	parameters["timezone"] = "UTC"
	parameters["statement_timeout"] = fmt.Sprint(config.StatementTimeout.Milliseconds())
	parameters["idle_in_transaction_session_timeout"] = "30000"
	pool, err := pgxpool.NewWithConfig(ctx, settings)
	if err != nil {
		return nil, mapped(err)
	}
	settings = settings.Copy()
	settings.MaxConns = sharedConnections
	shared, err := pgxpool.NewWithConfig(ctx, settings)
	if err != nil {
		pool.Close()
		return nil, mapped(err)
	}
	db := &DB{pool: pool, shared: shared, acquireTimeout: config.AcquireTimeout}
	limit := config.AcquireTimeout + config.StatementTimeout + time.Second
	db.overviews = &batcher[id.MemberID, overviewRow]{borrow: db.borrowShared, read: db.overviewRows, waitTimeout: config.AcquireTimeout, limit: limit, log: config.Log}
	db.sessions = &batcher[string, member.StoredSession]{borrow: db.borrowShared, read: sessionRows, waitTimeout: config.AcquireTimeout, limit: limit, log: config.Log}
	db.qrReads = &batcher[id.ID, deposit.QR]{borrow: db.borrow, read: qrRows, waitTimeout: config.AcquireTimeout, limit: limit, log: config.Log}
	if err := Durable(ctx, db.Querier(ctx)); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// Close waits for borrowed connections and closes all.
func (db *DB) Close() {
	db.shared.Close()
	db.pool.Close()
}

// Ping tells whether the database answers. Errors: Unavailable.
func (db *DB) Ping(ctx context.Context) error {
	_, err := db.Querier(ctx).Exec(ctx, "select 1")
	return err
}

// Durable refuses a database whose settings let a crash forget acknowledged money.
func Durable(ctx context.Context, querier Querier) error {
	for _, setting := range []string{"fsync", "full_page_writes", "synchronous_commit"} {
		var value string
		if err := querier.QueryRow(ctx, "select current_setting($1)", setting).Scan(&value); err != nil {
			return err
		}
		if value == "off" || (setting == "synchronous_commit" && value == "local") {
			return fmt.Errorf("postgres: %s is %s; money needs it on", setting, value)
		}
	}
	return nil
}

type waitBudgetKey struct{}

// WithWaitBudget is for a request's context: once it has got no connection, it waits for no other one, so that it is
// answered in the time of one wait however many things it needs.
func WithWaitBudget(ctx context.Context) context.Context {
	return context.WithValue(ctx, waitBudgetKey{}, &atomic.Bool{})
}

// acquire borrows a connection, for at most the acquire time-out.
func (db *DB) acquire(ctx context.Context) (*pgxpool.Conn, error) {
	return db.acquireFrom(ctx, db.pool)
}

// acquireShared is acquire for reads that many wait for.
func (db *DB) acquireShared(ctx context.Context) (*pgxpool.Conn, error) {
	return db.acquireFrom(ctx, db.shared)
}

func (db *DB) acquireFrom(ctx context.Context, pool *pgxpool.Pool) (*pgxpool.Conn, error) {
	if err := waitBudgetSpent(ctx); err != nil {
		return nil, err
	}
	connection, err := db.wait(ctx, pool)
	if err != nil {
		spendWaitBudget(ctx)
	}
	return connection, err
}

// borrow gives a connection for several statements, and how to give it back.
func (db *DB) borrow(ctx context.Context) (Querier, func(), error) {
	return db.lend(ctx, db.acquire)
}

// borrowShared is borrow for reads that many wait for.
func (db *DB) borrowShared(ctx context.Context) (Querier, func(), error) {
	return db.lend(ctx, db.acquireShared)
}

func (db *DB) lend(ctx context.Context, acquire func(context.Context) (*pgxpool.Conn, error)) (Querier, func(), error) {
	connection, err := acquire(ctx)
	if err != nil {
		return nil, nil, err
	}
	return txQuerier{newTransaction(db, connection.Conn())}, connection.Release, nil
}

// waitBudgetSpent refuses a request that has waited in vain before.
func waitBudgetSpent(ctx context.Context) error {
	if gaveUp, bounded := ctx.Value(waitBudgetKey{}).(*atomic.Bool); bounded && gaveUp.Load() {
		return fault.ServiceUnavailable.Withf("postgres: the request has waited for a connection in vain before")
	}
	return nil
}

// spendWaitBudget notes that the request has waited in vain.
func spendWaitBudget(ctx context.Context) {
	if gaveUp, bounded := ctx.Value(waitBudgetKey{}).(*atomic.Bool); bounded {
		gaveUp.Store(true)
	}
}

func (db *DB) wait(ctx context.Context, pool *pgxpool.Pool) (*pgxpool.Conn, error) {
	waiting, cancel := context.WithTimeout(ctx, db.acquireTimeout)
	defer cancel()
	connection, err := pool.Acquire(waiting)
	if err != nil && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		return nil, fault.ServiceUnavailable.Withf("postgres: no connection in %v: %w", db.acquireTimeout, err)
	}
	return connection, mapped(err)
}

// Querier runs statements, in the context's transaction when there is one. Its errors are mapped: a database that is
// down is Unavailable; pgx.ErrNoRows and *pgconn.PgError stay reachable with errors.Is and errors.As.
type Querier interface {
	Exec(ctx context.Context, sql string, args ...any) (rowsAffected int64, err error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	SendBatch(ctx context.Context, batch *pgx.Batch) pgx.BatchResults
}
