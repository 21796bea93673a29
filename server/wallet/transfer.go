package wallet

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/idempotency"
	"krapao/server/ledger"
	"krapao/server/money"
)

// Faults of transfers.
var (
	// ErrTransferMinimum: less than MinTransfer.
	ErrTransferMinimum = fault.New(fault.Conflict, "TRANSFER_MINIMUM")
	// ErrTransferFail: the provider said no, and the money is back where it was. It is given only once that is
	// committed.
	ErrTransferFail = fault.New(fault.Conflict, "TRANSFER_FAIL")
	// ErrNoGame: no such provider, or one that takes no money now.
	ErrNoGame = fault.New(fault.NotFound, "NO_GAME")
)

// ErrDecided is that the transfer is final already. It ends the transaction that would decide it again.
var ErrDecided = errors.New("wallet: the transfer was decided before")

// Main names the main wallet as the place that money comes from or goes to; any other is a provider's code.
const Main = "WALLET"

// MinTransfer is the least that moves at a member's request (product: 1 baht; kip alike).
var MinTransfer = money.Units(1)

// Direction is which way money moves at a provider.
type Direction string

// The directions, as seen from the provider.
const (
	In  Direction = "IN"
	Out Direction = "OUT"
)

// TransferStatus is how far a transfer got.
type TransferStatus string

// The statuses. Settled and Reversed are final, and say the same as the book.
const (
	Pending  TransferStatus = "PENDING"
	Settled  TransferStatus = "SETTLED"
	Reversed TransferStatus = "REVERSED"
)

// Transfer is one call that a provider is asked to carry out. From game to game takes two: the second follows when the
// first has brought the money to the main wallet.
type Transfer struct {
	// ID is what the provider knows it by. Request is what the member asked for, the same for all that belongs
	// together. After is the transfer that this one follows, zero for a first one.
	ID, Request, After id.ID
	Member             id.MemberID
	// Source and Target are Main or a provider's code, as the member sees it: of both steps from game to game.
	Source, Target string
	// Game is the provider that is asked, Username the member's there.
	Game, Username string
	// NextUsername is the member's username at Target when that is another provider, "" otherwise.
	NextUsername string
	Direction    Direction
	Amount       money.Amount
	Currency     money.Currency
	Status       TransferStatus
	// Reason is the provider's no.
	Reason    string
	CreatedAt time.Time
	// NextTry is when the reconciler takes it up.
	NextTry time.Time
	// Condition is the bonus condition that ends with it: when the money has come home it goes on to the house. Zero
	// for the member's own transfers.
	Condition id.ID

	unasked bool // the provider fails and was not asked: who waits need not
}

// GameAccount is a member's account at a provider.
type GameAccount struct {
	Code, Username string
	// Open: the provider takes money. It gives money back in any case.
	Open bool
}

// Games knows the accounts at providers.
type Games interface {
	// Account gives one. Errors: NO_GAME, SLOT_NO_ACCOUNT.
	Account(ctx context.Context, member id.MemberID, code string) (GameAccount, error)
	// Accounts gives all.
	Accounts(ctx context.Context, member id.MemberID) ([]GameAccount, error)
	// Refresh books what was won and lost at one provider, or at all for "", as far as they tell. Errors: NO_WALLET.
	Refresh(ctx context.Context, member id.MemberID, only string) error
}

// Book is the ledger.
type Book interface {
	ledger.Poster
	// Lock keeps others from posting to a member's wallet until the transaction ends.
	Lock(ctx context.Context, member id.MemberID) error
	// LockWallet is Lock that reads the balances. Errors: NO_WALLET.
	LockWallet(ctx context.Context, member id.MemberID) (ledger.Wallet, error)
}

// DecideInput is how a pending transfer ends: Settled or Reversed, and why.
type DecideInput struct {
	Transfer Transfer
	Status   TransferStatus
	Reason   string
	At       time.Time
}

