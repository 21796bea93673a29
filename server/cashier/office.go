package cashier

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"krapao/server/audit"
	"krapao/server/fault"
	"krapao/server/money"
)

// OfficeStore is what the operator's changes need. They happen in one transaction each, one after the other: LockOffice comes first.
type OfficeStore interface {
	// LockOffice keeps other changes of channels, rules and limits away until the transaction ends.
	LockOffice(ctx context.Context) error
	// AllChannels gives the channels of every currency, closed ones too, by currency in display order.
	AllChannels(ctx context.Context) ([]Channel, error)
	// PutChannel writes a channel, new or changed.
	PutChannel(ctx context.Context, channel Channel) error
	// PutSettings replaces the settings that no currency changes.
	PutSettings(ctx context.Context, settings Settings) error
	// AllWithdrawLimits gives the limits of every currency, PutWithdrawLimits replaces those of one.
	AllWithdrawLimits(ctx context.Context) (map[money.Currency]WithdrawLimits, error)
	PutWithdrawLimits(ctx context.Context, currency money.Currency, limits WithdrawLimits) error
}

// AllChannels gives the channels of every currency, closed ones too, by currency in display order.
func (s *Service) AllChannels(ctx context.Context) ([]Channel, error) {
	return s.Store.AllChannels(ctx)
}

// PutChannels writes channels, new or changed, and asks nobody: for setting a server up. Operators have ChangeChannel. Nothing is written
// when one is wrong. Errors: KEY_INVALID.
func (s *Service) PutChannels(ctx context.Context, channels ...Channel) error {
	return s.change(ctx, func(ctx context.Context) (lines []audit.Change, err error) {
		for _, channel := range channels {
			before, err := s.channelBefore(ctx, channel)
			if err != nil {
				return nil, err
			}
			line, err := s.putChannel(ctx, before, channel)
			if err != nil {
				return nil, err
			}
			lines = append(lines, line)
		}
		return lines, nil
	})
}

// channelBefore gives what a channel that somebody wants to write is now; nil: it is new. Errors: KEY_INVALID.
func (s *Service) channelBefore(ctx context.Context, channel Channel) (*Channel, error) {
	if err := channel.Validate(); err != nil {
		return nil, fault.KeyInvalid.With(err)
	}
	stored, err := s.Store.AllChannels(ctx)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(stored, func(c Channel) bool { return c.Code == channel.Code })
	switch {
	case at < 0:
		return nil, nil //nolint:nilnil // a channel that is not there is an answer
	case stored[at].Currency != channel.Currency:
		return nil, fault.KeyInvalid.Withf("cashier: the currency of %s cannot change", channel.Code)
	}
	return &stored[at], nil
}

func (s *Service) putChannel(ctx context.Context, before *Channel, channel Channel) (audit.Change, error) {
	line := audit.Change{Action: audit.Channel, Subject: channel.Code, After: channel.fields()}
	if before != nil {
		line.Before = before.fields()
		channel = channel.after(*before, s.Now())
	}
	return line, s.Store.PutChannel(ctx, channel)
}

func (c Channel) fields() map[string]any {
	quick := make([]string, 0, len(c.QuickAmounts))
	for _, amount := range c.QuickAmounts {
		quick = append(quick, amount.String())
	}
	return map[string]any{
		"kind": string(c.Kind), "bankCode": c.BankCode, "mode": string(c.Mode), "nameTH": c.NameTH, "nameEN": c.NameEN, "accountName": c.AccountName,
		"accountNo": c.AccountNo, "currency": string(c.Currency), "logo": c.Logo, "takesQR": c.TakesQR, "minDeposit": c.MinDeposit.String(),
		"quickAmounts": quick, "position": c.Position, "isOpen": c.Open,
	}
}

// Validate tells what is wrong with rules that the operator wants to write.
func (s Settings) Validate() error {
	const day = 24 * time.Hour
	switch {
	case s.SlipOpenFrom < 0 || s.SlipOpenFrom >= day || s.SlipOpenTo < 0 || s.SlipOpenTo >= day:
		return fmt.Errorf("cashier: slips from %v to %v", s.SlipOpenFrom, s.SlipOpenTo)
	case s.SlipMaxAge < time.Minute || s.SlipMaxAge > 7*day:
		return fmt.Errorf("cashier: slips of an age of %v", s.SlipMaxAge)
	case s.SlipMaxSizeMB < 1 || s.SlipMaxSizeMB > 20:
		return fmt.Errorf("cashier: slips of %d MB", s.SlipMaxSizeMB)
	}
	return nil
}

