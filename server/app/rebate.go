package app

import (
	"context"
	"errors"
	"time"

	"krapao/server/bonus"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/postgres"
	"krapao/server/rebate"
	"krapao/server/referral"
	"krapao/server/site"
)

// newRebates makes refunds of a day's net loss.
func newRebates(f floor, bonuses *bonus.Service) *rebate.Service {
	service := rebate.New(rebate.Config{
		Store: postgres.Rebate{DB: f.db}, Conditions: refundConditions{condition{bonuses}}, Keys: f.keyed, Sanitise: site.Sanitise, Trail: f.trail,
		Approvals: f.approvals, Alone: f.alone(string(rebate.RuleApproval), string(referral.RuleApproval)), Now: f.Now,
	})
	f.approvals.Handle(rebate.RuleApproval, service.ApproveRule)
	return service
}

// newReferrals makes what members earn by those whom they invited.
func newReferrals(f floor, bonuses *bonus.Service) *referral.Service {
	service := referral.New(referral.Config{
		Store: postgres.Referral{DB: f.db}, Conditions: inviteConditions{condition{bonuses}, f.ledger}, Keys: f.keyed, Sanitise: site.Sanitise, Trail: f.trail,
		Approvals: f.approvals, Alone: f.alone(string(rebate.RuleApproval), string(referral.RuleApproval)), Now: f.Now, Log: f.Log,
	})
	f.approvals.Handle(referral.RuleApproval, service.ApproveRule)
	return service
}

// dailyWork is what the queue has done once for each day.
func (s *Services) dailyWork() map[string]postgres.WorkDay {
	return map[string]postgres.WorkDay{"refund": s.Rebates.Accrue, "invite": s.Referrals.Accrue}
}

// condition shows the one condition as features ask for it that credit members.
type condition struct{ bonuses *bonus.Service }

// Active tells whether the member is under a condition.
func (c condition) Active(ctx context.Context, member id.MemberID) (bool, error) {
	_, err := c.bonuses.Store.ActiveCondition(ctx, member)
	if errors.Is(err, fault.NoData) {
		return false, nil
	}
	return err == nil, err
}

// Settle refreshes what the member's games hold, and gives the moment from which on what they tell counts.
func (c condition) Settle(ctx context.Context, member id.MemberID) (time.Time, error) {
	return c.bonuses.Settle(ctx, member)
}

type refundConditions struct{ condition }

// Open is described at rebate.Conditions.
func (c refundConditions) Open(ctx context.Context, refund rebate.Refund, settled time.Time) error {
	_, err := c.bonuses.Open(ctx, bonus.OpenInput{
		Member: refund.Member, Currency: refund.Currency, Kind: bonus.FromRefund, Object: refund.ID, Name: bonus.Text(rebate.Name()), Amount: refund.Amount,
		Terms: bonus.Terms{SuccessPercent: refund.SuccessPercent, FailPercent: refund.FailPercent}, Settled: settled,
	})
	if errors.Is(err, bonus.ErrCondition) {
		return rebate.ErrCondition
	}
	return err
}

type inviteConditions struct {
	condition
	book ledger.Poster
}

// Open is described at referral.Conditions.
func (c inviteConditions) Open(ctx context.Context, receipt referral.Receipt, settled time.Time) error {
	_, err := c.bonuses.Open(ctx, bonus.OpenInput{
		Member: receipt.Member, Currency: receipt.Currency, Kind: bonus.FromInvite, Object: receipt.ID, Name: bonus.Text(referral.Name()), Amount: receipt.Amount,
		Terms: bonus.Terms{SuccessPercent: receipt.SuccessPercent, FailPercent: receipt.FailPercent}, Settled: settled,
	})
	if errors.Is(err, bonus.ErrCondition) {
		return referral.ErrRemaining
	}
	return err
}

// Credit is described at referral.Conditions.
func (c inviteConditions) Credit(ctx context.Context, receipt referral.Receipt) error {
	_, err := c.book.Post(ctx, ledger.Transaction{
		Key: receipt.ID.String() + "/credit", Kind: ledger.Bonus, MemberID: receipt.Member, Currency: receipt.Currency, At: receipt.At, Reference: receipt.ID.String(),
		Postings: []ledger.Posting{
			{Account: ledger.Main(receipt.Member), Amount: receipt.Amount}, {Account: ledger.House("invite", receipt.Currency), Amount: -receipt.Amount},
		},
	})
	return err
}
