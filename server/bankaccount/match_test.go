package bankaccount

import (
	"testing"

	"krapao/server/money"
)

func TestAMaskedNumberIsHeldAgainstAWholeOne(t *testing.T) {
	for _, row := range []struct {
		reported, whole string
		want            Likeness
	}{
		{"4051234567", "4051234567", Same}, {"405-1-23456-7", "4051234567", Same}, {"xxx-x-x3456-x", "4051234567", Same}, {"XXXXXX4567", "4051234567", Same},
		{"x4567", "4051234567", Same}, {"***4567", "405-123-4567", Same}, {"xxx-x-x3457-x", "4051234567", Differs}, {"4051234568", "4051234567", Differs},
		{"4567x", "4051234567", Differs}, {"94051234567", "4051234567", Differs}, {"xxx-x-xxx56-x", "4051234567", Unsure}, {"567", "4051234567", Unsure}, {"", "4051234567", Unsure},
		{"4051234567", "", Unsure}, {"xxxxxxxxxx", "4051234567", Unsure}, {"SOMCHAI", "4051234567", Unsure},
	} {
		if got := MatchNumber(row.reported, row.whole); got != row.want {
			t.Errorf("%q against %q: %d, want %d", row.reported, row.whole, got, row.want)
		}
	}
}

func TestAPayerIsTheMemberOrNot(t *testing.T) {
	own := Account{Bank: "SCB", Number: "4051234567", Holder: "นาย สมชาย ใจดี"}
	for name, row := range map[string]struct {
		payer Payer
		want  Likeness
	}{
		"all of it":               {Payer{Account: Account{Bank: "SCB", Number: "4051234567", Holder: "สมชาย ใจดี"}}, Same},
		"cut short":               {Payer{Account: Account{Bank: "SCB", Number: "xxxxx3456x", Holder: "นายสมชาย ใ"}}, Same},
		"in another script":       {Payer{Account: Account{Bank: "SCB", Number: "xxxxx3456x", Holder: "SOMCHAI J"}}, Same},
		"no name":                 {Payer{Account: Account{Bank: "SCB", Number: "xxxxx3456x"}}, Same},
		"another name":            {Payer{Account: Account{Bank: "SCB", Number: "4051234567", Holder: "สมศักดิ์ ใจดี"}}, Differs},
		"another bank":            {Payer{Account: Account{Bank: "KTB", Number: "4051234567", Holder: "สมชาย ใจดี"}}, Differs},
		"another number":          {Payer{Account: Account{Bank: "SCB", Number: "4051234568", Holder: "สมชาย ใจดี"}}, Differs},
		"a name and no number":    {Payer{Account: Account{Bank: "SCB", Holder: "สมชาย ใจดี"}}, Unsure},
		"neither name nor number": {Payer{Account: Account{Bank: "SCB"}}, Unsure},
	} {
		if got := MatchPayer(own, row.payer); got != row.want {
			t.Errorf("%s: %d, want %d", name, got, row.want)
		}
	}
}

func TestTwoReportsAreOfOnePayerOrNot(t *testing.T) {
	t.Parallel()
	whole := Payer{Account: Account{Bank: "SCB", Number: "4051234567", Holder: "SOMCHAI JAIDEE"}}
	payer := func(number, holder string) Payer {
		return Payer{Account: Account{Bank: "SCB", Number: number, Holder: holder}}
	}
	for name, row := range map[string]struct {
		other Payer
		want  Likeness
	}{
		"all of it":                            {whole, Same},
		"the whole number, a name is no proof": {payer("405-123456-7", "THE JAIDEE SHOP"), Same},
		"masked":                               {payer("xxx-x-x3456-x", "SOMCHAI J"), Same},
		"masked, in another script":            {payer("xxx-x-x3456-x", "สมชาย ใจดี"), Same},
		"masked, no name":                      {payer("xxx-x-x3456-x", ""), Same},
		"masked, another name":                 {payer("xxx-x-x3456-x", "MALEE SUKJAI"), Differs},
		"its end, another name":                {payer("234567", "MALEE SUKJAI"), Differs},
		"nearly all masked":                    {payer("xxxxxxxx67", "SOMCHAI J"), Unsure},
		"nearly all masked, another name":      {payer("xxxxxxxx67", "MALEE SUKJAI"), Differs},
		"another number":                       {payer("4051234568", "SOMCHAI JAIDEE"), Differs},
		"nothing":                              {Payer{}, Unsure},
	} {
		if got, back := ComparePayers(whole, row.other), ComparePayers(row.other, whole); got != row.want || back != row.want {
			t.Errorf("%s: %d and %d, want %d", name, got, back, row.want)
		}
	}
	if got := ComparePayers(payer("567", "SOMCHAI JAIDEE"), payer("567", "MALEE SUKJAI")); got != Differs {
		t.Errorf("three digits of two persons: %d", got)
	}
}

func TestAReceiverIsAnOpenAccountOfTheHouse(t *testing.T) {
	houses := []House{
		{Channel: "K2", Account: Account{Bank: "KBANK", Number: "1112223334"}}, {Channel: "K2QR", Account: Account{Bank: "KBANK", Number: "111-2-22333-4"}, TakesQR: true},
		{Channel: "QR1", Account: Account{Bank: "KBANK"}, Currency: money.Baht}, {Channel: "K1", Account: Account{Bank: "KBANK", Number: "0987654321"}}, {Channel: "S1", Account: Account{Bank: "SCB", Number: "4051112223"}},
	}
	for _, row := range []struct {
		bank, number string
		want         Likeness
	}{
		{"KBANK", "0987654321", Same}, {"", "098-7-65432-1", Same}, {"SCB", "xxxxx1222x", Same}, {"SCB", "0987654321", Differs}, {"KBANK", "0000000000", Differs},
		{"BBL", "0987654321", Differs}, {"KBANK", "xxxxxxx321", Unsure}, {"KBANK", "", Unsure}, {"KBANK", "1112223334", Unsure}, {"KBANK", "xxxxxx3334", Unsure},
	} {
		if got := MatchReceiver(houses, Payer{Account: Account{Bank: row.bank, Number: row.number}}); got != row.want {
			t.Errorf("%s %s: %d, want %d", row.bank, row.number, got, row.want)
		}
	}
}
