package deposit

import (
	"context"
	"slices"
	"strings"
	"time"

	"krapao/server/bankaccount"
	"krapao/server/id"
	"krapao/server/money"
)

// TakenLine is a line without a reference that covers a payment by QR code or gift, by amount and time. It may be a
// transfer instead, of which a slip has credited who paid it: then it is the slip's, and the payment is another line's.
type TakenLine struct {
	Line BankLine
	// Credit is the payment, which Gateway reported; a gift has none.
	Credit  Credit
	Gateway string
	// MadeAt is when its QR code was made; the zero time: it has none. PaidAt is when it was paid.
	MadeAt, PaidAt time.Time
}

// TakenSearch asks for those of an amount that were transferred between two times, whose payer is one of the members or
// nobody known, or anybody; and who paid has a slip that may be the transfer, credited or undecided.
type TakenSearch struct {
	Amount   money.Amount
	Currency money.Currency
	From, To time.Time
	Members  []id.MemberID
	Anybody  bool
}

// takenCredit gives a payment by QR code or gift, anybody's, that a line may confirm as well as the line that was taken
// for it. The line's member, 0 while nobody decided whose it is, or its payer, 0 where nobody is known, has the payment
// or the slip that shows what the other line is. undecided: such a slip is not read yet.
func (s *Intake) takenCredit(ctx context.Context, line BankLine, payer id.MemberID, within time.Duration) (credit id.ID, undecided bool, err error) {
	concerned := concernedBy(line, payer)
	found, err := s.Store.TakenLines(ctx, TakenSearch{
		Amount: line.Amount, Currency: line.Currency, Members: concerned, Anybody: payer == 0,
		From: line.At().Add(-within - bankaccount.TimeTolerance), To: line.At().Add(within + bankaccount.TimeTolerance),
	})
	if err != nil || len(found) == 0 {
		return id.ID{}, false, err
	}
	houses, err := s.Store.Houses(ctx)
	if err != nil {
		return id.ID{}, false, err
	}
	gateways, _ := matchSources(houses, line)
	for _, taken := range found {
		if taken.Line.ID == line.ID || !taken.reportedInto(gateways, line) || line.At().Sub(taken.PaidAt).Abs() > within || taken.MadeAt.After(line.TakenAt.Add(bankaccount.ClockSkew)) {
			continue
		}
		own, err := s.Store.AccountOf(ctx, taken.Credit.Member)
		if err != nil {
			return id.ID{}, false, err
		}
		if taken.Credit.paid(line, own) == bankaccount.Differs {
			continue
		}
		slip, waits, err := s.slipInstead(ctx, taken.Line, taken.Credit.Member, concerned, payer)
		if err != nil || !slip.IsZero() {
			return taken.Credit.ID, false, err
		}
		undecided = undecided || waits
	}
	return id.ID{}, undecided, nil
}

// concernedBy gives the members whom a line concerns: who has it, and who paid it.
func concernedBy(line BankLine, payer id.MemberID) []id.MemberID {
	return slices.DeleteFunc(slices.Compact([]id.MemberID{line.Member, payer}), func(member id.MemberID) bool { return member == 0 })
}

// reportedInto tells whether the payment may have come into a line's account: by one of its gateways, or as a gift.
func (t TakenLine) reportedInto(gateways []string, line BankLine) bool {
	if t.Gateway == "" {
		return t.Line.house() == line.house()
	}
	return slices.ContainsFunc(gateways, func(gateway string) bool { return strings.EqualFold(gateway, t.Gateway) })
}

// slipInstead gives a slip that a line which was taken for a member's payment could be covered by instead; zero where
// there is none. It is of the line's payer, else of a member who is concerned; where nobody is known to have paid, and
// nobody or who has the payment is concerned, anybody's. waits: one is undecided.
func (s *Intake) slipInstead(ctx context.Context, taken BankLine, has id.MemberID, concerned []id.MemberID, payer id.MemberID) (slip id.ID, waits bool, err error) {
	isAnybodys := payer == 0 && (len(concerned) == 0 || slices.Contains(concerned, has))
	if taken.PayerMember != 0 {
		if !isAnybodys && !slices.Contains(concerned, taken.PayerMember) {
			return id.ID{}, false, nil
		}
		concerned = []id.MemberID{taken.PayerMember}
	} else if isAnybodys {
		owners, err := s.slipOwners(ctx, taken)
		if err != nil {
			return id.ID{}, false, err
		}
		for _, owner := range owners {
			concerned = append(slices.Clip(concerned), owner.Member)
		}
	}
	for _, member := range concerned {
		taken.Member = member
		if slip, _, err = s.findSlipForLine(ctx, taken); err != nil || !slip.IsZero() {
			return slip, false, err
		}
		open, err := s.Store.HasOpenSlip(ctx, slipSearch(taken))
		if err != nil {
			return id.ID{}, false, err
		}
		waits = waits || open
	}
	return id.ID{}, waits, nil
}

// isCreditedInstead tells whether nothing may be left for a member's slip. Its line was taken for a payment by QR code
// or gift. Another line, which may be that payment's own, was credited or sent back. An operator has to decide.
func (s *Intake) isCreditedInstead(ctx context.Context, member id.MemberID, slip bankaccount.Transfer) (bool, error) {
	found, err := s.Store.TakenLines(ctx, TakenSearch{
		Amount: slip.Amount, Currency: slip.Currency, Members: []id.MemberID{member},
		From: slip.At.Add(-slip.Earlier - bankaccount.TimeTolerance), To: slip.At.Add(bankaccount.TimeTolerance),
	})
	if err != nil || len(found) == 0 {
		return false, err
	}
	houses, err := s.Store.Houses(ctx)
	if err != nil {
		return false, err
	}
	for _, taken := range found {
		if bank := taken.Line.Payer.Bank; bank != "" && bank != slip.SendingBank || !bankaccount.MayBeAccount(slip.Receiver, taken.Line.house()) {
			continue
		}
		others, err := s.Store.DecidedLines(ctx, taken.Line, []id.MemberID{member, taken.Credit.Member}, slip.Slip, 2*bankaccount.TimeTolerance) // both are about the payment's time
		if err != nil || slices.ContainsFunc(others, func(other BankLine) bool {
			gateways, _ := matchSources(houses, other)
			return taken.reportedInto(gateways, other) && taken.mayBe(other, member)
		}) {
			return err == nil, err
		}
	}
	return false, nil
}

// mayBe tells whether another line may be the payment's own, which a member or nobody known paid.
func (t TakenLine) mayBe(other BankLine, member id.MemberID) bool {
	switch bankaccount.ComparePayers(t.Credit.Payer, other.Payer) {
	case bankaccount.Same:
		return true
	case bankaccount.Differs:
		return false
	case bankaccount.Unsure:
	}
	return t.Credit.Member == member || other.Member == member || other.PayerMember == member || other.PayerMember == 0
}

// coverInstead covers a line by a credit. A line that was taken for that credit is its slip's from then on.
func (s *Intake) coverInstead(ctx context.Context, line BankLine, payer id.MemberID, credit id.ID) error {
	taken, found, err := s.Store.CoveredLine(ctx, credit)
	if err != nil {
		return err
	}
	if found && !taken.isNamed() {
		has, err := s.Store.CreditMember(ctx, credit)
		if err != nil {
			return err
		}
		slip, _, err := s.slipInstead(ctx, taken, has, concernedBy(line, payer), payer)
		if err != nil {
			return err
		}
		if !slip.IsZero() {
			if err := s.cover(ctx, taken, slip); err != nil {
				return err
			}
		}
	}
	return s.cover(ctx, line, credit)
}
