package member

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/phone"
)

// PhoneRule is what phone numbers an edition takes.
type PhoneRule struct {
	// Pattern is a regular expression for the whole number, as clients check it.
	Pattern string
	// Length is the exact number of digits, 0 when several are allowed.
	Length int

	canonical func(typed string) (number string, ok bool)
}

var thaiPhone = regexp.MustCompile(`^0[0-9]{9}$`)

// The rules (product specification, section 5).
var (
	// ThaiPhones: 10 digits starting 0.
	ThaiPhones = PhoneRule{Pattern: `^0[0-9]{9}$`, Length: 10, canonical: func(typed string) (string, bool) { return typed, thaiPhone.MatchString(typed) }}
	// LaoPhones: 020 and 8 digits, or 8 to 11 digits; also with the country's code.
	LaoPhones = PhoneRule{Pattern: `^[0-9]{8,11}$`, canonical: phone.Lao}
)

// Parse gives the number in the form it is stored in, so that one phone is one member. Errors:
// PHONE_NUMBER_REQUIRE_10_DIGIT.
func (r PhoneRule) Parse(text string) (string, error) {
	number, ok := r.canonical(text)
	if !ok {
		return "", ErrPhone
	}
	return number, nil
}

// minPassword and maxPassword count characters.
const (
	minPassword = 8
	maxPassword = 128
)

//go:embed common-passwords.txt
var commonList string

// common has the passwords that everybody tries first, in lower case.
var common = strings.Fields(commonList)

// checkPassword gives the password in the form that is hashed. Long enough, not the phone number and not a very common
// one: no other rule on what it is made of (NIST SP 800-63B). Errors: INVALID_USER_INFO.
func checkPassword(password, phone string) (string, error) {
	password = normalPassword(password)
	length := utf8.RuneCountInString(password)
	switch {
	case length < minPassword, length > maxPassword:
		return "", ErrUserInfo.Withf("member: a password of %d characters", length)
	case password == phone, slices.Contains(common, strings.ToLower(password)), oneCharacter(password):
		return "", ErrUserInfo.Withf("member: a password that is easily guessed")
	}
	return password, nil
}

// oneCharacter tells whether a password is the same character again and again.
func oneCharacter(password string) bool {
	first, _ := utf8.DecodeRuneInString(password)
	return strings.Trim(password, string(first)) == ""
}

// normalPassword makes the same characters the same bytes, whichever keyboard wrote them.
func normalPassword(password string) string { return norm.NFC.String(password) }

const maxName = 100 // characters

// checkName gives a member's name with single spaces. Errors: INVALID_USER_INFO.
func checkName(name string) (string, error) {
	name = strings.Join(strings.Fields(norm.NFC.String(name)), " ")
	if name == "" || utf8.RuneCountInString(name) > maxName || strings.ContainsFunc(name, unprintable) {
		return "", ErrUserInfo.Withf("member: a name that cannot be taken")
	}
	return name, nil
}

// unprintable: controls, and the invisible characters that turn text around or hide in it.
func unprintable(r rune) bool {
	return !unicode.IsPrint(r) || unicode.Is(unicode.Cf, r)
}

// parseInvite reads an invite code, PR and a member number; 0 for none. Errors: INVALID_USER_INFO.
func parseInvite(code string) (id.MemberID, error) {
	code = strings.ToUpper(strings.TrimSpace(code))
	if code == "" {
		return 0, nil
	}
	number, found := strings.CutPrefix(code, "PR")
	if !found {
		return 0, ErrUserInfo.Withf("member: no invite code")
	}
	inviter, err := id.ParseMember(number)
	if err != nil {
		return 0, ErrUserInfo.With(err)
	}
	return inviter, nil
}

// InviteCode is the code that others register with.
func InviteCode(member id.MemberID) string { return "PR" + member.String() }

var (
	accountNumber = regexp.MustCompile(`^[0-9]{6,20}$`)
	walletNumber  = regexp.MustCompile(`^0[0-9]{9}$`)
	latinName     = regexp.MustCompile(`^[A-Z]+( [A-Z]+)*$`)
)

const maxAccountName = 201 // characters: two names of 100 and a space

// checkBank gives the account in the form it is stored in. Errors: INVALID_BANK, BANK_ACCOUNT_NAME_ENG.
func checkBank(bank Bank, account BankAccount) (BankAccount, error) {
	form := accountNumber
	if bank.IsWallet {
		form = walletNumber
	}
	if !form.MatchString(account.Number) {
		return account, ErrBank.Withf("member: the account number has another form")
	}
	name, err := checkAccountName(account.Name, bank.RequiresLatinName)
	if err != nil {
		return account, err
	}
	return BankAccount{BankCode: bank.Code, Number: account.Number, Name: name}, nil
}

// checkAccountName gives the holder's name in upper case with single spaces. Latin means A to Z and spaces: letters of
// other alphabets that look the same are refused. Other names are of one alphabet: Latin, Thai or Lao.
func checkAccountName(name string, latin bool) (string, error) {
	name = strings.Join(strings.Fields(name), " ")
	if latin {
		// ToUpper would turn a few letters of other alphabets into Latin ones: ask first.
		if strings.ContainsFunc(name, func(r rune) bool { return r > unicode.MaxASCII }) || !latinName.MatchString(strings.ToUpper(name)) {
			return "", ErrLatinName
		}
		return strings.ToUpper(name), nil
	}
	name = norm.NFC.String(name)
	if utf8.RuneCountInString(name) > maxAccountName || !oneAlphabet(name) {
		return "", ErrBank.Withf("member: the account name has characters that no name has")
	}
	return strings.ToUpper(name), nil
}

// oneAlphabet tells whether a name has letters, all of one of the alphabets that banks here write.
func oneAlphabet(name string) bool {
	for _, alphabet := range []*unicode.RangeTable{unicode.Latin, unicode.Thai, unicode.Lao} {
		letters := 0
		foreign := strings.ContainsFunc(name, func(r rune) bool {
			if unicode.Is(alphabet, r) && (unicode.IsLetter(r) || unicode.IsMark(r)) {
				letters++
				return false
			}
			return !strings.ContainsRune(" .'-", r)
		})
		if !foreign && letters > 0 {
			return true
		}
	}
	return false
}

// chooseCurrency gives the member's currency: the first of the edition when none was named. Errors: KEY_INVALID.
func chooseCurrency(offered []money.Currency, named string) (money.Currency, error) {
	if named == "" {
		return offered[0], nil
	}
	currency, err := money.ParseCurrency(named)
	if err == nil && !slices.Contains(offered, currency) {
		err = errCurrency
	}
	return currency, err
}
