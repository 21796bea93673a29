package deposit

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"krapao/server/bankaccount"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

// LineOutcome is the answer to the sender of a feed about one of its lines.
type LineOutcome string

// The outcomes. Taken and Repeated are committed.
const (
	LineTaken    LineOutcome = "TAKEN"
	LineRepeated LineOutcome = "REPEATED"
	LineRefused  LineOutcome = "REFUSED" // its amount is no payment's
)

const (
	// feedTries bounds how often lines are taken again when a slip of one of them was credited at the same moment.
	feedTries = 5
	// linesAtOnce bounds the lines that one transaction decides.
	linesAtOnce = 50
	// oneDay is how far a bank's clock may be ahead.
	oneDay = 24 * time.Hour
)

// ReceiveLines takes lines of a bank's feed: each credits one member, or goes to suspense, or is known already. It
// gives what became of each line, in their order. With an error, some may have been taken: the feed is sent again, and
// those are repeated then.
// Errors: Unavailable.
func (s *Intake) ReceiveLines(ctx context.Context, lines []BankLine) ([]LineOutcome, error) {
	outcomes, places := make([]LineOutcome, len(lines)), make(map[id.ID]int, len(lines))
	var valid []BankLine
	for i, line := range lines {
		if line.Amount <= 0 || line.Amount > money.Max {
			outcomes[i] = LineRefused
			continue
		}
		line.ID, line.TakenAt, line.Status = id.NewID(), s.Now(), LineWaiting
		line.ReportedAt = bankaccount.BelievedTime(line.TransferredAt, line.TakenAt.Add(oneDay))
		line.TransferredAt = bankaccount.BelievedTime(line.TransferredAt, line.TakenAt)
		line.Reference = bankaccount.CanonicalReference(line.Reference)
		line.AccountNo = cmp.Or(bankaccount.Digits(line.AccountNo), line.AccountNo) // part of what makes a line one: a bank may write it in two ways
		outcomes[i], places[line.ID] = LineRepeated, i
		valid = append(valid, line)
	}
	slices.SortStableFunc(valid, BankLine.compare) // feeds that overlap write their lines in one order
	for some := range slices.Chunk(valid, linesAtOnce) {
		var added []BankLine
		err := s.again(ctx, func(ctx context.Context) (err error) {
			added, err = s.takeLines(ctx, some)
			return err
		})
		if err != nil {
			return nil, err
		}
		for _, line := range added {
			outcomes[places[line.ID]] = LineTaken
		}
	}
	return outcomes, nil
}

// compare orders lines by what makes them one.
func (l BankLine) compare(other BankLine) int {
	return cmp.Or(cmp.Compare(l.BankCode, other.BankCode), cmp.Compare(l.AccountNo, other.AccountNo), cmp.Compare(l.LineID, other.LineID))
}

// again runs fn in a transaction, once more where what reports the same payment was credited at the same moment.
func (s *Intake) again(ctx context.Context, fn func(ctx context.Context) error) (err error) {
	for range feedTries {
		if err = s.Store.InTx(ctx, fn); !errors.Is(err, ledger.ErrAlreadyCredited) {
			return err
		}
	}
	return fault.ServiceUnavailable.With(err)
}

// found is a line and who paid it.
type found struct {
	line   BankLine
	owner  bankaccount.Owner
	reason Reason
}

// compare orders what is due by member and then by payment: everybody locks members, and writes payments, in one order.
func (f found) compare(other found) int {
	own, its := f.line.external(), other.line.external()
	return cmp.Or(cmp.Compare(f.owner.Member, other.owner.Member), cmp.Compare(own.Source, its.Source), cmp.Compare(own.ID, its.ID))
}

// takeLines takes those that are new, and gives them.
func (s *Intake) takeLines(ctx context.Context, lines []BankLine) ([]BankLine, error) {
	added, err := s.Store.AddLines(ctx, lines)
	if err != nil || len(added) == 0 {
		return added, err
	}
	houses, err := s.Store.Houses(ctx)
	if err != nil {
		return nil, err
	}
	var due []found
	var waiting []BankLine
	for _, line := range added {
		next, waits, err := s.look(ctx, houses, line)
		if err != nil {
			return nil, err
		}
		if !waits {
			due = append(due, next)
		} else if next.line.PayerMember != 0 {
			waiting = append(waiting, next.line)
		}
	}
	if err := s.Store.NamePayer(ctx, waiting); err != nil {
		return nil, err
	}
	slices.SortStableFunc(due, found.compare)
	for _, next := range due {
		if err := s.settle(ctx, next); err != nil {
			return nil, err
		}
	}
	return added, nil
}

