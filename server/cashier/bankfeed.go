package cashier

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

// LineStatus is what became of a line.
type LineStatus string

// The statuses. Waiting is of accounts whose money something else proves: payment QR codes, gift links.
const (
	LineWaiting  LineStatus = "WAITING"
	LineCredited LineStatus = "CREDITED"
	LineCovered  LineStatus = "COVERED" // the same payment was credited before
	LineSuspense LineStatus = "SUSPENSE"
	LineReturned LineStatus = "RETURNED"
)

// BankLine is money that arrived on an account of the house.
type BankLine struct {
	ID id.ID
	// BankCode and AccountNo are the house's account, LineID the bank's name for the line on it.
	BankCode, AccountNo, LineID string
	// Reference is the sending bank's in its canonical form; empty when it is not told.
	Reference              string
	Amount                 money.Amount
	Currency               money.Currency
	Payer                  Payer
	Memo                   string
	TransferredAt, TakenAt time.Time
	Status                 LineStatus
	Member                 id.MemberID
	// CoveredBy is the transaction, Proof the deposit, that the same payment was before.
	CoveredBy, Proof id.ID
}

// external names the payment: by the sending bank's reference where it is told, else by the line.
func (l BankLine) external() *ledger.External {
	if payment := BankPayment(l.Payer.BankCode, l.Reference); payment != nil {
		return payment
	}
	return l.itself()
}

// feedSource begins the source of evidence that is a line alone.
const feedSource = "feed:"

// itself names the line.
func (l BankLine) itself() *ledger.External {
	return &ledger.External{Source: feedSource + strings.ToLower(l.BankCode), ID: l.AccountNo + "/" + l.LineID}
}

// At is when it was transferred as far as we believe it: never after it was told, whatever the bank's clock says.
func (l BankLine) At() time.Time { return bounded(l.TransferredAt, l.TakenAt) }

// LineStore keeps the lines of bank feeds.
type LineStore interface {
	// AddLines writes lines that are new by bank, account and line id, and gives those.
	AddLines(ctx context.Context, lines []BankLine) (added []BankLine, err error)
	// OwnerOfAccount gives who registered a bank account, OwnerOfPhone a phone number. found: somebody did.
	OwnerOfAccount(ctx context.Context, bankCode, accountNo string) (owner Owner, found bool, err error)
	OwnerOfPhone(ctx context.Context, phone string) (owner Owner, found bool, err error)
	// AccountOf gives a member as the owner of their account.
	AccountOf(ctx context.Context, member id.MemberID) (Owner, error)
	// OwnersLike gives up to limit members whose account at a bank fits a masked number (_ is any digit).
	OwnersLike(ctx context.Context, bankCode, masked string, limit int) ([]Owner, error)
	// CreditOf tells what became of a payment that was told before; the zero Credited when none was.
	CreditOf(ctx context.Context, payment ledger.External) (Credited, error)
	// SlipOfLine gives a member's slip that credited a transfer of this amount at about this time and that covers no line yet; one that no
	// bank confirmed may have been uploaded until age after it.
	SlipOfLine(ctx context.Context, line BankLine, within, age time.Duration) (slip id.ID, found bool, err error)
	// SlipOwners gives up to limit members whose account is at the bank that a line names, if it does, with a slip that SlipOfLine would find.
	SlipOwners(ctx context.Context, line BankLine, within, age time.Duration, limit int) ([]Owner, error)
	// SlipByHand tells whether a slip whose bank and reference an operator read off its picture credited the member a transfer of this amount,
	// uploaded from within before the line's to age after it, that no other line has shown: one of the two may be misread.
	SlipByHand(ctx context.Context, line BankLine, within, age time.Duration) (bool, error)
	// QRProof gives what has told of a line's money and covers no line yet: a payment at about this time by a QR code of one of the gateways, made at most
	// age before. GiftProof gives a gift link redeemed into its account.
	QRProof(ctx context.Context, line BankLine, gateways []string, age, within time.Duration) (proof id.ID, found bool, err error)
	GiftProof(ctx context.Context, line BankLine, within time.Duration) (proof id.ID, found bool, err error)
	// ProvableQR tells whether a QR code of one of the gateways, or a report of theirs in suspense, may be a line's payment: of anybody for its amount, or
	// of the payer (0: unknown) and unpaid for any, made at most age before the transfer. ProvableGift tells that of gift links to its account.
	ProvableQR(ctx context.Context, line BankLine, gateways []string, payer id.MemberID, age time.Duration) (bool, error)
	ProvableGift(ctx context.Context, line BankLine, age time.Duration) (bool, error)
	// FinishLine writes what became of a line.
	FinishLine(ctx context.Context, line BankLine, now time.Time) error
	// WaitingLines locks and gives up to limit lines that wait since before, those that nobody else has locked.
	WaitingLines(ctx context.Context, before time.Time, limit int) ([]BankLine, error)
	// CoverSlip marks the line without a reference that is a slip's transfer and was credited, or was a credited claim's, once. found: there is one.
	CoverSlip(ctx context.Context, member id.MemberID, slip Transferred, within time.Duration) (found bool, err error)
}

