package cashier

import (
	"context"
	"slices"
	"strings"

	"krapao/server/id"
	"krapao/server/ledger"
)

// nameless tells whether it is a line without a reference, so that a slip of the same transfer does not find it by name.
func (s Suspense) nameless() bool {
	return strings.HasPrefix(s.External.Source, feedSource) && s.Reason != AmountDiffers
}

// line gives as much of the line that it was as tells a transfer.
func (s Suspense) line() (BankLine, error) {
	lineID, err := id.Parse(s.Event.Reference)
	return BankLine{ID: lineID, Amount: s.Event.Amount, Currency: s.Event.Currency, Payer: s.Event.Payer, TransferredAt: s.PaidAt}, err
}

// slipOwner gives a member whose slip has credited the transfer that a line in suspense may be: sending it back would pay it twice.
func (s *Intake) slipOwner(ctx context.Context, suspense Suspense) (owner Owner, has bool, err error) {
	const enough = 50
	if !suspense.nameless() {
		return Owner{}, false, nil
	}
	line, err := suspense.line()
	if err != nil {
		return Owner{}, false, err
	}
	owners, err := s.Store.SlipOwners(ctx, line, sameMoment, claimAge, enough)
	if err != nil {
		return Owner{}, false, err
	}
	i := slices.IndexFunc(owners, func(owner Owner) bool { return owner.canBe(line.Payer) })
	if i < 0 {
		return Owner{}, false, nil
	}
	return owners[i], true, nil
}

// SentBack gives the lines without a reference that may be a member's transfer and were sent back.
func (s *Intake) SentBack(ctx context.Context, member id.MemberID, slip Transferred) (lines []id.ID, err error) {
	own, err := s.Store.AccountOf(ctx, member)
	if err != nil {
		return nil, err
	}
	_, returned, err := s.Store.LinesLike(ctx, slip, sameMoment)
	for _, line := range returned {
		if own.canBe(line.Event.Payer) {
			lines = append(lines, line.ID)
		}
	}
	return lines, err
}

// coverSuspense ends a line in suspense whose money its member has through a slip. The house has it once and had it in the book twice: in the book
// it goes where what is sent back goes.
func (s *Intake) coverSuspense(ctx context.Context, suspense Suspense, slip id.ID) error {
	line, err := suspense.line()
	if err != nil {
		return err
	}
	if err := s.proven(ctx, line, slip); err != nil {
		return err
	}
	if err := s.Store.ResolveSuspense(ctx, suspense, ToPayer, 0, s.Now()); err != nil {
		return err
	}
	return s.move(ctx, suspense.ID.String()+"/known", ledger.Settled, suspense.Event.Amount,
		ledger.Suspense(suspense.Event.Currency), ledger.Clearing(ClearingBank, suspense.Event.Currency), nil, suspense.ID)
}
