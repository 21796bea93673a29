// Package game is the accounts that members have at game providers (transfer wallets: money moves there and back), and
// the providers themselves, which are data. In the product: slot, provider account. README.md has the rules.
package game

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/idempotency"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/secret"
)

// Faults of game accounts.
var (
	// ErrNoGame: no such provider for this member, or it is closed.
	ErrNoGame = fault.New(fault.NotFound, "NO_GAME")
	// ErrNoAccount: the member has no account there, or the username is not theirs.
	ErrNoAccount = fault.New(fault.NotFound, "SLOT_NO_ACCOUNT")
	// ErrAlreadyActive: the account was opened a while ago.
	ErrAlreadyActive = fault.New(fault.Conflict, "SLOT_ALREADY_ACTIVE")
	// ErrActivationRefused: the provider said no. Nothing was opened.
	ErrActivationRefused = fault.New(fault.Conflict, "SLOT_ACTIVATE_FAIL")
	// ErrActivation: the provider did not answer. Asking again opens the same account.
	ErrActivation = fault.New(fault.Unavailable, "GAME_ACTIVATION_FAIL")
	// ErrReset: the password was not changed, or nobody knows yet. Asking again within a minute repeats the same
	// change.
	ErrReset = fault.New(fault.Unavailable, "SLOT_RESET_PASSWORD_FAIL")
)

// OpenBetsCountFor is how long bets that a provider reported count as open while no later refresh is booked. By then
// it is no outage: a provider that is gone would bind the member for good. Were it shorter, a member could wait
// out an outage with bets that are open.
const OpenBetsCountFor = 30 * 24 * time.Hour

// notAt is the fault of a member whom the provider does not know: NOT_ and its code.
func notAt(code string) *fault.Fault { return fault.New(fault.NotFound, fault.Code("NOT_"+code)) }

// Account is a member's at a provider.
type Account struct {
	Member   id.MemberID
	Provider string
	Username string
	// Sealed is the password, encrypted for this member and provider.
	Sealed   []byte
	OpenedAt time.Time
	Reset    Reset
}

// Reset is the latest change of an account's password.
type Reset struct {
	// Reference is what the provider knows it by; the zero ID: there was none.
	Reference id.ID
	At        time.Time
	// Done: the password in Sealed is this change's.
	Done bool
}

// AccountBalance is an account's money as the ledger has it.
type AccountBalance struct {
	Code    string
	Balance money.Amount
	// Version counts the account's postings: unchanged means that nothing was posted in between.
	Version int64
	// Sequence is the provider's number below which balances are old: of the one booked last, or of a transfer settled
	// since; -1 before.
	Sequence int64
	// RefreshedAt is when the provider last gave the balance, nil: never.
	RefreshedAt *time.Time
	// InPlay: bets are open there, as the refresh that was booked last has it.
	InPlay bool
	// Held: the provider reports a win beyond the bound, which is in no balance.
	Held bool
}

// State is all accounts of a member, read in one moment.
type State struct {
	// SyncedAt is when all were last refreshed, nil: never.
	SyncedAt *time.Time
	Accounts []AccountBalance
}

func (s State) of(code string) (AccountBalance, bool) {
	for _, account := range s.Accounts {
		if account.Code == code {
			return account, true
		}
	}
	return AccountBalance{}, false
}

