package cashier

import (
	"context"
	"errors"
	"fmt"

	"krapao/server/id"
	"krapao/server/ledger"
)

// ErrSentBack says that a slip may be the transfer of a line that was sent back to who paid it.
var ErrSentBack = errors.New("cashier: a line like the slip's transfer was sent back")

// settle credits a slip's transfer once: by itself, or by finding that the bank feed was quicker. It runs in the transaction that has the slip
// locked, and changes the slip; the caller writes it.
func (s *Slips) settle(ctx context.Context, slip *Slip, found finding) error {
	holder, err := s.Store.SlipOfTransfer(ctx, slip.BankNo, slip.TransactionReference)
	if err != nil {
		return err
	}
	if !holder.IsZero() && holder != slip.ID {
		slip.Status, slip.Reason, slip.Amount, slip.Review = SlipFailed, SlipDuplicate, 0, ""
		return nil
	}
	external := BankPayment(found.bank, slip.TransactionReference)
	if external == nil {
		return fmt.Errorf("cashier: transfer %.70q of bank %.10q has no name", slip.TransactionReference, found.bank)
	}
	credited, err := s.Store.CreditOf(ctx, *external)
	switch {
	case err != nil:
		return err
	case !credited.Found:
		if elsewhere, err := s.creditedElsewhere(ctx, slip, found); err != nil || elsewhere {
			return err
		}
		err = s.credit(ctx, *slip, found, external)
		if errors.Is(err, ErrSentBack) {
			slip.Review, slip.Amount = WasSentBack, 0
			return nil
		}
	case credited.Amount != slip.Amount || credited.Currency != slip.Currency:
		slip.Review, slip.Amount = CreditDiffers, 0
		return nil
	case !credited.Suspense.IsZero():
		err = s.release(ctx, *slip, credited.Suspense)
		if errors.Is(err, errOtherPayer) {
			slip.Review, slip.Amount = CreditDiffers, 0
			return nil
		}
	case credited.Member == 0:
		slip.Review, slip.Amount = WasSentBack, 0
		return nil
	case credited.Member != slip.Member:
		slip.Status, slip.Reason, slip.Amount, slip.Review = SlipFailed, SlipDuplicate, 0, ""
		return nil
	}
	if err != nil {
		return err
	}
	slip.Status, slip.Review = SlipSuccess, ""
	return s.Store.TakeTransfer(ctx, slip.BankNo, slip.TransactionReference, slip.ID)
}

// creditedElsewhere tells whether the line of a slip's transfer is the word of another credit: a payment by QR code has a slip of its bank too. Of the member's
// own the slip is a duplicate; any other is the operator's to explain.
func (s *Slips) creditedElsewhere(ctx context.Context, slip *Slip, found finding) (bool, error) {
	if s.Intake == nil {
		return false, nil
	}
	line, member, elsewhere, err := s.Intake.CreditOfTransfer(ctx, transferred(*slip, found))
	if err != nil || !elsewhere {
		return false, err
	}
	if member == slip.Member && line.Amount == slip.Amount && line.Currency == slip.Currency {
		slip.Status, slip.Reason, slip.Review = SlipFailed, SlipDuplicate, ""
	} else {
		slip.Review = CreditDiffers
	}
	slip.Amount = 0
	return true, nil
}

// credit posts the money, unless a line of the feed without a reference or a claim was this transfer and has been credited.
func (s *Slips) credit(ctx context.Context, slip Slip, found finding, external *ledger.External) error {
	if s.Intake != nil {
		if covered, err := s.Intake.CoversSlip(ctx, slip.Member, transferred(slip, found)); err != nil || covered {
			return err
		}
	}
	if slip.ReadBy != "" {
		if err := s.misread(ctx, slip, slip.Amount, found.bank); err != nil {
			return err
		}
	}
	return s.post(ctx, slip, ledger.Clearing(ClearingBank, slip.Currency), external)
}

// transferred is what a slip tells of its transfer.
func transferred(slip Slip, found finding) Transferred {
	transfer := Transferred{
		Slip: slip.ID, SendingBank: found.bank, Reference: slip.TransactionReference, Amount: slip.Amount, Currency: slip.Currency,
		At: slip.CreatedAt, Earlier: claimAge, Others: found.others,
	}
	if found.transfer != nil {
		transfer.At, transfer.Earlier, transfer.Receiver = found.transfer.TransferredAt, 0, found.transfer.Receiver
	}
	return transfer
}

// errOtherPayer says that the line of a slip's transfer tells of another payer or account of the house.
var errOtherPayer = errors.New("cashier: the feed tells of another payer")

// release gives the member money that stood in suspense. Errors: errOtherPayer; nothing was changed then.
func (s *Slips) release(ctx context.Context, slip Slip, suspenseID id.ID) error {
	suspense, err := s.Store.Suspense(ctx, suspenseID)
	if err != nil {
		return err
	}
	own, err := s.Members.BankAccount(ctx, slip.Member)
	if err != nil && !errors.Is(err, ErrNoBank) {
		return err
	}
	line, contradicts := BankLine{BankCode: suspense.House.BankCode, AccountNo: suspense.House.AccountNo}, Owner{AccountNo: own.Number, AccountName: own.Name}.contradicts
	if contradicts(suspense.Event.Payer) || slip.Transfer != nil && !mayBeAccount(slip.Transfer.Receiver, line) {
		return errOtherPayer
	}
	if err := s.Store.ResolveSuspense(ctx, suspense, ToMember, slip.Member, s.Now()); err != nil {
		return err
	}
	return s.post(ctx, slip, ledger.Suspense(slip.Currency), &ledger.External{Source: "suspense", ID: suspenseID.String()})
}

func (s *Slips) post(ctx context.Context, slip Slip, from ledger.Account, external *ledger.External) error {
	_, err := s.Ledger.Post(ctx, ledger.Transaction{
		Key: slip.ID.String() + "/credit", Kind: ledger.Deposit, MemberID: slip.Member, Currency: slip.Currency,
		Postings: []ledger.Posting{{Account: from, Amount: -slip.Amount}, {Account: ledger.Main(slip.Member), Amount: slip.Amount}},
		At:       s.Now(), Reference: slip.ID.String(), External: external,
	})
	return err
}
