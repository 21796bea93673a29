package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
)

// CheckRun is a scheduled run of the checks.
type CheckRun struct {
	At   time.Time
	Took time.Duration
	// Whole: everything was read, and not what was posted since the last run alone.
	Whole    bool
	Findings []Finding
}

// ErrCheckUnderWay is that another check is at work, on this server or another.
var ErrCheckUnderWay = errors.New("postgres: a check is under way")

const (
	// incrementTimeout and wholeTimeout end one statement of a check.
	incrementTimeout, wholeTimeout = 30 * time.Second, time.Hour
	// incrementSize is how many transactions an increment looks at in one go.
	incrementSize = 20_000
	// keyMargin is how much longer than since the last run remembered keys are looked for: their time is the server's,
	// and they are committed later.
	keyMargin = time.Hour
	// mostBreaches is how many breaches of an invariant are kept.
	mostBreaches = 1000
	// checkKept is how long runs are kept.
	checkKept = 90 * 24 * time.Hour
	// checkLock is the advisory lock of whoever checks.
	checkLock = 7_241_853_004
)

// CheckIncrement looks at what was posted since the last run, and remembers what it found broken until a whole check.
// Findings of others are remembered too. Errors: ErrCheckUnderWay; ErrWholeDue.
func (db *DB) CheckIncrement(ctx context.Context, at time.Time, others ...Finding) (CheckRun, error) {
	began, since := time.Now(), time.Time{}
	for {
		more, err := db.checkPart(ctx, at, &since, others)
		if err != nil {
			return CheckRun{}, err
		}
		if !more {
			break
		}
	}
	findings, err := db.checkState(ctx, at, others)
	return CheckRun{At: at, Took: time.Since(began), Findings: findings}, err
}

// ErrWholeDue is that the watermark is of another cluster (a restored dump), so that what is new cannot be known. A
// whole check puts it right.
var ErrWholeDue = errors.New("postgres: the watermark of the checks is from another cluster: a whole check is due")

// checkPart looks at the next transactions, and moves the watermark over them. since is when keys were looked at last.
func (db *DB) checkPart(ctx context.Context, at time.Time, since *time.Time, others []Finding) (more bool, err error) {
	err = db.checking(ctx, incrementTimeout, func(ctx context.Context, querier Querier) error {
		var watermarkAt time.Time
		var restored bool
		var next string
		if err := querier.QueryRow(ctx, `select at, below > pg_snapshot_xmin(pg_current_snapshot()), coalesce(n.xid, pg_snapshot_xmin(pg_current_snapshot()))::text, n.xid is not null,
				set_config('check.from', below::text, true)
			from invariant_watermark left join lateral (select t.xid from ledger_transaction t
				where t.xid > below and t.xid < pg_snapshot_xmin(pg_current_snapshot()) order by t.xid offset $1 limit 1) n on true`, incrementSize).
			Scan(&watermarkAt, &restored, &next, &more, nil); err != nil {
			return err
		}
		if restored {
			return ErrWholeDue
		}
		if since.IsZero() {
			*since = watermarkAt.Add(-keyMargin)
		}
		if _, err := querier.Exec(ctx, "select set_config('check.below', $1, true), set_config('check.since', $2, true)", next, since.Format(time.RFC3339Nano)); err != nil {
			return err
		}
		found := slices.Clone(others)
		for _, wanted := range allInvariants {
			switch sql := increments[wanted.name]; {
			case sql == "", sql == asWhole && more:
				continue
			case sql != asWhole:
				wanted.sql = sql
			}
			finding, err := look(ctx, querier, wanted)
			if err != nil {
				return err
			}
			found = append(found, finding)
		}
		return remember(ctx, querier, at, found, newPostings+`
			insert into invariant_checked select member_id, main_seq, hold_seq, transit_seq, coin_seq, game_code, game_seq from wallet
			on conflict (member_id) do update set main_seq = excluded.main_seq, hold_seq = excluded.hold_seq, transit_seq = excluded.transit_seq,
				coin_seq = excluded.coin_seq, game_code = excluded.game_code, game_seq = excluded.game_seq`,
			"update invariant_watermark set below = current_setting('check.below')::xid8, at = $1")
	})
	return more, err
}