// Store keeps accounts and providers.
type Store interface {
	// InTx runs fn in one database transaction that the other methods and the ledger take part in.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// Providers gives all, closed ones too, in display order.
	Providers(ctx context.Context) ([]Provider, error)
	// LockSettings keeps other changes of providers away until the transaction ends; PutProvider writes one, new or
	// changed.
	LockSettings(ctx context.Context) error
	PutProvider(ctx context.Context, provider Provider) error

	// Account gives an account. Errors: SLOT_NO_ACCOUNT.
	Account(ctx context.Context, member id.MemberID, code string) (Account, error)
	// Accounts gives all accounts of a member in the order of their opening.
	Accounts(ctx context.Context, member id.MemberID) ([]Account, error)
	// OpenAccount writes a new account. Errors: ErrTaken.
	OpenAccount(ctx context.Context, account Account) error
	// PutReset writes what became of a change of the password; Sealed as well when it is done.
	PutReset(ctx context.Context, account Account) error

	// State reads all accounts in one statement.
	State(ctx context.Context, member id.MemberID) (State, error)
	// PutState writes SyncedAt, and each account's Sequence, RefreshedAt and InPlay.
	PutState(ctx context.Context, member id.MemberID, state State) error
	// Bounds gives the bounds that were set; PutBound writes one, under LockSettings.
	Bounds(ctx context.Context) ([]Bound, error)
	PutBound(ctx context.Context, bound Bound) error
	// LockOpenResult locks and gives the one open held result of an account, LockHeldResult any one by its id. Errors:
	// NO_DATA.
	LockOpenResult(ctx context.Context, member id.MemberID, code string) (HeldResult, error)
	LockHeldResult(ctx context.Context, held id.ID) (HeldResult, error)
	// PutHeldResult writes one, new or changed.
	PutHeldResult(ctx context.Context, held HeldResult) error
	// HeldResults gives a page, and how many there are.
	HeldResults(ctx context.Context, filter HeldFilter) ([]HeldResult, int, error)
	// AddResult adds to what the member won at a provider on a day of Asia/Bangkok.
	AddResult(ctx context.Context, result Result) error
	// Results gives a page of the days on which the member won or lost, newest first, and how many there are.
	Results(ctx context.Context, member id.MemberID, offset, limit int) ([]Day, int, error)
}

// ErrTaken is that the provider gave a username that is another member's.
var ErrTaken = errors.New("game: the username is another member's")

// Book is the ledger.
type Book interface {
	ledger.Poster
	// Wallet reads a member's balances; LockWallet also keeps others from posting until the transaction ends. Errors:
	// NO_WALLET.
	Wallet(ctx context.Context, member id.MemberID) (ledger.Wallet, error)
	LockWallet(ctx context.Context, member id.MemberID) (ledger.Wallet, error)
}

// Transfers knows what is under way.
type Transfers interface {
	// PendingGames gives the providers with a transfer of the member under way. It is asked inside the transaction that
	// holds the wallet.
	PendingGames(ctx context.Context, member id.MemberID) ([]string, error)
}

// Conditions learns of each account whose balance was booked, of no result too, in the transaction that books it. The
// wallet is locked.
type Conditions interface {
	Booked(ctx context.Context, member id.MemberID, results []Result) error
}

// Config is what a Service needs.
type Config struct {
	Store     Store
	Book      Book
	Transfers Transfers
	// Conditions counts results towards what bonuses ask for.
	Conditions Conditions
	Gateway    Gateway
	Keys       idempotency.Keys
	Trail      audit.Trail
	// Approvals asks a second person.
	Approvals *approval.Approvals
	// Box seals passwords.
	Box *secret.Box
	// Now is the clock, Log the server's log.
	Now func() time.Time
	Log *slog.Logger
	// Locale is the edition's default language: th or la.
	Locale string
	// Home is where a game's way out leads.
	Home string
}

// Service is the rules of game accounts.
type Service struct {
	Config

	catalogue catalogue
	flights   singleflight.Group // refreshes under way, by member
	asked     atomic.Int64       // counts who asked for a refresh, and each that began
	usernames *lru.Cache[accountName, string]
}

// accountName names an account.
type accountName struct {
	member   id.MemberID
	provider string
}

// maxUsernames bounds the usernames kept in memory (some 10 MB).
const maxUsernames = 100_000

// New makes a Service.
func New(config Config) *Service {
	usernames, err := lru.New[accountName, string](maxUsernames)
	if err != nil {
		panic("game: " + err.Error()) // the size is a constant
	}
	return &Service{Config: config, usernames: usernames}
}

// owner is what a password is sealed for.
func owner(member id.MemberID, code string) string { return member.String() + "/" + code }

// reference is the name by which every provider knows a member.
func reference(member id.MemberID) string { return "M" + member.String() }

// remember claims a caller's key for an effect that may be repeated.
func (s *Service) remember(ctx context.Context, member id.MemberID, key idempotency.Key) error {
	if key.IsZero() {
		return nil
	}
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		_, err := s.Keys.Claim(ctx, member, key, id.NewID())
		return err
	})
}
