package member

import (
	"errors"
	"strings"
	"testing"

	"krapao/server/fault"
	"krapao/server/money"
)

func TestAPhoneNumberIsTakenInOneFormOnly(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		rule        PhoneRule
		given, want string
	}{
		{ThaiPhones, "0812345678", "0812345678"},
		{ThaiPhones, "081234567", ""}, {ThaiPhones, "08123456789", ""}, {ThaiPhones, "1812345678", ""},
		{ThaiPhones, "๐๘๑๒๓๔๕๖๗๘", ""}, {ThaiPhones, "+66812345678", ""}, {ThaiPhones, "081-234-5678", ""},
		{ThaiPhones, " 0812345678", ""}, {ThaiPhones, "0812345678\n", ""}, {ThaiPhones, "０８１２３４５６７８", ""}, {ThaiPhones, "", ""},
		{LaoPhones, "02055512345", "02055512345"}, {LaoPhones, "2055512345", "02055512345"}, {LaoPhones, "55512345", "02055512345"},
		{LaoPhones, "0305551234", "0305551234"}, {LaoPhones, "5551234", ""}, {LaoPhones, "020555123456", ""}, {LaoPhones, "+8562055512345", "02055512345"},
		{LaoPhones, "໐໒໐໕໕໕໑໒໓໔໕", ""},
	} {
		got, err := row.rule.Parse(row.given)
		if (err != nil) != (row.want == "") || got != row.want || err != nil && !errors.Is(err, ErrPhone) {
			t.Errorf("%q: %q %v, want %q", row.given, got, err, row.want)
		}
	}
}

func TestAPasswordIsLongEnoughAndNotWhatEverybodyTries(t *testing.T) {
	t.Parallel()
	const phone = "0812345678"
	for password, good := range map[string]bool{
		"correct horse battery": true, "รหัสผ่านของฉัน": true, "a8$kQ!zz": true, strings.Repeat("ab", 64): true, "no digits needed": true,
		"seven77": false, "": false, strings.Repeat("ab", 65): false, phone: false, "password": false, "PassWord123": false, "12345678": false, "aaaaaaaaaa": false, "กกกกกกกกกก": false, "ກກກກກກກກກ": false,
	} {
		if _, err := checkPassword(password, phone); (err == nil) != good || err != nil && !errors.Is(err, ErrUserInfo) {
			t.Errorf("%q: %v", password, err)
		}
	}
	composed, _ := checkPassword("cafe\u0301 au lait", phone)
	if other, _ := checkPassword("caf\u00e9 au lait", phone); composed != other {
		t.Error("the same characters from two keyboards are two passwords")
	}
}

func TestANameShowsWhatItHolds(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"Somchai": "Somchai", "  สมชาย   ใจดี ": "สมชาย ใจดี", "ສົມພອນ": "ສົມພອນ", "O'Neil-2": "O'Neil-2",
		"   ": "", "a\u202eb": "", "a\u200bb": "", "a\x07b": "", strings.Repeat("x", 101): "",
	} {
		if got, err := checkName(given); got != want || (err != nil) != (want == "") {
			t.Errorf("%q: %q %v, want %q", given, got, err, want)
		}
	}
}

func TestAnAccountNameIsLatinWhereTheBankNeedsIt(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		given string
		latin bool
		want  string
		err   *fault.Fault
	}{
		{"Somchai  Jaidee ", true, "SOMCHAI JAIDEE", nil},
		{"สมชาย ใจดี", true, "", ErrLatinName},
		{"SOMCHАI JAIDEE", true, "", ErrLatinName}, // a Cyrillic A
		{"SOMCHAI JAıDEE", true, "", ErrLatinName}, // a dotless i, whose upper case is I
		{"ſOMCHAI", true, "", ErrLatinName},        // a long s, whose upper case is S
		{"ＳＯＭＣＨＡＩ", true, "", ErrLatinName},        // full width
		{"SOMCHAI2", true, "", ErrLatinName}, {"O'NEIL", true, "", ErrLatinName}, {"", true, "", ErrLatinName},
		{"สมชาย ใจดี", false, "สมชาย ใจดี", nil}, {"ສົມພອນ ວົງ", false, "ສົມພອນ ວົງ", nil}, {"o'neil-smith jr.", false, "O'NEIL-SMITH JR.", nil},
		{"สมชาย JAIDEE", false, "", ErrBank}, {"SOMCHАI", false, "", ErrBank}, {"иван", false, "", ErrBank}, {"...", false, "", ErrBank}, {"A1", false, "", ErrBank},
		{strings.Repeat("A", 202), false, "", ErrBank},
	} {
		got, err := checkAccountName(row.given, row.latin)
		if got != row.want || (row.err == nil) != (err == nil) || row.err != nil && !errors.Is(err, row.err) {
			t.Errorf("%q latin=%v: %q %v", row.given, row.latin, got, err)
		}
	}
}

func TestAnAccountNumberIsDigits(t *testing.T) {
	t.Parallel()
	bank, wallet := Bank{Code: "KBANK"}, Bank{Code: "TRUE", IsWallet: true}
	for _, row := range []struct {
		bank   Bank
		number string
		good   bool
	}{
		{bank, "1234567890", true}, {bank, "020123456789", true}, {bank, "12345", false}, {bank, "123-4-56789-0", false}, {bank, "๑๒๓๔๕๖๗๘๙๐", false},
		{bank, strings.Repeat("1", 21), false}, {wallet, "0812345678", true}, {wallet, "1234567890", false},
	} {
		if _, err := checkBank(row.bank, BankAccount{Number: row.number, Name: "A B"}); (err == nil) != row.good || err != nil && !errors.Is(err, ErrBank) {
			t.Errorf("%s %s: %v", row.bank.Code, row.number, err)
		}
	}
}

func TestAnInviteCodeNamesAMember(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]int64{"": 0, "PR12345678": 12345678, " pr12345678 ": 12345678} {
		if got, err := parseInvite(given); err != nil || int64(got) != want {
			t.Errorf("%q: %v %v", given, got, err)
		}
	}
	for _, given := range []string{"12345678", "PR", "PR1", "PR012345678", "PR-12345678", "PRabcdefgh"} {
		if _, err := parseInvite(given); !errors.Is(err, ErrUserInfo) {
			t.Errorf("%q: %v", given, err)
		}
	}
}

func TestTheCurrencyIsOneOfTheEdition(t *testing.T) {
	t.Parallel()
	thai, laos := []money.Currency{money.Baht}, []money.Currency{money.Kip, money.Baht}
	for _, row := range []struct {
		offered []money.Currency
		named   string
		want    money.Currency
	}{{thai, "", money.Baht}, {thai, "BAHT", money.Baht}, {thai, "LAK", ""}, {laos, "", money.Kip}, {laos, "BAHT", money.Baht}, {laos, "USD", ""}} {
		got, err := chooseCurrency(row.offered, row.named)
		if row.want == "" != (err != nil) || err == nil && got != row.want || err != nil && !errors.Is(err, fault.KeyInvalid) {
			t.Errorf("%v %q: %v %v", row.offered, row.named, got, err)
		}
	}
}
