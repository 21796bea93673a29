package cashier_test

import (
	"testing"
	"time"

	"krapao/server/cashier"
	"krapao/server/money"
)

func TestALineOfAnAccountThatIsPaidByQRCodeCreditsNothingMore(t *testing.T) {
	t.Parallel()
	s := newCounter(t)
	qr := s.made(somchai, "KBANKQR", "100")
	line := s.lineFrom(somchai, hundred)
	s.arrived(fed{bank: "KBANK", account: houseKBANK}, line)
	s.has(somchai, 0)
	s.taken(s.event(qr), signed{gateway: "KBANKQR"})
	s.later(40 * time.Minute)
	s.has(somchai, hundred)
	s.suspended(money.Baht, 0, "")
}

func TestALineOfSuchAnAccountThatNothingProvesGoesToSuspense(t *testing.T) {
	t.Parallel()
	s := newCounter(t)
	qr := s.made(somchai, "KBANKQR", "100")
	s.taken(s.event(qr), signed{gateway: "KBANKQR"})
	s.arrived(fed{bank: "KBANK", account: houseKBANK}, s.lineFrom(somchai, hundred), s.lineFrom(somchai, hundred), s.lineFrom(somchai, 2*hundred))
	s.later(time.Minute)
	s.suspended(money.Baht, 0, "")
	s.later(40 * time.Minute)
	s.has(somchai, hundred)
	s.suspended(money.Baht, 3*hundred, "NO_MATCH NO_MATCH") // one QR payment is one line
}

func TestALineOfAnOpenAccountThatAClosedQRChannelHadIsCredited(t *testing.T) {
	t.Parallel()
	s := newCounter(t)
	channel := cashier.Channel{
		Code: "AQROLD", Kind: cashier.Bank, BankCode: "SCB", Mode: cashier.Auto, NameTH: "SCB", NameEN: "SCB", AccountName: "KRAPAO CO LTD", AccountNo: houseSCB,
		Currency: money.Baht, MinDeposit: money.Units(1), TakesQR: true,
	}
	if err := s.App.Cashier.PutChannels(t.Context(), channel); err != nil {
		t.Fatal(err)
	}
	s.arrived(fed{}, s.lineFrom(somchai, hundred))
	s.has(somchai, hundred)
}

func TestALineOfTheSameNameInAnotherCurrencyIsNotDropped(t *testing.T) {
	t.Parallel()
	s := newCounter(t)
	line := s.lineFrom(somchai, hundred)
	s.arrived(fed{}, line)
	line.Currency = "LAK"
	s.arrived(fed{bank: "BCEL", account: houseBCEL}, line)
	s.has(somchai, hundred)
	s.suspended(money.Kip, hundred, "AMOUNT_DIFFERS")
}
