package deposit

import (
	"cmp"
	"context"
	"slices"

	"krapao/server/bankaccount"
	"krapao/server/id"
	"krapao/server/ledger"
)

// Clearing accounts of the ledger, by how the money came. What a gateway holds for us is clearing.
const (
	// ClearingBank is the house's bank accounts and e-wallets: a line of a feed and a slip are the same money.
	ClearingBank = "bank"
	// ClearingGift is the e-wallet that gift links are redeemed into.
	ClearingGift = "giftlink"
	// ClearingManual is what operators have vouched for and nothing has shown yet.
	ClearingManual = "manual"
)

// MatchSlip tells whether a slip's transfer was credited already: by a line that carried no reference, or by a claim on
// the operators' word; or is now, by such a line that waited in suspense. What it finds is this slip's from then on,
// and a claim that waits for this transfer is closed. It is asked in the transaction that would credit the slip, and
// keeps lines from crediting the member, and from being sent back, until that ends.
// Errors: bankaccount.ErrReturned, bankaccount.ErrCredited; nothing was changed then.
func (s *Intake) MatchSlip(ctx context.Context, member id.MemberID, slip bankaccount.Transfer) (covered bool, err error) {
	if err := s.Store.LockMember(ctx, member); err != nil {
		return false, err
	}
	if covered, err = s.takeLine(ctx, member, slip); err != nil || covered {
		return covered, err
	}
	waiting, waits, err := s.findLineForSlip(ctx, member, slip)
	if err != nil {
		return false, err
	}
	claim, claimed, err := s.claimOfSlip(ctx, member, slip)
	switch {
	case err != nil:
		return false, err
	case claimed && claim.Status == ClaimCredited:
		return true, s.settleManualCredit(ctx, claim, claimPayment{slip.Slip, ClearingBank, bankaccount.BankPayment(slip.SendingBank, slip.Reference)})
	}
	if !waits {
		if credited, err := s.isCreditedInstead(ctx, member, slip); err != nil {
			return false, err
		} else if credited {
			return false, bankaccount.ErrCredited
		}
	}
	if claimed {
		if err := s.Store.FinishClaim(ctx, claim.settled(BySlip, slip.Slip, s.Now())); err != nil {
			return false, err
		}
	}
	if !waits {
		return false, nil
	}
	if err := s.release(ctx, waiting, member, false); err != nil {
		return false, err
	}
	_, err = s.takeLine(ctx, member, slip)
	return true, err
}

// claimOfSlip gives the claim that a slip's transfer can be the payment of.
func (s *Intake) claimOfSlip(ctx context.Context, member id.MemberID, slip bankaccount.Transfer) (claim Claim, found bool, err error) {
	line := BankLine{Member: member, Amount: slip.Amount, Currency: slip.Currency, TransferredAt: slip.At}
	return s.Store.ClaimOf(ctx, line, bankaccount.MatchWindow, slip.Earlier+bankaccount.TimeTolerance)
}

// CreditOf tells what became of a payment that was reported before; the zero Credited when none was. It locks the
// member of the payment's slip, and then the payment in suspense.
func (s *Intake) CreditOf(ctx context.Context, member id.MemberID, payment ledger.External) (bankaccount.Credited, error) {
	if err := s.Store.LockMember(ctx, member); err != nil {
		return bankaccount.Credited{}, err
	}
	return s.Store.CreditOf(ctx, payment)
}

// CreditOfTransfer gives the credit that the line of a member's slip confirms instead, with the line's amount. A line
// that is not decided yet counts as that of the credit that it would cover now. The credit's member is 0 where nobody
// is known.
func (s *Intake) CreditOfTransfer(ctx context.Context, member id.MemberID, slip bankaccount.Transfer) (bankaccount.Credited, error) {
	line, listed, err := s.Store.EarlierLine(ctx, BankLine{
		Reference: bankaccount.CanonicalReference(slip.Reference), Payer: bankaccount.Payer{Account: bankaccount.Account{Bank: slip.SendingBank}}, Amount: slip.Amount, Currency: slip.Currency,
	})
	if err != nil || !listed {
		return bankaccount.Credited{}, err
	}
	credit := line.Proof
	if line.Status == LineWaiting {
		houses, err := s.Store.Houses(ctx)
		if err != nil {
			return bankaccount.Credited{}, err
		}
		if credit, _, err = s.matchByLikeness(ctx, houses, line); err != nil {
			return bankaccount.Credited{}, err
		}
	}
	if line.Member = member; credit.IsZero() && (line.Status == LineWaiting || line.Status == LineSuspense) {
		found, _, err := s.findExchange(ctx, line, line.PayerMember, bankaccount.TimeTolerance)
		if err != nil {
			return bankaccount.Credited{}, err
		}
		credit = found.credit
	}
	if credit.IsZero() {
		return bankaccount.Credited{}, nil
	}
	has, err := s.Store.CreditMember(ctx, credit)
	return bankaccount.Credited{Member: has, Amount: line.Amount, Currency: line.Currency, Found: err == nil}, err
}

// CreditSlip credits a slip's transfer, which nothing else has credited, to its member.
func (s *Intake) CreditSlip(ctx context.Context, member id.MemberID, slip bankaccount.Transfer) error {
	return s.credit(ctx, receipt{slip.Slip, member, slip.Amount, slip.Currency, ClearingBank, bankaccount.BankPayment(slip.SendingBank, slip.Reference)})
}

