package cashier

import (
	"context"
	"slices"
	"strings"
	"time"

	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

// BankPayment names a transfer between banks by the reference that the sending bank gave it: the one in the QR code of its slip, and in
// the feed's line of it. Whoever tells of the transfer first, and however many do, it credits once. nil when either is missing.
func BankPayment(sendingBank, reference string) *ledger.External {
	reference = canonicalReference(reference)
	if !codeForm.MatchString(sendingBank) || reference == "" {
		return nil
	}
	return &ledger.External{Source: "bank:" + strings.ToLower(sendingBank), ID: reference}
}

// canonicalReference gives the one form in which a bank's reference is kept and compared: capitals, without blanks. A feed, a slip's code and an
// operator who reads a picture write the same reference in different ways.
func canonicalReference(reference string) string {
	return strings.ToUpper(strings.Join(strings.Fields(reference), ""))
}

// Clearing accounts of the ledger, by how the money came. What a gateway holds for us is clearing.
const (
	// ClearingBank is the house's bank accounts and e-wallets: a line of a feed and a slip are the same money.
	ClearingBank = "bank"
	// ClearingGift is the e-wallet that gift links are redeemed into.
	ClearingGift = "giftlink"
	// ClearingManual is what operators have vouched for and no line of a feed has shown yet.
	ClearingManual = "manual"
)

// sameMoment is how far apart two reports of one payment may tell its time, where no reference says that they are the same.
const sameMoment = 15 * time.Minute

// Transferred is a transfer into an account of the house as a slip tells it.
type Transferred struct {
	Slip id.ID
	// SendingBank and Reference name it (BankPayment).
	SendingBank, Reference string
	Amount                 money.Amount
	Currency               money.Currency
	// At is when it was made; it may have been made so much earlier where no bank has confirmed it.
	At      time.Time
	Earlier time.Duration
	// Receiver is the house's account, as far as it is told.
	Receiver Payer
	// Others are lines that were sent back (Suspense.ID): operators have looked at these, and it is none of them.
	Others []id.ID
}

// CoversSlip tells whether a slip's transfer was credited already: by a line that carried no reference, or by a claim on the operators' word; or is
// now, by such a line that waited in suspense. What it finds is this slip's from then on, and a claim that waits for this transfer is closed. It is
// asked in the transaction that would credit the slip, and keeps lines from crediting the member, and from being sent back, until that ends.
// Errors: ErrSentBack.
func (s *Intake) CoversSlip(ctx context.Context, member id.MemberID, slip Transferred) (covered bool, err error) {
	if err := s.Store.LockMember(ctx, member); err != nil {
		return false, err
	}
	if covered, err = s.takeLine(ctx, member, slip); err != nil || covered {
		return covered, err
	}
	waiting, err := s.linesLike(ctx, member, slip)
	if err != nil {
		return false, err
	}
	line := BankLine{Member: member, Amount: slip.Amount, Currency: slip.Currency, TransferredAt: slip.At}
	claim, claimed, err := s.Store.ClaimOf(ctx, line, claimAge, slip.Earlier+sameMoment)
	switch {
	case err != nil:
		return false, err
	case claimed && claim.Status == ClaimCredited:
		return true, s.shown(ctx, claim, slip.Slip, BankPayment(slip.SendingBank, slip.Reference))
	}
	if claimed {
		if err := s.Store.FinishClaim(ctx, claim.settled(BySlip, slip.Slip, s.Now())); err != nil {
			return false, err
		}
	}
	return s.releaseLine(ctx, member, slip, waiting)
}

// CreditOfTransfer gives the line of a slip's transfer where it is the word of another credit, and the member who has that. A line that waits yet counts as
// that of the credit that it would cover now.
func (s *Intake) CreditOfTransfer(ctx context.Context, slip Transferred) (line BankLine, member id.MemberID, elsewhere bool, err error) {
	line, listed, err := s.Store.EarlierLine(ctx, BankLine{
		Reference: canonicalReference(slip.Reference), Payer: Payer{BankCode: slip.SendingBank}, Amount: slip.Amount, Currency: slip.Currency,
	})
	if err != nil || !listed {
		return line, 0, false, err
	}
	credit := line.Proof
	if line.Status == LineWaiting {
		channels, err := s.Store.AllChannels(ctx)
		if err != nil {
			return line, 0, false, err
		}
		if credit, _, err = s.matchByLikeness(ctx, channels, line); err != nil {
			return line, 0, false, err
		}
	}
	if credit.IsZero() {
		return line, 0, false, nil
	}
	member, err = s.Store.CreditMember(ctx, credit)
	return line, member, err == nil, err
}

// linesLike gives the lines in suspense that no bank and reference name and that are plainly a slip's transfer: they tell its bank, or its reference. Where no bank has confirmed the transfer, a line has to
// tell that the member paid it. Errors: ErrSentBack (one that may be it was).
func (s *Intake) linesLike(ctx context.Context, member id.MemberID, slip Transferred) ([]Suspense, error) {
	own, err := s.Store.AccountOf(ctx, member)
	if err != nil {
		return nil, err
	}
	waiting, returned, err := s.Store.LinesLike(ctx, slip, sameMoment)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(returned, func(line Suspense) bool { return slip.mayBe(line, own) && !slices.Contains(slip.Others, line.ID) }) {
		return nil, ErrSentBack
	}
	is := own.canBe
	if slip.Earlier > 0 { // a day is long: any one payment of that bank and amount would do
		is = own.paid
	}
	return slices.DeleteFunc(waiting, func(line Suspense) bool {
		tells := line.Event.Payer.BankCode == slip.SendingBank || line.TransferReference != "" && line.TransferReference == slip.Reference
		return !tells || !is(line.Event.Payer) || !slip.mayBe(line, own)
	}), nil
}

// releaseLine credits the one line in suspense that is a slip's transfer, as the slip would have been; of several it is none.
func (s *Intake) releaseLine(ctx context.Context, member id.MemberID, slip Transferred, waiting []Suspense) (released bool, err error) {
	if len(waiting) != 1 {
		return false, nil
	}
	if err := s.release(ctx, waiting[0], member, false); err != nil {
		return false, err
	}
	_, err = s.takeLine(ctx, member, slip)
	return true, err
}

// takeLine marks the one line of the member's, credited without a reference, that is a slip's transfer.
func (s *Intake) takeLine(ctx context.Context, member id.MemberID, slip Transferred) (taken bool, err error) {
	lines, err := s.Store.SlipLines(ctx, member, slip, sameMoment)
	if err != nil {
		return false, err
	}
	i := slices.IndexFunc(lines, func(line BankLine) bool { return mayBeAccount(slip.Receiver, line) })
	if i < 0 {
		return false, nil
	}
	return true, s.Store.TakeLine(ctx, lines[i].ID, slip.Reference)
}

// mayBe tells whether nothing says that a payment in suspense is another one than the slip's: who paid it, and into which account of the house.
func (t Transferred) mayBe(line Suspense, own Owner) bool {
	return own.canBe(line.Event.Payer) && mayBeAccount(t.Receiver, BankLine{BankCode: line.House.BankCode, AccountNo: line.House.AccountNo})
}

// canBe tells whether nothing that is told of a payer of the owner's bank says that it was somebody else.
func (o Owner) canBe(payer Payer) bool {
	return payerIs(BankAccount{BankCode: payer.BankCode, Number: o.AccountNo, Name: o.AccountName}, payer) != differs
}

// paid tells whether what is told of a payer says that it was the owner.
func (o Owner) paid(payer Payer) bool {
	return payerIs(BankAccount{BankCode: o.BankCode, Number: o.AccountNo, Name: o.AccountName}, payer) == same
}

// shown books a payment that operators have vouched for: the claim's money came by it, and it credits nothing.
func (s *Intake) shown(ctx context.Context, claim Claim, by id.ID, payment *ledger.External) error {
	if err := s.Store.FinishClaim(ctx, claim.settled(claim.Evidence, by, claim.DecidedAt)); err != nil {
		return err
	}
	return s.move(ctx, by.String()+"/known", ledger.Settled, claim.Amount,
		ledger.Clearing(ClearingBank, claim.Currency), ledger.Clearing(ClearingManual, claim.Currency), payment, by)
}
