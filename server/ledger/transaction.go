package ledger

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"time"

	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/money"
)

// What Post may answer instead of a Result.
var (
	// ErrMoneyNotEnough: a member's account would become negative. Nothing was written.
	ErrMoneyNotEnough = fault.New(fault.Conflict, "MONEY_NOT_ENOUGH")
	// ErrNoWallet: the member has no wallet, or one in another currency. Nothing was written.
	ErrNoWallet = fault.New(fault.NotFound, "NO_WALLET")
	// ErrKeyTaken: the key belongs to a transaction with another content. Nothing was written.
	ErrKeyTaken = fault.IdempotencyConflict
	// ErrAlreadyCredited: the external id was credited by another transaction. The surrounding database transaction is
	// aborted. A repeat with the same Key is not this but Result.Duplicate. It is no fault: what a caller is told of it
	// is the domain's to say, and nobody shall take another conflict for it.
	ErrAlreadyCredited = errors.New("ledger: this external id was credited before")
)

// Kind is what a transaction is for. Domains may add their own; these are the ones the statement shows or the ledger's
// own tests use.
type Kind string

// Kinds, all upper case. The statement's DEPOSIT, BONUS, FINISH_BONUS, WITHDRAW and TRANSFER are the product's.
const (
	Deposit     Kind = "DEPOSIT"      // verified money from outside: clearing -> main
	Suspended   Kind = "SUSPENSE"     // money that matched nobody: clearing -> suspense
	Returned    Kind = "RETURN"       // money that matched nobody and was sent back: suspense -> clearing
	Settled     Kind = "SETTLED"      // money that was vouched for has arrived: clearing -> clearing
	Transfer    Kind = "TRANSFER"     // main <-> game, by way of in-transit
	Reversal    Kind = "REVERSAL"     // a transfer or hold that came back
	Withdraw    Kind = "WITHDRAW"     // main -> hold -> clearing
	Bonus       Kind = "BONUS"        // house -> main
	FinishBonus Kind = "FINISH_BONUS" // games -> house at the end of a lost condition
	GameResult  Kind = "GAME_RESULT"  // what playing changed, against the house
)

// Posting adds Amount (minor units; whole coins on a coin account) to Account; a negative amount takes.
type Posting struct {
	Account Account
	Amount  money.Amount
}

// External names the outside evidence that a credit rests on. One (Source, ID) credits at most once, whoever asks.
type External struct {
	// Source is who issued the id: payment, bank:004, giftlink, slip. Lower case.
	Source string
	// ID is theirs, as they write it.
	ID string
}

// Transaction moves value between accounts: its postings sum to zero in every currency.
type Transaction struct {
	// ID is made by Post when it is zero.
	ID id.ID
	// Key is the natural key: posting the same key twice has one effect. Begin it with the UUIDv7 of what it belongs to
	// (0192…/credit): keys that grow with time keep the index small and fast.
	Key string
	// Kind is what it is for.
	Kind Kind
	// MemberID is whose accounts it touches, 0 when it touches the house's only. One transaction never touches two
	// members.
	MemberID id.MemberID
	// Currency is the wallet's; the house's accounts in it must agree (coins apart).
	Currency money.Currency
	// Postings: at least two, none of zero, each account once, at most one game account.
	Postings []Posting
	// At is when it happened.
	At time.Time
	// Reference points to what caused it (a QR payment's id, a transfer's), for whoever draws the statement. May be
	// empty.
	Reference string
	// External, when set, is claimed in the same step.
	External *External
}

// Result is the outcome of a Post, the same for a first and for a repeated one except for Duplicate.
type Result struct {
	// ID is the transaction's: the first one's when Duplicate.
	ID id.ID
	// At is when it happened: the first one's when Duplicate.
	At time.Time
	// Duplicate: this key was posted before with the same content, and this call changed nothing.
	Duplicate bool
	// Statement is the number of its line in the member's statement, 0 when it did not touch the main wallet.
	Statement int64
	// Main is the main wallet's balance after it, 0 when it did not touch the main wallet.
	Main money.Amount
}

// Poster writes transactions; postgres.Ledger is one. Inside DB.InTx it takes part in that transaction.
// Errors: ErrMoneyNotEnough, ErrNoWallet, ErrKeyTaken, ErrAlreadyCredited.
type Poster interface {
	Post(ctx context.Context, transaction Transaction) (Result, error)
	// EnqueuePost is Post for who needs no result: in a transaction it is sent with the next statement or the commit,
	// which give its errors, and one that is not written ends the transaction.
	EnqueuePost(ctx context.Context, transaction Transaction) error
}

var (
	keyForm       = regexp.MustCompile(`^[\x21-\x7e]{1,120}$`)
	kindForm      = regexp.MustCompile(`^[A-Z][A-Z_]{1,31}$`)
	sourceForm    = regexp.MustCompile(`^[a-z0-9:_-]{1,40}$`)
	errUnbalanced = errors.New("ledger: the postings do not sum to zero")
)

// Validate tells what is wrong with the transaction. It is a defect of the caller, never a member's mistake, so it is
// no fault.
func (t Transaction) Validate() error {
	switch {
	case !keyForm.MatchString(t.Key):
		return fmt.Errorf("ledger: key %.20q", t.Key)
	case !kindForm.MatchString(string(t.Kind)):
		return fmt.Errorf("ledger: kind %.20q", t.Kind)
	case !t.Currency.Valid():
		return fmt.Errorf("ledger: currency %.20q", t.Currency)
	case t.At.IsZero():
		return errors.New("ledger: no time")
	case len(t.Reference) > 200:
		return errors.New("ledger: reference beyond 200 bytes")
	case t.External != nil && (!sourceForm.MatchString(t.External.Source) || t.External.ID == "" || len(t.External.ID) > 200):
		return fmt.Errorf("ledger: external id %.20q of %.20q", t.External.ID, t.External.Source)
	case len(t.Postings) < 2:
		return errors.New("ledger: fewer than two postings")
	}
	return t.validatePostings()
}

func (t Transaction) validatePostings() error {
	sums, seen, games := map[money.Currency]money.Amount{}, map[Account]bool{}, 0
	for _, posting := range t.Postings {
		account := posting.Account
		unit := account.unit(t.Currency)
		switch {
		case !account.valid():
			return fmt.Errorf("ledger: account %+v", account)
		case account.Member != 0 && account.Member != t.MemberID:
			return fmt.Errorf("ledger: account %v in a transaction of member %v", account, t.MemberID)
		case unit != t.Currency && unit != Coin:
			return fmt.Errorf("ledger: account %v in a transaction of %s", account, t.Currency)
		case posting.Amount == 0:
			return fmt.Errorf("ledger: a posting of zero on %v", account)
		case seen[account]:
			return fmt.Errorf("ledger: two postings on %v", account)
		}
		seen[account] = true
		if account.GameCode() != "" {
			games++
		}
		sum, err := sums[unit].Add(posting.Amount)
		if err != nil {
			return err
		}
		sums[unit] = sum
	}
	if games > 1 {
		return errors.New("ledger: more than one game account; post one transaction for each")
	}
	for _, sum := range sums {
		if sum != 0 {
			return errUnbalanced
		}
	}
	return nil
}
