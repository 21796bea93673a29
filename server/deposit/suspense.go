package deposit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/bankaccount"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/ledger"
)

// Resolution is what became of money in suspense; empty while it waits.
type Resolution string

// The resolutions.
const (
	ToMember Resolution = "CREDITED"
	ToPayer  Resolution = "RETURNED"
)

// ResolveInput is what became of a payment in suspense. Member is 0 but for ToMember.
type ResolveInput struct {
	Suspense   Suspense
	Resolution Resolution
	Member     id.MemberID
	At         time.Time
}

// SuspenseStore keeps money that matched nobody.
type SuspenseStore interface {
	// AddSuspense puts money into the operator's queue; false when this payment is there already.
	AddSuspense(ctx context.Context, suspense Suspense) (bool, error)
	// Suspense locks and gives one that waits. Errors: NO_DATA.
	Suspense(ctx context.Context, suspenseID id.ID) (Suspense, error)
	// SuspenseMember gives the member whom a payment in suspense names; 0: nobody. Errors: NO_DATA.
	SuspenseMember(ctx context.Context, suspenseID id.ID) (id.MemberID, error)
	// SuspenseOf locks and gives the payment that waits with this evidence. found: there is one.
	SuspenseOf(ctx context.Context, evidence ledger.External) (suspense Suspense, found bool, err error)
	// ResolveSuspense writes what became of it. The line or gift link that it was takes part.
	ResolveSuspense(ctx context.Context, in ResolveInput) error
	// FindLinesForSlip gives all lines without a reference that can be a slip's transfer by sending bank, if it is
	// reported, amount and time: those that wait, which it locks, and those that were sent back.
	FindLinesForSlip(ctx context.Context, slip bankaccount.Transfer, within time.Duration) (waiting, returned []Suspense, err error)
	// WaitingSuspense gives a page of those that wait, oldest first, and how many there are in all.
	WaitingSuspense(ctx context.Context, page audit.Page) ([]Suspense, int, error)
}

// Waiting gives a page of the suspense queue, oldest first, and how many payments wait in all.
func (s *Intake) Waiting(ctx context.Context, page audit.Page) ([]Suspense, int, error) {
	return s.Store.WaitingSuspense(ctx, page)
}

// What a second person is asked for about money in suspense.
const (
	MatchApproval  approval.Kind = "SUSPENSE_MATCH"
	ReturnApproval approval.Kind = "SUSPENSE_RETURN"
)

// ask has draft look at what a request is about, in a transaction, and asks a second person when that is over: who
// decides locks the request first.
func (s *Intake) ask(ctx context.Context, draft func(ctx context.Context) (approval.Draft, error)) (approval.Request, error) {
	var drafted approval.Draft
	if err := s.Store.InTx(ctx, func(ctx context.Context) (err error) {
		drafted, err = draft(ctx)
		return err
	}); err != nil {
		return approval.Request{}, err
	}
	return s.Approvals.Ask(ctx, drafted)
}

// suspenseFor locks a payment that waits, and before it, as a slip does, the member whom it names and the one who is to
// have it (0: nobody). Errors: NO_DATA.
func (s *Intake) suspenseFor(ctx context.Context, suspenseID id.ID, member id.MemberID) (Suspense, error) {
	named, err := s.Store.SuspenseMember(ctx, suspenseID)
	if err != nil {
		return Suspense{}, err
	}
	for _, member := range slices.Compact([]id.MemberID{min(member, named), max(member, named)}) { // everybody locks members in one order
		if member == 0 {
			continue
		}
		if err := s.Store.LockMember(ctx, member); err != nil {
			return Suspense{}, err
		}
	}
	return s.Store.Suspense(ctx, suspenseID)
}

// ReturnSuspense asks a second person to agree that a payment was sent back by hand. Errors: NO_DATA (no such payment
// waits), KEY_INVALID (a slip has credited it, or a payment by QR code or gift, a matched line or a vouched-for claim
// may have: match it to that member; or a slip that waits may show so: it is decided first).
func (s *Intake) ReturnSuspense(ctx context.Context, suspenseID id.ID, note string) (approval.Request, error) {
	return s.ask(ctx, func(ctx context.Context) (approval.Draft, error) {
		suspense, err := s.suspenseFor(ctx, suspenseID, 0)
		if err != nil {
			return approval.Draft{}, err
		}
		if owner, has, err := s.findSlipOwner(ctx, suspense); err != nil {
			return approval.Draft{}, err
		} else if has {
			return approval.Draft{}, fault.KeyInvalid.Withf("deposit: a slip has credited suspense %v to member %v", suspense.ID, owner.Member)
		}
		if may, err := s.mayBeCredited(ctx, suspense); err != nil {
			return approval.Draft{}, err
		} else if may {
			return approval.Draft{}, fault.KeyInvalid.Withf("deposit: suspense %v may be a payment that was credited", suspense.ID)
		}
		return approval.Draft{Kind: ReturnApproval, Subject: suspenseID.String(), Body: bodyOf(suspense), Note: note}, nil
	})
}

// Again has an approval tried once more that failed because another source credited the same evidence at this moment:
// now that is seen.
func Again(handler approval.Handler) approval.Handler {
	return func(ctx context.Context, request approval.Request) error {
		err := handler(ctx, request)
		if errors.Is(err, ledger.ErrAlreadyCredited) {
			return fmt.Errorf("%w: %w", approval.ErrRetry, err)
		}
		return err
	}
}

// SettleReturn is the approved ReturnApproval. Errors: APPROVAL_STALE.
func (s *Intake) SettleReturn(ctx context.Context, request approval.Request) error {
	var body suspenseBody
	if err := request.Read(&body); err != nil {
		return err
	}
	suspense, err := s.suspenseFor(ctx, body.Suspense, 0)
	if err != nil {
		return approval.StaleIf(fault.NoData, err)
	}
	if owner, has, err := s.findSlipOwner(ctx, suspense); err != nil {
		return err
	} else if has {
		return approval.ErrStale.Withf("deposit: a slip has credited suspense %v to member %v", suspense.ID, owner.Member)
	}
	if may, err := s.mayBeCredited(ctx, suspense); err != nil {
		return err
	} else if may {
		return approval.ErrStale.Withf("deposit: suspense %v may be a payment that was credited", suspense.ID)
	}
	if err := s.Store.ResolveSuspense(ctx, ResolveInput{Suspense: suspense, Resolution: ToPayer, At: s.Now()}); err != nil || suspense.Event.Amount == 0 {
		return err
	}
	return s.move(ctx, houseMove{
		Key: suspense.ID.String() + "/return", Kind: ledger.Returned, Amount: suspense.Event.Amount, Reference: suspense.ID,
		From: ledger.Suspense(suspense.Event.Currency), To: ledger.Clearing(suspense.clearing(), suspense.Event.Currency),
	})
}

// credit is the name under which a payment in suspense covers a line (BankLine.Proof): a gift's is its link's.
func (s Suspense) credit() id.ID {
	if s.Source() == FromGift {
		return referenceOf(s.Event.Reference)
	}
	return s.ID
}

// clearing is where the money of a payment in suspense came from.
func (s Suspense) clearing() string {
	switch s.Source() {
	case FromGateway:
		return clearing
	case FromGift:
		return ClearingGift
	default:
		return ClearingBank
	}
}
