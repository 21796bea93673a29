package deposit_test

import (
	"net/http"
	"testing"
	"time"

	"krapao/server/channel"
	"krapao/server/money"
	"krapao/server/portaltest/paymenttest"
)

func TestALineOfAnAccountThatIsPaidByQRCodeCreditsNothingMore(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	qr := s.made(somchai, "KBANKQR", "100")
	line := s.lineFrom(somchai, hundred)
	s.arrived(fed{bank: "KBANK", account: houseKBANK}, line)
	s.wantBalance(somchai, 0)
	s.taken(s.event(qr), paymenttest.Signed{Gateway: "KBANKQR"})
	s.later(40 * time.Minute)
	s.wantBalance(somchai, hundred)
	s.suspended(money.Baht, 0, "")
}

func TestALineOfSuchAnAccountThatNothingProvesGoesToSuspense(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	qr := s.made(somchai, "KBANKQR", "100")
	s.taken(s.event(qr), paymenttest.Signed{Gateway: "KBANKQR"})
	s.arrived(fed{bank: "KBANK", account: houseKBANK}, s.lineFrom(somchai, hundred), s.lineFrom(somchai, hundred), s.lineFrom(somchai, 2*hundred))
	s.later(time.Minute)
	s.suspended(money.Baht, 0, "")
	s.later(40 * time.Minute)
	s.wantBalance(somchai, hundred)
	s.suspended(money.Baht, 3*hundred, "NO_MATCH NO_MATCH") // one QR payment is one line
}

func TestALineOfAnOpenAccountThatAClosedQRChannelHadIsCredited(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	channel := channel.Channel{
		Code: "AQROLD", Kind: channel.Bank, BankCode: "SCB", Mode: channel.Auto, NameTH: "SCB", NameEN: "SCB", AccountName: "KRAPAO CO LTD", AccountNo: houseSCB,
		Currency: money.Baht, MinDeposit: money.Units(1), TakesQR: true,
	}
	if err := s.App.Channels.PutChannels(t.Context(), channel); err != nil {
		t.Fatal(err)
	}
	s.arrived(fed{}, s.lineFrom(somchai, hundred))
	s.wantBalance(somchai, hundred)
}

func TestNoOnePersonHasALineCreditWhatAQRPaymentHas(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	qr := s.made(somchai, "KBANKQR", "100")
	s.taken(s.event(qr), paymenttest.Signed{Gateway: "KBANKQR"})
	answer := s.noi.Do(http.MethodPut, "/operator/channels/KBANKQR", `{"kind":"BANK","bankCode":"KBANK","mode":"SMS","nameTH":"KBANK","nameEN":"KBANK","accountName":"KRAPAO CO LTD","accountNo":"`+houseKBANK+
		`","currency":"BAHT","logo":"","takesQR":false,"minDeposit":1,"quickAmounts":[],"position":0,"isOpen":true}`)
	if answer.Status != http.StatusAccepted {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	s.arrived(fed{bank: "KBANK", account: houseKBANK}, s.lineFrom(somchai, hundred))
	s.later(40 * time.Minute)
	s.wantBalance(somchai, hundred)
	s.suspended(money.Baht, 0, "")
}

func TestALineOfAnAccountThatTwoChannelsHaveCreditsNoQRPaymentAgain(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]bool{"both are open": true, "the one that takes QR codes is closed now": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newIntakeEnv(t)
			first := channel.Channel{
				Code: "AKBANK", Kind: channel.Bank, BankCode: "KBANK", Mode: channel.Auto, NameTH: "KBANK", NameEN: "KBANK", AccountName: "KRAPAO CO LTD", AccountNo: houseKBANK,
				Currency: money.Baht, MinDeposit: money.Units(1), Position: -1, Open: true,
			}
			taking := first
			taking.Code, taking.TakesQR, taking.Position, taking.Open = "KBANKQR", true, 0, open
			qr := s.made(somchai, "KBANKQR", "100")
			s.taken(s.event(qr), paymenttest.Signed{Gateway: "KBANKQR"})
			if err := s.App.Channels.PutChannels(t.Context(), first, taking); err != nil {
				t.Fatal(err)
			}
			s.arrived(fed{bank: "KBANK", account: houseKBANK}, s.lineFrom(somchai, hundred))
			s.later(40 * time.Minute)
			s.wantBalance(somchai, hundred)
			s.suspended(money.Baht, 0, "")
		})
	}
}

func TestALineOfTheSameNameInAnotherCurrencyIsNotDropped(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	line := s.lineFrom(somchai, hundred)
	s.arrived(fed{}, line)
	line.Currency = "LAK"
	s.arrived(fed{bank: "BCEL", account: houseBCEL}, line)
	s.wantBalance(somchai, hundred)
	s.suspended(money.Kip, hundred, "AMOUNT_DIFFERS")
}
