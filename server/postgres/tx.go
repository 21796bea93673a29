package postgres

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"krapao/server/fault"
)

// maxTries bounds how often a transaction that lost a deadlock or a serialization conflict is run again.
const maxTries = 5

type txKey struct{}

// InTransaction tells whether the context is inside InTx. Calls to parties we do not own refuse such a context: they
// would hold locks for as long as the other side likes.
func InTransaction(ctx context.Context) bool {
	_, inside := ctx.Value(txKey{}).(*transaction)
	return inside
}

// errNoTransaction is a defect: a lock that ends with its own statement locks nothing.
var errNoTransaction = errors.New("postgres: a lock outside a transaction")

// requireTx refuses what locks, or writes what belongs to an effect, outside a transaction.
func requireTx(ctx context.Context) error {
	if !InTransaction(ctx) {
		return errNoTransaction
	}
	return nil
}

// InTx runs fn in one database transaction, which Querier, Ledger and a nested InTx find in fn's context. It commits
// when fn returns nil, else rolls back and returns fn's error. A nested InTx joins; when it fails, the whole is rolled
// back even if the outer fn ignores it. After a deadlock or a serialization conflict fn runs again, so it must have no
// effect but on the database and on variables that it sets anew. Errors: fn's; Unavailable, where a lost commit may or
// may not have happened and the caller reads back by key.
func (db *DB) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	if outer, inside := ctx.Value(txKey{}).(*transaction); inside {
		if outer.db != db {
			return errors.New("postgres: a transaction of another database is open")
		}
		err := fn(ctx)
		if err != nil && outer.failed == nil {
			outer.failed = err
		}
		return err
	}
	for try := 1; ; try++ {
		err := db.runTx(ctx, fn)
		if err == nil || try == maxTries || !retryable(err) || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Duration(rand.Int64N(int64(try) * int64(5*time.Millisecond)))) //nolint:gosec // jitter, no secret
	}
}

func (db *DB) runTx(ctx context.Context, fn func(ctx context.Context) error) error {
	connection, err := db.acquire(ctx)
	if err != nil {
		return err
	}
	defer connection.Release()
	tx := newTransaction(db, connection.Conn(), "begin")
	// Roll back even when ctx was cancelled.
	defer tx.end(context.WithoutCancel(ctx))
	if err := fn(context.WithValue(ctx, txKey{}, tx)); err != nil {
		return err
	}
	if tx.failed != nil {
		return tx.failed
	}
	return mapped(tx.commit(ctx))
}

// Enqueue runs a statement whose result nobody waits for: in a transaction it is sent with the next statement, or with
// the commit, which give its error, and costs no round trip of its own.
func (db *DB) Enqueue(ctx context.Context, sql string, args ...any) error {
	return db.enqueue(ctx, queued{sql: sql, args: args})
}

// enqueue is Enqueue for a statement whose error means something.
func (db *DB) enqueue(ctx context.Context, one queued) error {
	if inside, ok := ctx.Value(txKey{}).(*transaction); ok && inside.db == db {
		return inside.enqueue(one)
	}
	_, err := db.Querier(ctx).Exec(ctx, one.sql, one.args...)
	if err != nil && one.mapError != nil {
		err = one.mapError(err)
	}
	return err
}

// Querier gives what runs statements: the context's transaction, else the pool.
func (db *DB) Querier(ctx context.Context) Querier {
	if inside, ok := ctx.Value(txKey{}).(*transaction); ok && inside.db == db {
		return txQuerier{inside}
	}
	return poolQuerier{db.acquire}
}

// sharedReads is Querier for a short read that many wait for.
func (db *DB) sharedReads(ctx context.Context) Querier {
	if inside, ok := ctx.Value(txKey{}).(*transaction); ok && inside.db == db {
		return txQuerier{inside}
	}
	return poolQuerier{db.acquireShared}
}

// Snapshot runs fn in a REPEATABLE READ, READ ONLY transaction: everything fn reads is of one moment. It refuses to
// nest. The statement time-out is lifted: it is for checks and reports.
func (db *DB) Snapshot(ctx context.Context, fn func(ctx context.Context) error) error {
	if InTransaction(ctx) {
		return errors.New("postgres: a snapshot inside a transaction")
	}
	connection, err := db.acquire(ctx)
	if err != nil {
		return err
	}
	defer connection.Release()
	tx := newTransaction(db, connection.Conn(), "begin isolation level repeatable read read only", "set local statement_timeout = 0")
	defer tx.end(context.WithoutCancel(ctx))
	return fn(context.WithValue(ctx, txKey{}, tx))
}

var errRefusedInTx = fault.InternalServerError.Withf("postgres: a call to an outside party inside a transaction")

// RefuseInTransaction is for gateways: an error when the context carries a transaction.
func RefuseInTransaction(ctx context.Context) error {
	if InTransaction(ctx) {
		return errRefusedInTx
	}
	return nil
}
