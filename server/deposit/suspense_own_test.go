package deposit_test

import (
	"net/http"
	"testing"
	"time"

	"krapao/server/deposit"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/portaltest/paymenttest"
	"krapao/server/simulator/api/webhook"
)

// TestALineThatOperatorsMatchToWhoHasItsMoneyByCodeCreditsNothingMore: it covers the member's payment, which had no
// line; the next one of that amount is another.
func TestALineThatOperatorsMatchToWhoHasItsMoneyByCodeCreditsNothingMore(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
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
	s.wantBalance(somchai, hundred)
	agreed(s.match(s.firstWaiting(), malee))
	s.wantBalance(malee, hundred)
	s.suspended(money.Baht, 0, "SEVERAL_MATCHES SEVERAL_MATCHES")
	if story := s.story(somchai); story != "1 QR KBANKQR 100.00 SUCCESS STARTED PAID CREDITED" {
		t.Errorf("the member sees %q", story)
	}
	s.arrived(intoKBANK, s.unnamed(&webhook.PaymentParty{BankCode: to("KTB"), AccountNo: to("1112223334")}))
	s.later(40 * time.Minute)
	agreed(s.match(s.firstWaiting(), somchai)) // nothing is left that it could be
	s.wantBalance(somchai, 2*hundred)
	s.suspended(money.Baht, 0, "SEVERAL_MATCHES SEVERAL_MATCHES NO_MATCH")
}

