package deposit

import (
	"context"
	"time"

	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/money"
)

// Kind is by which way money comes, as the wire names it.
type Kind string

// The kinds.
const (
	KindQR       Kind = "QR"
	KindBank     Kind = "BANK"
	KindEWallet  Kind = "EWALLET"
	KindSlip     Kind = "SLIP"
	KindGiftLink Kind = "GIFT_LINK"
	KindClaim    Kind = "CLAIM"
)

// Stage is one thing that happens to a deposit, as the wire names it.
type Stage string

// The steps, in the order in which they can happen.
const (
	StageStarted   Stage = "STARTED"
	StageExpired   Stage = "EXPIRED"
	StageCancelled Stage = "CANCELLED"
	StagePaid      Stage = "PAID"
	StageReview    Stage = "REVIEW"
	StageCredited  Stage = "CREDITED"
	StageFailed    Stage = "FAILED"
)

// Step is a step and when it happened.
type Step struct {
	Stage Stage     `json:"step"`
	At    time.Time `json:"at"`
}

// Deposit is one way that money came or was to come, with what happened to it, oldest first.
type Deposit struct {
	ID   id.ID
	Kind Kind
	// Channel is the gateway's, bank's or e-wallet's code; empty where nobody named one.
	Channel string
	// Amount is 0 while it is not known.
	Amount    money.Amount
	Currency  money.Currency
	CreatedAt time.Time
	// Note is why a slip failed, Reason why the operator refused.
	Note, Reason string
	// Review is why the operator looks into it, while one does.
	Review Reason
	Stages []Step
}

// Status is SUCCESS, PENDING or FAILED, by its last step.
func (d Deposit) Status() string {
	last := StageStarted
	if len(d.Stages) > 0 {
		last = d.Stages[len(d.Stages)-1].Stage
	}
	switch last {
	case StageCredited:
		return "SUCCESS"
	case StageFailed, StageExpired, StageCancelled:
		return "FAILED"
	default:
		return "PENDING"
	}
}

// Page is which deposits of a member are wanted, as of the moment Now; pages count from 1.
type Page struct {
	Member      id.MemberID
	Page, Limit int
	Now         time.Time
}

// maxDeposits is the most that one page gives.
const maxDeposits = 100

// Deposits gives a page (from 1) of at most 100 of a member's deposits, newest first, and how many there are in all.
func (s *Intake) Deposits(ctx context.Context, member id.MemberID, page, limit int) ([]Deposit, int, error) {
	return s.Store.Deposits(ctx, Page{Member: member, Page: max(page, 1), Limit: min(max(limit, 1), maxDeposits), Now: s.Now()})
}

// Deposit gives one of a member's deposits, as the list has it. Errors: NO_DATA (unknown, malformed, or another
// member's).
func (s *Intake) Deposit(ctx context.Context, member id.MemberID, name string) (Deposit, error) {
	deposit, err := id.Parse(name)
	if err != nil {
		return Deposit{}, fault.NoData.With(err)
	}
	return s.Store.Deposit(ctx, member, deposit, s.Now())
}
