package cashier

import (
	"context"
	"encoding/hex"
	"time"

	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/money"
)

// Faults of withdrawals.
var (
	// ErrWithdrawMinimum and ErrWithdrawMaximum: outside the limits of the currency.
	ErrWithdrawMinimum = fault.New(fault.Conflict, "WITHDRAW_MINIMUM")
	ErrWithdrawMaximum = fault.New(fault.Conflict, "WITHDRAW_MAXIMUM")
	// ErrWithdrawPending: another withdrawal of the member is neither paid nor returned.
	ErrWithdrawPending = fault.New(fault.Conflict, "WITHDRAW_PENDING")
	// ErrWithdrawHold: the password was reset or the bank account changed within 24 hours.
	ErrWithdrawHold = fault.New(fault.Conflict, "WITHDRAW_HOLD")
	// ErrWithdrawApproved: too late to take it back.
	ErrWithdrawApproved = fault.New(fault.Conflict, "WITHDRAW_APPROVED")
	// ErrBonusRemaining: the member's money is under a condition that is not met.
	ErrBonusRemaining = fault.New(fault.Conflict, "BONUS_REMAINING")
	// ErrNoBank: the member has no bank account.
	ErrNoBank = fault.New(fault.NotFound, "NO_BANK")
)

// Step is how far a withdrawal got.
type Step string

// The steps; see the README. Nothing is held in StepGathering and StepFailed, which nobody is shown.
const (
	StepGathering Step = "GATHERING"
	StepFailed    Step = "FAILED"
	StepRequested Step = "REQUESTED"
	StepApproved  Step = "APPROVED"
	StepSent      Step = "SENT"
	StepPaid      Step = "PAID"
	StepRejected  Step = "REJECTED"
	StepCancelled Step = "CANCELLED"
	StepRefused   Step = "REFUSED"
)

// Returned tells whether the money is back in the main wallet.
func (s Step) Returned() bool { return s == StepRejected || s == StepCancelled || s == StepRefused }

// WithdrawalEvent is one thing that happened to a withdrawal.
type WithdrawalEvent struct {
	Step Step      `json:"step"`
	At   time.Time `json:"at"`
}

// Destination is the bank account that a withdrawal goes to.
type Destination struct{ BankCode, AccountNo, AccountName string }

// Withdrawal is money on its way out.
type Withdrawal struct {
	// ID is also the reference that a gateway knows its payout by.
	ID id.ID
	// Reference is what people call it.
	Reference string
	Member    id.MemberID
	Amount    money.Amount
	// Cut is what was taken from the rest of the main wallet because a met condition ended with it.
	Cut      money.Amount
	Currency money.Currency
	// To is the member's bank account as it was when they asked.
	To   Destination
	Step Step
	// Reason is why it was not paid: the operator's text, or the code of the bank.
	Reason string
	// Legs is how the games' money came home for it.
	Legs      []Leg
	CreatedAt time.Time
	// Timeline is what happened, oldest first.
	Timeline []WithdrawalEvent
	// DecidedBy is the operator who approved or rejected it, BankReference what proves a payment by hand.
	DecidedBy, BankReference string
	// Phone is the member's; for operators only.
	Phone string
	// Payout is how a gateway pays it, nil before the approval and where people pay.
	Payout *Payout
}

// CanCancel tells whether the member may take it back.
func (w Withdrawal) CanCancel() bool { return w.Step == StepRequested }

// underWay tells whether a gateway may be paying it.
func (w Withdrawal) underWay() bool {
	return w.Step == StepSent || w.Payout != nil && w.Payout.UnderWay()
}

// withdrawalReference makes the name of a withdrawal: time and chance of its id.
func withdrawalReference(of id.ID) string { return "W" + hex.EncodeToString(of[:10]) }

// Leg is how one game's money came home.
type Leg struct {
	// From and To are WALLET or a provider's code, as is HeldBy: who has the money now, empty while it is in transit.
	From, To, HeldBy string
	Amount           money.Amount
	// Status is SETTLED, PENDING or FAILED, Error the code of why it failed.
	Status, Error string
	// Reference names the leg at the provider.
	Reference string
}

// Sweeper brings the games' money home.
type Sweeper interface {
	// BringHome moves the balances of all the member's games into the main wallet under a request of ours, and gives one leg for each that held money. What is not known
	// to have arrived within 10 seconds is PENDING. It runs outside any transaction; a repeat of the request moves nothing more.
	BringHome(ctx context.Context, member id.MemberID, currency money.Currency, request id.ID) ([]Leg, error)
}

