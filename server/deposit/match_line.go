package deposit

import (
	"context"
	"slices"

	"krapao/server/bankaccount"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/phone"
)

// Credit is one payment that the book has, in a member's wallet or in suspense. At most one line of a feed confirms it.
type Credit struct {
	ID id.ID
	// Member has its money, or made the QR code or sent the gift link; 0: nobody is known.
	Member id.MemberID
	// Payer and Receiver are who paid and the house's account, as far as they were reported.
	Payer, Receiver bankaccount.Payer
}

// into tells whether the credit may have come into a line's account of the house.
func (c Credit) into(line BankLine) bool { return bankaccount.MayBeAccount(c.Receiver, line.house()) }

// paid tells whether who paid a line paid this credit. own is the account of the credit's member. Anybody may pay a QR
// code, so the member's own account says something only where the line's payer fits it; but what another member paid
// from their registered account is another payment, unless whoever reported the credit named that payer too. A masked
// number that fits the credit's member as well names nobody else.
func (c Credit) paid(line BankLine, own bankaccount.Owner) bankaccount.Likeness {
	isAnothers := c.isAnothers(line)
	switch likeness := bankaccount.ComparePayers(c.Payer, line.Payer); {
	case likeness == bankaccount.Same && isAnothers && own.Paid(c.Payer):
		return bankaccount.Differs
	case likeness != bankaccount.Unsure:
		return likeness
	case line.PayerMember != 0 && line.PayerMember == c.Member:
		return bankaccount.Same
	case isAnothers:
		return bankaccount.Differs
	case own.Paid(line.Payer):
		return bankaccount.Same
	}
	return bankaccount.Unsure
}

// isAnothers tells whether a member who does not have the credit paid a line from their registered account.
func (c Credit) isAnothers(line BankLine) bool {
	return line.PayerMember != 0 && c.Member != 0 && line.PayerMember != c.Member
}

// isOther tells, whatever account the credit's member has, that who paid a line did not pay this credit.
func (c Credit) isOther(line BankLine) bool {
	likeness := bankaccount.ComparePayers(c.Payer, line.Payer)
	return likeness == bankaccount.Differs || likeness == bankaccount.Unsure && c.isAnothers(line)
}

// matchByReference decides a line whose payment is in the book under the sending bank's reference. It is a duplicate of
// the line that was it, or the one line of the slip that was; where it contradicts what is there, it goes to suspense
// as a payment of its own.
func (s *Intake) matchByReference(ctx context.Context, line BankLine) (decided bool, err error) {
	if !line.isNamed() {
		return false, nil
	}
	// In this order: the line of a credit that is seen is seen too, also where both are written meanwhile.
	before, err := s.Store.CreditOf(ctx, *line.external())
	if err != nil {
		return false, err
	}
	earlier, listed, err := s.Store.EarlierLine(ctx, line)
	switch {
	case err != nil:
		return false, err
	case listed && earlier.sameAs(line):
		line.Status, line.DuplicateOf = LineDuplicate, earlier.ID
		return true, s.Store.FinishLine(ctx, line, s.Now())
	case !before.Found && !listed:
		return false, nil
	case before.Found && (before.Amount != line.Amount || before.Currency != line.Currency):
		return true, s.suspendLine(ctx, line, AmountDiffers, *line.itself())
	case listed:
		return true, s.suspendLine(ctx, line, OtherPayment, *line.itself())
	}
	credit, found, err := s.Store.SlipCredit(ctx, before.Transaction)
	switch {
	case err != nil:
		return false, err
	case !found || !credit.into(line):
		return true, s.suspendLine(ctx, line, OtherPayment, *line.itself())
	}
	own, err := s.Store.AccountOf(ctx, credit.Member)
	if err != nil {
		return false, err
	}
	if bankaccount.ComparePayers(credit.Payer, line.Payer) == bankaccount.Differs || own.Contradicts(line.Payer) || line.PayerMember != 0 && line.PayerMember != credit.Member {
		return true, s.suspendLine(ctx, line, PayerDiffers, *line.itself())
	}
	if err := s.freeSlip(ctx, credit); err != nil {
		return false, err
	}
	line.CoveredBy = before.Transaction
	return true, s.cover(ctx, line, credit.ID)
}