// ReleaseToSlip credits a slip's transfer, whose line is in suspense, to its member, who is locked. A claim that waits
// for it is closed; where one was credited on the operators' word, the line covers that. released is false where the
// line names another payer or account of the house; nothing was changed then.
func (s *Intake) ReleaseToSlip(ctx context.Context, member id.MemberID, suspenseID id.ID, slip bankaccount.Transfer) (released bool, err error) {
	suspense, err := s.Store.Suspense(ctx, suspenseID)
	if err != nil {
		return false, err
	}
	own, err := s.Store.AccountOf(ctx, member)
	if err != nil {
		return false, err
	}
	if own.Contradicts(suspense.Event.Payer) || !bankaccount.MayBeAccount(slip.Receiver, suspense.House.Account) {
		return false, nil
	}
	claim, claimed, err := s.claimOfSlip(ctx, member, slip)
	switch {
	case err != nil:
		return false, err
	case claimed && claim.Status == ClaimCredited:
		return true, s.coverSuspense(ctx, suspense, member, claim.ID)
	case claimed:
		if err := s.Store.FinishClaim(ctx, claim.settled(BySlip, slip.Slip, s.Now())); err != nil {
			return false, err
		}
	}
	if err := s.Store.ResolveSuspense(ctx, ResolveInput{Suspense: suspense, Resolution: ToMember, Member: member, At: s.Now()}); err != nil {
		return false, err
	}
	in := receipt{slip.Slip, member, slip.Amount, slip.Currency, ClearingBank, suspenseEvidence(suspenseID)}
	return true, s.post(ctx, in, ledger.Suspense(slip.Currency))
}

// findLineForSlip gives a line in suspense that no bank and reference name and that is plainly a slip's transfer: it
// tells its bank, or its reference. Where no bank has confirmed the transfer, it has to tell that the member paid it.
// Of several that the member paid it is the nearest in time, whichever it was: all are the member's. Of several that
// the member may have paid it is none. Errors: bankaccount.ErrReturned (one that may be it was).
func (s *Intake) findLineForSlip(ctx context.Context, member id.MemberID, slip bankaccount.Transfer) (line Suspense, found bool, err error) {
	own, err := s.Store.AccountOf(ctx, member)
	if err != nil {
		return Suspense{}, false, err
	}
	waiting, returned, err := s.Store.FindLinesForSlip(ctx, slip, bankaccount.TimeTolerance)
	if err != nil {
		return Suspense{}, false, err
	}
	if slices.ContainsFunc(returned, func(line Suspense) bool {
		return mayBeTransfer(line, slip, own) && (hasReference(line, slip) || !slices.Contains(slip.Others, line.ID))
	}) {
		return Suspense{}, false, bankaccount.ErrReturned
	}
	var paid, may []Suspense
	for _, line := range waiting {
		tells := line.Event.Payer.Bank == slip.SendingBank || hasReference(line, slip)
		switch {
		case !tells || !mayBeTransfer(line, slip, own):
		case own.Paid(line.Event.Payer):
			paid = append(paid, line)
		case slip.Earlier == 0: // a day is long: any one payment of that bank and amount would do
			may = append(may, line)
		}
	}
	switch {
	case len(paid) > 0:
		return slices.MinFunc(paid, func(a, b Suspense) int {
			return cmp.Compare(a.PaidAt.Sub(slip.At).Abs(), b.PaidAt.Sub(slip.At).Abs())
		}), true, nil
	case len(may) == 1:
		return may[0], true, nil
	}
	return Suspense{}, false, nil
}

// takeLine marks the one line of the member's, credited without a reference, that is a slip's transfer.
func (s *Intake) takeLine(ctx context.Context, member id.MemberID, slip bankaccount.Transfer) (taken bool, err error) {
	lines, err := s.Store.SlipLines(ctx, member, slip, bankaccount.TimeTolerance)
	if err != nil {
		return false, err
	}
	i := slices.IndexFunc(lines, func(line BankLine) bool { return bankaccount.MayBeAccount(slip.Receiver, line.house()) })
	if i < 0 {
		return false, nil
	}
	return true, s.Store.TakeLine(ctx, lines[i].ID, slip.Reference)
}

// mayBeTransfer tells whether nothing says that a payment in suspense is another one than the slip's: who paid it, and
// into which account of the house.
func mayBeTransfer(line Suspense, slip bankaccount.Transfer, own bankaccount.Owner) bool {
	return own.CanBe(line.Event.Payer) && bankaccount.MayBeAccount(slip.Receiver, line.House.Account)
}

// hasReference tells whether a payment in suspense has the reference of a slip's transfer. It may not tell which bank's
// that is; nobody's word makes it another transfer all the same.
func hasReference(line Suspense, slip bankaccount.Transfer) bool {
	return line.TransferReference != "" && line.TransferReference == slip.Reference
}

// claimPayment is a line, slip or report that shows the money of a claim which operators have vouched for.
type claimPayment struct {
	by id.ID
	// clearing is where its money is.
	clearing string
	// external is its evidence; nil where the ledger has it already.
	external *ledger.External
}

// settleManualCredit books a payment that operators have vouched for: the claim's money came by it, and it credits
// nothing.
func (s *Intake) settleManualCredit(ctx context.Context, claim Claim, shown claimPayment) error {
	if err := s.Store.FinishClaim(ctx, claim.settled(claim.Evidence, shown.by, claim.DecidedAt)); err != nil {
		return err
	}
	return s.move(ctx, houseMove{
		Key: claim.ID.String() + "/known", Kind: ledger.Settled, Amount: claim.Amount, Reference: shown.by, External: shown.external,
		From: ledger.Clearing(shown.clearing, claim.Currency), To: ledger.Clearing(ClearingManual, claim.Currency),
	})
}
