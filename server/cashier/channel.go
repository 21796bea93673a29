package cashier

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"time"

	"krapao/server/money"
	"krapao/server/weburl"
)

// ChannelKind is what a channel is.
type ChannelKind string

// The kinds; the wire has BANK and PAYMENT among the banks and WALLET among the wallets.
const (
	Bank    ChannelKind = "BANK"    // an account members transfer to
	Payment ChannelKind = "PAYMENT" // a payment gateway
	Wallet  ChannelKind = "WALLET"  // an e-wallet
)

// Mode is how a channel's money is recognised: AUTO, SMS, LINK or MANUAL.
type Mode string

// The modes.
const (
	Auto   Mode = "AUTO"
	SMS    Mode = "SMS"
	Link   Mode = "LINK"
	Manual Mode = "MANUAL"
)

// Channel is one way to deposit, in one currency.
type Channel struct {
	// Code names it: the gatewayCode where it makes QR codes.
	Code string
	Kind ChannelKind
	// BankCode is the bank's, or e-wallet's, in the catalogue of banks.
	BankCode string
	Mode     Mode
	// NameTH and NameEN are shown for it; both may be a bank's own.
	NameTH, NameEN string
	// AccountName and AccountNo are empty for a gateway.
	AccountName, AccountNo string
	// Formerly are the accounts that it had before this one.
	Formerly []FormerAccount
	Currency money.Currency
	// Logo is a path on this server.
	Logo string
	// TakesQR: members pay through a QR code of the gateway of this code. Every PAYMENT does.
	TakesQR bool
	// MinDeposit is the smallest amount.
	MinDeposit money.Amount
	// QuickAmounts are offered as buttons, in this order.
	QuickAmounts []money.Amount
	// Position orders the channels.
	Position int
	// Open: members may use it now.
	Open bool
}

// FormerAccount is an account that a channel had. Who had its QR code on the screen then may pay into it yet.
type FormerAccount struct {
	BankCode  string    `json:"bankCode"`
	AccountNo string    `json:"accountNo"`
	Until     time.Time `json:"until"`
}

var codeForm = regexp.MustCompile(`^[A-Z0-9_]{2,32}$`)

// Validate tells what is wrong with a channel that the operator, or the demo's seed, wants to write.
func (c Channel) Validate() error {
	switch {
	case !codeForm.MatchString(c.Code):
		return fmt.Errorf("cashier: channel code %.40q", c.Code)
	case c.Kind != Bank && c.Kind != Payment && c.Kind != Wallet:
		return fmt.Errorf("cashier: channel kind %.20q", c.Kind)
	case c.Mode != Auto && c.Mode != SMS && c.Mode != Link && c.Mode != Manual:
		return fmt.Errorf("cashier: channel mode %.20q", c.Mode)
	case !c.Currency.Valid():
		return fmt.Errorf("cashier: channel currency %.20q", c.Currency)
	case c.Logo != "" && !weburl.IsPath(c.Logo):
		return fmt.Errorf("cashier: channel logo %.80q is no path on this server", c.Logo)
	case c.MinDeposit <= 0 || c.MinDeposit > money.Max:
		return fmt.Errorf("cashier: channel minimum %v", c.MinDeposit)
	case c.Kind == Payment && !c.TakesQR:
		return errors.New("cashier: a payment gateway without QR codes")
	case c.Kind == Wallet && c.TakesQR:
		return errors.New("cashier: an e-wallet with QR codes, which no deposit screen shows")
	}
	for _, amount := range c.QuickAmounts {
		if amount < c.MinDeposit {
			return fmt.Errorf("cashier: quick amount %v below the minimum %v", amount, c.MinDeposit)
		}
	}
	return nil
}

// Settings are what no currency changes.
type Settings struct {
	// IsManual: every channel is shown in the generic form.
	IsManual bool
	// SlipOpenFrom and SlipOpenTo are times of day in Asia/Bangkok, since midnight.
	SlipOpenFrom, SlipOpenTo time.Duration
	// SlipMaxAge is how long after its transfer a slip is accepted.
	SlipMaxAge time.Duration
	// SlipMaxSizeMB is the largest image, in units of 1,048,576 bytes.
	SlipMaxSizeMB int
}

// WithdrawLimits are the smallest and the largest single withdrawal, and how one is approved and paid.
type WithdrawLimits struct {
	Min, Max money.Amount
	// ReviewAbove: more than this needs a second person.
	ReviewAbove money.Amount
	// PayoutGateway is the code of the channel that pays; empty: people do.
	PayoutGateway string
}

// Deposits is what a member may deposit through.
type Deposits struct {
	Channels []Channel
	IsManual bool
}

// Deposits gives the open channels of the member's currency in display order.
func (s *Service) Deposits(ctx context.Context, currency money.Currency) (Deposits, error) {
	settings, err := s.Store.Settings(ctx)
	if err != nil {
		return Deposits{}, err
	}
	channels, err := s.Store.Channels(ctx, currency)
	return Deposits{Channels: channels, IsManual: settings.IsManual}, err
}

// WithdrawLimits gives the limits of one withdrawal in a currency.
func (s *Service) WithdrawLimits(ctx context.Context, currency money.Currency) (WithdrawLimits, error) {
	return s.Store.WithdrawLimits(ctx, currency)
}

// SlipRules gives when and how slips are taken.
func (s *Service) SlipRules(ctx context.Context) (Settings, error) { return s.Store.Settings(ctx) }

// houseChannel gives the channel that a line's account is, an open one where there is one, and of several one that proves its money otherwise; the
// zero Channel when it is none.
func houseChannel(channels []Channel, line BankLine) (found Channel) {
	for _, channel := range channels {
		if channel.has(line) && (found.Code == "" || channel.Open && !found.Open || channel.Open == found.Open && !found.provesOtherwise()) {
			found = channel
		}
	}
	return found
}

// has tells whether a line is of the channel's account.
func (c Channel) has(line BankLine) bool {
	return c.BankCode == line.BankCode && digitsOf(c.AccountNo) == digitsOf(line.AccountNo) && c.AccountNo != "" && c.Currency == line.Currency
}

// had tells whether a line is of the channel's account, or of one that it had when a QR code was made that the line may be the payment of.
func (c Channel) had(line BankLine) bool {
	return c.has(line) || slices.ContainsFunc(c.Formerly, func(former FormerAccount) bool {
		then := Channel{BankCode: former.BankCode, AccountNo: former.AccountNo, Currency: c.Currency}
		return then.has(line) && !former.Until.Before(line.At().Add(-claimAge))
	})
}

// after gives the channel as a change of another one, which keeps in mind what account it had until now.
func (c Channel) after(before Channel, now time.Time) Channel {
	c.Formerly = before.Formerly
	if before.AccountNo != "" && (c.AccountNo != before.AccountNo || c.BankCode != before.BankCode) {
		c.Formerly = append(slices.Clone(c.Formerly), FormerAccount{before.BankCode, before.AccountNo, now})
	}
	return c
}

// provesOtherwise: money on this account is proven by a QR payment's report or a redeemed gift link; its lines only confirm.
func (c Channel) provesOtherwise() bool { return c.TakesQR || c.Kind == Wallet && c.Mode == Link }
