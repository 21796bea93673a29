package deposit_test

import (
	"net/http"
	"testing"
	"time"

	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/portaltest/paymenttest"
	"krapao/server/simulator/api/webhook"
)

// matchedLine has a code of somchai's end, and then operators match the line of its payment to him. It gives the
// gateway's report of it.
func (s *intakeEnv) matchedLine() webhook.PaymentEvent {
	s.t.Helper()
	event := s.event(s.made(somchai, "KBANKQR", "100"))
	event.Payer = nil
	ended := event
	ended.EventID, ended.Type, ended.PaidAt = event.EventID+"-end", webhook.PaymentEventTypeEXPIRED, nil
	s.taken(ended, paymenttest.Signed{Gateway: "KBANKQR"})
	s.arrived(intoKBANK, s.unnamed(&webhook.PaymentParty{BankCode: to("KTB"), AccountNo: to("1112223334")}))
	s.later(40 * time.Minute)
	s.suspended(money.Baht, hundred, "NO_MATCH")
	s.approve(s.match(s.firstWaiting(), somchai))
	s.wantBalance(somchai, hundred)
	return event
}

// TestACodeIsNotCreditedAfterTheLineOfItsPayment: its gateway had called it expired, two operators matched the bank's
// line, and then it is reported as paid.
func TestACodeIsNotCreditedAfterTheLineOfItsPayment(t *testing.T) {
	t.Parallel()
	for name, wrong := range map[string]money.Amount{"as asked": 0, "with a wrong amount first": hundred - 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newIntakeEnv(t)
			event := s.matchedLine()
			reasons := "OTHER_PAYMENT"
			if wrong != 0 {
				misread := event
				misread.EventID, misread.Amount = event.EventID+"-wrong", wrong
				s.taken(misread, paymenttest.Signed{Gateway: "KBANKQR"})
				reasons = "AMOUNT_DIFFERS"
			}
			s.taken(event, paymenttest.Signed{Gateway: "KBANKQR"})
			s.wantBalance(somchai, hundred)
			report := s.firstWaiting()
			if back := s.noi.Do(http.MethodPost, "/operator/suspense/"+report+"/return", `{"note":"sent back"}`); back.Code() != "KEY_INVALID" {
				t.Errorf("sent back, which would pay it twice: %d %s", back.Status, back.Body)
			}
			s.approve(s.match(report, somchai))
			s.wantBalance(somchai, hundred)
			s.suspended(money.Baht, 0, "NO_MATCH "+reasons)
		})
	}
}

// TestALineThatOperatorsMatchedIsOnePaymentOnly: of two codes that are reported as paid after it, the second one's
// money is the member's.
func TestALineThatOperatorsMatchedIsOnePaymentOnly(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	first := s.event(s.made(somchai, "KBANKQR", "100"))
	s.Clock.Advance(20 * time.Minute)
	event := s.matchedLine()
	s.taken(event, paymenttest.Signed{Gateway: "KBANKQR"})
	s.approve(s.match(s.firstWaiting(), somchai))
	s.wantBalance(somchai, hundred)
	first.Payer = nil
	s.taken(first, paymenttest.Signed{Gateway: "KBANKQR"})
	s.wantBalance(somchai, 2*hundred)
}

// TestACodeIsCreditedBesideALineThatIsNotItsPayment: of another payer, or matched before the code was made.
func TestACodeIsCreditedBesideALineThatIsNotItsPayment(t *testing.T) {
	t.Parallel()
	t.Run("another payer", func(t *testing.T) {
		t.Parallel()
		s := newIntakeEnv(t)
		event := s.matchedLine()
		event.Payer = &webhook.PaymentParty{BankCode: to("KTB"), AccountNo: to("9998887776")}
		s.taken(event, paymenttest.Signed{Gateway: "KBANKQR"})
		s.wantBalance(somchai, 2*hundred)
	})
	t.Run("an earlier line", func(t *testing.T) {
		t.Parallel()
		s := newIntakeEnv(t)
		s.matchedLine()
		s.Clock.Advance(time.Hour)
		event := s.event(s.made(somchai, "KBANKQR", "100"))
		s.taken(event, paymenttest.Signed{Gateway: "KBANKQR"})
		s.wantBalance(somchai, 2*hundred)
	})
}

