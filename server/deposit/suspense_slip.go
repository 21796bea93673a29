package deposit

import (
	"context"
	"errors"
	"slices"

	"krapao/server/bankaccount"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/ledger"
)

// lineOf gives the line that a payment in suspense was.
func (s *Intake) lineOf(ctx context.Context, suspense Suspense) (BankLine, error) {
	lineID, err := id.Parse(suspense.Event.Reference)
	if err != nil {
		return BankLine{}, err
	}
	return s.Store.Line(ctx, lineID)
}

// findSlipByReference gives the slip of the line's member that has credited the line's reference and has no line yet.
// The line names another payer or account, which two operators know better.
func (s *Intake) findSlipByReference(ctx context.Context, line BankLine) (slip id.ID, found bool, err error) {
	before, err := s.Store.CreditOf(ctx, *line.external())
	if err != nil || !before.Found || before.Member != line.Member || before.Amount != line.Amount || before.Currency != line.Currency {
		return id.ID{}, false, err
	}
	credit, found, err := s.Store.SlipCredit(ctx, before.Transaction)
	if err != nil || !found {
		return id.ID{}, false, err
	}
	_, covers, err := s.Store.CoveredLine(ctx, credit.ID)
	return credit.ID, err == nil && !covers, err
}

// ownCredit gives the payment by QR code or gift that the line's member has and that covers no line yet, where the line
// may confirm it. Which of several members' it was nobody could tell; two operators have. So it may be of the same day,
// also where the report came late and did not tell when it was paid.
func (s *Intake) ownCredit(ctx context.Context, line BankLine) (credit id.ID, found bool, err error) {
	houses, err := s.Store.Houses(ctx)
	if err != nil {
		return id.ID{}, false, err
	}
	own, err := s.Store.AccountOf(ctx, line.Member)
	if err != nil {
		return id.ID{}, false, err
	}
	gateways, _ := matchSources(houses, line)
	credits, err := s.Store.OwnCredits(ctx, line, gateways, bankaccount.MatchWindow)
	i := slices.IndexFunc(credits, func(credit Credit) bool { return credit.paid(line, own) != bankaccount.Differs })
	if err != nil || i < 0 {
		return id.ID{}, false, err
	}
	return credits[i].ID, true, nil
}

// freeLine has the line that was taken for a member's slip stand for itself again, as the slip's own line is about to
// be credited.
func (s *Intake) freeLine(ctx context.Context, suspense Suspense, member id.MemberID) error {
	if suspense.Source() != FromFeed {
		return nil
	}
	line, err := s.lineOf(ctx, suspense)
	if err != nil || !line.isNamed() {
		return err
	}
	line.Member = member
	taken, found, err := s.Store.LineOfSlip(ctx, line)
	if err != nil || !found {
		return err
	}
	return s.Store.TakeLine(ctx, taken.ID, "")
}

// findSlipOwner gives a member whose slip has credited the transfer that a line in suspense may be, or whose slip of
// this transfer took another line: sending it back would pay it twice.
func (s *Intake) findSlipOwner(ctx context.Context, suspense Suspense) (owner bankaccount.Owner, has bool, err error) {
	const enough = 50
	if suspense.Source() != FromFeed {
		return bankaccount.Owner{}, false, nil
	}
	line, err := s.lineOf(ctx, suspense)
	if err != nil {
		return bankaccount.Owner{}, false, err
	}
	if line.isNamed() {
		owner, has, err = s.Store.OwnerOfTaken(ctx, line)
		return owner, has && owner.CanBe(line.Payer), err
	}
	owners, err := s.Store.SlipOwners(ctx, slipSearch(line), enough)
	for _, owner := range owners {
		if !owner.CanBe(line.Payer) {
			continue
		}
		line.Member = owner.Member
		if _, has, err = s.findSlipForLine(ctx, line); err != nil || has {
			return owner, has, err
		}
	}
	return bankaccount.Owner{}, false, err
}

