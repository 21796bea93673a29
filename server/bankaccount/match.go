package bankaccount

import (
	"cmp"
	"strings"
	"unicode"

	"krapao/server/phone"
)

// Likeness is whether two things that may be reported in part are the same.
type Likeness int

// The likenesses.
const (
	// Unsure: too little is reported.
	Unsure Likeness = iota
	// Same: what is reported agrees.
	Same
	// Differs: something that is reported says otherwise.
	Differs
)

// VisibleDigits is how many digits of a masked number must be there.
const VisibleDigits = 4

// MatchPayer tells whether a transfer came from a member's own account. A name alone proves nobody, others have it too;
// but another name is another person.
func MatchPayer(own Account, payer Payer) Likeness {
	if payer.Bank != own.Bank || payer.Holder != "" && !SameName(own.Holder, payer.Holder) {
		return Differs
	}
	return MatchNumber(payer.Number, own.Number)
}

// MatchNumber holds an account number that may be masked against a whole one. Banks tell all places of a number or its
// end.
func MatchNumber(reported, whole string) Likeness {
	pattern, _ := Pattern(reported)
	whole = Digits(whole)
	if len(pattern) != len(whole) {
		pattern = strings.TrimLeft(pattern, "_")
	}
	if pattern == "" || whole == "" {
		return Unsure
	}
	if len(pattern) > len(whole) {
		return Differs
	}
	for i, end := 0, whole[len(whole)-len(pattern):]; i < len(pattern); i++ {
		if pattern[i] != '_' && pattern[i] != end[i] {
			return Differs
		}
	}
	if len(Digits(pattern)) < VisibleDigits {
		return Unsure
	}
	return Same
}

// ComparePayers holds two reports of a payer against each other; numbers may be masked in both. Two whole numbers
// decide, however the name is written. What a masked one shows fits others too, so another name is another person.
func ComparePayers(a, b Payer) Likeness {
	if a.Phone != "" || b.Phone != "" {
		a, b = Payer{Account: Account{Number: a.phone()}}, Payer{Account: Account{Number: b.phone()}}
	}
	if a.Bank != "" && b.Bank != "" && a.Bank != b.Bank {
		return Differs
	}
	number := compareNumbers(a.Number, b.Number)
	isProof := number == Same && sameWhole(a.Number, b.Number)
	if !isProof && a.Holder != "" && b.Holder != "" && !SameName(a.Holder, b.Holder) {
		return Differs
	}
	return number
}

// WholeNumber gives the digits of a payer's account number where all are told, and no phone number is. Another whole
// number of as many digits is another payer's (ComparePayers). It is empty where that cannot be said.
func (p Payer) WholeNumber() string {
	pattern, masked := Pattern(p.Number)
	if masked || p.Phone != "" {
		return ""
	}
	return pattern
}

// sameWhole tells whether two reports tell all of one number.
func sameWhole(a, b string) bool {
	first, firstMasked := Pattern(a)
	second, secondMasked := Pattern(b)
	return first == second && !firstMasked && !secondMasked
}

// compareNumbers holds two account numbers against each other by the places that both tell, from the right.
func compareNumbers(a, b string) Likeness {
	first, _ := Pattern(a)
	second, _ := Pattern(b)
	if first == "" || second == "" {
		return Unsure
	}
	reported := 0
	for i := 1; i <= min(len(first), len(second)); i++ {
		x, y := first[len(first)-i], second[len(second)-i]
		switch {
		case x == '_' || y == '_':
		case x != y:
			return Differs
		default:
			reported++
		}
	}
	if reported < VisibleDigits {
		return Unsure
	}
	return Same
}

// phone gives the number of an e-wallet's payer as members register it. A masked one stays as it is.
func (p Payer) phone() string {
	number := cmp.Or(p.Phone, p.Number)
	if _, masked := Pattern(number); masked {
		return number
	}
	return phone.Local(number)
}

// MatchReceiver tells whether a transfer went to one of these accounts of the house. One that is reconciled elsewhere
// is never sure: a payment by QR code has a slip of its bank too, and its gateway's report credits it.
func MatchReceiver(houses []House, receiver Payer) Likeness {
	is := Differs
	for _, house := range houses {
		if house.Number == "" || receiver.Bank != "" && receiver.Bank != house.Bank {
			continue
		}
		switch number := MatchNumber(receiver.Number, house.Number); {
		case number == Same && house.ReconciledElsewhere():
			return Unsure
		case number == Same, number == Unsure && is == Differs:
			is = number
		}
	}
	return is
}

// MayBeAccount tells whether a receiver, who may be reported in part, may be an account of the house.
func MayBeAccount(receiver Payer, house Account) bool {
	return (receiver.Bank == "" || receiver.Bank == house.Bank) && MatchNumber(receiver.Number, Digits(house.Number)) != Differs
}

// Contradicts tells whether a payer of the owner's bank is somebody else. Where the number is the owner's, the name may
// be written in any way.
func (o Owner) Contradicts(payer Payer) bool {
	return ComparePayers(Payer{Account: Account{Number: o.Number, Holder: o.Holder}}, payer) == Differs
}

// CanBe tells whether nothing that is reported of a payer of the owner's bank says that it was somebody else.
func (o Owner) CanBe(payer Payer) bool {
	return MatchPayer(Account{Bank: payer.Bank, Number: o.Number, Holder: o.Holder}, payer) != Differs
}

// Paid tells whether what is reported of a payer says that it was the owner.
func (o Owner) Paid(payer Payer) bool {
	return MatchPayer(o.Account, payer) == Same
}

// Pattern gives an account number without its separators, with _ for each masked digit; empty when it is no number.
func Pattern(text string) (pattern string, masked bool) {
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

// Digits gives the digits of a text.
func Digits(text string) string {
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

// SameName tells whether two writings of a holder's name can be one person's: the first name alike, and of the others
// one may be cut short, as banks do (SOMCHAI J). Names of two alphabets cannot be compared and count as alike.
func SameName(registered, reported string) bool {
	a, b := nameParts(registered), nameParts(reported)
	if !SameScript(registered, reported) {
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

// SameScript tells whether both names have letters of one alphabet.
func SameScript(a, b string) bool {
	for _, script := range []*unicode.RangeTable{unicode.Latin, unicode.Thai, unicode.Lao} {
		inScript := func(r rune) bool { return unicode.Is(script, r) }
		if strings.ContainsFunc(a, inScript) && strings.ContainsFunc(b, inScript) {
			return true
		}
	}
	return false
}
