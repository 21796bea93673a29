package channel

import (
	"context"
	"fmt"
	"slices"
	"time"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/fault"
	"krapao/server/money"
)

// Store keeps channels and the rules of deposits. Changes happen in one transaction each, one after the other:
// LockSettings comes first.
type Store interface {
	// InTx runs fn in one transaction.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// LockSettings keeps other changes of channels, rules and limits away until the transaction ends.
	LockSettings(ctx context.Context) error
	// Service gives the open channels of a currency in display order.
	Channels(ctx context.Context, currency money.Currency) ([]Channel, error)
	// AllChannels gives the channels of every currency, closed ones too, by currency in display order.
	AllChannels(ctx context.Context) ([]Channel, error)
	// PutChannel writes a channel, new or changed.
	PutChannel(ctx context.Context, channel Channel) error
	// Settings gives the settings that no currency changes, PutSettings replaces them.
	Settings(ctx context.Context) (Settings, error)
	PutSettings(ctx context.Context, settings Settings) error
}

// Config is what Channels needs.
type Config struct {
	Store Store
	// Trail takes every change of channels and rules, Approvals asks a second person.
	Trail     audit.Trail
	Approvals approval.Asker
	// Now is the clock.
	Now func() time.Time
}

// Service has the rules of deposit channels.
type Service struct{ Config }

// New makes Channels.
func New(config Config) *Service { return &Service{config} }

// AllChannels gives the channels of every currency, closed ones too, by currency in display order.
func (s *Service) AllChannels(ctx context.Context) ([]Channel, error) {
	return s.Store.AllChannels(ctx)
}

// PutChannels writes channels, new or changed, and asks nobody: for setting a server up. Operators have ChangeChannel.
// Nothing is written when one is wrong. Errors: KEY_INVALID.
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
		return nil, fault.KeyInvalid.Withf("channel: the currency of %s cannot change", channel.Code)
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
		return fmt.Errorf("channel: slips from %v to %v", s.SlipOpenFrom, s.SlipOpenTo)
	case s.SlipMaxAge < time.Minute || s.SlipMaxAge > 7*day:
		return fmt.Errorf("channel: slips of an age of %v", s.SlipMaxAge)
	case s.SlipMaxSizeMB < 1 || s.SlipMaxSizeMB > 20:
		return fmt.Errorf("channel: slips of %d MB", s.SlipMaxSizeMB)
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

// change makes changes with their lines in the audit log. What changes nothing leaves no line.
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