func (s Settings) fields() map[string]any {
	return map[string]any{
		"isManual": s.IsManual, "slipOpenFrom": s.SlipOpenFrom.String(), "slipOpenTo": s.SlipOpenTo.String(),
		"slipMaxAgeMinutes": int(s.SlipMaxAge / time.Minute), "slipMaxSizeMB": s.SlipMaxSizeMB,
	}
}

// PutSettings replaces the rules that no currency changes. Errors: KEY_INVALID.
func (s *Service) PutSettings(ctx context.Context, settings Settings) error {
	if err := settings.Validate(); err != nil {
		return fault.KeyInvalid.With(err)
	}
	return s.change(ctx, func(ctx context.Context) ([]audit.Change, error) {
		before, err := s.Store.Settings(ctx)
		if err != nil {
			return nil, err
		}
		return []audit.Change{{Action: audit.DepositRules, Before: before.fields(), After: settings.fields()}}, s.Store.PutSettings(ctx, settings)
	})
}

// Validate tells what is wrong with limits that the operator wants to write.
func (l WithdrawLimits) Validate() error {
	if l.Min <= 0 || l.Max < l.Min || l.Max > money.Max || l.ReviewAbove < 0 || l.ReviewAbove > money.Max {
		return fmt.Errorf("cashier: withdrawals from %v to %v", l.Min, l.Max)
	}
	return nil
}

func (l WithdrawLimits) fields() map[string]any {
	return map[string]any{"minimum": l.Min.String(), "maximum": l.Max.String(), "reviewAbove": l.ReviewAbove.String(), "payoutGateway": l.PayoutGateway}
}

// AllWithdrawLimits gives the limits of every currency.
func (s *Service) AllWithdrawLimits(ctx context.Context) (map[money.Currency]WithdrawLimits, error) {
	return s.Store.AllWithdrawLimits(ctx)
}

// WithdrawLimitsChange is the limits that an operator wants; nil stays as it is.
type WithdrawLimitsChange struct {
	Min, Max      money.Amount
	ReviewAbove   *money.Amount
	PayoutGateway *string
}

// PutWithdrawLimits replaces the limits of a currency, gives them, and asks nobody: for setting a server up. Operators have ChangeWithdrawLimits.
// Errors: KEY_INVALID (limits that are none, or a gateway that is no channel of the currency).
func (s *Service) PutWithdrawLimits(ctx context.Context, currency money.Currency, change WithdrawLimitsChange) (limits WithdrawLimits, err error) {
	err = s.change(ctx, func(ctx context.Context) ([]audit.Change, error) {
		var before WithdrawLimits
		if before, limits, err = s.limitsAfter(ctx, currency, change); err != nil {
			return nil, err
		}
		line, err := s.putLimits(ctx, currency, before, limits)
		return []audit.Change{line}, err
	})
	return limits, err
}

// limitsAfter gives the limits of a currency as they are, zero where it has none, and as a change would have them. Errors: KEY_INVALID.
func (s *Service) limitsAfter(ctx context.Context, currency money.Currency, change WithdrawLimitsChange) (before, after WithdrawLimits, err error) {
	if !currency.Valid() {
		return before, after, fault.KeyInvalid.Withf("cashier: %.20q is no currency", currency)
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

func (s *Service) putLimits(ctx context.Context, currency money.Currency, before, after WithdrawLimits) (audit.Change, error) {
	line := audit.Change{Action: audit.WithdrawLimit, Subject: string(currency), After: after.fields()}
	if before != (WithdrawLimits{}) {
		line.Before = before.fields()
	}
	return line, s.Store.PutWithdrawLimits(ctx, currency, after)
}

func (s *Service) checkLimits(ctx context.Context, currency money.Currency, limits WithdrawLimits) error {
	if err := limits.Validate(); err != nil {
		return fault.KeyInvalid.With(err)
	}
	if limits.PayoutGateway == "" {
		return nil
	}
	_, err := s.gateway(ctx, limits.PayoutGateway, currency)
	if errors.Is(err, fault.NoData) {
		return fault.KeyInvalid.With(err)
	}
	return err
}

// change makes changes with their lines in the audit log. What changes nothing leaves no line.
func (s *Service) change(ctx context.Context, change func(ctx context.Context) ([]audit.Change, error)) error {
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		if err := s.Store.LockOffice(ctx); err != nil {
			return err
		}
		lines, err := change(ctx)
		if err != nil {
			return err
		}
		for _, line := range lines {
			narrowed, same := line.Narrowed()
			if same {
				continue
			}
			if err := s.Trail.Record(ctx, narrowed); err != nil {
				return err
			}
		}
		return nil
	})
}
