package deposit

import (
	"context"

	"krapao/server/bankaccount"
	"krapao/server/phone"
)

// More reasons for suspense: of lines of a feed and of gift links.
const (
	NoMatch        Reason = "NO_MATCH"        // nobody registered what it was paid from, or the account is none of ours
	SeveralMatches Reason = "SEVERAL_MATCHES" // a masked number fits more than one member, as far as their names can be compared
	PayerDiffers   Reason = "PAYER_DIFFERS"   // another person's account or phone
	NoAmount       Reason = "NO_AMOUNT"       // the amount was not reported
	BelowMinimum   Reason = "BELOW_MINIMUM"
	RedeemedBefore Reason = "REDEEMED_BEFORE" // by us, and not through this member's sending it
	OutcomeUnknown Reason = "OUTCOME_UNKNOWN" // the e-wallet may have redeemed the gift, and does not say so
	SlipMisread    Reason = "SLIP_MISREAD"    // a slip that an operator read may be this transfer, under another name
)

// payer finds the one member who paid a line, in the line's currency; else the reason why it is credited to nobody. The
// member is given with a reason too where it is plain who paid.
func (s *Intake) payer(ctx context.Context, line BankLine, house bankaccount.House) (owner bankaccount.Owner, reason Reason, err error) {
	if house.EWallet {
		owner, reason, err = s.payerByPhone(ctx, line.Payer)
	} else {
		owner, reason, err = s.payerByAccount(ctx, line.Payer)
	}
	switch {
	case err != nil || reason != "":
		return bankaccount.Owner{}, reason, err
	case house.Channel == "":
		return owner, NoMatch, nil
	case owner.Currency != line.Currency:
		return owner, CurrencyDiffers, nil
	}
	return owner, "", nil
}

// payerByPhone: an e-wallet's payer is known by the phone number, which is the member's username.
func (s *Intake) payerByPhone(ctx context.Context, payer bankaccount.Payer) (bankaccount.Owner, Reason, error) {
	number := payer.Phone
	if number == "" {
		number = payer.Number
	}
	owner, found, err := s.Store.OwnerOfPhone(ctx, phone.Local(number))
	if err == nil && !found {
		return bankaccount.Owner{}, NoMatch, nil
	}
	return owner, "", err
}

func (s *Intake) payerByAccount(ctx context.Context, payer bankaccount.Payer) (bankaccount.Owner, Reason, error) {
	number, masked := bankaccount.Pattern(payer.Number)
	if number == "" || payer.Bank == "" {
		return bankaccount.Owner{}, NoMatch, nil
	}
	if masked {
		return s.payerByPattern(ctx, payer, number)
	}
	owner, found, err := s.Store.OwnerOfAccount(ctx, payer.Bank, number)
	switch {
	case err != nil:
		return bankaccount.Owner{}, "", err
	case !found:
		return bankaccount.Owner{}, NoMatch, nil
	case payer.Holder != "" && !bankaccount.SameName(owner.Holder, payer.Holder):
		return bankaccount.Owner{}, PayerDiffers, nil
	}
	return owner, "", nil
}

// payerByPattern: a masked number needs the name too, and exactly one member who fits both. One whose name is in
// another alphabet may be the payer as well: who registers the name and the last digits of another's account does not
// get their money.
func (s *Intake) payerByPattern(ctx context.Context, payer bankaccount.Payer, pattern string) (bankaccount.Owner, Reason, error) {
	const enough = 50 // more members than this behind one mask are several however they are named
	if len(bankaccount.Digits(pattern)) < bankaccount.VisibleDigits || payer.Holder == "" {
		return bankaccount.Owner{}, NoMatch, nil
	}
	owners, err := s.Store.OwnersLike(ctx, payer.Bank, pattern, enough)
	if err != nil {
		return bankaccount.Owner{}, "", err
	}
	var fitting []bankaccount.Owner
	unlike := 0 // names that cannot be compared
	for _, owner := range owners {
		switch {
		case !bankaccount.SameScript(owner.Holder, payer.Holder):
			unlike++
		case bankaccount.SameName(owner.Holder, payer.Holder):
			fitting = append(fitting, owner)
		}
	}
	switch {
	case len(fitting) == 1 && unlike == 0 && len(owners) < enough:
		return fitting[0], "", nil
	case len(fitting) > 0, len(owners) == enough:
		return bankaccount.Owner{}, SeveralMatches, nil
	case len(owners) > 0:
		return bankaccount.Owner{}, PayerDiffers, nil
	}
	return bankaccount.Owner{}, NoMatch, nil
}
