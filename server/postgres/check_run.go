package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
)

// CheckRun is a scheduled run of Check.
type CheckRun struct {
	At       time.Time
	Took     time.Duration
	Findings []Finding
}

// checkKept is how long runs are kept.
const checkKept = 90 * 24 * time.Hour

// AddCheckRun keeps a run, and drops those of long ago.
func (db *DB) AddCheckRun(ctx context.Context, run CheckRun) error {
	findings, err := json.Marshal(run.Findings)
	if err != nil {
		return err
	}
	batch := &pgx.Batch{}
	batch.Queue("insert into invariant_check (at, duration_ms, findings) values ($1, $2, $3)", run.At, run.Took.Milliseconds(), findings)
	batch.Queue("delete from invariant_check where at < $1", run.At.Add(-checkKept))
	return db.Querier(ctx).SendBatch(ctx, batch).Close()
}

// LastCheckRun gives the newest run; the zero value when there was none.
func (db *DB) LastCheckRun(ctx context.Context) (run CheckRun, err error) {
	var milliseconds int64
	var findings []byte
	err = db.Querier(ctx).QueryRow(ctx, "select at, duration_ms, findings from invariant_check order by id desc limit 1").Scan(&run.At, &milliseconds, &findings)
	if errors.Is(err, pgx.ErrNoRows) {
		return run, nil
	}
	if err != nil {
		return run, err
	}
	run.Took = time.Duration(milliseconds) * time.Millisecond
	return run, json.Unmarshal(findings, &run.Findings)
}
