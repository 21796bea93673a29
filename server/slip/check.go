package slip

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"krapao/server/bankaccount"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

// clockSkew is how much later than its slip a transfer may be reported to have been made.
const clockSkew = 5 * time.Minute

// finding is what a check found: one of a transfer that may be credited, a reason to refuse, or a reason to ask the
// operator.
type finding struct {
	reason   Reason
	review   Review
	transfer *Transfer
	// bank is the payer's.
	bank string
	// others are lines that were sent back and, as operators say, are none of this transfer.
	others []id.ID
}

// Check checks a slip that waits: it credits it, refuses it, or puts it into the operator's queue. An error: it could
// not be decided and is to be checked again. last: there is no other time, so what cannot be decided is the operator's.
// Repeating a check changes nothing.
func (s *Service) Check(ctx context.Context, member id.MemberID, slipID id.ID, last bool) error {
	slip, err := s.Store.Slip(ctx, member, slipID)
	if err != nil || slip.Status != Pending || slip.Review != "" {
		return err
	}
	found, silent := s.look(ctx, &slip)
	if silent != nil {
		if !last {
			return silent
		}
		s.Log.WarnContext(ctx, "a slip could not be checked and waits for the operator", "slip", slip.ID, "error", silent)
		found = finding{review: VerifierSilent}
	}
	return s.decide(ctx, slip, found)
}

// passOnAtOnce bounds a turn of PassOn.
const passOnAtOnce = 100

// PassOn puts the slips whose last check ended without a word, as when its server was killed over it, into the
// operator's queue.
func (s *Service) PassOn(ctx context.Context) error {
	abandoned, err := s.Store.AbandonedSlips(ctx, passOnAtOnce)
	for _, slip := range abandoned {
		s.Log.WarnContext(ctx, "a slip's check was given up, and it waits for the operator", "slip", slip.ID)
		err = errors.Join(err, s.decide(ctx, slip, finding{review: VerifierSilent}))
	}
	return err
}

// look reads the slip and asks the bank, without a transaction.
func (s *Service) look(ctx context.Context, slip *Slip) (finding, error) {
	code, payload, reason, err := s.read(ctx, *slip)
	if errors.Is(err, errNoReader) {
		s.Log.WarnContext(ctx, "a slip's picture stops its reader, and it waits for the operator", "slip", slip.ID, "error", err)
		return finding{review: ReadManually}, nil
	}
	if err != nil || reason != "" {
		if err != nil {
			return finding{}, err
		}
		return s.unread(ctx, *slip, reason)
	}
	slip.BankNo, slip.TransactionReference = code.Bank, bankaccount.CanonicalReference(code.Reference)
	holder, err := s.Store.SlipOfTransfer(ctx, slip.BankNo, slip.TransactionReference)
	if err != nil || !holder.IsZero() {
		return finding{reason: Duplicate}, err
	}
	verification, err := s.Store.Verification(ctx, slip.BankNo, slip.TransactionReference)
	if err != nil {
		return finding{}, err
	}
	verdict, transfer, err := s.Verifier.VerifySlip(ctx, verification, payload)
	if err != nil {
		return finding{}, err
	}
	switch verdict {
	case Verified:
		return s.judge(ctx, *slip, transfer)
	case NoPayment:
		return finding{reason: Invalid}, nil
	case Absent:
		return finding{reason: Expired}, nil
	case Seen:
		return finding{reason: Duplicate}, nil
	case OtherAccount:
		return finding{reason: WrongReceiver}, nil
	}
	return finding{}, fmt.Errorf("slip: the verifier says %.40q", verdict)
}

// coded are the currencies whose banks print the QR code that emvco.ReadSlip reads. For the others no form is
// published.
var coded = map[money.Currency]bool{money.Baht: true}

