package bonus_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/server/bonus"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

func TestAConditionIsMetAndLostAtItsExactAmounts(t *testing.T) {
	t.Parallel()
	for name, of := range map[string]struct {
		had, credit        money.Amount
		success, fail      int
		won                money.Amount
		want               bonus.State
		remaining, minimum money.Amount
		lostAt             money.Amount
	}{
		"nothing played":                     {baht(1000), baht(100), 200, 10, 0, bonus.StateOpen, baht(100), baht(1200), baht(110)},
		"a satang short of met":              {baht(1000), baht(100), 200, 10, baht(100) - 1, bonus.StateOpen, 1, baht(1200), baht(110)},
		"met":                                {baht(1000), baht(100), 200, 10, baht(100), bonus.StateMet, 0, baht(1200), baht(110)},
		"beyond":                             {baht(1000), baht(100), 200, 10, baht(500), bonus.StateMet, 0, baht(1200), baht(110)},
		"a satang above lost":                {baht(1000), baht(100), 200, 10, -baht(990) + 1, bonus.StateOpen, baht(1090) - 1, baht(1200), baht(110)},
		"lost":                               {baht(1000), baht(100), 200, 10, -baht(990), bonus.StateLost, baht(1090), baht(1200), baht(110)},
		"all lost":                           {baht(1000), baht(100), 200, 10, -baht(1100), bonus.StateLost, baht(1200), baht(1200), baht(110)},
		"no fail percentage: all lost":       {baht(1000), baht(100), 200, 0, -baht(1100), bonus.StateLost, baht(1200), baht(1200), 0},
		"no fail percentage: a satang left":  {baht(1000), baht(100), 200, 0, -baht(1100) + 1, bonus.StateOpen, baht(1200) - 1, baht(1200), 0},
		"100 % to win is met at once":        {baht(1000), baht(100), 100, 10, 0, bonus.StateMet, 0, baht(1100), baht(110)},
		"a rounded target is the higher one": {0, 33, 150, 10, 16, bonus.StateOpen, 1, 50, 3},
		"and reached":                        {0, 33, 150, 10, 17, bonus.StateMet, 0, 50, 3},
		"a rounded limit is the lower one":   {0, 33, 150, 10, -29, bonus.StateOpen, 46, 50, 3},
		"and reached below":                  {0, 33, 150, 10, -30, bonus.StateLost, 47, 50, 3},
		"a large sum":                        {money.Max / 4, money.Max / 4, 5000, 99, 0, bonus.StateOpen, money.Max / 4 * 49, money.Max/4 + money.Max/4*50, 495_000_000_000_000},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			condition := bonus.Condition{Amount: of.credit, Terms: bonus.Terms{SuccessPercent: of.success, FailPercent: of.fail}, Won: of.won}
			got := condition.Progress(ledger.Wallet{Main: of.had + of.credit + of.won})
			if got.State != of.want || got.Remaining != of.remaining || got.Minimum != of.minimum || got.LostAt != of.lostAt || got.OwnMoney != of.had {
				t.Errorf("I15: %s, remaining %d, minimum %d, lost at %d, own %d", got.State, got.Remaining, got.Minimum, got.LostAt, got.OwnMoney)
			}
		})
	}
}

