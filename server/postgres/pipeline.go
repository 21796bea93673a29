package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// transaction is what a context carries inside InTx. Its beginning, and what Later was given, are sent together with the next statement: each
// saves a round trip.
type transaction struct {
	db      *DB
	conn    *pgx.Conn
	waiting []*pgx.QueuedQuery // sent before the next statement; the first is the beginning
	begun   bool
	failed  error // a nested InTx failed: nothing may be committed
}

func newTransaction(db *DB, conn *pgx.Conn, begin ...string) *transaction {
	t := &transaction{db: db, conn: conn}
	for _, sql := range begin {
		t.later(sql)
	}
	return t
}

func (t *transaction) later(sql string, args ...any) {
	t.waiting = append(t.waiting, &pgx.QueuedQuery{SQL: sql, Arguments: args})
}

// send sends what waits and the batch in one round trip, and gives the batch's results.
func (t *transaction) send(ctx context.Context, batch *pgx.Batch) pgx.BatchResults {
	waiting := t.waiting
	t.waiting, t.begun = nil, true
	batch.QueuedQueries = append(waiting, batch.QueuedQueries...)
	results := t.conn.SendBatch(ctx, batch)
	for range waiting {
		if _, err := results.Exec(); err != nil {
			_ = results.Close()
			return failedBatch{failedRows{err: err}}
		}
	}
	return results
}

func (t *transaction) sendOne(ctx context.Context, sql string, args []any) pgx.BatchResults {
	batch := &pgx.Batch{}
	batch.Queue(sql, args...)
	return t.send(ctx, batch)
}

func (t *transaction) exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	if len(t.waiting) == 0 {
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
	if len(t.waiting) == 0 {
		rows, err := t.conn.Query(ctx, sql, args...)
		return rows, func() {}, err
	}
	results := t.sendOne(ctx, sql, args)
	rows, err = results.Query()
	return rows, func() { _ = results.Close() }, err
}

// commit sends what waits with the commit. A transaction in which nothing ran has nothing to commit.
func (t *transaction) commit(ctx context.Context) error {
	if !t.begun && len(t.waiting) <= 1 {
		return nil
	}
	tag, err := t.exec(ctx, "commit")
	if err == nil && tag.String() == "ROLLBACK" {
		return pgx.ErrTxCommitRollback
	}
	return err
}

// rollback ends what is not committed; a connection that cannot is closed.
func (t *transaction) rollback(ctx context.Context) {
	if t.conn.IsClosed() || t.conn.PgConn().TxStatus() == 'I' {
		return
	}
	if _, err := t.conn.Exec(ctx, "rollback"); err != nil {
		_ = t.conn.Close(ctx)
	}
}

// riverTx shows a transaction to the job queue's library: it runs statements in it and begins one inside it, a savepoint.
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

// Begin, Commit and Rollback are of the savepoint.
func (t riverTx) Begin(ctx context.Context) (pgx.Tx, error) { return t, t.run(ctx, "savepoint river") }

func (t riverTx) Commit(ctx context.Context) error { return t.run(ctx, "release savepoint river") }

func (t riverTx) Rollback(ctx context.Context) error {
	return t.run(ctx, "rollback to savepoint river")
}

func (t riverTx) run(ctx context.Context, sql string) error {
	_, err := t.inside.exec(ctx, sql)
	return err
}
