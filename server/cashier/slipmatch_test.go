package cashier

import (
	"testing"

	"krapao/server/money"
)

func TestAMaskedNumberIsHeldAgainstAWholeOne(t *testing.T) {
	for _, row := range []struct {
		told, whole string
		want        likeness
	}{
		{"4051234567", "4051234567", same}, {"405-1-23456-7", "4051234567", same}, {"xxx-x-x3456-x", "4051234567", same}, {"XXXXXX4567", "4051234567", same},
		{"x4567", "4051234567", same}, {"***4567", "405-123-4567", same}, {"xxx-x-x3457-x", "4051234567", differs}, {"4051234568", "4051234567", differs},
		{"4567x", "4051234567", differs}, {"94051234567", "4051234567", differs}, {"xxx-x-xxx56-x", "4051234567", unsure}, {"567", "4051234567", unsure}, {"", "4051234567", unsure},
		{"4051234567", "", unsure}, {"xxxxxxxxxx", "4051234567", unsure}, {"SOMCHAI", "4051234567", unsure},
	} {
		if got := numberIs(row.told, row.whole); got != row.want {
			t.Errorf("%q against %q: %d, want %d", row.told, row.whole, got, row.want)
		}
	}
}

func TestAPayerIsTheMemberOrNot(t *testing.T) {
	own := BankAccount{BankCode: "SCB", Number: "4051234567", Name: "นาย สมชาย ใจดี"}
	for name, row := range map[string]struct {
		payer Payer
		want  likeness
	}{
		"all of it":               {Payer{BankCode: "SCB", AccountNo: "4051234567", AccountName: "สมชาย ใจดี"}, same},
		"cut short":               {Payer{BankCode: "SCB", AccountNo: "xxxxx3456x", AccountName: "นายสมชาย ใ"}, same},
		"in another script":       {Payer{BankCode: "SCB", AccountNo: "xxxxx3456x", AccountName: "SOMCHAI J"}, same},
		"no name":                 {Payer{BankCode: "SCB", AccountNo: "xxxxx3456x"}, same},
		"another name":            {Payer{BankCode: "SCB", AccountNo: "4051234567", AccountName: "สมศักดิ์ ใจดี"}, differs},
		"another bank":            {Payer{BankCode: "KTB", AccountNo: "4051234567", AccountName: "สมชาย ใจดี"}, differs},
		"another number":          {Payer{BankCode: "SCB", AccountNo: "4051234568", AccountName: "สมชาย ใจดี"}, differs},
		"a name and no number":    {Payer{BankCode: "SCB", AccountName: "สมชาย ใจดี"}, unsure},
		"neither name nor number": {Payer{BankCode: "SCB"}, unsure},
	} {
		if got := payerIs(own, row.payer); got != row.want {
			t.Errorf("%s: %d, want %d", name, got, row.want)
		}
	}
}

func TestAReceiverIsAnOpenAccountOfTheHouse(t *testing.T) {
	channels := []Channel{
		{Code: "K2", Kind: Bank, BankCode: "KBANK", AccountNo: "1112223334"}, {Code: "K2QR", Kind: Bank, BankCode: "KBANK", AccountNo: "111-2-22333-4", TakesQR: true},
		{Code: "QR1", Kind: Payment, BankCode: "KBANK", Currency: money.Baht}, {Code: "K1", Kind: Bank, BankCode: "KBANK", AccountNo: "0987654321"}, {Code: "S1", Kind: Bank, BankCode: "SCB", AccountNo: "4051112223"},
	}
	for _, row := range []struct {
		bank, number string
		want         likeness
	}{
		{"KBANK", "0987654321", same}, {"", "098-7-65432-1", same}, {"SCB", "xxxxx1222x", same}, {"SCB", "0987654321", differs}, {"KBANK", "0000000000", differs},
		{"BBL", "0987654321", differs}, {"KBANK", "xxxxxxx321", unsure}, {"KBANK", "", unsure}, {"KBANK", "1112223334", unsure}, {"KBANK", "xxxxxx3334", unsure},
	} {
		if got := receiverOf(channels, Payer{BankCode: row.bank, AccountNo: row.number}); got != row.want {
			t.Errorf("%s %s: %d, want %d", row.bank, row.number, got, row.want)
		}
	}
}
