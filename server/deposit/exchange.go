package deposit

import (
	"context"
	"slices"
	"time"

	"krapao/server/bankaccount"
	"krapao/server/id"
)

// takenCredit gives a payment by QR code or gift of the line's member that this line may confirm as well as the line
// that was taken for it, by amount and time. That line may be a transfer of which a slip has credited the member: then
// it is the slip's, and the payment is this line's. undecided: such a slip is not read yet.
func (s *Intake) takenCredit(ctx context.Context, line BankLine, within time.Duration) (credit id.ID, undecided bool, err error) {
	own, gateways, err := s.ownSources(ctx, line)
	if err != nil {
		return id.ID{}, false, err
	}
	credits, err := s.Store.TakenCredits(ctx, line, gateways, within)
	if err != nil {
		return id.ID{}, false, err
	}
	for _, credit := range credits {
		if credit.paid(line, own) == bankaccount.Differs {
			continue
		}
		taken, slip, err := s.slipInstead(ctx, credit.ID, line.Member)
		if err != nil || !slip.IsZero() {
			return credit.ID, false, err
		}
		waits, err := s.Store.HasOpenSlip(ctx, slipSearch(taken))
		if err != nil {
			return id.ID{}, false, err
		}
		undecided = undecided || waits
	}
	return id.ID{}, undecided, nil
}

// ownSources gives the account of a line's member, and the gateways that can report its money.
func (s *Intake) ownSources(ctx context.Context, line BankLine) (own bankaccount.Owner, gateways []string, err error) {
	houses, err := s.Store.Houses(ctx)
	if err != nil {
		return bankaccount.Owner{}, nil, err
	}
	gateways, _ = matchSources(houses, line)
	own, err = s.Store.AccountOf(ctx, line.Member)
	return own, gateways, err
}

// slipInstead locks and gives the line that a member's credit covers, and a slip of theirs that it could be covered by
// instead; zero where there is none.
func (s *Intake) slipInstead(ctx context.Context, credit id.ID, member id.MemberID) (taken BankLine, slip id.ID, err error) {
	taken, found, err := s.Store.CoveredLine(ctx, credit)
	if err != nil || !found || *taken.external() != *taken.itself() {
		return taken, id.ID{}, err
	}
	taken.Member = member
	slip, _, err = s.findSlipForLine(ctx, taken)
	return taken, slip, err
}

// isCreditedInstead tells whether nothing may be left for a slip. Its line was taken for the member's QR code or gift.
// Another line, which may be that code's own, was credited to the member or sent back. An operator has to decide.
func (s *Intake) isCreditedInstead(ctx context.Context, member id.MemberID, slip bankaccount.Transfer) (bool, error) {
	taken, err := s.Store.TakenLines(ctx, member, slip, bankaccount.TimeTolerance)
	if err != nil || len(taken) == 0 {
		return false, err
	}
	houses, err := s.Store.Houses(ctx)
	if err != nil {
		return false, err
	}
	for _, line := range taken {
		if !bankaccount.MayBeAccount(slip.Receiver, line.house()) {
			continue
		}
		line.Member = member
		gateways, _ := matchSources(houses, line)
		others, err := s.Store.DecidedLines(ctx, line, slip.Slip, 2*bankaccount.TimeTolerance) // both are about the payment's time
		if err != nil || slices.ContainsFunc(others, func(other BankLine) bool {
			its, _ := matchSources(houses, other)
			return other.house() == line.house() || slices.ContainsFunc(its, func(gateway string) bool { return slices.Contains(gateways, gateway) })
		}) {
			return err == nil, err
		}
	}
	return false, nil
}

// coverInstead covers a line of a member's by a credit. A line that was taken for that credit is its slip's from then
// on.
func (s *Intake) coverInstead(ctx context.Context, line BankLine, member id.MemberID, credit id.ID) error {
	taken, slip, err := s.slipInstead(ctx, credit, member)
	if err != nil {
		return err
	}
	if !slip.IsZero() {
		if err := s.cover(ctx, taken, slip); err != nil {
			return err
		}
	}
	return s.cover(ctx, line, credit)
}