// LineOutcome is what the sender of a feed is told of one of its lines.
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
)

// ReceiveLines takes lines of a bank's feed: each credits one member, or goes to suspense, or is known already. It gives what became of each line, in
// their order. With an error, some may have been taken: the feed is sent again, and those are repeated then.
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
		line.TransferredAt = bounded(line.TransferredAt, line.TakenAt)
		line.Reference = canonicalReference(line.Reference)
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

// again runs fn in a transaction, once more where what tells of the same payment was credited at the same moment.
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
	owner  Owner
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
	channels, err := s.Store.AllChannels(ctx)
	if err != nil {
		return nil, err
	}
	var due []found
	for _, line := range added {
		channel := houseChannel(channels, line)
		if tooOld(line.TransferredAt, line.TakenAt) {
			due = append(due, found{line: line, reason: TooOld})
			continue
		}
		if channel.provesOtherwise() {
			continue // it waits: SettleWaiting
		}
		owner, reason, err := s.payer(ctx, line, channel)
		if err != nil {
			return nil, err
		}
		if waits, err := s.provable(ctx, channels, line, owner.Member); err != nil {
			return nil, err
		} else if waits {
			continue // so does this one, though its account takes no QR codes now
		}
		due = append(due, found{line, owner, reason})
	}
	slices.SortStableFunc(due, found.compare)
	for _, next := range due {
		if err := s.settle(ctx, next); err != nil {
			return nil, err
		}
	}
	return added, nil
}

// settle does with a line what it is: known already, credited, or nobody's.
func (s *Intake) settle(ctx context.Context, next found) error {
	line, owner := next.line, next.owner
	if known, err := s.known(ctx, line); err != nil || known {
		return err
	}
	if next.reason != "" {
		return s.suspendLine(ctx, line, next.reason, *line.external())
	}
	line.Member = owner.Member
	if err := s.Store.LockMember(ctx, line.Member); err != nil { // a slip of this payment waits, or this line sees it
		return err
	}
	if *line.external() != *line.itself() {
		if read, err := s.Store.SlipByHand(ctx, line, sameMoment, claimAge); err != nil {
			return err
		} else if read {
			return s.suspendLine(ctx, line, SlipMisread, *line.external())
		}
		return s.creditLine(ctx, line)
	}
	slip, told, err := s.Store.SlipOfLine(ctx, line, sameMoment, claimAge)
	switch {
	case err != nil:
		return err
	case told:
		return s.proven(ctx, line, slip)
	default:
		return s.creditLine(ctx, line)
	}
}

// known does with a line whose payment was told before what that asks for: nothing more; or, where that was of another amount, suspense.
func (s *Intake) known(ctx context.Context, line BankLine) (bool, error) {
	before, err := s.Store.CreditOf(ctx, *line.external())
	switch {
	case err != nil || !before.Found:
		return false, err
	case before.Amount != line.Amount || before.Currency != line.Currency:
		return true, s.suspendLine(ctx, line, AmountDiffers, *line.itself())
	}
	line.Status, line.CoveredBy = LineCovered, before.Transaction
	return true, s.Store.FinishLine(ctx, line, s.Now())
}

// proven marks a line whose money is in the ledger through something else.
func (s *Intake) proven(ctx context.Context, line BankLine, proof id.ID) error {
	line.Status, line.Proof, line.Member = LineCovered, proof, 0
	return s.Store.FinishLine(ctx, line, s.Now())
}

// creditLine credits a line, and closes the claim that told of it. When the claim was credited on the operators' word, this is that money.
func (s *Intake) creditLine(ctx context.Context, line BankLine) error {
	claim, claimed, err := s.Store.ClaimOf(ctx, line, claimAge, sameMoment)
	if err != nil {
		return err
	}
	if claimed && claim.Status == ClaimCredited {
		if err := s.shown(ctx, claim, line.ID, line.external()); err != nil {
			return err
		}
		return s.proven(ctx, line, claim.ID)
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

func (s *Intake) suspendLine(ctx context.Context, line BankLine, reason Reason, external ledger.External) error {
	line.Status, line.Member = LineSuspense, 0
	if err := s.Store.FinishLine(ctx, line, s.Now()); err != nil {
		return err
	}
	return s.suspend(ctx, Suspense{
		External: external, Reason: reason, PaidAt: line.At(),
		Event: PaymentEvent{Reference: line.ID.String(), Amount: line.Amount, Currency: line.Currency, Payer: line.Payer},
	}, ClearingBank)
}
