// Package channel is the ways to pay in that members are shown, and what operators change about them. README.md has its
// rules. In the product: a bank, a wallet or a "gateway" of the deposit screen.
package channel

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"krapao/server/bankaccount"
	"krapao/server/money"
	"krapao/server/weburl"
)

// Kind is what a channel is.
type Kind string

// The kinds; the wire has BANK and PAYMENT among the banks and WALLET among the wallets.
const (
	Bank    Kind = "BANK"    // an account members transfer to
	Payment Kind = "PAYMENT" // a payment gateway
	Wallet  Kind = "WALLET"  // an e-wallet
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
	Kind Kind
	// BankCode is the bank's, or e-wallet's, in the catalogue of banks.
	BankCode string
	Mode     Mode
	// NameTH and NameEN are shown for it; both may be a bank's own.
	NameTH, NameEN string
	// AccountName and AccountNo are empty for a gateway.
	AccountName, AccountNo string
	// PreviousAccounts are the accounts that it had before this one.
	PreviousAccounts []bankaccount.PreviousAccount
	Currency         money.Currency
	// Logo is a path on this server.
	Logo string
	// TakesQR: members pay through a QR code of the gateway of this code. Every PAYMENT does.
	TakesQR bool
	// MinDeposit is the smallest amount of a QR code, or of a gift link. Transfers credit whatever they are.
	MinDeposit money.Amount
	// QuickAmounts are offered as buttons, in this order.
	QuickAmounts []money.Amount
	// Position orders the channels.
	Position int
	// Open: members may use it now.
	Open bool
}

// Validate tells what is wrong with a channel that the operator, or the demo's seed, wants to write.
func (c Channel) Validate() error {
	switch {
	case !bankaccount.IsCode(c.Code):
		return fmt.Errorf("channel: channel code %.40q", c.Code)
	case c.Kind != Bank && c.Kind != Payment && c.Kind != Wallet:
		return fmt.Errorf("channel: channel kind %.20q", c.Kind)
	case c.Mode != Auto && c.Mode != SMS && c.Mode != Link && c.Mode != Manual:
		return fmt.Errorf("channel: channel mode %.20q", c.Mode)
	case !c.Currency.Valid():
		return fmt.Errorf("channel: channel currency %.20q", c.Currency)
	case c.Logo != "" && !weburl.IsPath(c.Logo):
		return fmt.Errorf("channel: channel logo %.80q is no path on this server", c.Logo)
	case c.MinDeposit <= 0 || c.MinDeposit > money.Max:
		return fmt.Errorf("channel: channel minimum %v", c.MinDeposit)
	case c.Kind == Payment && !c.TakesQR:
		return errors.New("channel: a payment gateway without QR codes")
	case c.Kind == Wallet && c.TakesQR:
		return errors.New("channel: an e-wallet with QR codes, which no deposit screen shows")
	case c.TakesQR && c.MinDeposit < bankaccount.MinQR:
		return fmt.Errorf("channel: minimum %v of QR codes, which are made for %v or more", c.MinDeposit, bankaccount.MinQR)
	case c.House().TakesGifts && c.MinDeposit < bankaccount.MinGift:
		return fmt.Errorf("channel: minimum %v of gift links, which credit from %v", c.MinDeposit, bankaccount.MinGift)
	}
	for _, amount := range c.QuickAmounts {
		if amount < c.MinDeposit {
			return fmt.Errorf("channel: quick amount %v below the minimum %v", amount, c.MinDeposit)
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

// Settings gives the rules that no currency changes.
func (s *Service) Settings(ctx context.Context) (Settings, error) { return s.Store.Settings(ctx) }

// after gives the channel as a change of another one, which keeps in mind what account it had until now.
func (c Channel) after(before Channel, now time.Time) Channel {
	c.PreviousAccounts = before.PreviousAccounts
	if before.AccountNo != "" && (c.AccountNo != before.AccountNo || c.BankCode != before.BankCode) {
		c.PreviousAccounts = append(slices.Clone(c.PreviousAccounts), bankaccount.PreviousAccount{Account: bankaccount.Account{Bank: before.BankCode, Number: before.AccountNo}, Until: now})
	}
	return c
}

// House gives the account of the house that members pay into through the channel.
func (c Channel) House() bankaccount.House {
	return bankaccount.House{
		Account: bankaccount.Account{Bank: c.BankCode, Number: c.AccountNo, Holder: c.AccountName}, Channel: c.Code, Previous: c.PreviousAccounts, Currency: c.Currency,
		EWallet: c.Kind == Wallet, TakesQR: c.TakesQR, TakesGifts: c.Kind == Wallet && c.Mode == Link, MinDeposit: c.MinDeposit, Open: c.Open,
	}
}

// reconciledElsewhere tells that something else than the account's lines credits its money (bankaccount.House).
func (c Channel) reconciledElsewhere() bool { return c.House().ReconciledElsewhere() }
