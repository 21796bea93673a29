package slip

import (
	"testing"

	"krapao/server/bankaccount"
	"krapao/server/money"
)

func TestAReceiverIsAnOpenAccountOfTheHouse(t *testing.T) {
	houses := []bankaccount.House{
		{Channel: "K2", Account: bankaccount.Account{Bank: "KBANK", Number: "1112223334"}}, {Channel: "K2QR", Account: bankaccount.Account{Bank: "KBANK", Number: "111-2-22333-4"}, TakesQR: true},
		{Channel: "QR1", Account: bankaccount.Account{Bank: "KBANK"}, Currency: money.Baht}, {Channel: "K1", Account: bankaccount.Account{Bank: "KBANK", Number: "0987654321"}}, {Channel: "S1", Account: bankaccount.Account{Bank: "SCB", Number: "4051112223"}},
	}
	for _, row := range []struct {
		bank, number string
		want         bankaccount.Likeness
	}{
		{"KBANK", "0987654321", bankaccount.Same}, {"", "098-7-65432-1", bankaccount.Same}, {"SCB", "xxxxx1222x", bankaccount.Same}, {"SCB", "0987654321", bankaccount.Differs}, {"KBANK", "0000000000", bankaccount.Differs},
		{"BBL", "0987654321", bankaccount.Differs}, {"KBANK", "xxxxxxx321", bankaccount.Unsure}, {"KBANK", "", bankaccount.Unsure}, {"KBANK", "1112223334", bankaccount.Unsure}, {"KBANK", "xxxxxx3334", bankaccount.Unsure},
	} {
		if got := receiverOf(houses, bankaccount.Payer{Account: bankaccount.Account{Bank: row.bank, Number: row.number}}); got != row.want {
			t.Errorf("%s %s: %d, want %d", row.bank, row.number, got, row.want)
		}
	}
}