// unread is what follows where there is nothing to ask the bank about: a slip without a code of a known form is not the
// member's fault. Whose bank prints none may pay in baht too.
func (s *Service) unread(ctx context.Context, slip Slip, reason Reason) (finding, error) {
	if !slices.Contains([]Reason{Unreadable, Invalid, Unstable}, reason) {
		return finding{reason: reason}, nil
	}
	prints := coded[slip.Currency]
	if prints {
		var err error
		if prints, err = s.Store.BankPrintsCodes(ctx, slip.Member); err != nil {
			return finding{}, err
		}
	}
	if !prints {
		return finding{review: ReadManually}, nil
	}
	return finding{reason: reason}, nil
}

// judge holds what the bank reported against the slip, the member and the house's accounts.
func (s *Service) judge(ctx context.Context, slip Slip, reported Transfer) (finding, error) {
	found := finding{transfer: &reported}
	rules, err := s.Store.SlipRules(ctx)
	if err != nil {
		return found, err
	}
	if found.bank, err = s.Store.BankCode(ctx, reported.BankNo); err != nil {
		return found, err
	}
	early := reported.TransferredAt.After(slip.CreatedAt.Add(clockSkew))
	reported.TransferredAt = bankaccount.BelievedTime(reported.TransferredAt, s.Now())
	switch {
	case reported.BankNo != slip.BankNo || bankaccount.CanonicalReference(reported.Reference) != slip.TransactionReference, reported.Amount <= 0 || reported.Amount > money.Max,
		found.bank == "", reported.Payer.Bank != "" && reported.Payer.Bank != found.bank, early:
		found.review = VerifierDiffers
		return found, nil
	case slip.CreatedAt.Sub(reported.TransferredAt) > rules.MaxAge:
		found.reason = Expired
		return found, nil
	case reported.Currency != slip.Currency:
		found.reason = WrongReceiver
		return found, nil
	}
	houses, err := s.Store.OpenHouses(ctx, slip.Currency)
	if err != nil {
		return found, err
	}
	received := bankaccount.MatchReceiver(houses, reported.Receiver)
	if received == bankaccount.Differs {
		found.reason = WrongReceiver
		return found, nil
	}
	if received == bankaccount.Same {
		transfer := bankaccount.Transfer{Amount: reported.Amount, Currency: reported.Currency, At: reported.TransferredAt, Receiver: reported.Receiver}
		if may, err := s.Deposits.MayMatchTransfer(ctx, slip.Member, transfer); err != nil {
			return found, err
		} else if may {
			received = bankaccount.Unsure
		}
	}
	own, err := s.Members.BankAccount(ctx, slip.Member)
	if err != nil {
		return found, err
	}
	reported.Payer.Bank = found.bank
	paid := bankaccount.MatchPayer(own, reported.Payer)
	if paid == bankaccount.Same {
		if paid, err = s.nobodyElse(ctx, slip.Member, reported.Payer); err != nil {
			return found, err
		}
	}
	switch {
	case paid == bankaccount.Differs:
		found.reason = NotMatch
	case received == bankaccount.Unsure:
		found.review = ReceiverUnsure
	case paid == bankaccount.Unsure:
		found.review = PayerUnsure
	}
	return found, nil
}

// decide writes what was found, in one transaction with the credit.
func (s *Service) decide(ctx context.Context, seen Slip, found finding) error {
	const tries = 5 // a line of the bank feed may be quicker each time, once
	var err error
	for range tries {
		err = s.Store.InTx(ctx, func(ctx context.Context) error {
			slip, err := s.Store.LockSlip(ctx, seen.ID)
			if err != nil || slip.Status != Pending || slip.Review != "" {
				return err
			}
			slip.BankNo, slip.TransactionReference, slip.Transfer = seen.BankNo, seen.TransactionReference, found.transfer
			switch {
			case found.reason != "":
				slip.Status, slip.Reason = Failed, found.reason
			case found.review != "":
				slip.Review = found.review
			default:
				slip.Amount = found.transfer.Amount
				if err := s.settle(ctx, &slip, found); err != nil {
					return err
				}
			}
			return s.Store.PutSlip(ctx, slip, s.Now())
		})
		if !errors.Is(err, ledger.ErrAlreadyCredited) {
			break
		}
	}
	return err
}
