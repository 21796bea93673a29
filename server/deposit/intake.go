package deposit

import (
	"context"
	"log/slog"
	"time"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/bankaccount"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/idempotency"
	"krapao/server/ledger"
	"krapao/server/money"
)

// IntakeStore keeps what comes in beside payment QR codes. What locks does so until the transaction ends.
type IntakeStore interface {
	// InTx runs fn in one transaction.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// LockMember keeps others from locking the member until the transaction ends: what limits a member counts behind
	// it.
	LockMember(ctx context.Context, member id.MemberID) error
	// Houses gives the accounts of every channel, closed ones too.
	Houses(ctx context.Context) ([]bankaccount.House, error)

	LineStore
	ClaimStore
	GiftStore
	SuspenseStore

	// Deposits gives a page of what a member paid in or said they had, newest first, and how many there are in all.
	Deposits(ctx context.Context, page Page) ([]Deposit, int, error)
	// Deposit gives one of those, as of the moment now. Errors: NO_DATA.
	Deposit(ctx context.Context, member id.MemberID, deposit id.ID, now time.Time) (Deposit, error)
}

// IntakeConfig is what an Intake needs.
type IntakeConfig struct {
	Store  IntakeStore
	Ledger ledger.Poster
	Keys   idempotency.Keys
	// Trail takes what an operator decides alone, Approvals what needs two.
	Trail     audit.Trail
	Approvals approval.Asker
	// Gifts redeems vouchers; nil where the edition has no gift links. GiftLinkKey gives the site's key.
	Gifts       GiftLinks
	GiftLinkKey func(ctx context.Context) ([]byte, error)
	// ProofWait is how long a bank line waits for the report or the gift link that credits it; 0: the package's
	// ProofWait.
	ProofWait time.Duration
	// Now is the clock.
	Now func() time.Time
	// Log takes refusals and money in suspense.
	Log *slog.Logger
}

// Intake is every way in but payment QR codes: lines of bank feeds, claims, gift links; and what becomes of money in
// suspense.
type Intake struct{ IntakeConfig }

// NewIntake makes an Intake.
func NewIntake(config IntakeConfig) *Intake { return &Intake{config} }

// limited tells whether the n-th newest of what a member made within a minute was made at this time; the zero time is
// never.
// Errors: REQUEST_LIMIT_1MIN.
func (s *Intake) limited(made time.Time) error {
	if wait := made.Add(time.Minute).Sub(s.Now()); !made.IsZero() && wait > 0 {
		return fault.RequestLimit1Min.After(wait)
	}
	return nil
}

// credit posts money from outside to the member's main wallet, with the claim of its evidence.
func (s *Intake) credit(ctx context.Context, in receipt) error {
	return s.post(ctx, in, ledger.Clearing(in.from, in.currency))
}

func (s *Intake) post(ctx context.Context, in receipt, from ledger.Account) error {
	_, err := s.Ledger.Post(ctx, in.transaction(from, s.Now()))
	return err
}

// houseMove is money that moves between two accounts of the house.
type houseMove struct {
	Key       string
	Kind      ledger.Kind
	Amount    money.Amount
	From, To  ledger.Account
	Reference id.ID
	// External is the outside evidence that is claimed with it; nil: none.
	External *ledger.External
}

// move posts money between two accounts of the house.
func (s *Intake) move(ctx context.Context, in houseMove) error {
	_, err := s.Ledger.Post(ctx, ledger.Transaction{
		Key: in.Key, Kind: in.Kind, Currency: in.From.Currency,
		Postings: []ledger.Posting{{Account: in.From, Amount: -in.Amount}, {Account: in.To, Amount: in.Amount}},
		At:       s.Now(), Reference: in.Reference.String(), External: in.External,
	})
	return err
}

// suspend puts money that came to a clearing account into suspense; false when it is there already.
func (s *Intake) suspend(ctx context.Context, suspense Suspense, from string) (added bool, err error) {
	return suspenseQueue{s.Store, s.Ledger, s.Log, s.Now}.add(ctx, suspense, from)
}
