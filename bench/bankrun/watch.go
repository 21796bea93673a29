package main

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"krapao/server/fault"
	"krapao/server/simulator"
)

// Snapshots are taken every few seconds, but for at most a twentieth of the time: they get dearer as the book grows.
const snapshotEvery, snapshotShare = 3 * time.Second, 20

// whileRunning begins a breach that a snapshot found.
const whileRunning = "while running: "

// progress tells how far the run is, until ctx ends.
func (b *bank) progress(ctx context.Context) {
	for last := int64(0); ; {
		pause(ctx, progressEvery)
		if ctx.Err() != nil {
			return
		}
		now := b.acknowledged.Load()
		say("[%s] %d acknowledged (%d a second), %d kills, %d breaches", since(b.from), now, (now-last)/int64(progressEvery.Seconds()), b.killed.Load(), b.breached())
		last = now
	}
}

const progressEvery = 30 * time.Second

// watch checks the invariants that hold at every moment while the others go on, until ctx ends.
func (b *bank) watch(ctx context.Context) {
	for wait := snapshotEvery; ctx.Err() == nil; {
		pause(ctx, wait)
		from := time.Now()
		findings, err := b.db.Check(context.WithoutCancel(ctx), "I1", "I2", "I3")
		if err != nil {
			if !b.isDown(err) {
				b.broken("I2", "a snapshot cannot be checked: %v", err)
			}
			continue
		}
		b.snapshots++
		for _, finding := range findings {
			if !finding.OK {
				b.broken(finding.Invariant, whileRunning+"%d times, as %q", finding.Count, finding.Sample)
			}
		}
		wait = max(snapshotEvery, snapshotShare*time.Since(from))
	}
}

// lostWorker is the SQLSTATE of a query whose parallel worker was killed before the query itself.
const lostWorker = "55000"

// isDown tells an error of a database that was killed under a check.
func (b *bank) isDown(err error) bool {
	var refused *pgconn.PgError
	return errors.Is(err, fault.ServiceUnavailable) || !errors.As(err, &refused) || refused.Code[:2] == "57" || refused.Code == lostWorker
}

// transfersFinal is how long transfers may take to be final after the last fault (I8); other things have longer pauses
// between their tries.
const transfersFinal, everythingFinal = time.Minute, 10 * time.Minute

// calm ends all faults and waits until nothing is under way.
func (b *bank) calm(ctx context.Context) error {
	for !b.calmParties(ctx) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		time.Sleep(100 * time.Millisecond)
	}
	from, said := time.Now(), time.Now()
	for final := false; ; time.Sleep(200 * time.Millisecond) {
		transfers, others, err := b.underWay(ctx)
		if err != nil && !b.isDown(err) {
			return err
		}
		waited := time.Since(from)
		if time.Since(said) > 10*time.Second {
			said = time.Now()
			say("          under way: %d transfers, %s", transfers, others)
		}
		if transfers > 0 {
			b.final = waited
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
		case transfers == 0 && others == "":
			b.settled = waited
			b.finishOperators(ctx)
			if err := b.loadJournal(ctx); err != nil {
				return err
			}
			return b.untilBooked(ctx, from)
		case transfers > 0 && !final && waited > transfersFinal:
			b.broken("I8", "%d transfers are not final a minute after the last fault", transfers)
			final = true
		case waited > everythingFinal:
			b.broken("I6", "ten minutes after the last fault, not finished: %s", others)
			b.settled = waited
			return b.loadJournal(ctx)
		}
	}
}

// underWay counts what is not finished, but what waits for a person, and slips: their line of the bank feed has
// credited the money, and a check that was under way on a server that was killed is taken up again after a minute.
func (b *bank) underWay(ctx context.Context) (transfers int64, others string, err error) {
	err = b.db.Querier(ctx).QueryRow(ctx, `select
		(select count(*) from transfer where status = 'PENDING'),
		coalesce((select string_agg(format('%s %s', count, what), ', ') from (
			select 'gift links', (select count(*) from gift_link where status = 'CLAIMED')
			union all select 'bank lines', (select count(*) from bank_line where status = 'WAITING')
			union all select 'payouts', (select count(*) from payout where done_at is null and alarm = '')
		) open (what, count) where count > 0), '')`).Scan(&transfers, &others)
	if err != nil || others != "" {
		return transfers, others, err
	}
	if waiting := b.reportsWaiting(ctx); waiting != "" {
		others = waiting
	}
	return transfers, others, nil
}

// reportsWaiting tells whether the parties still have something to report.
func (b *bank) reportsWaiting(ctx context.Context) string {
	var list []simulator.Delivery
	if json.Unmarshal(b.fetch(ctx, "/gateway/webhooks"), &list) != nil {
		return "the parties do not answer"
	}
	for _, report := range list {
		if !report.Done {
			return "reports of the parties"
		}
	}
	return ""
}
