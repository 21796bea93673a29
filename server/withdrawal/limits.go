package withdrawal

import (
	"context"
	"fmt"

	"krapao/server/audit"
	"krapao/server/bankaccount"
	"krapao/server/fault"
	"krapao/server/money"
)

// Limits are the smallest and the largest single withdrawal, and how one is approved and paid.
type Limits struct {
	Min, Max money.Amount
	// ReviewAbove: more than this needs a second person.
	ReviewAbove money.Amount
	// PayoutGateway is the code of the channel that pays; empty: people do.
	PayoutGateway string
}

// admit tells whether a withdrawal may be of this amount. Errors: WITHDRAW_MINIMUM, WITHDRAW_MAXIMUM.
func (l Limits) admit(amount money.Amount) error {
	switch {
	case amount <= 0 || amount < l.Min:
		return ErrMinimum
	case amount > l.Max:
		return ErrMaximum
	}
	return nil
}

// WithdrawLimits gives the limits of one withdrawal in a currency.
func (s *Service) WithdrawLimits(ctx context.Context, currency money.Currency) (Limits, error) {
	return s.Store.WithdrawLimits(ctx, currency)
}

// Validate tells what is wrong with limits that the operator wants to write.
func (l Limits) Validate() error {
	if l.Min <= 0 || l.Max < l.Min || l.Max > money.Max || l.ReviewAbove < 0 || l.ReviewAbove > money.Max {
		return fmt.Errorf("withdrawal: withdrawals from %v to %v", l.Min, l.Max)
	}
	return nil
}

func (l Limits) fields() map[string]any {
	return map[string]any{"minimum": l.Min.String(), "maximum": l.Max.String(), "reviewAbove": l.ReviewAbove.String(), "payoutGateway": l.PayoutGateway}
}

// AllWithdrawLimits gives the limits of every currency.
func (s *Service) AllWithdrawLimits(ctx context.Context) (map[money.Currency]Limits, error) {
	return s.Store.AllWithdrawLimits(ctx)
}

// LimitsChange is the limits that an operator wants; nil stays as it is.
type LimitsChange struct {
	Min, Max      money.Amount
	ReviewAbove   *money.Amount
	PayoutGateway *string
}

// PutWithdrawLimits replaces the limits of a currency, gives them, and asks nobody: for setting a server up. Operators
// have ChangeWithdrawLimits. Errors: KEY_INVALID (limits that are none, or a gateway that is no channel of the
// currency).
func (s *Service) PutWithdrawLimits(ctx context.Context, currency money.Currency, change LimitsChange) (limits Limits, err error) {
	err = s.change(ctx, func(ctx context.Context) ([]audit.Change, error) {
		var before Limits
		if before, limits, err = s.limitsAfter(ctx, currency, change); err != nil {
			return nil, err
		}
		line, err := s.putLimits(ctx, currency, before, limits)
		return []audit.Change{line}, err
	})
	return limits, err
}

// limitsAfter gives the limits of a currency as they are, zero where it has none, and as a change would have them.
// Errors: KEY_INVALID.
func (s *Service) limitsAfter(ctx context.Context, currency money.Currency, change LimitsChange) (before, after Limits, err error) {
	if !currency.Valid() {
		return before, after, fault.KeyInvalid.Withf("withdrawal: %.20q is no currency", currency)
	}
	all, err := s.Store.AllWithdrawLimits(ctx)
	if err != nil {
		return before, after, err
	}
	before = all[currency]
	after = before
	after.Min, after.Max = change.Min, change.Max
	if change.ReviewAbove != nil {
		after.ReviewAbove = *change.ReviewAbove
	}
	if change.PayoutGateway != nil {
		after.PayoutGateway = *change.PayoutGateway
	}
	return before, after, s.checkLimits(ctx, currency, after)
}

func (s *Service) putLimits(ctx context.Context, currency money.Currency, before, after Limits) (audit.Change, error) {
	line := audit.Change{Action: audit.WithdrawLimit, Subject: string(currency), After: after.fields()}
	if before != (Limits{}) {
		line.Before = before.fields()
	}
	return line, s.Store.PutWithdrawLimits(ctx, currency, after)
}

func (s *Service) checkLimits(ctx context.Context, currency money.Currency, limits Limits) error {
	if err := limits.Validate(); err != nil {
		return fault.KeyInvalid.With(err)
	}
	if limits.PayoutGateway == "" {
		return nil
	}
	pays := bankaccount.IsCode(limits.PayoutGateway)
	if pays {
		var err error
		if pays, err = s.Store.HasGateway(ctx, limits.PayoutGateway, currency); err != nil {
			return err
		}
	}
	if !pays {
		return fault.KeyInvalid.Withf("withdrawal: %.40q is no gateway of %s", limits.PayoutGateway, currency)
	}
	return nil
}

// change makes changes of limits, one after the other, with their lines in the audit log.
func (s *Service) change(ctx context.Context, change func(ctx context.Context) ([]audit.Change, error)) error {
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		if err := s.Store.LockSettings(ctx); err != nil {
			return err
		}
		lines, err := change(ctx)
		if err != nil {
			return err
		}
		return audit.RecordAll(ctx, s.Trail, lines...)
	})
}
