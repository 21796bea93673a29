package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// transaction is what a context carries inside InTx. Its beginning, and what Enqueue was given, are sent together with
// the next statement: each saves a round trip. When nothing else was sent, all goes in one, which PostgreSQL takes as a
// transaction of its own.
type transaction struct {
	db      *DB
	conn    *pgx.Conn
	waiting []queued // sent before the next statement; the first is the beginning
	begun   bool
	ended   bool
	failed  error // a nested InTx or what waited failed: nothing may be committed
}

// queued is a statement that nobody waits for.
type queued struct {
	sql  string
	args []any
	// mapError says what its error means; nil: what it says.
	mapError func(error) error
}

// errEnded: a context was kept after its transaction, whose connection may be somebody else's by now.
var errEnded = errors.New("postgres: the transaction has ended")

func newTransaction(db *DB, conn *pgx.Conn, begin ...string) *transaction {
	t := &transaction{db: db, conn: conn}
	for _, sql := range begin {
		t.waiting = append(t.waiting, queued{sql: sql})
	}
	return t
}

func (t *transaction) enqueue(one queued) error {
	if t.ended {
		return errEnded
	}
	t.waiting = append(t.waiting, one)
	return nil
}

// send sends what waits and the batch in one round trip, and gives the batch's results.
func (t *transaction) send(ctx context.Context, batch *pgx.Batch) pgx.BatchResults {
	if t.ended {
		return failedBatch{failedRows{err: errEnded}}
	}
	waiting := t.waiting
	t.waiting, t.begun = nil, true
	results, err := sendAfter(ctx, t.conn, waiting, batch)
	if err != nil {
		t.failed = mapped(err) // also when the caller lets it go: there may be no beginning, and no lock
		return failedBatch{failedRows{err: err}}
	}
	return results
}

// sendAfter sends statements and a batch in one round trip, reads what the statements answer, and gives the batch's
// results.
func sendAfter(ctx context.Context, conn *pgx.Conn, first []queued, batch *pgx.Batch) (pgx.BatchResults, error) {
	all := make([]*pgx.QueuedQuery, 0, len(first)+len(batch.QueuedQueries))
	for _, one := range first {
		all = append(all, &pgx.QueuedQuery{SQL: one.sql, Arguments: one.args})
	}
	batch.QueuedQueries = append(all, batch.QueuedQueries...)
	results := conn.SendBatch(ctx, batch)
	for _, one := range first {
		if _, err := results.Exec(); err != nil {
			_ = results.Close()
			if one.mapError != nil {
				err = one.mapError(err)
			}
			return nil, err
		}
	}
	return results, nil
}

func (t *transaction) sendOne(ctx context.Context, sql string, args []any) pgx.BatchResults {
	batch := &pgx.Batch{}
	batch.Queue(sql, args...)
	return t.send(ctx, batch)
}

func (t *transaction) exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	if len(t.waiting) == 0 && !t.ended {
		return t.conn.Exec(ctx, sql, args...)
	}
	results := t.sendOne(ctx, sql, args)
	tag, err := results.Exec()
	if closed := results.Close(); err == nil {
		err = closed
	}
	return tag, err
}

// query gives the rows, and what to call once they are read.
func (t *transaction) query(ctx context.Context, sql string, args ...any) (rows pgx.Rows, done func(), err error) {
	if len(t.waiting) == 0 && !t.ended {
		rows, err := t.conn.Query(ctx, sql, args...)
		return rows, func() {}, err
	}
	results := t.sendOne(ctx, sql, args)
	rows, err = results.Query()
	return rows, func() { _ = results.Close() }, err
}

// commit sends what waits with the commit. A transaction in which nothing ran has nothing to commit.
func (t *transaction) commit(ctx context.Context) error {
	if !t.begun {
		return t.commitAtOnce(ctx)
	}
	tag, err := t.exec(ctx, "commit")
	if err == nil && tag.String() == "ROLLBACK" {
		return pgx.ErrTxCommitRollback
	}
	return err
}

// commitAtOnce sends a transaction of which nothing was sent yet: without a beginning and an end, what is sent together
// is one.
func (t *transaction) commitAtOnce(ctx context.Context) error {
	statements := t.waiting[1:]
	t.waiting = nil
	if len(statements) == 0 {
		return nil
	}
	results, err := sendAfter(ctx, t.conn, statements, &pgx.Batch{})
	if err != nil {
		return err
	}
	return results.Close()
}

// end rolls back what is not committed; a connection that cannot is closed.
func (t *transaction) end(ctx context.Context) {
	t.ended = true
	if t.conn.IsClosed() || t.conn.PgConn().TxStatus() == 'I' {
		return
	}
	if _, err := t.conn.Exec(ctx, "rollback"); err != nil {
		_ = t.conn.Close(ctx)
	}
}

// riverTx shows a transaction to the job queue's library, which runs statements in it.
type riverTx struct {
	pgx.Tx // nil: what the library does not call
	inside *transaction
}

func (t riverTx) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	return t.inside.exec(ctx, sql, args...)
}

func (t riverTx) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	return txQuerier{t.inside}.Query(ctx, sql, args...)
}

func (t riverTx) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	return txQuerier{t.inside}.QueryRow(ctx, sql, args...)
}

// Conn is where the transaction runs.
func (t riverTx) Conn() *pgx.Conn { return t.inside.conn }
