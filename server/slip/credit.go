package slip

import (
	"context"
	"errors"
	"fmt"

	"krapao/server/bankaccount"
)

// settle credits a slip's transfer once: by itself, or by finding that the bank feed was quicker. It runs in the
// transaction that has the slip locked, and changes the slip; the caller writes it.
func (s *Service) settle(ctx context.Context, slip *Slip, found finding) error {
	holder, err := s.Store.SlipOfTransfer(ctx, slip.BankNo, slip.TransactionReference)
	if err != nil {
		return err
	}
	if !holder.IsZero() && holder != slip.ID {
		slip.Status, slip.Reason, slip.Amount, slip.Review = Failed, Duplicate, 0, ""
		return nil
	}
	external := bankaccount.BankPayment(found.bank, slip.TransactionReference)
	if external == nil {
		return fmt.Errorf("slip: transfer %.70q of bank %.10q has no name", slip.TransactionReference, found.bank)
	}
	transfer := transferred(*slip, found)
	credited, err := s.Deposits.CreditOf(ctx, slip.Member, *external)
	switch {
	case err != nil:
		return err
	case !credited.Found:
		if elsewhere, err := s.creditedElsewhere(ctx, slip, transfer); err != nil || elsewhere {
			return err
		}
		err = s.credit(ctx, *slip, transfer)
		if errors.Is(err, bankaccount.ErrReturned) {
			slip.Review, slip.Amount = LineReturned, 0
			return nil
		}
		if errors.Is(err, bankaccount.ErrCredited) {
			slip.Review, slip.Amount = CreditDiffers, 0
			return nil
		}
	case credited.Amount != slip.Amount || credited.Currency != slip.Currency:
		slip.Review, slip.Amount = CreditDiffers, 0
		return nil
	case !credited.Suspense.IsZero():
		if elsewhere, err := s.creditedElsewhere(ctx, slip, transfer); err != nil || elsewhere {
			return err
		}
		released := false
		if released, err = s.Deposits.ReleaseToSlip(ctx, slip.Member, credited.Suspense, transfer); err == nil && !released {
			slip.Review, slip.Amount = CreditDiffers, 0
			return nil
		}
	case credited.Member == 0:
		if elsewhere, err := s.creditedElsewhere(ctx, slip, transfer); err != nil || elsewhere {
			return err
		}
		slip.Review, slip.Amount = LineReturned, 0
		return nil
	case credited.Member != slip.Member:
		slip.Status, slip.Reason, slip.Amount, slip.Review = Failed, Duplicate, 0, ""
		return nil
	}
	if err != nil {
		return err
	}
	slip.Status, slip.Review = Success, ""
	return s.Store.TakeTransfer(ctx, slip.BankNo, slip.TransactionReference, slip.ID)
}

// creditedElsewhere tells whether the line of a slip's transfer confirms another credit: a payment by QR code has a
// slip of its bank too. Of the member's own the slip is a duplicate; any other is the operator's to explain.
func (s *Service) creditedElsewhere(ctx context.Context, slip *Slip, transfer bankaccount.Transfer) (bool, error) {
	other, err := s.Deposits.CreditOfTransfer(ctx, slip.Member, transfer)
	if err != nil || !other.Found {
		return false, err
	}
	if other.Member == slip.Member && other.Amount == slip.Amount && other.Currency == slip.Currency {
		slip.Status, slip.Reason, slip.Review = Failed, Duplicate, ""
	} else {
		slip.Review = CreditDiffers
	}
	slip.Amount = 0
	return true, nil
}

// credit posts the money, unless a line of the feed without a reference or a claim was this transfer and has been
// credited.
func (s *Service) credit(ctx context.Context, slip Slip, transfer bankaccount.Transfer) error {
	if covered, err := s.Deposits.MatchSlip(ctx, slip.Member, transfer); err != nil || covered {
		return err
	}
	if slip.ReadBy != "" {
		if err := s.misread(ctx, slip, slip.Amount, transfer.SendingBank); err != nil {
			return err
		}
	}
	return s.Deposits.CreditSlip(ctx, slip.Member, transfer)
}

// transferred is what a slip says of its transfer.
func transferred(slip Slip, found finding) bankaccount.Transfer {
	transfer := bankaccount.Transfer{
		Slip: slip.ID, SendingBank: found.bank, Reference: slip.TransactionReference, Amount: slip.Amount, Currency: slip.Currency,
		At: slip.CreatedAt, Earlier: bankaccount.MatchWindow, Others: found.others,
	}
	if found.transfer != nil {
		transfer.At, transfer.Earlier, transfer.Receiver = found.transfer.TransferredAt, 0, found.transfer.Receiver
	}
	return transfer
}