// sameAs tells whether two lines under one reference are one payment that the bank reported twice: a feed that is set
// up anew numbers its lines anew.
func (l BankLine) sameAs(other BankLine) bool {
	apart := l.TransferredAt.Sub(other.TransferredAt).Abs()
	return l.BankCode == other.BankCode && bankaccount.Digits(l.AccountNo) == bankaccount.Digits(other.AccountNo) && l.Amount == other.Amount && l.Currency == other.Currency && apart <= bankaccount.TimeTolerance
}

// freeSlip takes a slip's credit from the line that it was taken for, by amount and time, before the slip's own line
// came. That line is another transfer of the member's: it is credited.
func (s *Intake) freeSlip(ctx context.Context, credit Credit) error {
	if err := s.Store.LockMember(ctx, credit.Member); err != nil {
		return err
	}
	line, taken, err := s.Store.CoveredLine(ctx, credit.ID)
	if err != nil || !taken {
		return err
	}
	line.Proof, line.CoveredBy, line.Member = id.ID{}, id.ID{}, credit.Member
	suspense, matched, err := s.Store.ReopenSuspense(ctx, line, s.Now())
	switch {
	case err != nil:
		return err
	case !matched && line.PayerMember == 0:
		return s.suspendLine(ctx, line, NoMatch, *line.external())
	case !matched && !line.isNamed():
		return s.settleUnnamed(ctx, line)
	case !matched:
		owner, err := s.Store.AccountOf(ctx, line.Member)
		if err != nil {
			return err
		}
		return s.settleNamed(ctx, line, owner)
	}
	line.Status = LineCredited // two persons have found whose it is
	if err := s.Store.FinishLine(ctx, line, s.Now()); err != nil {
		return err
	}
	return s.credit(ctx, receipt{
		id: suspense, member: line.Member, amount: line.Amount, currency: line.Currency, from: ClearingBank,
		external: &ledger.External{Source: "suspense", ID: suspense.String()},
	})
}

// settleUnnamed credits a line without a reference to the member who paid it and who is locked, unless one of their
// slips is it.
func (s *Intake) settleUnnamed(ctx context.Context, line BankLine) error {
	slip, found, err := s.findSlipForLine(ctx, line)
	switch {
	case err != nil:
		return err
	case found:
		return s.cover(ctx, line, slip)
	default:
		return s.creditLine(ctx, line)
	}
}

// findSlipForLine gives the slip of the line's member that credited this transfer, as far as amount, time and the
// house's account tell, and that has no line yet.
func (s *Intake) findSlipForLine(ctx context.Context, line BankLine) (slip id.ID, found bool, err error) {
	credits, err := s.Store.FindSlipsForLine(ctx, slipSearch(line))
	if err != nil {
		return id.ID{}, false, err
	}
	i := slices.IndexFunc(credits, func(credit Credit) bool {
		return credit.into(line) && bankaccount.ComparePayers(credit.Payer, line.Payer) != bankaccount.Differs
	})
	if i < 0 {
		return id.ID{}, false, nil
	}
	return credits[i].ID, true, nil
}

// claimSlip settles which line is a slip's when a line with the slip's reference is about to be credited to the slip's
// member. A line that was taken for it before, by amount and time, is free again where its payer is plainly the member;
// else the slip credited that line's money, and both is false: one of the two lines is not the member's. Where the line
// that was taken is another slip's, which found none and was credited itself, that credit is this line's money: other
// is that slip.
func (s *Intake) claimSlip(ctx context.Context, line BankLine, owner bankaccount.Owner) (other id.ID, both bool, err error) {
	taken, found, err := s.Store.LineOfSlip(ctx, line)
	if err != nil || !found {
		return id.ID{}, true, err
	}
	if !owner.Paid(taken.Payer) && phone.Local(taken.Payer.Phone) != owner.Phone {
		return id.ID{}, false, nil
	}
	taken.Member = line.Member
	if other, found, err = s.findSlipForLine(ctx, taken); err != nil || found {
		return other, true, err
	}
	return id.ID{}, true, s.Store.TakeLine(ctx, taken.ID, "")
}