// look tells who paid a new line, and whether it waits for something else to report its money (SettleWaiting).
func (s *Intake) look(ctx context.Context, houses []bankaccount.House, line BankLine) (next found, waits bool, err error) {
	house := houseOf(houses, line)
	owner, reason, err := s.payer(ctx, line, house)
	if err != nil {
		return found{}, false, err
	}
	line.PayerMember = owner.Member
	next = found{line, owner, reason}
	switch {
	case bankaccount.TooOld(line.TransferredAt, line.TakenAt):
		next.reason = TooOld
		return next, false, nil
	case house.ReconciledElsewhere():
		return next, true, nil
	}
	waits, err = s.mayMatch(ctx, houses, line, owner.Member) // so may a line of an account that takes no QR codes now
	return next, waits, err
}

// houseOf gives the account of the house that a line arrived on: an open channel's where there is one, and of several
// one that is reconciled elsewhere; the zero House when it is none.
func houseOf(houses []bankaccount.House, line BankLine) (found bankaccount.House) {
	for _, house := range houses {
		if house.Is(line.house(), line.Currency) &&
			(found.Channel == "" || house.Open && !found.Open || house.Open == found.Open && !found.ReconciledElsewhere()) {
			found = house
		}
	}
	return found
}

// settle does with a line what it is: known already, credited, or nobody's.
func (s *Intake) settle(ctx context.Context, next found) error {
	line, owner := next.line, next.owner
	if matched, err := s.matchByReference(ctx, line); err != nil || matched {
		return err
	}
	if next.reason != "" {
		return s.suspendLine(ctx, line, next.reason, *line.external())
	}
	line.Member = owner.Member
	if err := s.Store.LockMember(ctx, line.Member); err != nil { // a slip of this payment waits, or this line sees it
		return err
	}
	if !line.isNamed() {
		return s.settleUnnamed(ctx, line)
	}
	if read, err := s.Store.HasManualSlip(ctx, slipSearch(line)); err != nil {
		return err
	} else if read {
		return s.suspendLine(ctx, line, SlipMisread, *line.external())
	}
	return s.settleNamed(ctx, line, owner)
}

// settleNamed credits a line with a reference to its member, who is locked, unless a slip's credit is its money.
func (s *Intake) settleNamed(ctx context.Context, line BankLine, owner bankaccount.Owner) error {
	slip, both, err := s.claimSlip(ctx, line, owner)
	switch {
	case err != nil:
		return err
	case !both:
		return s.suspendLine(ctx, line, SeveralMatches, *line.external())
	case !slip.IsZero():
		return s.cover(ctx, line, slip)
	default:
		return s.creditLine(ctx, line)
	}
}

// cover marks a line as COVERED by a credit that the ledger has.
func (s *Intake) cover(ctx context.Context, line BankLine, credit id.ID) error {
	line.Status, line.Proof, line.Member = LineCovered, credit, 0
	return s.Store.FinishLine(ctx, line, s.Now())
}

// creditLine credits a line, and closes the claim that reported it. When the claim was credited on the operators' word,
// this is that money.
func (s *Intake) creditLine(ctx context.Context, line BankLine) error {
	claim, claimed, err := s.Store.ClaimOf(ctx, line, bankaccount.MatchWindow, bankaccount.TimeTolerance)
	if err != nil {
		return err
	}
	if claimed && claim.Status == ClaimCredited {
		if err := s.settleManualCredit(ctx, claim, claimPayment{line.ID, ClearingBank, line.external()}); err != nil {
			return err
		}
		return s.cover(ctx, line, claim.ID)
	}
	line.Status = LineCredited
	if err := s.Store.FinishLine(ctx, line, s.Now()); err != nil {
		return err
	}
	if claimed {
		if err := s.Store.FinishClaim(ctx, claim.settled(ByLine, line.ID, s.Now())); err != nil {
			return err
		}
	}
	return s.credit(ctx, receipt{line.ID, line.Member, line.Amount, line.Currency, ClearingBank, line.external()})
}

// suspendLine leaves a line to the operator, who reads which member paid it.
func (s *Intake) suspendLine(ctx context.Context, line BankLine, reason Reason, external ledger.External) error {
	line.Status, line.Member = LineSuspense, 0
	if err := s.Store.FinishLine(ctx, line, s.Now()); err != nil {
		return err
	}
	added, err := s.suspend(ctx, Suspense{
		External: external, Reason: reason, Member: line.PayerMember, PaidAt: line.At(),
		Event: PaymentEvent{Reference: line.ID.String(), Amount: line.Amount, Currency: line.Currency, Payer: line.Payer},
	}, ClearingBank)
	if err == nil && !added {
		return ledger.ErrAlreadyCredited // another line of this payment, at this moment: look again
	}
	return err
}
