// Package bonus is credits of the house that come with a condition: bonuses, promotions, and the one condition that
// those of other features (refunds, invites, prizes) open too. README.md has its rules. In the product: "bonus",
// "userBonus", "promotion".
package bonus

import (
	"context"
	"time"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/idempotency"
	"krapao/server/ledger"
	"krapao/server/money"
)

// Faults of bonuses.
var (
	// ErrRemaining: the member is under another condition.
	ErrRemaining = fault.New(fault.Conflict, "BONUS_REMAINING")
	// ErrCondition: the condition is neither met nor lost, or the deposit that a bonus needs is not there.
	ErrCondition = fault.New(fault.Conflict, "BONUS_CONDITION")
	// ErrAlreadyActive: the member is under this bonus's condition.
	ErrAlreadyActive = fault.New(fault.Conflict, "BONUS_ALREADY_ACTIVE")
	// ErrMaxClaimed: the member's limit is reached; ErrFull: the campaign's quota is.
	ErrMaxClaimed = fault.New(fault.Conflict, "BONUS_MAX_CLAIMED")
	ErrFull       = fault.New(fault.Conflict, "BONUS_FULL")
	// ErrNoPromotion: no promotion with this code is open. ErrPromotionReceived: the member had it before.
	ErrNoPromotion       = fault.New(fault.NotFound, "NO_PROMOTION")
	ErrPromotionReceived = fault.New(fault.Conflict, "PROMOTION_RECEIVED")
)

// Text is a text in the product's languages (th, la, en). English stands in where another is missing.
type Text map[string]string

// In gives the text in a locale.
func (t Text) In(locale string) string {
	if text := t[locale]; text != "" {
		return text
	}
	return t["en"]
}

// Store keeps conditions; postgres.Bonus is one.
type Store interface {
	// InTx runs fn in one transaction.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// LockMember keeps others from the member's conditions until the transaction ends.
	LockMember(ctx context.Context, member id.MemberID) error
	// ActiveCondition gives the member's condition that has not ended. Errors: NO_DATA.
	ActiveCondition(ctx context.Context, member id.MemberID) (Condition, error)
	// ConditionFor gives the condition that an object opened. Errors: NO_DATA.
	ConditionFor(ctx context.Context, kind Kind, object id.ID) (Condition, error)
	// AddCondition writes a new one. Errors: ErrRemaining.
	AddCondition(ctx context.Context, condition Condition) error
	// LastEnded gives the member's that ended last. EndCondition writes Outcome, EndedAt and Cut of an active one.
	// Errors: NO_DATA.
	EndCondition(ctx context.Context, condition Condition) error
	// UndoCut writes that what a met condition's end took went back. Errors: NO_DATA.
	UndoCut(ctx context.Context, member id.MemberID, condition id.ID) error
	LastEnded(ctx context.Context, member id.MemberID) (Condition, error)
	// TakenFromGames tells what a condition's end has begun to take from games.
	TakenFromGames(ctx context.Context, member id.MemberID, condition id.ID) (Taken, error)
	// BetsOpen tells whether the member has bets open at a moment, as far as providers tell.
	BetsOpen(ctx context.Context, member id.MemberID, now time.Time) (bool, error)
	// UnsettledGames names the games of the member that were not refreshed since a moment, or have a transfer under way
	// or a result that is held.
	UnsettledGames(ctx context.Context, member id.MemberID, since time.Time) ([]string, error)

	// Campaign gives the last version of a campaign; CampaignOf the version that a receipt is of. Errors: NO_DATA.
	Campaign(ctx context.Context, kind Kind, code string) (Campaign, error)
	CampaignOf(ctx context.Context, member id.MemberID, receipt id.ID) (Campaign, error)
	// CurrentBonuses gives the bonuses of a currency that are on at a moment, in the order to show them.
	CurrentBonuses(ctx context.Context, currency money.Currency, now time.Time) ([]Campaign, error)
	// Receipts gives the member's of one campaign, AllReceipts of all of a kind by code, both oldest first.
	Receipts(ctx context.Context, member id.MemberID, kind Kind, code string) ([]Receipt, error)
	AllReceipts(ctx context.Context, member id.MemberID, kind Kind) (map[string][]Receipt, error)
	// UnclaimedDeposit gives the member's latest deposit that no receipt is for, and that is later than their last
	// withdrawal. Errors: NO_DATA.
	UnclaimedDeposit(ctx context.Context, member id.MemberID) (Deposit, error)
	// AddReceipt writes a new one. CountClaim counts it for its campaign; CheckQuota tells whether that would do.
	// Errors: ErrFull.
	AddReceipt(ctx context.Context, receipt Receipt) error
	CountClaim(ctx context.Context, campaign Campaign) error
	CheckQuota(ctx context.Context, campaign Campaign) error
	OperatorStore
}

// Games is what members have at game providers.
type Games interface {
	// Refresh books what was won and lost up to now, as far as providers tell. Errors: NO_WALLET.
	Refresh(ctx context.Context, member id.MemberID) error
	// Take begins, in the caller's transaction that holds the wallet, to bring what games hold to the house for a
	// condition. Errors: NO_WALLET.
	Take(ctx context.Context, member id.MemberID, currency money.Currency, condition id.ID) (Taking, error)
}

// Taken is what a condition's end takes from games.
type Taken struct {
	// Begun: a transfer out of a game was begun for it and did not come back. Pending: one is still on its way.
	Begun, Pending bool
	// Amount is what has gone to the house.
	Amount money.Amount
}

// Taking asks the providers, after the transaction, and tells whether all is final by now.
type Taking func(ctx context.Context) (settled bool, err error)

// Limiter counts tries.
type Limiter interface {
	// Allow counts one event of key unless limit events lie within the last window. Errors: REQUEST_LIMIT.
	Allow(ctx context.Context, key string, limit int, window time.Duration) error
}

// Ledger posts, and reads what a member has; postgres.Ledger is one.
type Ledger interface {
	ledger.Poster
	// Wallet reads all balances of a member; LockWallet also keeps others from posting until the transaction ends.
	// Errors: NO_WALLET.
	Wallet(ctx context.Context, member id.MemberID) (ledger.Wallet, error)
	LockWallet(ctx context.Context, member id.MemberID) (ledger.Wallet, error)
}

// Config is what a Service needs.
type Config struct {
	Store   Store
	Ledger  Ledger
	Games   Games
	Keys    idempotency.Keys
	Limiter Limiter
	// Sanitise takes from an operator's HTML what may not be shown.
	Sanitise  func(html string) string
	Trail     audit.Trail
	Approvals approval.Asker
	// Alone adds up what operators open without a second person.
	Alone approval.Alone
	Now   func() time.Time
}

// Service is bonuses, promotions and the one condition.
type Service struct{ Config }

// New makes a Service.
func New(config Config) *Service { return &Service{config} }

// now is the present, as exactly as it is stored.
func (s *Service) now() time.Time { return s.Now().Truncate(time.Microsecond) }