// TestALineIsNobodysWhileTheirCodeMayBePaid: the line may confirm a code that its gateway has not reported yet.
func TestALineIsNobodysWhileTheirCodeMayBePaid(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	event := s.event(s.made(somchai, "KBANKQR", "100"))
	event.Payer = nil
	unknown := &webhook.PaymentParty{BankCode: to("KTB"), AccountNo: to("1112223334")}
	s.arrived(intoKBANK, s.unnamed(unknown))
	s.later(40 * time.Minute)
	s.suspended(money.Baht, hundred, "NO_MATCH")
	match := func(who id.MemberID) string {
		return s.noi.Do(http.MethodPost, "/operator/suspense/"+s.firstWaiting()+"/match", `{"memberId":"`+who.String()+`","note":"by phone"}`).Code()
	}
	if code := match(somchai); code != "KEY_INVALID" {
		t.Errorf("matched while the code may be paid: %q", code)
	}
	early := s.match(s.firstWaiting(), malee) // asked before the report comes
	s.taken(event, paymenttest.Signed{Gateway: "KBANKQR"})
	s.wantBalance(somchai, hundred)
	if answer := s.lek.Do(http.MethodPost, "/operator/approvals/"+early+"/reject", `{"reason":"it is somchai's"}`); answer.Status != http.StatusOK {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	s.approve(s.match(s.firstWaiting(), somchai))
	s.wantBalance(somchai, hundred)
	s.wantBalance(malee, 0)
	s.suspended(money.Baht, 0, "NO_MATCH")
}

// TestACodeWhoseGatewayIsNotAskedAnyMoreKeepsNoLineFromItsMember: a gateway that never said what became of it would
// keep the money for ever.
func TestACodeWhoseGatewayIsNotAskedAnyMoreKeepsNoLineFromItsMember(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	s.made(somchai, "KBANKQR", "100")
	s.arrived(intoKBANK, s.unnamed(&webhook.PaymentParty{BankCode: to("KTB"), AccountNo: to("1112223334")}))
	s.later(40 * time.Minute)
	s.Clock.Advance(72 * time.Hour)
	s.noi, s.lek = s.Operator(t, "noi2"), s.Operator(t, "lek2") // the sessions of before are over
	s.approve(s.match(s.firstWaiting(), somchai))
	s.wantBalance(somchai, hundred)
}

// TestACodeThatWasPaidLateKeepsNoLineFromItsMember: the code takes one payment, and that one was reported.
func TestACodeThatWasPaidLateKeepsNoLineFromItsMember(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	event := s.event(s.made(somchai, "KBANKQR", "100"))
	s.Clock.Advance(deposit.Lifetime + time.Second)
	paid := s.Clock.Now()
	event.PaidAt, event.Payer = &paid, nil
	s.taken(event, paymenttest.Signed{Gateway: "KBANKQR"})
	s.suspended(money.Baht, hundred, "LATE")
	s.approve(s.match(s.firstWaiting(), somchai))
	s.wantBalance(somchai, hundred)
	for range 2 { // the late payment's line, and another payment's
		s.arrived(intoKBANK, s.unnamed(&webhook.PaymentParty{BankCode: to("KTB"), AccountNo: to("1112223334")}))
	}
	s.later(40 * time.Minute)
	for s.waiting().Total > 0 {
		s.approve(s.match(s.firstWaiting(), somchai))
	}
	s.wantBalance(somchai, 2*hundred)
}

// TestALineThatMayBeACodesPaymentIsNotSentBack: which of two codes' payments it is nobody can tell, but it is one of
// them.
func TestALineThatMayBeACodesPaymentIsNotSentBack(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	s.scanned(somchai, nil)
	s.scanned(malee, nil)
	s.arrived(intoKBANK, s.unnamed(&webhook.PaymentParty{BankCode: to("KTB"), AccountNo: to("1112223334")}))
	s.later(40 * time.Minute)
	s.suspended(money.Baht, hundred, "SEVERAL_MATCHES")
	if back := s.noi.Do(http.MethodPost, "/operator/suspense/"+s.firstWaiting()+"/return", `{"note":"sent back"}`); back.Code() != "KEY_INVALID" {
		t.Errorf("%d %s", back.Status, back.Body)
	}
	s.approve(s.match(s.firstWaiting(), somchai))
	s.wantBalance(somchai, hundred)
	s.suspended(money.Baht, 0, "SEVERAL_MATCHES")
}

// TestTheLineOfAClaimThatOperatorsVouchedForIsTheMoneyThatCameByIt: it comes from an account that nobody registered,
// and two operators know whose it is.
func TestTheLineOfAClaimThatOperatorsVouchedForIsTheMoneyThatCameByIt(t *testing.T) {
	t.Parallel()
	for name, reference := range map[string]*string{"a line without a reference": nil, "a line with one": to("R10000000001")} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newIntakeEnv(t)
			claim := s.claimed(somchai, "100")
			s.approve(s.asked(s.noi.Do(http.MethodPost, "/operator/claims/"+claim+"/approve", `{"note":"seen in the bank application"}`)))
			s.wantBalance(somchai, hundred)
			line := s.unnamed(&webhook.PaymentParty{BankCode: to("KTB"), AccountNo: to("1112223334")})
			line.TransactionReference = reference
			s.arrived(intoKBANK, line)
			s.later(40 * time.Minute)
			s.suspended(money.Baht, hundred, "NO_MATCH")
			s.approve(s.match(s.firstWaiting(), somchai))
			s.wantBalance(somchai, hundred)
			s.suspended(money.Baht, 0, "NO_MATCH")
			if vouched := s.house(ledger.Clearing("manual", money.Baht)); vouched != 0 {
				t.Errorf("%v are still vouched for", vouched)
			}
			s.arrived(intoKBANK, line)
			s.wantBalance(somchai, hundred)
		})
	}
}

// TestTheLineOfAGiftThatOperatorsGaveItsSenderIsCovered: the link was another member's, and the voucher's money is its
// sender's.
func TestTheLineOfAGiftThatOperatorsGaveItsSenderIsCovered(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	s.answered(s.sendLink(malee, s.give(phones[somchai], "100")), "PENDING")
	s.arrived(intoGifts, withPhone(s.unnamed(nil), phones[somchai]))
	s.approve(s.match(s.firstWaiting(), somchai))
	s.later(40 * time.Minute)
	s.wantBalance(somchai, hundred)
	s.suspended(money.Baht, 0, "PAYER_DIFFERS")
}
