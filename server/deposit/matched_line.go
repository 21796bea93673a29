package deposit

import (
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

// MatchedLines asks for lines that operators matched to a member, or that showed a claim of the member's which they had
// vouched for, and that are the payment of no report yet.
// They have one of the amounts and came between two times.
type MatchedLines struct {
	// Member 0 is anybody.
	Member   id.MemberID
	Amounts  []money.Amount
	Currency money.Currency
	From, To time.Time
}

// mayBeMatched tells whether operators may credit the QR code's member its payment before the code's report comes.
// While a code is open and young, no line of its amount is matched to its member (IntakeStore.OpenQR), and no claim of
// it is credited (ClaimStore.HasOpenPayment).
func mayBeMatched(qr QR, now time.Time) bool {
	open := qr.Status == Requested || qr.Status == Active
	return !open || now.Sub(qr.CreatedAt) >= askLast-bankaccount.TimeTolerance
}

// mayBeCredited tells whether operators have credited the QR code's member what may be the reported payment: by a line
// that they matched, or by a claim on their word that nothing has shown yet, made after the code.
func (s *Service) mayBeCredited(ctx context.Context, qr QR, event PaymentEvent, now time.Time) (bool, error) {
	if matched, err := s.hasMatchedLine(ctx, qr, event); err != nil || matched {
		return matched, err
	}
	paid := BankLine{Member: qr.Member, Amount: event.Amount, Currency: event.Currency, TransferredAt: event.PaidWhen(now)}
	margin := min(bankaccount.TimeTolerance, paid.TransferredAt.Sub(qr.CreatedAt))
	claim, claimed, err := s.Store.ClaimOf(ctx, paid, bankaccount.MatchWindow, margin)
	return claimed && claim.Status == ClaimCredited, err
}

// hasMatchedLine tells whether operators matched a line to the QR code's member that may be the reported payment.
// The caller holds the member's lock, so none is matched until the transaction ends.
func (s *Service) hasMatchedLine(ctx context.Context, qr QR, event PaymentEvent) (bool, error) {
	lines, err := s.Store.MatchedLines(ctx, MatchedLines{
		Member: qr.Member, Amounts: []money.Amount{event.Amount}, Currency: event.Currency,
		From: qr.CreatedAt.Add(-bankaccount.TimeTolerance), To: qr.CreatedAt.Add(bankaccount.MatchWindow),
	})
	if err != nil || len(lines) == 0 {
		return false, err
	}
	houses, err := s.Store.Houses(ctx)
	_, found := reportedLine(lines, event.Payer, intoGateway(houses, event.Gateway))
	return found, err
}

// hasMatchedLine is Service.hasMatchedLine of a gift link.
func (s *Intake) hasMatchedLine(ctx context.Context, link GiftLink) (bool, error) {
	lines, err := s.Store.MatchedLines(ctx, MatchedLines{
		Member: link.Member, Amounts: []money.Amount{link.Amount}, Currency: link.Currency,
		From: link.CreatedAt.Add(-bankaccount.TimeTolerance), To: s.Now(),
	})
	if err != nil {
		return false, err
	}
	_, found := reportedLine(lines, bankaccount.Payer{Phone: link.Sender}, intoEWallet(link.Target))
	return found, nil
}

// matchedLine gives a line that operators matched to a member and that may be the payment of a report in suspense; the
// zero ID where there is none. No other line has confirmed the report.
// The line may have the amount that operators name, the reported one, or the one that was asked for.
func (s *Intake) matchedLine(ctx context.Context, suspense Suspense, member id.MemberID, amount money.Amount) (line id.ID, err error) {
	wanted := MatchedLines{
		Member: member, Currency: suspense.Event.Currency,
		Amounts: []money.Amount{amount, suspense.Event.Amount, suspense.Asked},
	}
	at, _ := suspense.paid()
	wanted.From, wanted.To = at.Add(-bankaccount.MatchWindow), at.Add(bankaccount.MatchWindow)
	var into func(line BankLine) bool
	if suspense.Source() == FromGift {
		link, err := s.Store.GiftLink(ctx, referenceOf(suspense.Event.Reference))
		if err != nil {
			return id.ID{}, err
		}
		// Without an answer, a gift's time is when we gave up asking.
		wanted.From, into = link.CreatedAt.Add(-bankaccount.TimeTolerance), intoEWallet(link.Target)
	} else {
		houses, err := s.Store.Houses(ctx)
		if err != nil {
			return id.ID{}, err
		}
		into = intoGateway(houses, suspense.SourceCode())
	}
	lines, err := s.Store.MatchedLines(ctx, wanted)
	if err != nil {
		return id.ID{}, err
	}
	found, _ := reportedLine(lines, suspense.Event.Payer, into)
	return found.ID, nil
}

// creditOfReport gives what operators have credited to a member that may be the payment of a report in suspense: a line
// that they matched, or a claim that they vouched for and that nothing has shown yet. Zero where there is neither.
// undecided: there is such a claim of the other amount that they may name.
func (s *Intake) creditOfReport(ctx context.Context, suspense Suspense, member id.MemberID, amount money.Amount) (credit id.ID, undecided bool, err error) {
	_, isConfirmed, err := s.Store.CoveredLine(ctx, suspense.credit())
	if err != nil {
		return id.ID{}, false, err
	}
	if !isConfirmed {
		if credit, err = s.matchedLine(ctx, suspense, member, amount); err != nil || !credit.IsZero() {
			return credit, false, err
		}
	}
	if credit, err = s.claimOfReport(ctx, suspense, member, amount); err != nil || !credit.IsZero() || isConfirmed {
		return credit, false, err
	}
	for _, other := range []money.Amount{suspense.Event.Amount, suspense.Asked} {
		if other == amount || other != suspense.Event.Amount && !suspense.mayCredit(&other) {
			continue
		}
		if claim, err := s.claimOfReport(ctx, suspense, member, other); err != nil || !claim.IsZero() {
			return id.ID{}, true, err
		}
	}
	return id.ID{}, false, nil
}

// claimOfReport gives a claim of an amount that operators vouched for, that nothing has shown yet, and that may be
// about the payment of a gateway's report. It was made after the report's QR code. No claim is vouched for while a gift
// link is open (ClaimStore.HasOpenPayment), so none is about a gift.
func (s *Intake) claimOfReport(ctx context.Context, suspense Suspense, member id.MemberID, amount money.Amount) (id.ID, error) {
	if suspense.Source() != FromGateway {
		return id.ID{}, nil
	}
	at, isTold := suspense.paid()
	margin := bankaccount.TimeTolerance
	if sinceAsked := at.Sub(suspense.AskedAt); !suspense.AskedAt.IsZero() && (sinceAsked < margin || !isTold) {
		margin = sinceAsked
	}
	claim, credited, err := s.findCreditedClaim(ctx, BankLine{
		Member: member, Amount: amount, Currency: suspense.Event.Currency, TransferredAt: at,
	}, margin)
	if err != nil || !credited {
		return id.ID{}, err
	}
	return claim.ID, nil
}

// isReportCredited tells whether operators have credited what may be the payment of a report in suspense: to the member
// whom it names, or by a line to anybody where it names nobody.
// A report without an amount has moved nothing that could be sent back.
func (s *Intake) isReportCredited(ctx context.Context, suspense Suspense) (bool, error) {
	if suspense.Event.Amount == 0 {
		return false, nil
	}
	credit, undecided, err := s.creditOfReport(ctx, suspense, suspense.Member, suspense.Event.Amount)
	return undecided || !credit.IsZero(), err
}

// intoGateway tells whether a line came into an account that a gateway's codes are paid into, or were lately.
func intoGateway(houses []bankaccount.House, gateway string) func(line BankLine) bool {
	return func(line BankLine) bool {
		gateways, _ := matchSources(houses, line)
		return slices.Contains(gateways, gateway)
	}
}

// intoEWallet tells whether a line came into the e-wallet of a phone number.
func intoEWallet(number string) func(line BankLine) bool {
	return func(line BankLine) bool {
		return line.BankCode == giftBank && bankaccount.Digits(line.AccountNo) == bankaccount.Digits(number)
	}
}

// reportedLine gives the first line that may be a report's payment.
// It came into an account that the reporter pays into, and its payer does not contradict the report's.
// Whose registered account paid does not count: two operators have decided whose the line is.
func reportedLine(lines []BankLine, payer bankaccount.Payer, into func(line BankLine) bool) (line BankLine, found bool) {
	i := slices.IndexFunc(lines, func(line BankLine) bool {
		return into(line) && bankaccount.ComparePayers(payer, line.Payer) != bankaccount.Differs
	})
	if i < 0 {
		return BankLine{}, false
	}
	return lines[i], true
}

// coverReport ends a report in suspense whose money its member has through a matched line or a vouched-for claim.
// From then on that is this report's payment, and no other report's.
func (s *Intake) coverReport(ctx context.Context, suspense Suspense, credit id.ID) error {
	claim, err := s.Store.LockClaim(ctx, credit)
	isClaim := err == nil
	if err != nil && !errors.Is(err, fault.NoData) {
		return err
	}
	known := suspense
	if isClaim {
		known.Event.Amount = claim.Amount // as operators named it, where the gateway reported another
	}
	if err := s.Store.ResolveSuspense(ctx, ResolveInput{Suspense: known, Resolution: ToPayer, At: s.Now()}); err != nil {
		return err
	}
	if suspense.Event.Amount != 0 {
		if err := s.move(ctx, houseMove{
			Key: suspense.ID.String() + "/known", Kind: ledger.Settled, Amount: suspense.Event.Amount, Reference: suspense.ID,
			From: ledger.Suspense(suspense.Event.Currency), To: ledger.Clearing(suspense.clearing(), suspense.Event.Currency),
		}); err != nil {
			return err
		}
	}
	if !isClaim {
		return s.Store.ShowReport(ctx, credit, suspense.ID)
	}
	return s.settleManualCredit(ctx, claim, claimPayment{by: suspense.ID, clearing: suspense.clearing()})
}
