package daily_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/app"
	"krapao/server/content"
	"krapao/server/daily"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/postgres"
	"krapao/server/rebate"
	"krapao/server/referral"
)

func TestMain(m *testing.M) { portaltest.Main(m) }

// first is the number before the first member's.
const first = 10_000_000

// crowd is the whole product with many members, all of whom play on each day and of whom every second was invited.
type crowd struct {
	*portaltest.Server
	b       *testing.B
	members int
	rows    *pgx.Conn
}

func newCrowd(b *testing.B, members int) *crowd {
	b.Helper()
	c := &crowd{Server: portaltest.Start(b, portaltest.WithApp(portaltest.ByNumber(nil), app.WithLog(slog.New(slog.DiscardHandler)))), b: b, members: members}
	var err error
	if c.rows, err = pgx.Connect(b.Context(), c.Database.SuperURL); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = c.rows.Close(context.Background()) })
	for _, statement := range []string{
		`insert into member (id, phone, name, password_hash, currency, created_at, last_login_at, inviter_id)
			select $1 + n, '0' || $1 + n, 'Member', 'none', 'BAHT', timestamptz '2026-01-01' + n * interval '1 second', now(), case n % 2 when 0 then $1 + n - 1 end
			from generate_series(1, $2::bigint) n`,
		`insert into ledger_wallet (member_id, currency, opened_at) select $1 + n, 'BAHT', '2026-01-01' from generate_series(1, $2::bigint) n`,
		`insert into member_bank (member_id, bank_code, account_no, account_name, changed_at) select $1 + n, 'KTB', ($1 + n)::text, 'Member', now() from generate_series(1, $2::bigint) n`,
	} {
		c.exec(strings.ReplaceAll(strings.ReplaceAll(statement, "$1", fmt.Sprint(first)), "$2", fmt.Sprint(members)))
	}
	terms := money.Units(1_000)
	if err := c.App.Rebates.PutRule(b.Context(), rebate.Rule{
		Currency: money.Baht, Open: true, Percent: 5, Cap: terms, Terms: rebate.Terms{SuccessPercent: 200, FailPercent: 10}, ReviewAbove: terms, Info: content.Text{"en": "Back."},
	}); err != nil {
		b.Fatal(err)
	}
	if err := c.App.Referrals.PutRule(b.Context(), referral.Rule{
		Currency: money.Baht, Open: true, Percent: 5, Cap: terms, Terms: referral.Terms{SuccessPercent: 200, FailPercent: 10}, ReviewAbove: terms,
	}); err != nil {
		b.Fatal(err)
	}
	return c
}

func (c *crowd) exec(statement string) {
	c.b.Helper()
	if _, err := c.rows.Exec(c.b.Context(), statement); err != nil {
		c.b.Fatal(err)
	}
}

// play has everybody play on a day: two of three lose.
func (c *crowd) play(day daily.Day) {
	c.b.Helper()
	c.exec(fmt.Sprintf(`insert into game_day (member_id, day, result) select %d + n, '%s', case n %% 3 when 0 then 500 else -10000 - n %% 1000 end from generate_series(1, %d) n`,
		first, day, c.members))
	c.exec("vacuum analyze")
	c.exec("checkpoint")
}

// work is one part after the other of a day's work.
type work struct {
	do   postgres.WorkDay
	day  daily.Day
	took time.Duration
	over bool
}

// part does the next part.
func (w *work) part(b *testing.B) {
	b.Helper()
	began := time.Now()
	more, err := w.do(b.Context(), w.day)
	if err != nil {
		b.Fatal(err)
	}
	w.took += time.Since(began)
	w.over = !more
}

func (c *crowd) works(day daily.Day) []*work {
	return []*work{{do: c.App.Rebates.Accrue, day: day}, {do: c.App.Referrals.Accrue, day: day}}
}

const (
	// manyTimes is how many times the larger crowd is the smaller one.
	manyTimes = 10
	// mostCost is how much dearer a member may be there; mostWait how much longer a member may wait for their wallet
	// while the work goes on.
	mostCost, mostWait = 1.3, 1.5
)