// TransferStore keeps transfers.
type TransferStore interface {
	// InTx runs fn in one database transaction that the other methods and the ledger take part in.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// AddTransfers writes new ones.
	AddTransfers(ctx context.Context, transfers ...Transfer) error
	// Request gives all transfers of a request of the member, oldest first.
	Request(ctx context.Context, member id.MemberID, request id.ID) ([]Transfer, error)
	// RaiseSequence notes the number that the provider gave the player's balance when it carried the transfer out: a
	// balance with a lower one is of a moment before, and is not booked any more. The wallet is locked.
	RaiseSequence(ctx context.Context, transfer Transfer, sequence int64) error
	// Decide makes a pending transfer Settled or Reversed. The transaction's next statement or its commit gives the
	// error: ErrDecided.
	Decide(ctx context.Context, in DecideInput) error
	// Due takes up to limit pending transfers whose time has come, and puts their next time off: nobody else gets them
	// until then.
	Due(ctx context.Context, now time.Time, limit int) ([]Transfer, error)
	// Pending counts the member's pending transfers.
	Pending(ctx context.Context, member id.MemberID) (int, error)
	// UnderWay counts the pending transfers, and gives when the oldest began; the zero time for none.
	UnderWay(ctx context.Context) (count int64, oldest time.Time, err error)
}

// TransferConfig is what Transfers needs.
type TransferConfig struct {
	Store    TransferStore
	Book     Book
	Games    Games
	Provider Provider
	Keys     idempotency.Keys
	// Now is the clock, Log the server's log.
	Now func() time.Time
	Log *slog.Logger
	// WaitTimeout is how long a member waits for a provider before the answer is "in progress"; 0 is ten seconds.
	WaitTimeout time.Duration
}

// Transfers moves money between the main wallet and game providers. README.md has the rules.
type Transfers struct{ TransferConfig }

const (
	// waitTimeout is how long a member waits.
	waitTimeout = 10 * time.Second
	// mostPending is how many transfers of a member may be in transit when the member asks for another: as many as
	// calls of a member may be under way (httpapi, "Bounds").
	mostPending = 32
	// pendingRetry is what who has too many is told to wait: a turn of the reconciler (README.md, "The reconciler").
	pendingRetry = 15 * time.Second
	// takeUpAfter is when the reconciler takes up a transfer whose request did not see its end.
	takeUpAfter = waitTimeout + 2*time.Second
)

// NewTransfers makes a Transfers.
func NewTransfers(config TransferConfig) *Transfers {
	if config.WaitTimeout == 0 {
		config.WaitTimeout = waitTimeout
	}
	return &Transfers{config}
}

// postings are what moves between the in-transit account and an account of the member.
func (t Transfer) postings(account ledger.Account, toTransit bool) []ledger.Posting {
	amount := t.Amount
	if !toTransit {
		amount = -amount
	}
	return []ledger.Posting{{Account: account, Amount: -amount}, {Account: ledger.InTransit(t.Member), Amount: amount}}
}

// from and to are the ledger's accounts that this step moves between.
func (t Transfer) from() ledger.Account {
	if t.Direction == In {
		return ledger.Main(t.Member)
	}
	return ledger.Game(t.Member, t.Game)
}

func (t Transfer) to() ledger.Account {
	if t.Direction == In {
		return ledger.Game(t.Member, t.Game)
	}
	return ledger.Main(t.Member)
}

func (t Transfer) entry(step string, kind ledger.Kind, postings []ledger.Posting, at time.Time) ledger.Transaction {
	return ledger.Transaction{
		Key: t.ID.String() + step, Kind: kind, MemberID: t.Member, Currency: t.Currency, Postings: postings, At: at, Reference: t.ID.String(),
	}
}

// begin writes that the money is on its way. The transaction's next statement or its commit gives the errors:
// MONEY_NOT_ENOUGH.
func (s *Transfers) begin(ctx context.Context, t Transfer) error {
	if err := s.Book.EnqueuePost(ctx, t.entry("/begin", ledger.Transfer, t.postings(t.from(), true), t.CreatedAt)); err != nil {
		return err
	}
	return s.Store.AddTransfers(ctx, t)
}

// follow gives the second step from game to game, nil when the money has arrived.
func (t Transfer) follow(now time.Time) *Transfer {
	if t.NextUsername == "" {
		return nil
	}
	next := t
	next.ID, next.After, next.Game, next.Direction, next.Username, next.NextUsername = id.NewID(), t.ID, t.Target, In, t.NextUsername, ""
	next.CreatedAt, next.NextTry = now, now.Add(takeUpAfter)
	return &next
}
