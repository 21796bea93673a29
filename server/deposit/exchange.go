package deposit

import (
	"context"
	"slices"
	"strings"
	"time"

	"krapao/server/bankaccount"
	"krapao/server/id"
	"krapao/server/ledger"
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
	// Slip may show that the line is a transfer, where slips are asked for; IsOpen: it is not decided yet.
	Slip   Credit
	IsOpen bool
}

// TakenSearch asks for those of an amount that were transferred between two times. Their payer is one of the members,
// or nobody knows it.
type TakenSearch struct {
	Amount   money.Amount
	Currency money.Currency
	From, To time.Time
	Members  []id.MemberID
	// Anybody asks for other payers' too: of payments that one of the members has, or of all where there are no
	// members.
	Anybody bool
}

// DecidedSearch asks for lines of an amount that were transferred between two times. One of the members was credited
// them, by the line, by a claim or by another slip than But; or they were sent back to a member, or to nobody known.
// A line that waits is decided by the slip of its reference.
type DecidedSearch struct {
	Members  []id.MemberID
	Amount   money.Amount
	Currency money.Currency
	From, To time.Time
	But      id.ID
}

// exchange is a credit that a line may confirm instead of another one, which was taken for it and is a slip's. The zero
// exchange is none.
type exchange struct {
	credit id.ID
	taken  BankLine
	slip   id.ID
}

// findExchange gives one for a line. The credit may be anybody's.
// The slip is of the taken line's payer. Where nobody knows that payer, it is of a member who is concerned: who has the
// line (0: nobody has decided), or who paid it (payer, 0: nobody knows). Where payer is 0, the slip may also be of who
// paid the credit, as it was reported.
// undecided: there is no exchange yet, as such a slip waits.
func (s *Intake) findExchange(ctx context.Context, line BankLine, payer id.MemberID, within time.Duration) (found exchange, undecided bool, err error) {
	concerned := slices.DeleteFunc(slices.Compact([]id.MemberID{line.Member, payer}), func(member id.MemberID) bool { return member == 0 })
	if payer == 0 {
		within = min(within, bankaccount.TimeTolerance) // anybody may have paid: of a day too many are alike
	}
	lines, err := s.Store.TakenLinesOfSlips(ctx, TakenSearch{
		Amount: line.Amount, Currency: line.Currency, Members: concerned, Anybody: payer == 0,
		From: line.At().Add(-within - bankaccount.TimeTolerance), To: line.At().Add(within + bankaccount.TimeTolerance),
	})
	if err != nil || len(lines) == 0 {
		return exchange{}, false, err
	}
	houses, err := s.Store.Houses(ctx)
	if err != nil {
		return exchange{}, false, err
	}
	var credits []Credit
	for _, taken := range lines {
		credits = append(credits, taken.Credit, taken.Slip)
	}
	owners, err := s.ownersOf(ctx, credits)
	if err != nil {
		return exchange{}, false, err
	}
	gateways, _ := matchSources(houses, line)
	for _, taken := range lines {
		switch {
		case taken.Line.ID == line.ID || line.At().Sub(taken.PaidAt).Abs() > within || taken.MadeAt.After(line.TakenAt.Add(bankaccount.ClockSkew)):
		case !taken.reportedInto(gateways, line) || taken.Credit.paid(line, owners[taken.Credit.Member]) == bankaccount.Differs:
		case !owners[taken.Slip.Member].CanBe(taken.Line.Payer):
		case taken.IsOpen:
			undecided = true
		case taken.Slip.into(taken.Line) && bankaccount.ComparePayers(taken.Slip.Payer, taken.Line.Payer) != bankaccount.Differs:
			return exchange{taken.Credit.ID, taken.Line, taken.Slip.ID}, false, nil
		}
	}
	return exchange{}, undecided, nil
}

// reportedInto tells whether the payment may have come into a line's account: by one of its gateways, or as a gift.
func (t TakenLine) reportedInto(gateways []string, line BankLine) bool {
	if t.Gateway == "" {
		return t.Line.house() == line.house()
	}
	return slices.ContainsFunc(gateways, func(gateway string) bool { return strings.EqualFold(gateway, t.Gateway) })
}

// exchange covers the line that was taken by its slip, and a line by the credit.
// Errors: ledger.ErrAlreadyCredited (the credit covers another line meanwhile: look again).
func (s *Intake) exchange(ctx context.Context, line BankLine, found exchange) error {
	taken, covered, err := s.Store.CoveredLine(ctx, found.credit)
	if err != nil {
		return err
	}
	if !covered || taken.ID != found.taken.ID {
		return ledger.ErrAlreadyCredited
	}
	if err := s.cover(ctx, taken, found.slip); err != nil {
		return err
	}
	return s.cover(ctx, line, found.credit)
}

// isCreditedInstead tells whether nothing may be left for a member's slip. Its line was taken for a payment by QR code
// or gift that the member has or has paid. Another line, which may be that payment's own, was credited or sent back. An
// operator has to decide.
func (s *Intake) isCreditedInstead(ctx context.Context, member id.MemberID, slip bankaccount.Transfer) (bool, error) {
	own, err := s.Store.AccountOf(ctx, member)
	if err != nil {
		return false, err
	}
	lines, err := s.Store.TakenLines(ctx, TakenSearch{
		Amount: slip.Amount, Currency: slip.Currency, Members: []id.MemberID{member},
		From: slip.At.Add(-slip.Earlier - bankaccount.TimeTolerance), To: slip.At.Add(bankaccount.TimeTolerance),
	})
	lines = slices.DeleteFunc(lines, func(taken TakenLine) bool {
		bank := taken.Line.Payer.Bank
		return bank != "" && bank != slip.SendingBank || !own.CanBe(taken.Line.Payer) || !bankaccount.MayBeAccount(slip.Receiver, taken.Line.house()) ||
			taken.Credit.Member != member && !own.Paid(taken.Credit.Payer)
	})
	if err != nil || len(lines) == 0 {
		return false, err
	}
	houses, err := s.Store.Houses(ctx)
	if err != nil {
		return false, err
	}
	const about = 2 * bankaccount.TimeTolerance // both lines are about the payment's time
	slices.SortFunc(lines, func(a, b TakenLine) int { return a.PaidAt.Compare(b.PaidAt) })
	search := DecidedSearch{
		Members: []id.MemberID{member}, Amount: slip.Amount, Currency: slip.Currency, From: lines[0].PaidAt.Add(-about), To: lines[len(lines)-1].PaidAt.Add(about), But: slip.Slip,
	}
	for _, taken := range lines {
		search.Members = append(search.Members, taken.Credit.Member)
	}
	others, err := s.Store.DecidedLines(ctx, search)
	return slices.ContainsFunc(others, func(other BankLine) bool {
		gateways, _ := matchSources(houses, other)
		return slices.ContainsFunc(lines, func(taken TakenLine) bool {
			return other.ID != taken.Line.ID && other.At().Sub(taken.PaidAt).Abs() <= about && taken.reportedInto(gateways, other) &&
				bankaccount.ComparePayers(taken.Credit.Payer, other.Payer) != bankaccount.Differs
		})
	}), err
}