// CheckWhole looks at everything, and forgets what was found broken before. Errors: ErrCheckUnderWay.
func (db *DB) CheckWhole(ctx context.Context, at time.Time, others ...Finding) (CheckRun, error) {
	began := time.Now()
	if err := db.checking(ctx, wholeTimeout, func(ctx context.Context, querier Querier) error {
		found := slices.Clone(others)
		for _, wanted := range allInvariants {
			finding, err := look(ctx, querier, wanted)
			if err != nil {
				return err
			}
			found = append(found, finding)
		}
		looked := []string{} // what was found of one that nobody could look at now stays
		for _, finding := range found {
			if finding.OK || finding.Count > 0 {
				looked = append(looked, finding.Invariant)
			}
		}
		if _, err := querier.Exec(ctx, "delete from invariant_breach where invariant = any($1)", looked); err != nil {
			return err
		}
		return remember(ctx, querier, at, found, `
			insert into invariant_checked as c select member_id, main_seq, hold_seq, transit_seq, coin_seq, game_code, game_seq from ledger_wallet
			on conflict (member_id) do update set main_seq = excluded.main_seq, hold_seq = excluded.hold_seq, transit_seq = excluded.transit_seq,
				coin_seq = excluded.coin_seq, game_code = excluded.game_code, game_seq = excluded.game_seq
			where (c.main_seq, c.hold_seq, c.transit_seq, c.coin_seq, c.game_seq)
				is distinct from (excluded.main_seq, excluded.hold_seq, excluded.transit_seq, excluded.coin_seq, excluded.game_seq)`,
			"update invariant_watermark set below = pg_snapshot_xmin(pg_current_snapshot()), at = $1, whole_at = $1")
	}); err != nil {
		return CheckRun{}, err
	}
	findings, err := db.checkState(ctx, at, others)
	return CheckRun{At: at, Took: time.Since(began), Whole: true, Findings: findings}, err
}

// checking runs fn in one snapshot, in which it may also write down what it found, unless somebody else is at it.
func (db *DB) checking(ctx context.Context, timeout time.Duration, fn func(ctx context.Context, querier Querier) error) error {
	if InTransaction(ctx) {
		return errors.New("postgres: a check inside a transaction")
	}
	connection, err := db.acquire(ctx)
	if err != nil {
		return err
	}
	defer connection.Release()
	tx := newTransaction(db, connection.Conn(), "begin isolation level repeatable read", fmt.Sprintf("set local statement_timeout = %d", timeout.Milliseconds()))
	defer tx.end(context.WithoutCancel(ctx))
	inside := context.WithValue(ctx, txKey{}, tx)
	var mine bool
	if err := db.Querier(inside).QueryRow(inside, "select pg_try_advisory_xact_lock($1)", int64(checkLock)).Scan(&mine); err != nil {
		return err
	}
	if !mine {
		return ErrCheckUnderWay
	}
	if err = fn(inside, db.Querier(inside)); err == nil {
		err = mapped(tx.commit(ctx))
	}
	if isCode(err, "40001") { // somebody else's check ended between our snapshot and our lock
		return ErrCheckUnderWay
	}
	return err
}

// look runs one invariant's query.
func look(ctx context.Context, querier Querier, wanted invariant) (Finding, error) {
	found := Finding{Invariant: wanted.name, Promise: wanted.promise}
	err := querier.QueryRow(ctx, "select count(*), coalesce((array_agg(broken))[1:$1], '{}') from ("+wanted.sql+") found (broken)", mostBreaches).
		Scan(&found.Count, &found.Sample)
	if err != nil {
		return found, fmt.Errorf("postgres: checking %s: %w", wanted.name, err)
	}
	found.OK = found.Count == 0
	return found, nil
}