// TestAGiftIsNotCreditedAfterTheLineOfItsPayment: the e-wallet redeemed it, and its answer came after two operators had
// matched its line.
func TestAGiftIsNotCreditedAfterTheLineOfItsPayment(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ answer, reason, amount string }{
		"its answer comes at last": {answer: `{"outcome":"ALREADY_REDEEMED_BY_TARGET","amount":100,"currency":"BAHT","sender":{"phone":"` + phones[somchai] + `"}}`, reason: "OTHER_PAYMENT"},
		"nobody ever tells":        {answer: `{"outcome":"NOT_FOUND"}`, reason: "OUTCOME_UNKNOWN", amount: `"amount":100,`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newIntakeEnv(t)
			link := s.give(phones[somchai], "100")
			s.walletSays("nothing")
			s.answered(s.sendLink(somchai, link), "PENDING")
			s.arrived(intoGifts, withPhone(s.unnamed(nil), phones[somchai]))
			s.later(40 * time.Minute)
			s.suspended(money.Baht, hundred, "NO_MATCH")
			s.approve(s.match(s.firstWaiting(), somchai))
			s.wantBalance(somchai, hundred)
			s.walletSays(c.answer)
			s.later(2 * time.Hour)
			s.wantBalance(somchai, hundred)
			gift := s.firstWaiting()
			if back := s.noi.Do(http.MethodPost, "/operator/suspense/"+gift+"/return", `{"note":"sent back"}`); c.amount == "" && back.Code() != "KEY_INVALID" {
				t.Errorf("sent back, which would pay it twice: %d %s", back.Status, back.Body)
			}
			request := s.asked(s.noi.Do(http.MethodPost, "/operator/suspense/"+gift+"/match", `{"memberId":"10000001",`+c.amount+`"note":"the e-wallet shows it"}`))
			if answer := s.approve(request); answer.Status != http.StatusOK {
				t.Errorf("%d %s", answer.Status, answer.Body)
			}
			s.wantBalance(somchai, hundred)
			s.suspended(money.Baht, 0, "NO_MATCH "+c.reason)
		})
	}
}

// TestACodeThatAnotherMembersAccountPaidIsCreditedOnce: two operators have said whose the line is, so whose account
// paid it tells nothing more.
func TestACodeThatAnotherMembersAccountPaidIsCreditedOnce(t *testing.T) {
	t.Parallel()
	for name, reportFirst := range map[string]bool{"the line is matched first": false, "the report comes first": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newIntakeEnv(t)
			event := s.event(s.made(somchai, "KBANKQR", "100"))
			event.Payer = nil
			ended := event
			ended.EventID, ended.Type, ended.PaidAt = event.EventID+"-end", webhook.PaymentEventTypeEXPIRED, nil
			s.taken(ended, paymenttest.Signed{Gateway: "KBANKQR"})
			s.arrived(intoKBANK, s.unnamed(party(malee)))
			s.later(40 * time.Minute)
			s.suspended(money.Baht, hundred, "NO_MATCH")
			line := s.firstWaiting()
			if reportFirst {
				s.taken(event, paymenttest.Signed{Gateway: "KBANKQR"})
			}
			s.approve(s.match(line, somchai))
			s.wantBalance(somchai, hundred)
			if !reportFirst {
				s.taken(event, paymenttest.Signed{Gateway: "KBANKQR"})
				s.approve(s.match(s.firstWaiting(), somchai))
			}
			s.wantBalance(somchai, hundred)
			s.wantBalance(malee, 0)
		})
	}
}

// TestTheSecondTransferBesideAMatchedGiftIsCredited: the first line is the gift's, or the second one is; either way two
// transfers are two credits.
func TestTheSecondTransferBesideAMatchedGiftIsCredited(t *testing.T) {
	t.Parallel()
	for name, endFirst := range map[string]bool{"before the gift is decided": false, "after it": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newIntakeEnv(t)
			link := s.give(phones[somchai], "100")
			s.walletSays("nothing")
			s.answered(s.sendLink(somchai, link), "PENDING")
			s.arrived(intoGifts, withPhone(s.unnamed(nil), phones[somchai]))
			s.later(40 * time.Minute)
			s.approve(s.match(s.firstWaiting(), somchai))
			s.walletSays(`{"outcome":"ALREADY_REDEEMED_BY_TARGET","amount":100,"currency":"BAHT","sender":{"phone":"` + phones[somchai] + `"}}`)
			s.later(2 * time.Hour)
			s.arrived(intoGifts, withPhone(s.unnamed(nil), phones[somchai]))
			decide := func() {
				if waiting := s.waiting().Suspense; len(waiting) > 0 {
					s.approve(s.match(s.firstWaiting(), somchai))
				}
			}
			if endFirst {
				decide()
			}
			s.later(40 * time.Minute)
			decide()
			s.wantBalance(somchai, 2*hundred)
			if left := s.house(ledger.Suspense(money.Baht)); left != 0 {
				t.Errorf("suspense holds %v", left)
			}
		})
	}
}

// TestAReportThatNamesNoCodeIsNotSentBackAfterItsLineWasMatched: it would be paid twice.
func TestAReportThatNamesNoCodeIsNotSentBackAfterItsLineWasMatched(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	event := s.matchedLine()
	event.Reference = "01890000-0000-7000-8000-000000000000"
	s.taken(event, paymenttest.Signed{Gateway: "KBANKQR"})
	if back := s.noi.Do(http.MethodPost, "/operator/suspense/"+s.firstWaiting()+"/return", `{"note":"sent back"}`); back.Code() != "KEY_INVALID" {
		t.Errorf("%d %s", back.Status, back.Body)
	}
}
