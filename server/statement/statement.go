// Package statement shows the main wallet's postings as the product's history. It owns no data: a line is a posting of
// the ledger, so what the lines add up to is the balance, at every moment. What has not moved the wallet yet (a QR code
// that waits to be paid) is no line; what came back is a line of its own. In the product: "statement", "transaction
// history".
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

// The statuses. A posting is done, but what it left the wallet for may be on its way (a withdrawal, a transfer), or
// have failed: then the money came back in a line of its own.
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
	// Reference names the deposit or the withdrawal that it belongs to, as the member opens it; empty where there is
	// none to open.
	Reference string
	// Amount is never negative; WalletChange is what it did to the main wallet.
	Amount, WalletChange money.Amount
	Status               Status
	// Origin is what it came from, zero for most.
	Origin Origin
	At     time.Time
}

// Page is one page, newest first.
type Page struct {
	// Total counts the lines of all pages.
	Total int64
	Lines []Line
}

// Searched is how many of the newest lines are looked through for those of some types: the work for a page is bounded.
const Searched = 5000

// Query is which lines of a member are wanted.
type Query struct {
	Member id.MemberID
	// Types are those wanted, all where there are none. Money that came back counts as what it had left for.
	Types []Type
	// Page counts from 1; Limit is at most 100.
	Page, Limit int64
}

// Finder finds lines by their type; postgres.Statement is one.
type Finder interface {
	// OfTypes gives a page of the lines of the query's types among the newest Searched ones, newest first. Its Total
	// counts those of all pages.
	OfTypes(ctx context.Context, query Query) (ledger.Page, error)
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
	// Origin is what it came from.
	Origin Origin
}

// OriginKind is what kind of thing a line came from.
type OriginKind string

// The kinds. Of all but a prize the money is, or was, under a condition.
const (
	OfBonus     OriginKind = "BONUS"
	OfPromotion OriginKind = "PROMOTION"
	OfInvite    OriginKind = "INVITE"
	OfRefund    OriginKind = "REFUND"
	OfPrize     OriginKind = "PRIZE"
)

// Origin is the bonus, promotion, invite bonus, refund or prize of the wheel that a line came from.
type Origin struct {
	// Kind is empty where there is none.
	Kind OriginKind
	// Name is by locale (th, la, en).
	Name map[string]string
}

// Service makes the history.
type Service struct {
	Book    Book
	Finder  Finder
	Parties Parties
}

// List gives one page of lines, newest first.
func (s *Service) List(ctx context.Context, query Query) (Page, error) {
	entries, err := s.entries(ctx, query)
	if err != nil {
		return Page{}, err
	}
	parties, err := s.parties(ctx, query.Member, entries.Entries)
	if err != nil {
		return Page{}, err
	}
	lines := make([]Line, len(entries.Entries))
	for i, entry := range entries.Entries {
		lines[i] = lineOf(entry, parties[entry.Reference])
	}
	return Page{Total: entries.Total, Lines: lines}, nil
}

func (s *Service) entries(ctx context.Context, query Query) (ledger.Page, error) {
	if len(query.Types) > 0 {
		return s.Finder.OfTypes(ctx, query)
	}
	return s.Book.Statement(ctx, query.Member, query.Page, query.Limit)
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
		return map[string]Party{}, nil
	}
	return s.Parties.Parties(ctx, member, references)
}

// lineOf shows one posting, with the party on the other side as far as it is known. A kind that has no type of its own
// is shown by its sign, so that the lines always add up.
func lineOf(entry ledger.Entry, other Party) Line {
	line := Line{ID: entry.TransactionID, Amount: entry.Amount, WalletChange: entry.Amount, Status: Success, At: entry.At, Origin: other.Origin}
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

// kinds says how a ledger transaction is shown, and who is on the other side when nobody says. A Reversal is the money
// of a transfer or a withdrawal coming back.
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
