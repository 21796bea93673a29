package deposit

import (
	"context"
	"time"

	"krapao/server/approval"
	"krapao/server/bankaccount"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

// MatchInput says whose a payment in suspense is.
type MatchInput struct {
	Suspense id.ID
	Member   id.MemberID
	// Amount is given for a payment whose amount was not reported; or it is what the QR code asked for, where the
	// gateway reported another.
	Amount *money.Amount
	// Claim is the member's claim of it, zero when there is none.
	Claim id.ID
	Note  string
}

// suspenseBody is what waits for the second person; everything in it is shown to them.
type suspenseBody struct {
	Suspense id.ID             `json:"suspense"`
	Payment  string            `json:"payment"`
	Payer    bankaccount.Payer `json:"payer"`
	Amount   money.Amount      `json:"amount"`
	// Reported is the gateway's amount where another amount is to be credited.
	Reported *money.Amount  `json:"reported,omitempty"`
	Currency money.Currency `json:"currency"`
	Member   string         `json:"member,omitempty"`
	Claim    *id.ID         `json:"claim,omitempty"`
	// Credit is what has credited this payment to the member, a slip, QR code, gift link, line or claim: it only leaves
	// suspense.
	Credit *id.ID `json:"credit,omitempty"`
}

// credit is the zero ID where none has credited it.
func (b suspenseBody) credit() (credit id.ID) {
	if b.Credit != nil {
		credit = *b.Credit
	}
	return credit
}

func bodyOf(suspense Suspense) suspenseBody {
	return suspenseBody{
		Suspense: suspense.ID, Payment: suspense.External.Source + " " + suspense.External.ID, Payer: suspense.Event.Payer,
		Amount: suspense.Event.Amount, Currency: suspense.Event.Currency,
	}
}

// MatchSuspense asks a second person to credit a payment to a member. One that a slip, QR code, gift, matched line or
// vouched-for claim of the member's has credited only leaves suspense.
// Errors: NO_DATA (no such payment waits, or no such member), KEY_INVALID (another currency; an amount that is known
// already, or none where it is not, or another than a bank's line has shown, or than a claim of the report's payment
// has; the member has the money through a slip that an operator read, or may get it by a QR code of then, or a slip
// that waits may show so; a claim is to be settled with what has been credited).
func (s *Intake) MatchSuspense(ctx context.Context, input MatchInput) (approval.Request, error) {
	return s.ask(ctx, func(ctx context.Context) (approval.Draft, error) { return s.draftMatch(ctx, input) })
}

func (s *Intake) draftMatch(ctx context.Context, input MatchInput) (approval.Draft, error) {
	suspense, err := s.suspenseFor(ctx, input.Suspense, input.Member)
	if err != nil {
		return approval.Draft{}, err
	}
	currency, err := s.Store.CurrencyOf(ctx, input.Member)
	switch {
	case err != nil:
		return approval.Draft{}, err
	case currency != suspense.Event.Currency:
		return approval.Draft{}, fault.KeyInvalid.Withf("deposit: member %v does not count %s", input.Member, suspense.Event.Currency)
	case !suspense.mayCredit(input.Amount):
		return approval.Draft{}, fault.KeyInvalid.Withf("deposit: the amount of suspense %v", suspense.ID)
	}
	if confirmed, err := s.confirmedWithOtherAmount(ctx, suspense, input.Amount); err != nil {
		return approval.Draft{}, err
	} else if confirmed {
		return approval.Draft{}, fault.KeyInvalid.Withf("deposit: a line has shown suspense %v with its amount", suspense.ID)
	}
	amount := suspense.Event.Amount
	if input.Amount != nil {
		amount = *input.Amount
	}
	credit, undecided, err := s.alreadyCredited(ctx, suspense, input.Member, amount)
	if err != nil {
		return approval.Draft{}, err
	} else if undecided || !credit.IsZero() && !input.Claim.IsZero() {
		return approval.Draft{}, fault.KeyInvalid.Withf("deposit: member %v has the money of suspense %v", input.Member, suspense.ID)
	}
	body := bodyOf(suspense)
	if !credit.IsZero() {
		body.Credit = &credit
	}
	body.Member = input.Member.String()
	if input.Amount != nil {
		if body.Amount = *input.Amount; suspense.Event.Amount != 0 {
			body.Reported = &suspense.Event.Amount
		}
	}
	if !input.Claim.IsZero() {
		body.Claim = &input.Claim
	}
	return approval.Draft{Kind: MatchApproval, Subject: input.Member.String(), Body: body, Note: input.Note}, nil
}

// CreditSuspense is the approved MatchApproval. Errors: APPROVAL_STALE.
func (s *Intake) CreditSuspense(ctx context.Context, request approval.Request) error {
	var body suspenseBody
	if err := request.Read(&body); err != nil {
		return err
	}
	member, err := id.ParseMember(body.Member)
	if err != nil {
		return err
	}
	suspense, err := s.suspenseFor(ctx, body.Suspense, member)
	if err != nil {
		return approval.StaleIf(fault.NoData, err)
	}
	credit, undecided, err := s.alreadyCredited(ctx, suspense, member, body.Amount)
	if err != nil {
		return err
	} else if undecided || credit != body.credit() || !credit.IsZero() && body.Claim != nil {
		return approval.ErrStale.Withf("deposit: member %v has the money of suspense %v", member, suspense.ID)
	}
	if confirmed, err := s.confirmedWithOtherAmount(ctx, suspense, &body.Amount); err != nil {
		return err
	} else if confirmed {
		return approval.ErrStale.Withf("deposit: a line has shown suspense %v with its amount", suspense.ID)
	}
	if body.Claim != nil {
		claim, err := s.pending(ctx, *body.Claim)
		if err != nil {
			return approval.StaleIf(fault.NoData, err)
		}
		if err := s.Store.FinishClaim(ctx, claim.settled(BySuspense, suspense.ID, s.Now())); err != nil {
			return err
		}
	}
	switch {
	case !credit.IsZero() && suspense.Source() != FromFeed:
		return s.coverReport(ctx, suspense, credit)
	case !credit.IsZero():
		return s.coverSuspense(ctx, suspense, member, credit)
	}
	if err := s.freeLine(ctx, suspense, member); err != nil {
		return err
	}
	reported := suspense.Event.Amount
	suspense.Event.Amount = body.Amount
	if reported == 0 || reported == body.Amount {
		return s.release(ctx, suspense, member, reported == 0)
	}
	return s.releaseAs(ctx, suspense, member, reported)
}

// confirmedWithOtherAmount tells whether a line of a bank has shown a payment in suspense with its own amount, and an
// operator names another: of what the house received, the difference would be nowhere.
func (s *Intake) confirmedWithOtherAmount(ctx context.Context, suspense Suspense, amount *money.Amount) (bool, error) {
	if amount == nil || suspense.Event.Amount == 0 || *amount == suspense.Event.Amount {
		return false, nil
	}
	_, confirmed, err := s.Store.CoveredLine(ctx, suspense.credit())
	return confirmed, err
}

// alreadyCredited gives what has credited a member the money of a line in suspense and covers no line yet: a slip, QR
// code, gift or approved claim, or what covers another line that a slip's credit can cover as well. undecided: it may
// be a slip whose transfer an operator misread or that nobody has decided, a QR code that its gateway is still asked
// about, or a claim of another amount. Of a report in suspense, of the amount that operators name, it gives what they
// have credited to the member before (creditOfReport). It keeps all of them from happening until the transaction ends.
func (s *Intake) alreadyCredited(ctx context.Context, suspense Suspense, member id.MemberID, amount money.Amount) (credit id.ID, undecided bool, err error) {
	if err := s.Store.LockMember(ctx, member); err != nil {
		return id.ID{}, false, err
	}
	if suspense.Source() != FromFeed {
		return s.creditOfReport(ctx, suspense, member, amount)
	}
	line, err := s.lineOf(ctx, suspense)
	if err != nil {
		return id.ID{}, false, err
	}
	payer := line.PayerMember
	line.Member, line.PayerMember = member, 0 // operators know whose it is, whoever's registered account paid
	open, err := s.mayBePaid(ctx, line)
	if err != nil {
		return id.ID{}, false, err
	}
	of := s.findSlipForLine
	if line.isNamed() {
		of = s.findSlipByReference
	}
	for _, find := range []func(context.Context, BankLine) (id.ID, bool, error){of, s.ownCredit} {
		if credit, found, err := find(ctx, line); err != nil || found {
			return credit, false, err
		}
	}
	if found, undecided, err := s.findExchange(ctx, line, payer, bankaccount.MatchWindow); err != nil || undecided || !found.credit.IsZero() {
		return found.credit, undecided, err
	}
	if manual, err := s.Store.HasManualSlip(ctx, slipSearch(line)); err != nil || manual {
		return id.ID{}, manual, err
	}
	if open {
		return id.ID{}, true, nil
	}
	claim, credited, err := s.findCreditedClaim(ctx, line, bankaccount.TimeTolerance)
	if err != nil || !credited {
		return id.ID{}, false, err
	}
	return claim.ID, false, nil
}

// findCreditedClaim gives the claim of the line's member that operators have credited on their word and that this may
// be the money of: made from margin before the transfer.
func (s *Intake) findCreditedClaim(ctx context.Context, line BankLine, margin time.Duration) (claim Claim, credited bool, err error) {
	claim, claimed, err := s.Store.ClaimOf(ctx, line, bankaccount.MatchWindow, margin)
	return claim, err == nil && claimed && claim.Status == ClaimCredited, err
}

// mayBePaid tells whether the line's member had a QR code of its amount then that its gateway may yet report as paid.
// It is asked before what the member was credited: a report that is taken without the member's lock (payAsSeen) is seen
// by one of the two.
func (s *Intake) mayBePaid(ctx context.Context, line BankLine) (bool, error) {
	if s.Now().Sub(line.At()) >= askLast { // nobody asks the gateway any more: the line would be nobody's for ever
		return false, nil
	}
	houses, err := s.Store.Houses(ctx)
	if err != nil {
		return false, err
	}
	gateways, _ := matchSources(houses, line)
	return s.Store.OpenQR(ctx, qrSearch(line, gateways))
}

// release credits a payment in suspense to a member. The same outside evidence stands behind it: it was claimed when
// the money went to suspense, or is now where the amount was not known then.
func (s *Intake) release(ctx context.Context, suspense Suspense, member id.MemberID, unknown bool) error {
	if err := s.Store.ResolveSuspense(ctx, ResolveInput{Suspense: suspense, Resolution: ToMember, Member: member, At: s.Now()}); err != nil {
		return err
	}
	event := suspense.Event
	in := receipt{suspense.ID, member, event.Amount, event.Currency, suspense.clearing(), &suspense.External}
	if unknown {
		return s.credit(ctx, in)
	}
	in.external = suspenseEvidence(suspense.ID)
	return s.post(ctx, in, ledger.Suspense(event.Currency))
}

// releaseAs credits a payment that was reported with another amount, which goes back to clearing.
func (s *Intake) releaseAs(ctx context.Context, suspense Suspense, member id.MemberID, reported money.Amount) error {
	if err := s.Store.ResolveSuspense(ctx, ResolveInput{Suspense: suspense, Resolution: ToMember, Member: member, At: s.Now()}); err != nil {
		return err
	}
	event := suspense.Event
	wrong := suspense
	wrong.Event.Amount = reported
	if _, err := s.Ledger.Post(ctx, unsuspend(wrong, s.Now())); err != nil {
		return err
	}
	return s.credit(ctx, receipt{suspense.ID, member, event.Amount, event.Currency, suspense.clearing(), suspenseEvidence(suspense.ID)})
}
