package cashier_test

import (
	"net/http"
	"testing"
	"time"

	"krapao/server/money"
	"krapao/server/simulator/api/webhook"
)

// TestALineThatOperatorsMatchToWhoHasItsMoneyByCodeCreditsNothingMore: it covers the member's payment, which had no line; the next one of that amount is another.
func TestALineThatOperatorsMatchToWhoHasItsMoneyByCodeCreditsNothingMore(t *testing.T) {
	t.Parallel()
	s := newCounter(t)
	s.scanned(somchai, nil)
	s.scanned(malee, nil)
	for _, account := range []string{"1112223334", "5556667778"} {
		s.arrived(intoKBANK, s.unnamed(&webhook.PaymentParty{BankCode: to("KTB"), AccountNo: &account}))
	}
	s.later(40 * time.Minute)
	s.suspended(money.Baht, 2*hundred, "SEVERAL_MATCHES SEVERAL_MATCHES")
	agreed := func(request string) {
		t.Helper()
		if answer := s.approve(request); answer.Status != http.StatusOK {
			t.Errorf("%d %s", answer.Status, answer.Body)
		}
	}
	agreed(s.match(s.firstWaiting(), somchai))
	s.has(somchai, hundred)
	agreed(s.match(s.firstWaiting(), malee))
	s.has(malee, hundred)
	s.suspended(money.Baht, 0, "SEVERAL_MATCHES SEVERAL_MATCHES")
	if story := s.story(somchai); story != "1 QR KBANKQR 100.00 SUCCESS STARTED PAID CREDITED" {
		t.Errorf("the member sees %q", story)
	}
	s.arrived(intoKBANK, s.unnamed(&webhook.PaymentParty{BankCode: to("KTB"), AccountNo: to("1112223334")}))
	s.later(40 * time.Minute)
	agreed(s.match(s.firstWaiting(), somchai)) // nothing is left that it could be
	s.has(somchai, 2*hundred)
	s.suspended(money.Baht, 0, "SEVERAL_MATCHES SEVERAL_MATCHES NO_MATCH")
}

// TestTheLineOfAGiftThatOperatorsGaveItsSenderIsCovered: the link was another member's, and the voucher's money is its sender's.
func TestTheLineOfAGiftThatOperatorsGaveItsSenderIsCovered(t *testing.T) {
	t.Parallel()
	s := newCounter(t)
	s.answered(s.sendLink(malee, s.give(phones[somchai], "100")), "PENDING")
	s.arrived(intoGifts, withPhone(s.unnamed(nil), phones[somchai]))
	s.approve(s.match(s.firstWaiting(), somchai))
	s.later(40 * time.Minute)
	s.has(somchai, hundred)
	s.suspended(money.Baht, 0, "PAYER_DIFFERS")
}
