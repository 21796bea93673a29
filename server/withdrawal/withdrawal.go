// Package withdrawal is how money goes out: the request of a member, the decision of operators, and the payout by a
// gateway or by hand. README.md has its rules. In the product: "withdraw".
package withdrawal

import (
	"context"
	"encoding/hex"
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

// Faults of withdrawals.
var (
	// ErrMinimum and ErrMaximum: outside the limits of the currency.
	ErrMinimum = fault.New(fault.Conflict, "WITHDRAW_MINIMUM")
	ErrMaximum = fault.New(fault.Conflict, "WITHDRAW_MAXIMUM")
	// ErrPending: another withdrawal of the member is neither paid nor returned.
	ErrPending = fault.New(fault.Conflict, "WITHDRAW_PENDING")
	// ErrHold: the password was reset or the bank account changed within 24 hours.
	ErrHold = fault.New(fault.Conflict, "WITHDRAW_HOLD")
	// ErrApproved: too late to take it back.
	ErrApproved = fault.New(fault.Conflict, "WITHDRAW_APPROVED")
	// ErrName: the bank needs the account's name in Latin letters.
	ErrName = fault.New(fault.Conflict, "BANK_ACCOUNT_NAME_ENG")
	// ErrBonusRemaining: the member's money is under a condition that is not met.
	ErrBonusRemaining = fault.New(fault.Conflict, "BONUS_REMAINING")
)

// Step is how far a withdrawal got.
type Step string

// The steps; see the README. Nothing is held in StepCollecting and StepFailed, which nobody is shown.
const (
	// StepCollecting is stored under its historical value, which rows and indexes of every database hold: it stays.
	StepCollecting Step = "GATHERING"

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

// Event is one thing that happened to a withdrawal.
type Event struct {
	Step Step      `json:"step"`
	At   time.Time `json:"at"`
}

// Withdrawal is money on its way out.
type Withdrawal struct {
	// ID is also the reference that a gateway knows its payout by.
	ID id.ID
	// Reference is what people call it.
	Reference string
	Member    id.MemberID
	Amount    money.Amount
	// Cut is what was taken from the rest of the main wallet because a met condition ended with it; 0 once the money is
	// back.
	Cut      money.Amount
	Currency money.Currency
	// To is the member's bank account as it was when they asked.
	To   bankaccount.Account
	Step Step
	// Reason is why it was not paid: the operator's text, or the code of the bank.
	Reason string
	// Legs is how the games' money came home for it.
	Legs      []Leg
	CreatedAt time.Time
	// Timeline is what happened, oldest first.
	Timeline []Event
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

// newReference makes the name of a withdrawal: time and chance of its id.
func newReference(of id.ID) string { return "W" + hex.EncodeToString(of[:10]) }

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

// Collector brings the games' money to the main wallet.
type Collector interface {
	// CollectToMain moves the balances of all the member's games into the main wallet under a request of ours, and
	// gives one leg for each that held money. What is not known to have arrived within 10 seconds is PENDING. It runs
	// outside any transaction; a repeat of the request moves nothing more.
	CollectToMain(ctx context.Context, member id.MemberID, currency money.Currency, request id.ID) ([]Leg, error)
}

// ConditionState is how the condition of a bonus stands.
type ConditionState string

// The states.
const (
	NoCondition   ConditionState = "NONE"
	ConditionOpen ConditionState = "OPEN" // withdrawing is BONUS_REMAINING
	ConditionMet  ConditionState = "MET"  // withdrawing ends it and cuts the rest
)

// Condition is what a member's money is under.
type Condition struct {
	// ID names it; zero for none.
	ID    id.ID
	State ConditionState
}

// Conditions is the rules of bonuses, as far as a withdrawal asks them.
type Conditions interface {
	// Settle books what playing made of the money of a member who is under a condition. It runs outside any
	// transaction.
	Settle(ctx context.Context, member id.MemberID) error
	// State tells how the member's condition stands, and keeps it so until the caller's transaction ends. The member is
	// locked.
	State(ctx context.Context, member id.MemberID) (Condition, error)
	// Progress tells how far it is, without a lock: State is NoCondition where there is none.
	Progress(ctx context.Context, member id.MemberID) (ConditionProgress, error)
	// EndMet ends the met condition in the caller's transaction, after cut went from the main wallet to the house. What
	// games hold stays there.
	EndMet(ctx context.Context, member id.MemberID, cut money.Amount) error
	// UndoCut tells, in the caller's transaction, that what ended with a condition went back to the main wallet.
	UndoCut(ctx context.Context, member id.MemberID, condition id.ID) error
}

// Payee is where a member's withdrawals go, and until when there are none.
type Payee struct {
	To        bankaccount.Account
	HeldUntil time.Time
	// NameMissing: the bank needs the account's name in Latin letters, and it is not.
	NameMissing bool
}

// View chooses withdrawals for operators.
type View string

// The views.
const (
	ViewAll      View = "ALL"
	ViewOpen     View = "OPEN"
	ViewWaiting  View = "WAITING"
	ViewApproved View = "APPROVED"
	ViewTrouble  View = "TROUBLE"
	ViewPaid     View = "PAID"
	ViewReturned View = "RETURNED"
)

// Filter is which withdrawals are wanted; zero fields choose all.
type Filter struct {
	View     View
	Member   id.MemberID
	Currency money.Currency
	// Offset and Limit are a page of those.
	Offset, Limit int
}

// Store keeps withdrawals and payouts. Whoever locks does so in the order member, withdrawal, payout, wallet, key.
type Store interface {
	// InTx runs fn in one transaction.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	// LockSettings keeps other changes of channels, rules and limits away until the transaction ends.
	LockSettings(ctx context.Context) error
	// Limits gives the limits of a currency. Errors: NO_DATA.
	WithdrawLimits(ctx context.Context, currency money.Currency) (Limits, error)
	// AllWithdrawLimits gives the limits of every currency, PutWithdrawLimits replaces those of one.
	AllWithdrawLimits(ctx context.Context) (map[money.Currency]Limits, error)
	PutWithdrawLimits(ctx context.Context, currency money.Currency, limits Limits) error
	// HasGateway tells whether a channel of the currency, open or not, is the payment gateway of this code.
	HasGateway(ctx context.Context, code string, currency money.Currency) (bool, error)

	// LockPayee locks the member until the transaction ends. Errors: ErrNoBank.
	LockPayee(ctx context.Context, member id.MemberID) (Payee, error)
	// Payee is LockPayee without the lock. Errors: ErrNoBank.
	Payee(ctx context.Context, member id.MemberID) (Payee, error)
	// OpenWithdrawal gives the member's one withdrawal that is neither paid, returned nor failed. Errors: NO_DATA.
	OpenWithdrawal(ctx context.Context, member id.MemberID) (Withdrawal, error)
	// Withdrawal gives one of the member's withdrawals. Errors: NO_DATA.
	Withdrawal(ctx context.Context, member id.MemberID, withdrawal id.ID) (Withdrawal, error)
	// Service gives a page of those that the member is shown, newest first, and how many there are.
	Withdrawals(ctx context.Context, member id.MemberID, offset, limit int) ([]Withdrawal, int, error)
	// FindWithdrawals gives a page for operators, with phones and payouts, and how many there are.
	FindWithdrawals(ctx context.Context, filter Filter) ([]Withdrawal, int, error)
	// LockWithdrawal locks a withdrawal that its reference or its id names, with its payout. Errors: NO_DATA.
	LockWithdrawal(ctx context.Context, name string) (Withdrawal, error)
	// FindWithdrawal is LockWithdrawal without the lock.
	FindWithdrawal(ctx context.Context, name string) (Withdrawal, error)

	// AddWithdrawal writes a new withdrawal; ErrPending when another one is open.
	AddWithdrawal(ctx context.Context, withdrawal Withdrawal) error
	// PutWithdrawal writes everything about a withdrawal that may change. A step it had not yet is an event at the
	// given time.
	PutWithdrawal(ctx context.Context, withdrawal Withdrawal, at time.Time) error

	// CutCondition gives the condition whose end cut the rest of the main wallet with a withdrawal. Errors: NO_DATA.
	CutCondition(ctx context.Context, withdrawal Withdrawal) (id.ID, error)

	// PutPayout writes a payout, new or changed.
	PutPayout(ctx context.Context, withdrawal Withdrawal) error
	// TakePayouts counts an attempt of up to limit payouts that are due at now, puts them off until next, and gives
	// their withdrawals. Each is given to one caller.
	TakePayouts(ctx context.Context, now, next time.Time, limit int) ([]Withdrawal, error)
	// TakePayoutEvent claims a report with what was found about it; false for one that was taken before.
	TakePayoutEvent(ctx context.Context, report PayoutReport, finding string, now time.Time) (isNew bool, err error)
	// WithdrawalsWaiting tells how it stands, by currency.
	WithdrawalsWaiting(ctx context.Context, now time.Time) ([]Waiting, error)
}

// Config is what Withdrawals needs.
type Config struct {
	Store  Store
	Ledger ledger.Poster
	Keys   idempotency.Keys
	// Balances tells what a member has.
	Balances Balances
	// Trail takes every decision and every change of limits.
	Trail audit.Trail
	// Payouts pays withdrawals, Collector brings the games' money to the main wallet for them, Conditions knows
	// bonuses, Approvals asks a second person.
	Payouts    Payouts
	Collector  Collector
	Conditions Conditions
	Approvals  approval.Asker
	// Now is the clock.
	Now func() time.Time
	// Log is told about refusals of gateways.
	Log *slog.Logger
}

// Service has the rules of withdrawals.
type Service struct{ Config }

// New makes Withdrawals.
func New(config Config) *Service { return &Service{config} }

// Waiting is how the withdrawals of one currency stand.
type Waiting struct {
	Currency money.Currency
	// Requested wait for a decision, Approved for their money. Oldest is the age of the oldest of both.
	Requested, Approved int
	Oldest              time.Duration
	// Trouble counts payouts whose gateway contradicted itself, and reports of the last day that fit none.
	Trouble int
}
