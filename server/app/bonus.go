package app

import (
	"context"
	"errors"
	"slices"

	"krapao/server/bonus"
	"krapao/server/fault"
	"krapao/server/game"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/postgres"
	"krapao/server/site"
	"krapao/server/wallet"
	"krapao/server/withdrawal"
)

// newBonus makes bonuses, promotions and the one condition.
func newBonus(f floor, games *game.Service, transfers *wallet.Transfers) *bonus.Service {
	service := bonus.New(bonus.Config{
		Store: postgres.Bonus{DB: f.db}, Ledger: f.ledger, Games: gamesOfBonus{games, transfers}, Keys: f.keyed, Limiter: f.limit, Sanitise: site.Sanitise,
		Trail: f.trail, Approvals: f.approvals, Alone: f.alone(string(bonus.FromBonus), string(bonus.FromPromotion)), Now: f.Now,
	})
	f.approvals.Handle(bonus.CampaignApproval, service.ApproveCampaign)
	f.approvals.Handle(bonus.RuleApproval, service.ApproveRule)
	return service
}

// gamesOfBonus shows games as bonuses need them.
type gamesOfBonus struct {
	games     *game.Service
	transfers *wallet.Transfers
}

// Refresh is described at bonus.Games.
func (g gamesOfBonus) Refresh(ctx context.Context, member id.MemberID) error {
	_, err := g.games.Refresh(ctx, game.RefreshInput{Member: member, Force: true})
	return err
}

// Take is described at bonus.Games.
func (g gamesOfBonus) Take(ctx context.Context, member id.MemberID, currency money.Currency, condition id.ID) (bonus.Taking, error) {
	finish, err := g.transfers.BeginTake(ctx, wallet.TakeInput{Member: member, Currency: currency, Condition: condition})
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (bool, error) {
		legs, err := finish(ctx)
		return !slices.ContainsFunc(legs, func(leg wallet.Leg) bool { return leg.Status == wallet.LegPending }), err
	}, nil
}

// conditionOfWithdrawal shows the one condition as withdrawals ask for it.
type conditionOfWithdrawal struct{ bonuses *bonus.Service }

// Settle is described at withdrawal.Condition.
func (c conditionOfWithdrawal) Settle(ctx context.Context, member id.MemberID) error {
	if _, err := c.bonuses.Active(ctx, member); err != nil {
		if errors.Is(err, fault.NoData) {
			return nil
		}
		return err
	}
	_, err := c.bonuses.Settle(ctx, member)
	return err
}

// State is described at withdrawal.Condition.
func (c conditionOfWithdrawal) State(ctx context.Context, member id.MemberID) (withdrawal.Condition, error) {
	progress, err := c.bonuses.LockProgress(ctx, member)
	switch {
	case errors.Is(err, fault.NoData):
		return withdrawal.Condition{State: withdrawal.NoCondition}, nil
	case err != nil:
		return withdrawal.Condition{}, err
	case progress.State == bonus.StateMet:
		return withdrawal.Condition{State: withdrawal.ConditionMet, ID: progress.ID}, nil
	default:
		return withdrawal.Condition{State: withdrawal.ConditionOpen, ID: progress.ID}, nil
	}
}

// Progress is described at withdrawal.Condition.
func (c conditionOfWithdrawal) Progress(ctx context.Context, member id.MemberID) (withdrawal.ConditionProgress, error) {
	progress, err := c.bonuses.Progress(ctx, member)
	switch {
	case errors.Is(err, fault.NoData):
		return withdrawal.ConditionProgress{State: withdrawal.NoCondition}, nil
	case err != nil:
		return withdrawal.ConditionProgress{}, err
	}
	shown := withdrawal.ConditionProgress{
		State: withdrawal.ConditionOpen, Lost: progress.State == bonus.StateLost, Kind: string(progress.Kind), Name: progress.Name,
		Minimum: progress.Minimum, Total: progress.Equity, LostAt: progress.LostAt, BetsOpen: progress.BetsOpen,
	}
	if progress.State == bonus.StateMet {
		shown.State = withdrawal.ConditionMet
	}
	return shown, nil
}

// EndMet is described at withdrawal.Condition.
func (c conditionOfWithdrawal) EndMet(ctx context.Context, member id.MemberID, cut money.Amount) error {
	return c.bonuses.EndMet(ctx, member, cut)
}

// UndoCut is described at withdrawal.Condition.
func (c conditionOfWithdrawal) UndoCut(ctx context.Context, member id.MemberID, condition id.ID) error {
	return c.bonuses.UndoCut(ctx, member, condition)
}
