package slip_test

import (
	"testing"
	"time"

	"krapao/server/bankaccount"
	"krapao/server/ledger"
	"krapao/server/money"
)

// TestALineThatWaitedIsCoveredByTheSlipThatCreditedIt: on an account with QR codes a line waits for the gateway's
// report. What operators credit meanwhile by its slip is the same money.
func TestALineThatWaitedIsCoveredByTheSlipThatCreditedIt(t *testing.T) {
	t.Parallel()
	unknown := bankaccount.Payer{Account: bankaccount.Account{Bank: "SCB"}}
	for name, row := range map[string]struct {
		lines     []bankaccount.Payer
		lineFirst bool
		suspense  money.Amount
	}{
		"the line first":                {[]bankaccount.Payer{payerOf(somchai)}, true, 0},
		"the slip first":                {[]bankaccount.Payer{payerOf(somchai)}, false, 0},
		"two lines alike, and one slip": {[]bankaccount.Payer{payerOf(somchai), payerOf(somchai)}, true, money.Units(100)},
		"a line of another member":      {[]bankaccount.Payer{payerOf(malee)}, true, money.Units(100)},
		"a line of nobody known":        {[]bankaccount.Payer{unknown}, true, money.Units(100)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newEnv(t)
			s.takesQR()
			made := s.pay(somchai, "100")
			arrive := func() {
				for _, payer := range row.lines {
					s.arrives("KBANK", houseNo, money.Units(100), payer, "")
				}
			}
			if row.lineFirst {
				arrive()
			}
			s.upload(somchai, made.picture)
			s.approved(s.waiting(1)[0].ID, "100")
			if !row.lineFirst {
				arrive()
			}
			s.settles(40 * time.Minute)
			s.wantBalance(somchai, money.Units(100))
			s.wantBalance(malee, 0)
			if got := s.house(ledger.Suspense(money.Baht)); got != row.suspense {
				t.Errorf("I16: the money is in the wallet, and suspense holds %v, not %v", got, row.suspense)
			}
		})
	}
}

// TestALineIsNotCoveredByASlipThatCreditedNothing: a slip whose transfer looks like a line of a claim takes that line
// for its own, and credits nothing, for the claim has. The line with the slip's reference, which does not name who paid
// it, is money that nobody has credited.
func TestALineIsNotCoveredByASlipThatCreditedNothing(t *testing.T) {
	t.Parallel()
	for name, payer := range map[string]bankaccount.Payer{"the claim's line names its payer": payerOf(somchai), "operators matched the claim's line": {}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newEnv(t)
			s.vouched(s.claimed("100"))
			s.arrives("KBANK", houseNo, money.Units(100), payer, "")
			if payer == (bankaccount.Payer{}) {
				s.agreed(s.match(s.lastWaiting().ID, somchai))
			}
			s.wantBalance(somchai, money.Units(100))
			s.Clock.Advance(5 * time.Second)
			made := s.pay(somchai, "100")
			s.arrives("KBANK", houseNo, money.Units(100), bankaccount.Payer{}, made.TransactionReference)
			if got := s.decided(somchai, s.upload(somchai, made.picture).Reference); got != "SUCCESS" {
				t.Errorf("the slip is %s", got)
			}
			s.settles(40 * time.Minute)
			s.agreed(s.match(s.lastWaiting().ID, somchai))
			s.wantBalance(somchai, money.Units(200))
		})
	}
}

// TestALineIsNotCoveredByASlipThatBroughtItsOwnOutOfSuspense: the next transfer of that amount is another one.
func TestALineIsNotCoveredByASlipThatBroughtItsOwnOutOfSuspense(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made := s.pay(somchai, "100")
	s.arrives("KBANK", houseNo, money.Units(100), bankaccount.Payer{Account: bankaccount.Account{Bank: "SCB"}}, made.TransactionReference)
	s.wantBalance(somchai, 0)
	if got := s.decided(somchai, s.upload(somchai, made.picture).Reference); got != "SUCCESS" {
		t.Errorf("the slip is %s", got)
	}
	s.wantBalance(somchai, money.Units(100))
	s.arrives("KBANK", houseNo, money.Units(100), payerOf(somchai), "")
	s.wantBalance(somchai, money.Units(200))
}
