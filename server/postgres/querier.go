package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
)

// txQuerier runs statements in a transaction.
type txQuerier struct{ *transaction }

func (q txQuerier) Exec(ctx context.Context, sql string, args ...any) (int64, error) {
	tag, err := q.exec(ctx, sql, args...)
	return tag.RowsAffected(), mapped(err)
}

func (q txQuerier) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	rows, done, err := q.query(ctx, sql, args...)
	if err != nil {
		done()
	}
	return &mappedRows{Rows: rows, release: done}, mapped(err)
}

func (q txQuerier) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	if len(q.waiting) == 0 && !q.ended {
		return mappedRow{row: q.conn.QueryRow(ctx, sql, args...), release: func() {}}
	}
	results := q.sendOne(ctx, sql, args)
	return mappedRow{row: results.QueryRow(), release: func() { _ = results.Close() }}
}

func (q txQuerier) SendBatch(ctx context.Context, batch *pgx.Batch) pgx.BatchResults {
	return &mappedBatch{results: q.send(ctx, batch), release: func() {}}
}

// poolQuerier borrows a connection for each statement, and for no longer than the statement's result lives.
type poolQuerier struct {
	acquire func(ctx context.Context) (*pgxpool.Conn, error)
}

func (q poolQuerier) Exec(ctx context.Context, sql string, args ...any) (int64, error) {
	connection, err := q.acquire(ctx)
	if err != nil {
		return 0, err
	}
	defer connection.Release()
	tag, err := connection.Exec(ctx, sql, args...)
	return tag.RowsAffected(), mapped(err)
}

func (q poolQuerier) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	connection, err := q.acquire(ctx)
	if err != nil {
		return failedRows{err: err}, err
	}
	rows, err := connection.Query(ctx, sql, args...)
	if err != nil {
		connection.Release()
		return failedRows{err: mapped(err)}, mapped(err)
	}
	return &mappedRows{Rows: rows, release: once(connection)}, nil
}

func (q poolQuerier) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	connection, err := q.acquire(ctx)
	if err != nil {
		return failedRows{err: err}
	}
	return mappedRow{row: connection.QueryRow(ctx, sql, args...), release: connection.Release}
}

func (q poolQuerier) SendBatch(ctx context.Context, batch *pgx.Batch) pgx.BatchResults {
	connection, err := q.acquire(ctx)
	if err != nil {
		return failedBatch{failedRows{err: err}}
	}
	return &mappedBatch{results: connection.SendBatch(ctx, batch), release: once(connection)}
}

func once(connection *pgxpool.Conn) func() {
	released := false
	return func() {
		if !released {
			released = true
			connection.Release()
		}
	}
}

// mappedRows maps errors and gives the connection back at the end.
type mappedRows struct {
	pgx.Rows
	release func()
}

func (r *mappedRows) Next() bool {
	more := r.Rows.Next()
	if !more {
		r.Close()
	}
	return more
}

func (r *mappedRows) Close() {
	r.Rows.Close()
	r.release()
}

func (r *mappedRows) Err() error { return mapped(r.Rows.Err()) }

func (r *mappedRows) Scan(destinations ...any) error { return mapped(r.Rows.Scan(destinations...)) }

type mappedRow struct {
	row     pgx.Row
	release func()
}

func (r mappedRow) Scan(destinations ...any) error {
	defer r.release()
	return mapped(r.row.Scan(destinations...))
}

type mappedBatch struct {
	results pgx.BatchResults
	release func()
}

func (b *mappedBatch) Exec() (pgconn.CommandTag, error) {
	tag, err := b.results.Exec()
	return tag, mapped(err)
}

func (b *mappedBatch) Query() (pgx.Rows, error) {
	rows, err := b.results.Query()
	return &mappedRows{Rows: rows, release: func() {}}, mapped(err)
}

func (b *mappedBatch) QueryRow() pgx.Row {
	return mappedRow{row: b.results.QueryRow(), release: func() {}}
}

func (b *mappedBatch) Tx() pgx.Tx { return b.results.Tx() }

func (b *mappedBatch) Close() error {
	defer b.release()
	return mapped(b.results.Close())
}

// failedRows is the result of a statement that never had a connection.
type failedRows struct{ err error }

func (r failedRows) Close()                                       {}
func (r failedRows) Err() error                                   { return r.err }
func (r failedRows) CommandTag() pgconn.CommandTag                { return pgconn.CommandTag{} }
func (r failedRows) FieldDescriptions() []pgconn.FieldDescription { return nil }
func (r failedRows) Next() bool                                   { return false }
func (r failedRows) Scan(...any) error                            { return r.err }
func (r failedRows) Values() ([]any, error)                       { return nil, r.err }
func (r failedRows) RawValues() [][]byte                          { return nil }
func (r failedRows) Conn() *pgx.Conn                              { return nil }
func (r failedRows) TypeMap() *pgtype.Map                         { return nil }

type failedBatch struct{ rows failedRows }

func (b failedBatch) Exec() (pgconn.CommandTag, error) { return pgconn.CommandTag{}, b.rows.err }
func (b failedBatch) Query() (pgx.Rows, error)         { return b.rows, b.rows.err }
func (b failedBatch) QueryRow() pgx.Row                { return b.rows }
func (b failedBatch) Close() error                     { return b.rows.err }
func (b failedBatch) Tx() pgx.Tx                       { return nil }
