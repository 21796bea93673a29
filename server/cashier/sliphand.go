package cashier

import (
	"context"
	"regexp"
	"strings"

	"krapao/server/audit"
	"krapao/server/fault"
	"krapao/server/money"
)

// handReference is what a bank's reference may look like: a line of print, at most as long as a feed's.
var handReference = regexp.MustCompile(`^[!-~](?:[ -~]{0,62}[!-~])?$`)

// byHand tells whether a slip's bank and reference are an operator's to read: there is no code that told them, or nobody came to read it.
func (s Slip) byHand() bool {
	return s.Review == ReadByHand || s.TransactionReference == "" || s.ReadBy != ""
}

// named takes the name of a slip's transfer from the operator where no code tells it. Elsewhere the code's word stands, and one that is said
// otherwise is refused. Errors: KEY_INVALID.
func (s *Slips) named(ctx context.Context, slip *Slip, input ApproveSlipInput) error {
	reference := strings.TrimSpace(input.Reference)
	bankNo, err := s.Store.BankNo(ctx, input.BankCode)
	switch {
	case err != nil:
		return err
	case !slip.byHand():
		if input.BankCode != "" && bankNo != slip.BankNo || reference != "" && canonicalReference(reference) != slip.TransactionReference {
			return fault.KeyInvalid.Withf("cashier: slip %v is of another transfer", slip.ID)
		}
		return nil
	case bankNo == "" || !handReference.MatchString(reference):
		return fault.KeyInvalid.Withf("cashier: no transfer %.70q of bank %.12q", reference, input.BankCode)
	}
	slip.BankNo, slip.TransactionReference, slip.ReadBy = bankNo, canonicalReference(reference), audit.ActorFrom(ctx).Name
	return nil
}

// creditedBefore tells whether the bank's feed has credited the member the transfer that an operator read off a slip, so that nothing is left to
// move. Errors: KEY_INVALID (the feed gave that transfer another amount or member, or the member as much under another name: misread).
func (s *Slips) creditedBefore(ctx context.Context, slip Slip, amount money.Amount, bank string) (bool, error) {
	told, err := s.Store.CreditOf(ctx, *BankPayment(bank, slip.TransactionReference))
	switch {
	case err != nil:
		return false, err
	case !told.Found:
		return false, s.misread(ctx, slip, amount, bank)
	case told.Amount != amount, told.Suspense.IsZero() && told.Member != slip.Member:
		return false, fault.KeyInvalid.Withf("cashier: transfer %.70q of %s is of %v to %v", slip.TransactionReference, bank, told.Amount, told.Member)
	}
	return told.Suspense.IsZero(), nil
}

// misread refuses a transfer that the bank's feed has not told of, where it gave the member as much at that time under another name: a letter
// that was misread would credit one payment twice. Errors: KEY_INVALID.
func (s *Slips) misread(ctx context.Context, slip Slip, amount money.Amount, bank string) error {
	like, err := s.Store.LineLike(ctx, slip, amount, bank, claimAge, sameMoment)
	if err == nil && like {
		err = fault.KeyInvalid.Withf("cashier: member %v was credited %v by another transfer than %.70q of %s", slip.Member, amount, slip.TransactionReference, bank)
	}
	return err
}
