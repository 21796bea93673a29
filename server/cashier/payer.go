package cashier

import (
	"context"
	"strings"
	"unicode"

	"krapao/server/phone"
)

// More reasons for suspense: of lines of a feed and of gift links.
const (
	NoMatch        Reason = "NO_MATCH"        // nobody registered what it was paid from, or the account is none of ours
	SeveralMatches Reason = "SEVERAL_MATCHES" // a masked number fits more than one member, as far as their names can be compared
	PayerDiffers   Reason = "PAYER_DIFFERS"   // another person's account or phone
	NoAmount       Reason = "NO_AMOUNT"       // the amount was not told
	BelowMinimum   Reason = "BELOW_MINIMUM"
	RedeemedBefore Reason = "REDEEMED_BEFORE" // by us, and not through this member's sending it
	OutcomeUnknown Reason = "OUTCOME_UNKNOWN" // the e-wallet may have redeemed the gift, and does not say so
	SlipMisread    Reason = "SLIP_MISREAD"    // a slip that an operator read may be this transfer, under another name
)

// visibleDigits is how many digits of a masked number must be told.
const visibleDigits = 4

// payer finds the one member who paid a line, in the line's currency; else the reason why it is credited to nobody. The member is given with a reason
// too where it is plain who paid.
func (s *Intake) payer(ctx context.Context, line BankLine, channel Channel) (owner Owner, reason Reason, err error) {
	if channel.Kind == Wallet {
		owner, reason, err = s.payerByPhone(ctx, line.Payer)
	} else {
		owner, reason, err = s.payerByAccount(ctx, line.Payer)
	}
	switch {
	case err != nil || reason != "":
		return Owner{}, reason, err
	case channel.Code == "":
		return owner, NoMatch, nil
	case owner.Currency != line.Currency:
		return owner, CurrencyDiffers, nil
	}
	return owner, "", nil
}

// payerByPhone: an e-wallet's payer is known by the phone number, which is the member's username.
func (s *Intake) payerByPhone(ctx context.Context, payer Payer) (Owner, Reason, error) {
	number := payer.Phone
	if number == "" {
		number = payer.AccountNo
	}
	owner, found, err := s.Store.OwnerOfPhone(ctx, phone.Local(number))
	if err == nil && !found {
		return Owner{}, NoMatch, nil
	}
	return owner, "", err
}

func (s *Intake) payerByAccount(ctx context.Context, payer Payer) (Owner, Reason, error) {
	number, masked := accountPattern(payer.AccountNo)
	if number == "" || payer.BankCode == "" {
		return Owner{}, NoMatch, nil
	}
	if masked {
		return s.payerByPattern(ctx, payer, number)
	}
	owner, found, err := s.Store.OwnerOfAccount(ctx, payer.BankCode, number)
	switch {
	case err != nil:
		return Owner{}, "", err
	case !found:
		return Owner{}, NoMatch, nil
	case payer.AccountName != "" && !sameName(owner.AccountName, payer.AccountName):
		return Owner{}, PayerDiffers, nil
	}
	return owner, "", nil
}

// payerByPattern: a masked number needs the name too, and exactly one member who fits both. One whose name is in another alphabet may be the
// payer as well: who registers the name and the last digits of another's account does not get their money.
func (s *Intake) payerByPattern(ctx context.Context, payer Payer, pattern string) (Owner, Reason, error) {
	const enough = 50 // more members than this behind one mask are several however they are named
	if len(digitsOf(pattern)) < visibleDigits || payer.AccountName == "" {
		return Owner{}, NoMatch, nil
	}
	owners, err := s.Store.OwnersLike(ctx, payer.BankCode, pattern, enough)
	if err != nil {
		return Owner{}, "", err
	}
	var fitting []Owner
	unlike := 0 // names that cannot be compared
	for _, owner := range owners {
		switch {
		case !sameScript(owner.AccountName, payer.AccountName):
			unlike++
		case sameName(owner.AccountName, payer.AccountName):
			fitting = append(fitting, owner)
		}
	}
	switch {
	case len(fitting) == 1 && unlike == 0 && len(owners) < enough:
		return fitting[0], "", nil
	case len(fitting) > 0, len(owners) == enough:
		return Owner{}, SeveralMatches, nil
	case len(owners) > 0:
		return Owner{}, PayerDiffers, nil
	}
	return Owner{}, NoMatch, nil
}

// accountPattern gives an account number without its separators, with _ for each masked digit; empty when it is no number.
func accountPattern(text string) (pattern string, masked bool) {
	var out strings.Builder
	for _, r := range text {
		switch {
		case r >= '0' && r <= '9':
			out.WriteRune(r)
		case strings.ContainsRune("xX*#•", r):
			out.WriteByte('_')
			masked = true
		case !strings.ContainsRune("- ./", r):
			return "", false
		}
	}
	return out.String(), masked
}

func digitsOf(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}

var titles = []string{"MISS", "MRS", "MR", "MS", "นางสาว", "นาง", "นาย", "น.ส.", "ນາງ", "ທ້າວ", "ທ່ານ"}

// nameParts gives a holder's name in capitals without title and points.
func nameParts(name string) []string {
	name = strings.ToUpper(strings.TrimSpace(name))
	for _, title := range titles {
		rest, titled := strings.CutPrefix(name, title)
		latin := title[0] < 0x80
		if titled && (!latin || strings.HasPrefix(rest, " ") || strings.HasPrefix(rest, ".")) {
			name = rest
			break
		}
	}
	return strings.Fields(strings.Map(func(r rune) rune {
		if r == '.' || r == '*' || r == ',' {
			return ' '
		}
		return r
	}, name))
}

// sameName tells whether two writings of a holder's name can be one person's: the first name alike, and of the others one may be cut
// short, as banks do (SOMCHAI J). Names of two alphabets cannot be compared and count as alike.
func sameName(registered, told string) bool {
	a, b := nameParts(registered), nameParts(told)
	if !sameScript(registered, told) {
		return true
	}
	if len(a) == 0 || len(b) == 0 || a[0] != b[0] {
		return false
	}
	for i := 1; i < min(len(a), len(b)); i++ {
		if !strings.HasPrefix(a[i], b[i]) && !strings.HasPrefix(b[i], a[i]) {
			return false
		}
	}
	return true
}

// sameScript tells whether both names have letters of one alphabet.
func sameScript(a, b string) bool {
	for _, script := range []*unicode.RangeTable{unicode.Latin, unicode.Thai, unicode.Lao} {
		inScript := func(r rune) bool { return unicode.Is(script, r) }
		if strings.ContainsFunc(a, inScript) && strings.ContainsFunc(b, inScript) {
			return true
		}
	}
	return false
}
