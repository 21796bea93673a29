package withdrawal_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/withdrawal"
)

// stumbling is a gateway's adapter with a defect: it panics over one withdrawal.
type stumbling struct {
	withdrawal.Payouts
	over id.ID
}

func (s stumbling) CreatePayout(ctx context.Context, w withdrawal.Withdrawal) (withdrawal.PayoutReport, error) {
	if w.ID == s.over {
		panic("a defect")
	}
	return s.Payouts.CreatePayout(ctx, w)
}

func TestAPanicOverOnePayoutEndsNeitherTheServerNorTheOthers(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.runSimulator()
	bad, good := s.withdraw(somchai, "500"), s.withdraw(malee, "500")
	over, err := id.Parse(s.idOf(bad.Reference))
	if err != nil {
		t.Fatal(err)
	}
	whole := s.App.Withdrawals.Payouts
	s.App.Withdrawals.Payouts = stumbling{whole, over}
	s.approve(bad.Reference)
	s.approve(good.Reference)
	if err := s.App.Withdrawals.PayOut(t.Context()); err != nil && !strings.Contains(err.Error(), "a defect") {
		t.Error(err)
	}
	if step := s.seen(good.Reference).Step; step != isSent && step != isPaid {
		t.Errorf("the other payout: %s", step)
	}
	s.App.Withdrawals.Payouts = whole
	s.Clock.Advance(time.Minute)
	s.settled(bad.Reference, isPaid)
	s.settled(good.Reference, isPaid)
	s.holds(somchai, money.Units(500), 0, money.Units(1000))
}
