// Package rebate gives members part of a day's net loss back, on the day after. README.md has its rules. In the
// product: "refund".
package rebate

import (
	"context"
	"time"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/content"
	"krapao/server/daily"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/idempotency"
	"krapao/server/money"
)

// Faults of refunds.
var (
	// ErrNone: there is none, or it was taken already.
	ErrNone = fault.New(fault.Conflict, "NO_REFUND")
	// ErrCondition: the member is under a condition, or has bets open.
	ErrCondition = fault.New(fault.Conflict, "REFUND_CONDITION")
	// ErrMinimum: the member played, and what they would get is not above 0.
	ErrMinimum = fault.New(fault.Conflict, "REFUND_MINIMUM")
	// ErrInactive: refunds are switched off.
	ErrInactive = fault.New(fault.Conflict, "REFUND_INACTIVE")
)

// Status is what became of a refund.
type Status string

// The statuses. EXPIRED is not stored: an OPEN one lapses with the day on which it could be received.
const (
	Open     Status = "OPEN"
	Reserved Status = "RESERVED"
	Paid     Status = "PAID"
)

// Refund is part of one day's net loss of a member. There is one for each member and day at most.
type Refund struct {
	Member id.MemberID
	// Day is the day of the loss.
	Day      daily.Day
	Currency money.Currency
	// Loss, BroughtForward (wins of earlier days, which the loss uses up first), Percent and Cap are what Amount came
	// from.
	Loss           money.Amount
	BroughtForward money.Amount
	Percent        int
	Cap            money.Amount
	Amount         money.Amount
	Status         Status
	// ID and Terms are zero while it is OPEN.
	ID id.ID
	Terms
	// PaidAt is zero until it is paid.
	PaidAt time.Time
}

// Terms are the condition that a paid refund is bound to. They are copied when it is reserved.
type Terms struct {
	// SuccessPercent: met once the refund and what was won since are this percentage of the refund.
	SuccessPercent int
	// FailPercent: lost at or below this percentage of the money with the refund.
	FailPercent int
}

// Played is a member who won or lost on a day.
type Played struct {
	Member   id.MemberID
	Currency money.Currency
	// Counts: the member may use their account, and has no bets open.
	Counts bool
	// Result is what they won, below zero where they lost; BroughtForward what earlier days won and no loss since has
	// used up.
	Result, BroughtForward money.Amount
}

// Store keeps refunds and rules; postgres.Rebate is one.
type Store interface {
	// InTx runs fn in one transaction.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// LockMember keeps others from the member's refunds until the transaction ends.
	LockMember(ctx context.Context, member id.MemberID) error
	// LockRun gives how far the work for a day has got, and keeps others from it until the transaction ends. PutRun
	// writes it.
	LockRun(ctx context.Context, job daily.Job, day daily.Day) (daily.Run, error)
	PutRun(ctx context.Context, run daily.Run, now time.Time) error
	// Players gives the next of who played on a day, by member number.
	Players(ctx context.Context, day daily.Day, after id.MemberID, limit int) ([]Played, error)
	// Result gives what a member won on a day with what was brought forward to it, below zero where they lost more.
	// Errors: NO_DATA (no play).
	Result(ctx context.Context, member id.MemberID, day daily.Day) (money.Amount, error)
	// AddRefunds writes new ones. A member's day that has one keeps it.
	AddRefunds(ctx context.Context, refunds []Refund, now time.Time) error
	// Reserved gives the member's refund that is reserved and not paid; Refund the one of a day. Errors: NO_DATA.
	Reserved(ctx context.Context, member id.MemberID) (Refund, error)
	Refund(ctx context.Context, member id.MemberID, day daily.Day) (Refund, error)
	// PutRefund writes what changes of a refund: status, id, terms and when it was paid.
	PutRefund(ctx context.Context, refund Refund) error
	// ByID gives a refund that was reserved. Errors: NO_DATA.
	ByID(ctx context.Context, member id.MemberID, refund id.ID) (Refund, error)
	// PaidRefunds gives a page of those that were paid, newest first, and how many there are.
	PaidRefunds(ctx context.Context, member id.MemberID, offset, limit int) ([]Refund, int, error)
	OperatorStore
}

// Conditions is the one condition that a member can be under, and how a credit comes with it.
type Conditions interface {
	// Active tells whether the member is under a condition.
	Active(ctx context.Context, member id.MemberID) (bool, error)
	// Settle refreshes what the member's games hold, and gives the moment from which on what they tell counts. It runs
	// outside any transaction.
	Settle(ctx context.Context, member id.MemberID) (time.Time, error)
	// Open credits a refund and puts the member under its condition, in the caller's transaction and once for each
	// refund. settled is what Settle gave just before, zero where nobody asked. Errors: BONUS_REMAINING, ErrCondition
	// (bets are open), NO_WALLET.
	Open(ctx context.Context, refund Refund, settled time.Time) error
}

// Approvals is where a second person is asked; approval.Approvals is one.
type Approvals interface {
	Ask(ctx context.Context, draft approval.Draft) (approval.Request, error)
}

// Config is what a Service needs.
type Config struct {
	Store      Store
	Conditions Conditions
	Keys       idempotency.Keys
	// Sanitise takes from an operator's HTML what may not be shown.
	Sanitise func(html string) string
	Trail    audit.Trail
	Approvals
	// Alone adds up what operators allow of refunds and invites without a second person.
	Alone approval.Alone
	Now   func() time.Time
}

// Service is the rules of refunds.
type Service struct{ Config }

// New makes a Service.
func New(config Config) *Service { return &Service{config} }

// now is the present, as exactly as it is stored.
func (s *Service) now() time.Time { return s.Now().Truncate(time.Microsecond) }

// Name is what a paid refund is called.
func Name() content.Text {
	return content.Text{"en": "Refund", "th": "คืนยอดเสีย", "la": "ຄືນຍອດເສຍ"}
}

// dayOf gives the day whose refund can be received at a moment: the day before.
func dayOf(at time.Time) daily.Day { return daily.Before(at) }