// BenchmarkTheDaysWork holds the cost a member of the work for a day, refunds and invites, against that of a tenth of
// the members (b.N), and how long members wait for their wallets while the work goes on against how long they wait
// else. Both take turns, so that whatever else the machine does meets both.
func BenchmarkTheDaysWork(b *testing.B) {
	if b.N == 1 {
		return // the framework's try
	}
	small, large, day := newCrowd(b, b.N), newCrowd(b, manyTimes*b.N), daily.On(time.Now())
	small.play(day)
	large.play(day)
	b.ResetTimer()
	var cost [2]time.Duration
	for i, name := range []string{"refunds", "invites"} {
		few, many := small.works(day)[i], large.works(day)[i]
		for !few.over || !many.over {
			if !few.over {
				few.part(b)
			}
			for range manyTimes {
				if !many.over {
					many.part(b)
				}
			}
		}
		each := [2]time.Duration{few.took / time.Duration(small.members), many.took / time.Duration(large.members)}
		cost[0], cost[1] = cost[0]+each[0], cost[1]+each[1]
		b.Logf("%s: %v a member at %d members, %v at %d: %.2f times", name, each[0], small.members, each[1], large.members, float64(each[1])/float64(each[0]))
	}
	dearer := float64(cost[1]) / float64(cost[0])
	b.Logf("the day's work: %.2f times as dear a member (at most %v)", dearer, mostCost)
	if dearer > mostCost {
		b.Errorf("a member is %.2f times as dear at %d members as at %d", dearer, large.members, small.members)
	}
	large.play(day.Add(1))
	idle, busy := large.waits(day.Add(1))
	longer := float64(busy) / float64(idle)
	load, _ := os.ReadFile("/proc/loadavg")
	b.Logf("p99 of a wallet: %v, while the work goes on %v: %.2f times (at most %v); load of the machine %s", idle, busy, longer, mostWait, strings.TrimSpace(string(load)))
	if longer > mostWait {
		b.Errorf("a wallet takes %.2f times as long while the work goes on", longer)
	}
	b.ReportMetric(dearer, "x-cost/member")
	b.ReportMetric(longer, "x-p99")
}

const (
	// turns take turnTime each, callers at once ask for wallets of active members, and pause between.
	turns, turnTime           = 60, 400 * time.Millisecond
	callers, active, thinking = 2, 2000, 2 * time.Millisecond
)

// waits gives the p99 of GET /api/wallet without and with the work of a day, in turns. The work rests in
// between, as the queue has it do.
func (c *crowd) waits(day daily.Day) (idle, busy time.Duration) {
	all := c.works(day)
	var took [2][]time.Duration
	for turn := 0; turn < 2*turns && len(all) > 0; turn++ {
		with := turn % 2
		ctx, stop := context.WithTimeout(c.b.Context(), turnTime)
		var group sync.WaitGroup
		samples := make([][]time.Duration, callers)
		for i := range samples {
			group.Go(func() { samples[i] = c.ask(ctx) })
		}
		for with == 1 && ctx.Err() == nil {
			began := time.Now()
			all[0].part(c.b)
			time.Sleep(daily.Rest(time.Since(began)))
			if all[0].over {
				all = all[1:]
			}
			if len(all) == 0 {
				break // few members: their work is over before its turns are
			}
		}
		group.Wait()
		stop()
		took[with] = append(took[with], slices.Concat(samples...)...)
	}
	p99 := func(list []time.Duration) time.Duration {
		slices.Sort(list)
		return list[len(list)*99/100]
	}
	c.b.Logf("%d wallets without the work, %d with it", len(took[0]), len(took[1]))
	return p99(took[0]), p99(took[1])
}

// ask asks for one wallet after the other, and gives how long each took.
func (c *crowd) ask(ctx context.Context) (took []time.Duration) {
	for ctx.Err() == nil {
		request, err := http.NewRequestWithContext(context.WithoutCancel(ctx), http.MethodGet, c.URL()+"/api/wallet", http.NoBody)
		if err != nil {
			c.b.Error(err)
			return nil
		}
		request.Header.Set("Authorization", "Bearer "+id.MemberID(first+1+rand.IntN(active)).String())
		began := time.Now()
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			c.b.Error(err)
			return nil
		}
		_, _ = io.Copy(io.Discard, answer.Body)
		_ = answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			c.b.Errorf("%d", answer.StatusCode)
			return nil
		}
		took = append(took, time.Since(began))
		time.Sleep(thinking)
	}
	return took
}
