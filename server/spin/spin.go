// Package spin is the prize wheel: wheels, coins, draws that a member can check, and the coupons they win. README.md
// has its rules. In the product: "spin", "spinwheel", "luckydraw".
package spin

import (
	"context"
	"log/slog"
	"time"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/idempotency"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/secret"
)

// ErrNoWheel is that no wheel is on in the member's currency.
var ErrNoWheel = fault.NoData

// Refusal is an answer of the wheel itself, which the product shows at 200 (SpinError of the contract).
type Refusal string

// The refusals.
const (
	NoClaimableCoupon Refusal = "NO_CLAIMABLE_COUPON" // claimed before
	InvalidPrizeCode  Refusal = "INVALID_PRIZE_CODE"  // the wheel has changed since it was shown
	InvalidCode       Refusal = "INVALID_CODE"        // unknown, or another member's
	InvalidCouponType Refusal = "INVALID_COUPON_TYPE" // the operator hands it out
	CouponExpired     Refusal = "COUPON_EXPIRED"
	BonusRemaining    Refusal = "BONUS_REMAINING" // the prize comes with a condition, and the member is under another one or has bets open
)

// Error lets a Refusal end a transaction; callers turn it into an answer.
func (r Refusal) Error() string { return "spin: " + string(r) }

// Pending is the member's next spin, fixed before they spin.
type Pending struct {
	Member id.MemberID
	// Wheel and Version say what it was fixed for.
	Wheel   string
	Version int
	Seed    Seed
	// Commitment is what the member was shown.
	Commitment string
}

// Spin is one that happened.
type Spin struct {
	ID     id.ID
	Member id.MemberID
	// Request is the id that took part in the draw.
	Request string
	Wheel   Wheel
	// Slice is the winning sector.
	Slice      Slice
	Seed       Seed
	Commitment string
	Coins      int
	Coupon     Coupon
	At         time.Time
}

// CouponStatus is what became of a coupon.
type CouponStatus string

// The statuses. EXPIRED is not stored: time makes it.
const (
	CouponOpen    CouponStatus = "OPEN"
	CouponClaimed CouponStatus = "CLAIMED"
	CouponLapsed  CouponStatus = "EXPIRED"
)

// Coupon is a prize that was won.
type Coupon struct {
	ID       id.ID
	Member   id.MemberID
	Currency money.Currency
	// Slice is the sector that was won, as it was then.
	Slice  Slice
	Status CouponStatus
	At     time.Time
	// Expires is zero when it stays for good, ClaimedAt while it is open.
	Expires, ClaimedAt time.Time
}

// StatusAt gives the status at a moment.
func (c Coupon) StatusAt(now time.Time) CouponStatus {
	if c.Status == CouponOpen && !c.Expires.IsZero() && !now.Before(c.Expires) {
		return CouponLapsed
	}
	return c.Status
}

// Store keeps wheels, spins and coupons; postgres.Spin is one.
type Store interface {
	// InTx runs fn in one transaction.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// CurrentWheel gives the wheel that is on in a currency, the one that began last where several are. Errors:
	// NO_DATA.
	CurrentWheel(ctx context.Context, currency money.Currency, now time.Time) (Wheel, error)
	// LockPending locks the member and gives their next spin; nil: none was fixed yet.
	LockPending(ctx context.Context, member id.MemberID) (*SealedPending, error)
	// PutPending writes the member's next spin.
	PutPending(ctx context.Context, pending SealedPending) error
	// SpinOf gives a member's spin by its request id, SpinByID by its own. Errors: NO_DATA.
	SpinOf(ctx context.Context, member id.MemberID, request string) (Spin, error)
	SpinByID(ctx context.Context, member id.MemberID, spin id.ID) (Spin, error)
	// AddSpin writes a spin and its coupon.
	AddSpin(ctx context.Context, spin Spin) error
	// Spins gives a page of a member's spins, newest first, and how many there are.
	Spins(ctx context.Context, member id.MemberID, offset, limit int) ([]Spin, int, error)
	// OpenCoupons gives what a member can still claim, newest first, at most limit.
	OpenCoupons(ctx context.Context, member id.MemberID, now time.Time, limit int) ([]Coupon, error)
	// Coupon gives a member's coupon. Errors: NO_DATA.
	Coupon(ctx context.Context, member id.MemberID, coupon id.ID) (Coupon, error)
	// LockCoupon gives a member's coupon, and keeps others from it until the transaction ends. Errors: NO_DATA.
	LockCoupon(ctx context.Context, member id.MemberID, coupon id.ID) (Coupon, error)
	// ClaimCoupon writes that a coupon was claimed.
	ClaimCoupon(ctx context.Context, coupon Coupon) error
	OperatorStore
}

// SealedPending is Pending as it is stored: who reads the database must not know the next draw.
type SealedPending struct {
	Pending
	Sealed []byte
}

// Config is what a Service needs.
type Config struct {
	Store  Store
	Ledger Ledger
	// Conditions opens the condition that a prize of money comes with.
	Conditions Conditions
	Keys       idempotency.Keys
	// Box seals the seeds.
	Box *secret.Box
	// Sanitise takes from an operator's HTML what may not be shown.
	Sanitise func(html string) string
	Trail    audit.Trail
	Approvals
	// Now is the clock, Log the server's log.
	Now func() time.Time
	Log *slog.Logger
}

// Ledger posts, and reads what a member has; postgres.Ledger is one.
type Ledger interface {
	ledger.Poster
	// Wallet reads all balances of a member. Errors: NO_WALLET.
	Wallet(ctx context.Context, member id.MemberID) (ledger.Wallet, error)
}

// Conditions is the one condition that a member can be under, and how a prize comes with it.
type Conditions interface {
	// Active tells whether the member is under a condition.
	Active(ctx context.Context, member id.MemberID) (bool, error)
	// Settle refreshes what the member's games hold, and gives the moment from which on what they tell counts.
	Settle(ctx context.Context, member id.MemberID) (time.Time, error)
	// Open credits the prize of a coupon and puts the member under its condition, in the caller's transaction and once
	// for each coupon. settled is what Settle gave just before. Errors: BonusRemaining, NO_WALLET.
	Open(ctx context.Context, coupon Coupon, settled time.Time) error
}

// Approvals is where a second person is asked; approval.Approvals is one.
type Approvals interface {
	Ask(ctx context.Context, draft approval.Draft) (approval.Request, error)
}

// Service is the prize wheel.
type Service struct {
	Config

	rules ruleCache
	known onCache
}

// New makes a Service.
func New(config Config) *Service { return &Service{Config: config} }
