package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/daily"
)

// LockRun gives how far the work for a day has got, and keeps others from it until the transaction ends.
func (db *DB) LockRun(ctx context.Context, job daily.Job, day daily.Day) (daily.Run, error) {
	run := daily.Run{Job: job, Day: day}
	if err := requireTx(ctx); err != nil {
		return run, err
	}
	batch := &pgx.Batch{}
	batch.Queue("insert into daily_run (job, day, after_member, moved_at) values ($1, $2, 0, now()) on conflict do nothing", job, day.Time)
	batch.Queue("select after_member, finished_at is not null from daily_run where job = $1 and day = $2 for update", job, day.Time).
		QueryRow(func(row pgx.Row) error { return row.Scan(&run.After, &run.Finished) })
	return run, db.Querier(ctx).SendBatch(ctx, batch).Close()
}

// PutRun writes how far the work for a day has got.
func (db *DB) PutRun(ctx context.Context, run daily.Run, now time.Time) error {
	_, err := db.Querier(ctx).Exec(ctx, "update daily_run set after_member = $3, moved_at = $4::timestamptz, finished_at = case when $5::bool then $4::timestamptz end where job = $1 and day = $2",
		run.Job, run.Day.Time, run.After, now, run.Finished)
	return err
}

// NextRun gives the first day up to the last one whose work is not finished, and whether there is one. Before the first
// run ever it is the last day.
func (db *DB) NextRun(ctx context.Context, job daily.Job, last daily.Day) (next daily.Day, found bool, err error) {
	var at time.Time
	err = db.Querier(ctx).QueryRow(ctx, `select coalesce(
			(select min(day) from daily_run where job = $1 and finished_at is null),
			(select max(day) + 1 from daily_run where job = $1), $2::date)`, job, last.Time).Scan(&at)
	return daily.Day{Time: at}, err == nil && !at.After(last.Time), err
}
