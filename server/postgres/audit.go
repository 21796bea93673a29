package postgres

import (
	"context"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/audit"
)

// Audit keeps the log of what operators change; it is an audit.Trail and an audit.Log.
type Audit struct {
	DB *DB
	// Now is the clock.
	Now func() time.Time
}

var (
	_ audit.Trail = Audit{}
	_ audit.Log   = Audit{}
)

// Record writes a line in the context's transaction.
func (a Audit) Record(ctx context.Context, change audit.Change) error {
	before, err := jsonOrNull(change.Before)
	if err != nil {
		return err
	}
	after, err := jsonOrNull(change.After)
	if err != nil {
		return err
	}
	actor := audit.ActorFrom(ctx)
	_, err = a.DB.Querier(ctx).Exec(ctx, `insert into operator_audit (at, actor, via, address, action, subject, before, after, request_id)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		a.Now(), actor.Name, actor.Via, actor.Address, change.Action, change.Subject, before, after, actor.RequestID)
	return err
}

func jsonOrNull(value map[string]any) ([]byte, error) {
	if value == nil {
		return nil, nil
	}
	return json.Marshal(value)
}

// List gives a page of lines, newest first, and how many there are in all.
func (a Audit) List(ctx context.Context, page audit.Page) (entries []audit.Entry, total int, err error) {
	batch := &pgx.Batch{}
	batch.Queue("select count(*) from operator_audit").QueryRow(func(row pgx.Row) error { return row.Scan(&total) })
	batch.Queue(`select id, at, actor, via, address, action, subject, before, after, request_id from operator_audit
		order by id desc offset $1 limit $2`, page.Offset, page.Limit).Query(func(rows pgx.Rows) (err error) {
		entries, err = pgx.CollectRows(rows, scanEntry)
		return err
	})
	return entries, total, a.DB.Querier(ctx).SendBatch(ctx, batch).Close()
}

func scanEntry(row pgx.CollectableRow) (entry audit.Entry, err error) {
	err = row.Scan(&entry.ID, &entry.At, &entry.Actor.Name, &entry.Actor.Via, &entry.Actor.Address, &entry.Action, &entry.Subject,
		&entry.Before, &entry.After, &entry.Actor.RequestID)
	return entry, err
}
