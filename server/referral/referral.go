// Package referral gives members a share of what those whom they invited lose, day by day. README.md has its rules. In
// the product: "invite".
package referral

import (
	"context"
	"log/slog"
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

// Faults of invites.
var (
	// ErrInactive: invites are switched off.
	ErrInactive = fault.New(fault.Conflict, "INVITE_INACTIVE")
	// ErrCollect: the operator has what was earned paid out by itself.
	ErrCollect = fault.New(fault.Conflict, "INVITE_COLLECT")
	// ErrNone: nothing waits.
	ErrNone = fault.New(fault.Conflict, "NO_INVITE_BONUS")
	// ErrNoPlay: nothing waits, and no invitee has played yet.
	ErrNoPlay = fault.New(fault.Conflict, "NO_INVITEE_PLAY_INFO")
	// ErrFail: it could not be credited.
	ErrFail = fault.New(fault.Conflict, "INVITE_BONUS_FAIL")
	// ErrRemaining: the member is under a condition, or has bets open.
	ErrRemaining = fault.New(fault.Conflict, "BONUS_REMAINING")
)

// Earning is what one invitee's day earned their inviter.
type Earning struct {
	// Member is the inviter, Number counts their earnings from 1 without gaps.
	Member id.MemberID
	Number int64
	ID     id.ID
	// Invitee is who lost on Day.
	Invitee id.MemberID
	Day     daily.Day
	// Name is the invitee's profile name.
	Name     string
	Currency money.Currency
	// Loss, BroughtForward (the invitee's wins of earlier days, which the loss uses up first), Percent and Cap are what
	// Amount came from.
	Loss           money.Amount
	BroughtForward money.Amount
	Percent        int
	Cap            money.Amount
	Amount         money.Amount
	At             time.Time
}

// Terms are the condition that a received bonus is bound to.
type Terms struct {
	// SuccessPercent: met once the bonus and what was won since are this percentage of the bonus.
	SuccessPercent int
	// FailPercent: lost at or below this percentage of the money with the bonus.
	FailPercent int
}

// Receipt is all that waited at one moment, credited.
type Receipt struct {
	ID       id.ID
	Member   id.MemberID
	Currency money.Currency
	Amount   money.Amount
	// First and Last are the numbers of the earnings that it is the sum of.
	First, Last int64
	Terms
	// Automatic: nobody asked for it, so it came without a condition.
	Automatic bool
	At        time.Time
}

// Waiting is what a member has earned and not received.
type Waiting struct {
	Amount money.Amount
	// First and Last are the numbers of its earnings.
	First, Last int64
}

// Played is an invitee who won or lost on a day, and who invited them.
type Played struct {
	Invitee, Inviter id.MemberID
	Currency         money.Currency
	// Counts: the inviter may earn by them, and they have no bets open.
	Counts bool
	// Result is what they won, below zero where they lost; BroughtForward what earlier days won and no loss since has
	// used up.
	Result, BroughtForward money.Amount
}

// Store keeps earnings, receipts and rules; postgres.Referral is one.
type Store interface {
	// InTx runs fn in one transaction.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// LockMember keeps others from the member's receipts until the transaction ends.
	LockMember(ctx context.Context, member id.MemberID) error
	// LockRun gives how far the work for a day has got, and keeps others from it until the transaction ends. PutRun
	// writes it.
	LockRun(ctx context.Context, job daily.Job, day daily.Day) (daily.Run, error)
	PutRun(ctx context.Context, run daily.Run, now time.Time) error
	// NextRun gives the first day up to the last one whose work is not finished, and whether there is one. Before the
	// first run ever it is the last day.
	NextRun(ctx context.Context, job daily.Job, last daily.Day) (daily.Day, bool, error)
	// Players gives the next of who played on a day, by member number, but for those whose day has been counted.
	Players(ctx context.Context, day daily.Day, after id.MemberID, limit int) ([]Played, error)
	// AddEarnings writes new ones, each with its inviter's next number, and adds them to what waits.
	AddEarnings(ctx context.Context, earnings []Earning) error
	// Waits tells whether anything waits for a member.
	Waits(ctx context.Context, member id.MemberID) (bool, error)
	// LockWaiting gives what waits for a member, and keeps others from it until the transaction ends. AddReceipt takes
	// that for a receipt.
	LockWaiting(ctx context.Context, member id.MemberID) (Waiting, error)
	AddReceipt(ctx context.Context, receipt Receipt) error
	// WaitingMembers gives the next members of a currency for whom something waits, by number.
	WaitingMembers(ctx context.Context, currency money.Currency, after id.MemberID, limit int) ([]id.MemberID, error)
	// InviteesPlayed tells whether anybody whom the member invited has ever played.
	InviteesPlayed(ctx context.Context, member id.MemberID) (bool, error)
	// Receipt gives one. Errors: NO_DATA.
	Receipt(ctx context.Context, member id.MemberID, receipt id.ID) (Receipt, error)
	// Earnings gives a page, newest first, and how many there are.
	Earnings(ctx context.Context, member id.MemberID, offset, limit int) ([]Earning, int, error)
	OperatorStore
}

// Conditions is the one condition that a member can be under, and how a credit comes with it.
type Conditions interface {
	// Active tells whether the member is under a condition.
	Active(ctx context.Context, member id.MemberID) (bool, error)
	// Settle refreshes what the member's games hold, and gives the moment from which on what they tell counts. It runs
	// outside any transaction.
	Settle(ctx context.Context, member id.MemberID) (time.Time, error)
	// Open credits a receipt and puts the member under its condition, in the caller's transaction and once for each
	// receipt. settled is what Settle gave just before, zero where nobody asked. Errors: ErrRemaining (also where bets
	// are open), NO_WALLET.
	Open(ctx context.Context, receipt Receipt, settled time.Time) error
	// Credit credits a receipt without a condition, likewise. Errors: NO_WALLET.
	Credit(ctx context.Context, receipt Receipt) error
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
	Log   *slog.Logger
}

// Service is the rules of invites.
type Service struct{ Config }

// New makes a Service.
func New(config Config) *Service { return &Service{config} }

// now is the present, as exactly as it is stored.
func (s *Service) now() time.Time { return s.Now().Truncate(time.Microsecond) }

// Name is what a received bonus is called.
func Name() content.Text {
	return content.Text{"en": "Invite bonus", "th": "โบนัสชวนเพื่อน", "la": "ໂບນັດຊວນໝູ່"}
}
