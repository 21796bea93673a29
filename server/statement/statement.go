// Package statement shows the main wallet's postings as the product's history. It owns no data: a line is a posting of the
// ledger, so what the lines add up to is the balance, at every moment. What has not moved the wallet yet (a QR code that waits to be
// paid) is no line; what came back is a line of its own. In the product: "statement", "transaction history".
package statement

import (
	"context"
	"time"

	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

// Type is what kind of transaction a line is, as the wire names it.
type Type string

// The types.
const (
	Deposit     Type = "DEPOSIT"
	Bonus       Type = "BONUS"
	FinishBonus Type = "FINISH_BONUS"
	Withdraw    Type = "WITHDRAW"
	Transfer    Type = "TRANSFER"
)

// Status is how far a line got.
type Status string

// The statuses. A posting is done, but what it left the wallet for may be on its way (a withdrawal, a transfer), or have failed: then the money came back in a
// line of its own.
const (
	Success Status = "SUCCESS"
	Pending Status = "PENDING"
	Failed  Status = "FAILED"
)

// What stands on the other side when nobody names a bank or a provider.
const (
	wallet = "WALLET"
	bonus  = "BONUS"
	bank   = "BANK"
	game   = "GAME"
)

// Line is one line of the history.
type Line struct {
	// ID is the ledger transaction's.
	ID   id.ID
	Type Type
	// From and To are WALLET, BONUS, a provider's code or a bank's code.
	From, To string
	// ReturnOf is, of money that came back, what it had left for: Withdraw or Transfer; empty otherwise.
	ReturnOf Type
	// Reference names the deposit or the withdrawal that it belongs to, as the member opens it; empty where there is none to open.
	Reference string
	// Amount is never negative; WalletChange is what it did to the main wallet.
	Amount, WalletChange money.Amount
	Status               Status
	// Luckydraw is the prize of the wheel that it came from, by locale (th, la, en); nil for anything else.
	Luckydraw map[string]string
	At        time.Time
}

// Page is one page, newest first.
type Page struct {
	// Total counts the lines of all pages.
	Total int64
	Lines []Line
}

// Book gives pages of the main wallet's postings; postgres.Ledger is one.
type Book interface {
	// Statement gives a page (from 1) of at most 100 entries, newest first, empty beyond the last one.
	Statement(ctx context.Context, member id.MemberID, page, limit int64) (ledger.Page, error)
}

// Parties knows who was on the other side of a transaction.
type Parties interface {
	// Parties gives the other side for each of the transactions' references that it knows.
	Parties(ctx context.Context, member id.MemberID, references []string) (map[string]Party, error)
}

// Party is the other side of a transaction.
type Party struct {
	// Code is a bank's or a provider's.
	Code string
	// IsWithdrawal: the transaction is a withdrawal's.
	IsWithdrawal bool
	// Status is how far what took money from the wallet got; empty is Success.
	Status Status
	// Opens names the deposit or the withdrawal as the member's lists do; empty where they have none.
	Opens string
	// Prize is the name, by locale, of the prize that a coupon of the wheel gave; nil for anything else.
	Prize map[string]string
}

// Service makes the history.
type Service struct {
	Book    Book
	Parties Parties
}

// List gives one page (from 1) of at most 100 lines, newest first.
func (s *Service) List(ctx context.Context, member id.MemberID, page, limit int64) (Page, error) {
	entries, err := s.Book.Statement(ctx, member, page, limit)
	if err != nil {
		return Page{}, err
	}
	parties, err := s.parties(ctx, member, entries.Entries)
	if err != nil {
		return Page{}, err
	}
	lines := make([]Line, len(entries.Entries))
	for i, entry := range entries.Entries {
		lines[i] = lineOf(entry, parties[entry.Reference])
	}
	return Page{Total: entries.Total, Lines: lines}, nil
}

// parties asks once for the whole page.
func (s *Service) parties(ctx context.Context, member id.MemberID, entries []ledger.Entry) (map[string]Party, error) {
	var references []string
	for _, entry := range entries {
		if entry.Reference != "" {
			references = append(references, entry.Reference)
		}
	}
	if len(references) == 0 {
		return nil, nil
	}
	return s.Parties.Parties(ctx, member, references)
}

// lineOf shows one posting, with the party on the other side as far as it is known. A kind that has no type of its own is shown by
// its sign, so that the lines always add up.
func lineOf(entry ledger.Entry, other Party) Line {
	line := Line{ID: entry.TransactionID, Amount: entry.Amount, WalletChange: entry.Amount, Status: Success, At: entry.At, Luckydraw: other.Prize}
	if line.Amount < 0 {
		line.Amount = -line.Amount
	}
	kind, known := kinds[entry.Kind]
	if !known {
		kind = kinds[ledger.Deposit]
		if entry.Amount < 0 {
			kind = kinds[ledger.Withdraw]
		}
	}
	party := other.Code
	if party == "" {
		party = kind.party
	}
	line.Type, line.From, line.To, line.Reference = kind.shown, party, wallet, other.Opens
	if entry.Kind == ledger.Reversal {
		line.ReturnOf = Transfer
		if other.IsWithdrawal {
			line.ReturnOf = Withdraw
		}
	}
	if entry.Amount < 0 {
		line.From, line.To = wallet, party
		if other.Status != "" {
			line.Status = other.Status
		}
	}
	return line
}

// kinds says how a ledger transaction is shown, and who is on the other side when nobody says. A Reversal is the money of a transfer or a withdrawal coming back.
var kinds = map[ledger.Kind]struct {
	shown Type
	party string
}{
	ledger.Deposit:     {Deposit, bank},
	ledger.Bonus:       {Bonus, bonus},
	ledger.FinishBonus: {FinishBonus, bonus},
	ledger.Withdraw:    {Withdraw, bank},
	ledger.Transfer:    {Transfer, game},
	ledger.Reversal:    {Transfer, game},
}