// matchByLikeness gives the one credit that a line without a reference confirms; else why there is none. Lines of one
// payer are interchangeable, and so are credits of one member or one payer: of those as many lines are covered as there
// are credits.
func (s *Intake) matchByLikeness(ctx context.Context, houses []bankaccount.House, line BankLine) (credit id.ID, reason Reason, err error) {
	credits, err := s.findCreditsForLine(ctx, houses, line)
	if err != nil {
		return id.ID{}, "", err
	}
	credits = slices.DeleteFunc(credits, func(credit Credit) bool { return credit.isOther(line) })
	if len(credits) == 0 {
		return id.ID{}, NoMatch, nil
	}
	rivals, err := s.Store.RivalLines(ctx, line, payerNumber(credits), 2*bankaccount.TimeTolerance)
	if err != nil {
		return id.ID{}, "", err
	}
	owners, err := s.ownersOf(ctx, credits)
	if err != nil {
		return id.ID{}, "", err
	}
	fit, level := fitting(credits, line, rivals, owners)
	if len(fit) == 0 {
		return id.ID{}, NoMatch, nil
	}
	others := slices.DeleteFunc(rivals, func(rival BankLine) bool {
		return rival.Payer == line.Payer || !slices.ContainsFunc(fit, func(credit Credit) bool { return credit.paid(rival, owners[credit.Member]) == level })
	})
	if !interchangeable(fit) || len(others) >= len(fit) {
		return id.ID{}, SeveralMatches, nil
	}
	return fit[0].ID, "", nil
}

// payerNumber gives the whole account number that all credits were paid from, as far as their reporters tell; empty
// where one does not tell it.
func payerNumber(credits []Credit) string {
	number := credits[0].Payer.WholeNumber()
	if slices.ContainsFunc(credits, func(credit Credit) bool { return credit.Payer.WholeNumber() != number }) {
		return ""
	}
	return number
}

// fitting gives the credits that are plainly a line's; else those that may be it and are plainly no other line's. Of
// those no more than tell that they are not interchangeable: there may be thousands, and as many rivals.
func fitting(credits []Credit, line BankLine, rivals []BankLine, owners map[id.MemberID]bankaccount.Owner) (fit []Credit, level bankaccount.Likeness) {
	var may []Credit
	for _, credit := range credits {
		switch credit.paid(line, owners[credit.Member]) {
		case bankaccount.Same:
			fit = append(fit, credit)
		case bankaccount.Unsure:
			may = append(may, credit)
		case bankaccount.Differs:
		}
	}
	if len(fit) > 0 {
		return fit, bankaccount.Same
	}
	for _, credit := range may {
		if slices.ContainsFunc(rivals, func(rival BankLine) bool { return credit.paid(rival, owners[credit.Member]) == bankaccount.Same }) {
			continue
		}
		if fit = append(fit, credit); !interchangeable(fit) {
			break
		}
	}
	return fit, bankaccount.Unsure
}

// interchangeable tells whether it does not matter which of the credits a line covers: one member has them, or one
// account paid them.
func interchangeable(credits []Credit) bool {
	oneMember, onePayer := true, true
	for _, credit := range credits[1:] {
		oneMember = oneMember && credit.Member == credits[0].Member
		onePayer = onePayer && bankaccount.ComparePayers(credit.Payer, credits[0].Payer) == bankaccount.Same
	}
	return oneMember || onePayer
}

// ownersOf gives the accounts of the members who have the credits.
func (s *Intake) ownersOf(ctx context.Context, credits []Credit) (map[id.MemberID]bankaccount.Owner, error) {
	members := make([]id.MemberID, len(credits))
	for i, credit := range credits {
		members[i] = credit.Member
	}
	found, err := s.Store.AccountsOf(ctx, members)
	owners := make(map[id.MemberID]bankaccount.Owner, len(found))
	for _, owner := range found {
		owners[owner.Member] = owner
	}
	return owners, err
}
