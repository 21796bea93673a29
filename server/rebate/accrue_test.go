package rebate_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"krapao/server/daily"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/postgres"
	"krapao/server/rebate"
)

// crowd has so many members lose on a day, without a posting each.
func (e *env) crowd(members int, day daily.Day) {
	e.t.Helper()
	e.exec(`insert into member (id, phone, name, password_hash, currency, created_at, last_login_at)
		select 20000000 + n, '09' || lpad(n::text, 8, '0'), 'C', 'none', 'BAHT', now(), now() from generate_series(1, $1) n`, members)
	e.exec("insert into game_day (member_id, day, result) select 20000000 + n, $2, -10000 from generate_series(1, $1) n", members, day.Time)
}

func (e *env) refunds() (count int) {
	e.t.Helper()
	if err := e.Database.DB.Querier(e.t.Context()).QueryRow(e.t.Context(), "select count(*) from refund").Scan(&count); err != nil {
		e.t.Fatal(err)
	}
	return count
}

// dying is a store whose server dies before a batch is committed.
type dying struct {
	postgres.Rebate
	batches int
}

var errDied = errors.New("the server died")

func (d *dying) PutRun(ctx context.Context, run daily.Run, now time.Time) error {
	if d.batches--; d.batches < 0 {
		return errDied
	}
	return d.Rebate.PutRun(ctx, run, now)
}

func TestTheDaysWorkGoesOnWhereAServerDied(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.open(nil)
	const members = 2*rebate.BatchSize + 7
	e.crowd(members, yesterday)
	config := e.App.Rebates.Config
	config.Store = &dying{postgres.Rebate{DB: e.Database.DB}, 1}
	dead := rebate.New(config)
	if more, err := dead.Accrue(t.Context(), yesterday); err != nil || !more {
		t.Fatal(more, err)
	}
	if _, err := dead.Accrue(t.Context(), yesterday); !errors.Is(err, errDied) {
		t.Fatal(err)
	}
	if made := e.refunds(); made != rebate.BatchSize {
		t.Errorf("%d refunds of one batch", made)
	}
	e.accrue(yesterday)
	if made := e.refunds(); made != members {
		t.Errorf("%d refunds of %d members", made, members)
	}
	e.crowd(0, yesterday)
	e.exec("update game_day set result = result - 1000 where member_id = 20000001")
	e.accrue(yesterday) // a finished day stays as it is
	if found, err := e.App.Rebates.Store.Refund(t.Context(), 20_000_001, yesterday); err != nil || found.Amount != money.Units(5) {
		t.Errorf("%+v %v", found, err)
	}
}

func TestServersThatWorkOnOneDayAtOnceMakeEachRefundOnce(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.open(nil)
	const members = 3*rebate.BatchSize + 1
	e.crowd(members, yesterday)
	var servers sync.WaitGroup
	for range 4 {
		servers.Go(func() { e.accrue(yesterday) })
	}
	servers.Wait()
	if made := e.refunds(); made != members {
		t.Errorf("%d refunds of %d members", made, members)
	}
}

func TestTheQueueDoesTheDaysWorkByItself(t *testing.T) {
	t.Parallel()
	e := newEnvWith(t)
	e.open(nil)
	e.played(somchai, yesterday.Time, -money.Units(100))
	deadline := time.Now().Add(time.Minute)
	for !e.check(somchai).Result {
		if time.Now().After(deadline) {
			t.Fatal("no refund after a minute")
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func TestWhoMayNotUseTheirAccountGetsNoRefund(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.open(nil)
	for _, member := range []id.MemberID{somchai, malee} {
		e.played(member, yesterday.Time, -money.Units(100))
	}
	e.exec("update member set status = 'CLOSED' where id = $1", malee)
	e.accrue(yesterday)
	if made := e.refunds(); made != 1 {
		t.Errorf("%d refunds", made)
	}
}

func TestLossesAndWinsOnDifferentDaysAreRefundedOnce(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.open(nil)
	e.played(somchai, yesterday.Add(-1).Time, money.Units(60))
	var refunded money.Amount
	for day := range 10 { // 100 lost, and the same won on the day after
		won := -money.Units(100)
		if day%2 == 1 {
			won = money.Units(100)
		}
		e.Clock.Set(noon.AddDate(0, 0, day-1))
		e.played(somchai, e.Clock.Now(), won)
		e.Clock.Advance(24 * time.Hour)
		e.accrue(daily.Before(e.Clock.Now()))
		refunded += e.check(somchai).RefundAmount
		if day == 2 {
			if _, code := e.do(somchai, "receive"); code != "REFUND_MINIMUM" {
				t.Errorf("as much was won before: %s", code)
			}
		}
	}
	if refunded != money.Units(2) { // 5 % of the 40 by which the first loss was beyond what was won before
		t.Errorf("refunds of %v", refunded)
	}
	e.played(somchai, e.Clock.Now(), -money.Units(150))
	e.Clock.Advance(24 * time.Hour)
	e.accrue(daily.Before(e.Clock.Now()))
	if next, err := (postgres.Rebate{DB: e.Database.DB}).Refund(t.Context(), somchai, daily.Before(e.Clock.Now())); err != nil ||
		next.Loss != money.Units(150) || next.BroughtForward != money.Units(100) || next.Amount != 250 {
		t.Errorf("%+v, %v", next, err)
	}
	e.sound()
}