func TestACreditOpensOneConditionWithIt(t *testing.T) {
	t.Parallel()
	c := newCore(t)
	c.deposit(baht(1000))
	c.transferIn(baht(400))
	in := credit(id.NewID())
	opened := c.open(in)
	if opened.Base != baht(1000) || c.wallet().Main != baht(700) {
		t.Fatalf("%+v, %+v", opened, c.wallet())
	}
	if again := c.open(in); again.ID != opened.ID || c.wallet().Main != baht(700) {
		t.Errorf("the same object again: %+v, %+v", again, c.wallet())
	}
	for _, kind := range []bonus.Kind{bonus.FromBonus, bonus.FromPromotion, bonus.FromInvite, bonus.FromRefund, bonus.FromPrize} {
		other := credit(id.NewID())
		other.Kind = kind
		if _, err := c.bonuses.Open(t.Context(), other); !errors.Is(err, bonus.ErrRemaining) {
			t.Errorf("%s under another one: %v", kind, err)
		}
	}
	for name, spoil := range map[string]func(*bonus.OpenInput){
		"no credit": func(in *bonus.OpenInput) { in.Amount = 0 }, "no name": func(in *bonus.OpenInput) { in.Name = nil },
		"lost at once": func(in *bonus.OpenInput) { in.Terms.FailPercent = 100 }, "no object": func(in *bonus.OpenInput) { in.Object = id.ID{} },
		"below zero": func(in *bonus.OpenInput) { in.Terms.SuccessPercent = -1 },
	} {
		wrong := credit(id.NewID())
		spoil(&wrong)
		if _, err := c.bonuses.Open(t.Context(), wrong); !errors.Is(err, fault.KeyInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := c.bonuses.Progress(t.Context(), malee); !errors.Is(err, fault.NoData) {
		t.Errorf("somebody under none: %v", err)
	}
}

func TestOnlyPlayingChangesWhatIsWon(t *testing.T) {
	t.Parallel()
	c := newCore(t)
	c.deposit(baht(1000))
	c.open(credit(id.NewID()))
	c.transferIn(baht(500))
	if now := c.progress(); now.Won != 0 || now.Equity != baht(1100) || now.InGames != baht(500) || now.OwnMoney != baht(1000) {
		t.Fatalf("%+v", now)
	}
	c.play(-baht(200))
	c.deposit(baht(300)) // raises the base with itself
	now := c.progress()
	if now.Won != -baht(200) || now.OwnMoney != baht(1300) || now.Minimum != baht(1500) || now.LostAt != baht(140) || now.State != bonus.StateOpen || now.Base != baht(1000) {
		t.Errorf("%+v", now)
	}
	c.play(baht(300))
	if now := c.progress(); now.State != bonus.StateMet || now.Equity != now.Minimum {
		t.Errorf("%+v", now)
	}
}

func TestWhatWasPlayedBeforeAConditionDoesNotCountForIt(t *testing.T) {
	t.Parallel()
	c := newCore(t)
	c.deposit(baht(1000))
	c.exec("insert into game_member (member_id, synced_at, code, sequence, refreshed_at) values ($1, $2, '{PG,JILI,NEW}', '{1,1,0}', array[$2, $3, null]::timestamptz[])",
		somchai, c.clock.Now(), c.clock.Now().Add(-time.Hour))
	in := credit(id.NewID())
	in.Settled = c.clock.Now()
	if opened := c.open(in); len(opened.Unsettled) != 2 {
		t.Fatalf("%v", opened.Unsettled)
	}
	c.playAt("JILI", baht(50)) // won before: the provider was asked an hour ago
	c.playAt("NEW", 0)         // refreshed for the first time, and nothing was won
	c.playAt("PG", baht(7))
	if now := c.progress(); now.Won != baht(7) || now.OwnMoney != baht(1050) || len(now.Unsettled) != 0 {
		t.Errorf("I15: what was played before counts: %+v", now)
	}
	c.playAt("JILI", baht(10))
	c.playAt("NEW", baht(1))
	if now := c.progress(); now.Won != baht(18) {
		t.Errorf("I15: what was played before counts: %+v", now)
	}
}

func TestTheTermsOfAConditionCannotBeChanged(t *testing.T) {
	t.Parallel()
	c := newCore(t)
	c.open(credit(id.NewID()))
	for _, column := range []string{"amount", "base", "success_percent", "fail_percent", "kind", "object", "opened_at", "member_id"} {
		if _, err := c.database.DB.Querier(t.Context()).Exec(t.Context(), "update bonus_condition set "+column+" = "+column); err == nil {
			t.Errorf("the application may change %s", column)
		}
	}
	if _, err := c.database.DB.Querier(t.Context()).Exec(t.Context(), "delete from bonus_condition"); err == nil {
		t.Error("the application may delete conditions")
	}
}

func TestAHundredCreditsAtOnceOpenOneCondition(t *testing.T) {
	t.Parallel()
	c := newCore(t)
	var opened atomic.Int64
	var racers sync.WaitGroup
	for range 100 {
		racers.Go(func() {
			switch _, err := c.bonuses.Open(t.Context(), credit(id.NewID())); {
			case err == nil:
				opened.Add(1)
			case !errors.Is(err, bonus.ErrRemaining):
				t.Error(err)
			}
		})
	}
	racers.Wait()
	if opened.Load() != 1 || c.wallet().Main != baht(100) {
		t.Errorf("%d opened, %v in the wallet", opened.Load(), c.wallet().Main)
	}
}