// mayBeCredited tells whether a line in suspense may confirm a payment by QR code or gift, or a credited claim of who
// paid it, that covers no line yet; or whether operators have credited what may be the payment of a report in suspense.
// Sending it back would pay it twice.
func (s *Intake) mayBeCredited(ctx context.Context, suspense Suspense) (bool, error) {
	if suspense.Source() != FromFeed {
		return s.isReportCredited(ctx, suspense)
	}
	line, err := s.lineOf(ctx, suspense)
	if err != nil {
		return false, err
	}
	within := bankaccount.TimeTolerance
	if line.Member = line.PayerMember; line.Member != 0 {
		if _, credited, err := s.findCreditedClaim(ctx, line, within); err != nil || credited {
			return credited, err
		}
		within = bankaccount.MatchWindow
	}
	if found, undecided, err := s.findExchange(ctx, line, line.PayerMember, within); err != nil || undecided || !found.credit.IsZero() {
		return err == nil, err
	}
	houses, err := s.Store.Houses(ctx)
	if err != nil {
		return false, err
	}
	credits, err := s.findCreditsForLine(ctx, houses, line)
	if err != nil {
		return false, err
	}
	owners, err := s.ownersOf(ctx, credits)
	return slices.ContainsFunc(credits, func(credit Credit) bool { return credit.paid(line, owners[credit.Member]) != bankaccount.Differs }), err
}

// ReturnedLines gives the lines without a reference that may be a member's transfer and were sent back. Errors:
// KEY_INVALID (one has the transfer's own reference).
func (s *Intake) ReturnedLines(ctx context.Context, member id.MemberID, slip bankaccount.Transfer) (lines []id.ID, err error) {
	own, err := s.Store.AccountOf(ctx, member)
	if err != nil {
		return nil, err
	}
	_, returned, err := s.Store.FindLinesForSlip(ctx, slip, bankaccount.TimeTolerance)
	for _, line := range returned {
		switch {
		case !mayBeTransfer(line, slip, own):
		case hasReference(line, slip):
			return nil, fault.KeyInvalid.Withf("deposit: transfer %.70q was sent back", slip.Reference)
		default:
			lines = append(lines, line.ID)
		}
	}
	return lines, err
}

// coverFor covers a line that operators matched to a member by a credit, which may cover another line (exchange).
func (s *Intake) coverFor(ctx context.Context, line BankLine, member id.MemberID, credit id.ID) error {
	if _, covers, err := s.Store.CoveredLine(ctx, credit); err != nil {
		return err
	} else if !covers {
		return s.cover(ctx, line, credit)
	}
	payer := line.PayerMember
	line.Member, line.PayerMember = member, 0
	found, _, err := s.findExchange(ctx, line, payer, bankaccount.MatchWindow)
	if err != nil {
		return err
	}
	if found.credit != credit {
		return ledger.ErrAlreadyCredited // by another line, at this moment: look again
	}
	return s.exchange(ctx, line, found)
}

// coverSuspense ends a line in suspense whose money a member has through something else. The house has it once and
// had it in the book twice: in the book it goes where what is sent back goes.
func (s *Intake) coverSuspense(ctx context.Context, suspense Suspense, member id.MemberID, credit id.ID) error {
	line, err := s.lineOf(ctx, suspense)
	if err != nil {
		return err
	}
	if err := s.coverFor(ctx, line, member, credit); err != nil {
		return err
	}
	if err := s.Store.ResolveSuspense(ctx, ResolveInput{Suspense: suspense, Resolution: ToPayer, At: s.Now()}); err != nil {
		return err
	}
	if err := s.move(ctx, houseMove{
		Key: suspense.ID.String() + "/known", Kind: ledger.Settled, Amount: suspense.Event.Amount, Reference: suspense.ID,
		From: ledger.Suspense(suspense.Event.Currency), To: ledger.Clearing(ClearingBank, suspense.Event.Currency),
	}); err != nil {
		return err
	}
	claim, err := s.Store.LockClaim(ctx, credit)
	switch {
	case errors.Is(err, fault.NoData):
		return nil
	case err != nil:
		return err
	}
	return s.settleManualCredit(ctx, claim, claimPayment{by: line.ID, clearing: ClearingBank}) // its evidence was kept when the line went to suspense
}
