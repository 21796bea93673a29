// Package wallet is the overview that the home screen shows (who the member is, where withdrawals go, and what they
// have, read in one moment), and the transfers that move money between the main wallet and game providers. In the
// product: "wallet", "transfer"; the balances are accounts of the ledger.
package wallet

import (
	"context"
	"time"

	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/money"
)

// Faults of the overview.
var (
	// ErrNoWallet: the member has no wallet.
	ErrNoWallet = fault.New(fault.NotFound, "NO_WALLET")
	// ErrNoBank: the member has no bank account.
	ErrNoBank = fault.New(fault.NotFound, "NO_BANK")
)

// Overview is what a member has. Amounts are in minor units of Currency.
type Overview struct {
	Member   id.MemberID
	Phone    string
	Name     string
	Currency money.Currency
	// CreatedAt is when the member registered. PreviousLoginAt is the login before the last one; LastLoginAt where it
	// is not known.
	CreatedAt, LastLoginAt, PreviousLoginAt time.Time
	// AgreementVersion is the agreement accepted last, nil: none.
	AgreementVersion *string
	// Bank is where withdrawals go.
	Bank BankAccount
	// Main is what can be transferred or withdrawn; what is held or in transit is not in it.
	Main money.Amount
	// Transit is on its way between Main and the games; Held waits to be paid as a withdrawal, or to be returned.
	Transit, Held money.Amount
	// Coins counts whole coins.
	Coins int64
	// SyncedAt is when all game accounts were last refreshed; CreatedAt before the first time.
	SyncedAt time.Time
	// Games are the open game accounts.
	Games []GameBalance
	// Invite is the bonus that waits for the member because of those whom they invited.
	Invite InviteBalance
	// Version is the same for what is read of the same values, on every server, and another one for others.
	Version string
}

// InviteBalance is what a member earned by inviting and has not received, and the condition that it would bring.
type InviteBalance struct {
	Amount                      money.Amount
	SuccessPercent, FailPercent int
}

// GameBalance is the money of an open game account, as of the last refresh.
type GameBalance struct {
	// Code is the provider's.
	Code   string
	Amount money.Amount
	// RefreshedAt is when the provider last reported the amount, nil: never.
	RefreshedAt *time.Time
}

// BankAccount is the member's own.
type BankAccount struct {
	// Code, NameLocal and NameEN are the bank's; the names are the code for a bank that is no longer known.
	Code, NameLocal, NameEN string
	// Holder and Number are the account's.
	Holder, Number string
	// IsLocked: money has moved, so only the operator changes it.
	IsLocked bool
}

// Store reads overviews.
type Store interface {
	// Overview reads everything in one statement. Errors: NO_WALLET, NO_BANK.
	Overview(ctx context.Context, member id.MemberID) (*Overview, error)
}

// Service gives overviews.
type Service struct{ Store Store }

// Overview gives what the member has. It asks no provider. What it gives is shared by those who ask at the same moment:
// nobody changes it. Errors: NO_WALLET, NO_BANK.
func (s *Service) Overview(ctx context.Context, member id.MemberID) (*Overview, error) {
	return s.Store.Overview(ctx, member)
}
