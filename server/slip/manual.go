package slip

import (
	"context"
	"regexp"
	"strings"
	"time"

	"krapao/server/audit"
	"krapao/server/bankaccount"
	"krapao/server/fault"
	"krapao/server/money"
)

// manualReference is what a bank's reference may look like: a line of print, at most as long as a feed's.
var manualReference = regexp.MustCompile(`^[!-~](?:[ -~]{0,62}[!-~])?$`)

// manual tells whether a slip's bank and reference are an operator's to read: no code has them, or nobody came to read
// it.
func (s Slip) manual() bool {
	return s.Review == ReadManually || s.TransactionReference == "" || s.ReadBy != ""
}

// named takes the name of a slip's transfer from the operator where no code tells it. Elsewhere the code's word stands,
// and one that is said otherwise is refused. Errors: KEY_INVALID.
func (s *Service) named(ctx context.Context, slip *Slip, input ApproveInput) error {
	reference := strings.TrimSpace(input.Reference)
	bankNo, err := s.Store.BankNo(ctx, input.BankCode)
	switch {
	case err != nil:
		return err
	case !slip.manual():
		if input.BankCode != "" && bankNo != slip.BankNo || reference != "" && bankaccount.CanonicalReference(reference) != slip.TransactionReference {
			return fault.KeyInvalid.Withf("slip: slip %v is of another transfer", slip.ID)
		}
		return nil
	case bankNo == "" || !manualReference.MatchString(reference):
		return fault.KeyInvalid.Withf("slip: no transfer %.70q of bank %.12q", reference, input.BankCode)
	}
	slip.BankNo, slip.TransactionReference, slip.ReadBy = bankNo, bankaccount.CanonicalReference(reference), audit.ActorFrom(ctx).Name
	return nil
}

// creditedBefore tells whether the bank's feed has credited the member the transfer that an operator read off a slip,
// so that nothing is left to move. Errors: KEY_INVALID (the feed gave that transfer another amount or member, or the
// member as much under another name: misread).
func (s *Service) creditedBefore(ctx context.Context, slip Slip, amount money.Amount, bank string) (bool, error) {
	before, err := s.Deposits.CreditOf(ctx, slip.Member, *bankaccount.BankPayment(bank, slip.TransactionReference))
	switch {
	case err != nil:
		return false, err
	case !before.Found:
		return false, s.misread(ctx, slip, amount, bank)
	case before.Amount != amount, before.Suspense.IsZero() && before.Member != slip.Member:
		return false, fault.KeyInvalid.Withf("slip: transfer %.70q of %s is of %v to %v", slip.TransactionReference, bank, before.Amount, before.Member)
	}
	return before.Suspense.IsZero(), nil
}

// LineSearch is a search for the line of a slip's transfer, of an amount and from a bank: transferred from Age before
// the slip to Margin after it.
type LineSearch struct {
	Slip        Slip
	Amount      money.Amount
	Bank        string
	Age, Margin time.Duration
}

// misread refuses a transfer that the bank's feed has not reported, where it gave the member as much at that time under
// another name: a letter that was misread would credit one payment twice. Errors: KEY_INVALID.
func (s *Service) misread(ctx context.Context, slip Slip, amount money.Amount, bank string) error {
	like, err := s.Store.HasLineForSlip(ctx, LineSearch{
		Slip: slip, Amount: amount, Bank: bank, Age: bankaccount.MatchWindow, Margin: bankaccount.TimeTolerance,
	})
	if err == nil && like {
		err = fault.KeyInvalid.Withf("slip: member %v was credited %v by another transfer than %.70q of %s", slip.Member, amount, slip.TransactionReference, bank)
	}
	return err
}
