// Package bankaccount is what deposits, slips and withdrawals know alike about accounts at banks and e-wallets: an
// account, who paid from one, how two reports of one are compared, and the one name of a transfer between banks.
// README.md has its rules.
package bankaccount

import (
	"slices"
	"time"

	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/money"
)

// The smallest amounts, whatever a channel says (product specification).
const (
	MinQR   money.Amount = 1 * 100 // of a QR code, in the major unit 1
	MinGift money.Amount = 2 * 100 // of a gift link: 2 baht
)

// ErrNoBank says that the member has no bank account.
var ErrNoBank = fault.New(fault.NotFound, "NO_BANK")

// Account is an account at a bank or an e-wallet, as far as it is reported. The number may be masked.
type Account struct {
	// Bank is the bank's code in the catalogue of banks.
	Bank   string `json:"bankCode,omitempty"`
	Number string `json:"accountNo,omitempty"`
	// Holder is the name of who has it.
	Holder string `json:"accountName,omitempty"`
}

// Payer is who paid, or was paid, as far as whoever reports it knows. An e-wallet tells the phone number.
type Payer struct {
	Account
	Phone string `json:"phone,omitempty"`
}

// Owner is a member with the account and the phone number that they registered.
type Owner struct {
	Account
	Member   id.MemberID
	Currency money.Currency
	Phone    string
}

// PreviousAccount is an account that a deposit channel had. Who had its QR code on the screen then may still pay into
// it.
type PreviousAccount struct {
	Account
	Until time.Time `json:"until"`
}

// House is an account of the house that members pay into, as its deposit channel has it. The number is empty for a
// gateway without an account.
type House struct {
	Account
	// Channel is the channel's code: its gateway's too, where it takes QR codes.
	Channel string
	// Previous are the accounts that the channel had before this one.
	Previous []PreviousAccount
	Currency money.Currency
	// EWallet: its payers are known by their phone number.
	EWallet bool
	// TakesQR: members pay through QR codes of the channel's gateway too. TakesGifts: gift links are redeemed into it.
	TakesQR, TakesGifts bool
	// MinDeposit is the smallest deposit that members are shown.
	MinDeposit money.Amount
	// Open: members may use it now.
	Open bool
}

// ReconciledElsewhere tells that the report of a QR payment or a redeemed gift link credits the money on this account;
// its bank's lines only confirm it.
func (h House) ReconciledElsewhere() bool { return h.TakesQR || h.TakesGifts }

// Is tells whether an account in a currency is this one, however its number is written.
func (h House) Is(account Account, currency money.Currency) bool {
	return h.Bank == account.Bank && h.Number != "" && Digits(h.Number) == Digits(account.Number) && h.Currency == currency
}

// Was tells whether an account in a currency is this one, or one that the channel had at a moment or later.
func (h House) Was(account Account, currency money.Currency, since time.Time) bool {
	return h.Is(account, currency) || slices.ContainsFunc(h.Previous, func(previous PreviousAccount) bool {
		return House{Account: previous.Account, Currency: h.Currency}.Is(account, currency) && !previous.Until.Before(since)
	})
}