// ConditionState is how the condition of a bonus stands.
type ConditionState string

// The states.
const (
	NoCondition   ConditionState = "NONE"
	ConditionOpen ConditionState = "OPEN" // withdrawing is BONUS_REMAINING
	ConditionMet  ConditionState = "MET"  // withdrawing ends it and cuts the rest
)

// Condition is the rules of bonuses, as far as a withdrawal asks them. The member is locked wherever a transaction is open.
type Condition interface {
	// State tells how the member's condition stands.
	State(ctx context.Context, member id.MemberID) (ConditionState, error)
	// EndMet ends the met condition in the caller's transaction, after cut went from the main wallet to the house. What games hold is its own to deal with.
	EndMet(ctx context.Context, member id.MemberID, cut money.Amount) error
}

// Payee is where a member's withdrawals go, and until when there are none.
type Payee struct {
	To        Destination
	HeldUntil time.Time
}

// WithdrawalView chooses withdrawals for operators.
type WithdrawalView string

// The views.
const (
	ViewAll      WithdrawalView = "ALL"
	ViewOpen     WithdrawalView = "OPEN"
	ViewWaiting  WithdrawalView = "WAITING"
	ViewApproved WithdrawalView = "APPROVED"
	ViewTrouble  WithdrawalView = "TROUBLE"
	ViewPaid     WithdrawalView = "PAID"
	ViewReturned WithdrawalView = "RETURNED"
)

// WithdrawalFilter is which withdrawals are wanted; zero fields choose all.
type WithdrawalFilter struct {
	View     WithdrawalView
	Member   id.MemberID
	Currency money.Currency
	// Offset and Limit are a page of those.
	Offset, Limit int
}

// WithdrawStore keeps withdrawals and payouts. Whoever locks does so in the order member, withdrawal, payout, wallet, key.
type WithdrawStore interface {
	// LockPayee locks the member until the transaction ends. Errors: ErrNoBank.
	LockPayee(ctx context.Context, member id.MemberID) (Payee, error)
	// OpenWithdrawal gives the member's one withdrawal that is neither paid, returned nor failed. Errors: NO_DATA.
	OpenWithdrawal(ctx context.Context, member id.MemberID) (Withdrawal, error)
	// Withdrawal gives one of the member's withdrawals. Errors: NO_DATA.
	Withdrawal(ctx context.Context, member id.MemberID, withdrawal id.ID) (Withdrawal, error)
	// Withdrawals gives a page of those that the member is shown, newest first, and how many there are.
	Withdrawals(ctx context.Context, member id.MemberID, offset, limit int) ([]Withdrawal, int, error)
	// FindWithdrawals gives a page for operators, with phones and payouts, and how many there are.
	FindWithdrawals(ctx context.Context, filter WithdrawalFilter) ([]Withdrawal, int, error)
	// LockWithdrawal locks a withdrawal that its reference or its id names, with its payout. Errors: NO_DATA.
	LockWithdrawal(ctx context.Context, name string) (Withdrawal, error)
	// FindWithdrawal is LockWithdrawal without the lock.
	FindWithdrawal(ctx context.Context, name string) (Withdrawal, error)

	// AddWithdrawal writes a new withdrawal; ErrWithdrawPending when another one is open.
	AddWithdrawal(ctx context.Context, withdrawal Withdrawal) error
	// PutWithdrawal writes everything about a withdrawal that may change. A step it had not yet is an event at the given time.
	PutWithdrawal(ctx context.Context, withdrawal Withdrawal, at time.Time) error

	// PutPayout writes a payout, new or changed.
	PutPayout(ctx context.Context, withdrawal Withdrawal) error
	// TakePayouts counts an attempt of up to limit payouts that are due at now, puts them off until next, and gives their withdrawals. Each is given to one caller.
	TakePayouts(ctx context.Context, now, next time.Time, limit int) ([]Withdrawal, error)
	// TakePayoutEvent claims a report with what was found about it; false for one that was taken before.
	TakePayoutEvent(ctx context.Context, report PayoutReport, finding string, now time.Time) (isNew bool, err error)
	// WithdrawalsWaiting tells how it stands, by currency.
	WithdrawalsWaiting(ctx context.Context, now time.Time) ([]Waiting, error)
}

// Waiting is how the withdrawals of one currency stand.
type Waiting struct {
	Currency money.Currency
	// Requested wait for a decision, Approved for their money. Oldest is the age of the oldest of both.
	Requested, Approved int
	Oldest              time.Duration
	// Trouble counts payouts whose gateway contradicted itself, and reports of the last day that fit none.
	Trouble int
}
