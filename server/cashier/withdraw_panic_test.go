package cashier_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"krapao/server/cashier"
	"krapao/server/id"
	"krapao/server/money"
)

// stumbling is a gateway's adapter with a defect: it panics over one withdrawal.
type stumbling struct {
	cashier.Payouts
	over id.ID
}

func (s stumbling) CreatePayout(ctx context.Context, w cashier.Withdrawal) (cashier.PayoutReport, error) {
	if w.ID == s.over {
		panic("a defect")
	}
	return s.Payouts.CreatePayout(ctx, w)
}

func TestAPanicOverOnePayoutEndsNeitherTheServerNorTheOthers(t *testing.T) {
	t.Parallel()
	s := newTill(t)
	s.runSimulator()
	bad, good := s.withdraw(somchai, "500"), s.withdraw(malee, "500")
	over, err := id.Parse(s.idOf(bad.Reference))
	if err != nil {
		t.Fatal(err)
	}
	whole := s.App.Cashier.Payouts
	s.App.Cashier.Payouts = stumbling{whole, over}
	s.approve(bad.Reference)
	s.approve(good.Reference)
	if err := s.App.Cashier.PayOut(t.Context()); err != nil && !strings.Contains(err.Error(), "a defect") {
		t.Error(err)
	}
	if step := s.seen(good.Reference).Step; step != isSent && step != isPaid {
		t.Errorf("the other payout: %s", step)
	}
	s.App.Cashier.Payouts = whole
	s.Clock.Advance(time.Minute)
	s.settled(bad.Reference, isPaid)
	s.settled(good.Reference, isPaid)
	s.holds(somchai, money.Units(500), 0, money.Units(1000))
}