// remember writes down what is broken, what was checked, and the watermark.
func remember(ctx context.Context, querier Querier, at time.Time, findings []Finding, checked, watermark string) error {
	batch := &pgx.Batch{}
	for _, finding := range findings {
		if len(finding.Sample) > 0 {
			batch.Queue("insert into invariant_breach select $1, unnest($2::text[]), $3 on conflict do nothing", finding.Invariant, finding.Sample, at)
		}
	}
	batch.Queue(checked)
	batch.Queue(watermark, at)
	return querier.SendBatch(ctx, batch).Close()
}

// checkState is a finding for each invariant, and for those of others, with all that was found broken since the last
// whole check.
func (db *DB) checkState(ctx context.Context, at time.Time, others []Finding) ([]Finding, error) {
	var wholeAt *time.Time
	var waiting *time.Time
	if err := db.Querier(ctx).QueryRow(ctx, `select whole_at, (select min(t.at) from ledger_transaction t where t.xid >= below) from invariant_watermark`).
		Scan(&wholeAt, &waiting); err != nil {
		return nil, err
	}
	rows, err := db.Querier(ctx).Query(ctx, "select invariant, count(*), (array_agg(breach order by found_at desc, breach))[1:$1] from invariant_breach group by invariant", findingSamples)
	if err != nil {
		return nil, err
	}
	broken, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (f Finding, err error) {
		return f, row.Scan(&f.Invariant, &f.Count, &f.Sample)
	})
	if err != nil {
		return nil, err
	}
	findings := append([]Finding{}, others...)
	for _, known := range allInvariants {
		finding := Finding{Invariant: known.name, Promise: known.promise, OK: true}
		_, fresh := increments[known.name]
		switch {
		case wholeAt == nil && !fresh:
			finding.OK, finding.NotChecked = false, "whole checks alone look at it, and none was made yet"
		case wholeAt == nil:
			finding.NotChecked = "what was posted before the first run: no whole check was made yet"
		case !fresh && at.Sub(*wholeAt) > time.Millisecond:
			finding.NotChecked = "what came after the whole check of " + wholeAt.UTC().Format(time.RFC3339)
		case waiting != nil && at.Sub(*waiting) > keyMargin:
			finding.NotChecked = "what was posted since " + waiting.UTC().Format(time.RFC3339) + ": an older transaction is still running"
		}
		findings = append(findings, finding)
	}
	for i := range findings {
		for _, breach := range broken {
			if breach.Invariant == findings[i].Invariant {
				findings[i].OK, findings[i].Count, findings[i].Sample = false, breach.Count, breach.Sample
			}
		}
	}
	SortFindings(findings)
	return findings, nil
}

// AddCheckRun keeps a run, and drops those of long ago.
func (db *DB) AddCheckRun(ctx context.Context, run CheckRun) error {
	findings, err := json.Marshal(run.Findings)
	if err != nil {
		return err
	}
	batch := &pgx.Batch{}
	batch.Queue("insert into invariant_check (at, duration_ms, whole, findings) values ($1, $2, $3, $4)", run.At, run.Took.Milliseconds(), run.Whole, findings)
	batch.Queue("delete from invariant_check where at < $1", run.At.Add(-checkKept))
	return db.Querier(ctx).SendBatch(ctx, batch).Close()
}

// LastCheckRun gives the newest run; the zero value when there was none.
func (db *DB) LastCheckRun(ctx context.Context) (run CheckRun, err error) {
	var milliseconds int64
	var findings []byte
	err = db.Querier(ctx).QueryRow(ctx, "select at, duration_ms, whole, findings from invariant_check order by id desc limit 1").
		Scan(&run.At, &milliseconds, &run.Whole, &findings)
	if errors.Is(err, pgx.ErrNoRows) {
		return run, nil
	}
	if err != nil {
		return run, err
	}
	run.Took = time.Duration(milliseconds) * time.Millisecond
	return run, json.Unmarshal(findings, &run.Findings)
}

// WholeCheckedAt gives when the last whole check was made; the zero time when none was.
func (db *DB) WholeCheckedAt(ctx context.Context) (at time.Time, err error) {
	err = db.Querier(ctx).QueryRow(ctx, "select coalesce(whole_at, '0001-01-01Z') from invariant_watermark").Scan(&at)
	return at, err
}
