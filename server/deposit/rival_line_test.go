package deposit_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"krapao/server/bankaccount"
	"krapao/server/deposit"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/postgres"
)

// TestLinesThatAnotherNumberPaidAreNoRivals: of a crowd that pays the same amount those only are read that may have
// paid the credit, and none of those is left out.
func TestLinesThatAnotherNumberPaidAreNoRivals(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	store := postgres.Deposits{DB: s.Database.DB}
	number := func(number string) bankaccount.Payer {
		return bankaccount.Payer{Account: bankaccount.Account{Bank: "SCB", Number: number, Holder: "SOMCHAI JAIDEE"}}
	}
	payers := []bankaccount.Payer{
		{}, number(""), number("4051234567"), number("405-123-4567"), number("xxxxxx4567"), number("xxxxxx0000"), number("1234567"), number("SOMCHAI"),
		{Phone: "0812345678"}, {Phone: "0812345678", Account: number("9998887776").Account}, number("9998887776"), number("4051234568"),
	}
	lines := make([]deposit.BankLine, len(payers))
	for i, payer := range payers {
		lines[i] = deposit.BankLine{
			ID: id.NewID(), BankCode: "SCB", AccountNo: houseSCB, LineID: fmt.Sprint(i), Amount: hundred, Currency: money.Baht, Payer: payer,
			TransferredAt: s.Clock.Now(), ReportedAt: s.Clock.Now(), TakenAt: s.Clock.Now(), Status: deposit.LineWaiting,
		}
	}
	if _, err := store.AddLines(t.Context(), lines); err != nil {
		t.Fatal(err)
	}
	about := lines[0]
	about.ID = id.NewID()
	for _, of := range []string{"", "4051234567"} {
		found, err := store.RivalLines(t.Context(), about, of, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		var left []string
		for _, line := range lines {
			if slices.ContainsFunc(found, func(rival deposit.BankLine) bool { return rival.ID == line.ID }) {
				continue
			}
			left = append(left, line.LineID)
			if bankaccount.ComparePayers(number(of), line.Payer) != bankaccount.Differs {
				t.Errorf("I16: %+v may have paid what %q paid", line.Payer, of)
			}
		}
		if want := map[string]string{"": "[]", "4051234567": "[10 11]"}[of]; fmt.Sprint(left) != want {
			t.Errorf("of %q lines %v were not read, not %s", of, left, want)
		}
	}
}
