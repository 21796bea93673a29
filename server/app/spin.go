package app

import (
	"context"
	"errors"
	"time"

	"krapao/server/bonus"
	"krapao/server/postgres"
	"krapao/server/site"
	"krapao/server/spin"
)

// newSpin makes the prize wheel.
func newSpin(f floor, bonuses *bonus.Service) *spin.Service {
	service := spin.New(spin.Config{
		Store: postgres.Spin{DB: f.db}, Ledger: f.ledger, Conditions: prizeConditions{condition{bonuses}}, Keys: f.keyed, Box: f.box(spinPurpose), Sanitise: site.Sanitise,
		Trail: f.trail, Approvals: f.approvals, Now: f.Now, Log: f.Log,
	})
	f.approvals.Handle(spin.WheelApproval, service.ApproveWheel)
	f.approvals.Handle(spin.RuleApproval, service.ApproveRule)
	return service
}

// prizeConditions shows the one condition as the prize wheel needs it.
type prizeConditions struct{ condition }

// Open is described at spin.Conditions.
func (c prizeConditions) Open(ctx context.Context, coupon spin.Coupon, settled time.Time) error {
	prize := coupon.Slice.Prize
	_, err := c.bonuses.Open(ctx, bonus.OpenInput{
		Member: coupon.Member, Currency: coupon.Currency, Kind: bonus.FromPrize, Object: coupon.ID, Name: bonus.Text(prize.Name), Amount: prize.Amount,
		Terms: bonus.Terms{SuccessPercent: prize.SuccessPercent, FailPercent: prize.FailPercent}, Settled: settled,
	})
	if errors.Is(err, bonus.ErrRemaining) || errors.Is(err, bonus.ErrCondition) {
		return spin.BonusRemaining
	}
	return err
}
