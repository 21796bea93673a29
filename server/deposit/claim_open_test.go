package deposit_test

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"krapao/server/deposit"
	"krapao/server/money"
	"krapao/server/portaltest/paymenttest"
	"krapao/server/simulator/api/webhook"
)

// TestThereIsNoWordForWhatMayYetBeCreditedInAnotherWay has a member claim what they paid by QR code or gift link,
// before that is reported or while the report is in suspense: the word of two would credit it beside the report.
func TestThereIsNoWordForWhatMayYetBeCreditedInAnotherWay(t *testing.T) {
	t.Parallel()
	for name, paid := range map[string]func(s *intakeEnv) (reported func()){
		"a QR code whose report is late": func(s *intakeEnv) func() {
			qr := s.made(somchai, gateway, "100")
			return func() { s.taken(s.event(qr), paymenttest.Signed{}) }
		},
		"a report in suspense": func(s *intakeEnv) func() {
			qr := s.made(somchai, gateway, "100")
			event := s.event(qr)
			s.As(somchai).Do(http.MethodDelete, "/api/qrcode/"+*qr.QrcodeID, "")
			s.taken(event, paymenttest.Signed{})
			return func() { s.approve(s.match(s.firstWaiting(), somchai)) }
		},
		"a report of another amount in suspense": func(s *intakeEnv) func() {
			qr := s.made(somchai, gateway, "100")
			event := s.event(qr)
			event.Amount = hundred - 1
			s.taken(event, paymenttest.Signed{})
			event.EventID, event.Amount = event.EventID+"-right", hundred
			return func() { s.taken(event, paymenttest.Signed{}) }
		},
		"a gift link without an answer": func(s *intakeEnv) func() {
			link := s.give("0812345678", "100")
			silent := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
			s.Intercept.Store(&silent)
			s.answered(s.sendLink(somchai, link), "PENDING")
			s.Intercept.Store(nil)
			return func() { s.later(time.Minute) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newIntakeEnv(t)
			claim := "/operator/claims/" + s.claimed(somchai, "100") + "/approve"
			asked := s.asked(s.noi.Do(http.MethodPost, claim, `{"note":"seen"}`))
			reported := paid(s)
			if answer := s.noi.Do(http.MethodPost, claim, `{"note":"seen again"}`); answer.Code() != "KEY_INVALID" {
				t.Errorf("I7: asking for it: %d %s", answer.Status, answer.Body)
			}
			if answer := s.approve(asked); answer.Code() != "APPROVAL_STALE" {
				t.Errorf("I7: agreeing to it: %d %s", answer.Status, answer.Body)
			}
			reported()
			s.wantBalance(somchai, hundred)
			other := "/operator/claims/" + s.claimed(somchai, "300") + "/approve"
			s.asked(s.noi.Do(http.MethodPost, other, `{"note":"seen"}`))
		})
	}
}

func TestAnAbandonedQRCodeKeepsNoClaimFromTheWordOfTwo(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	s.made(somchai, gateway, "100")
	claim := "/operator/claims/" + s.claimed(somchai, "100") + "/approve"
	if answer := s.noi.Do(http.MethodPost, claim, `{"note":"seen"}`); answer.Code() != "KEY_INVALID" {
		t.Errorf("at once: %d %s", answer.Status, answer.Body)
	}
	s.Clock.Advance(73 * time.Hour)
	s.noi, s.lek = s.Operator(t, "nok"), s.Operator(t, "keo") // their sessions have ended
	if answer := s.approve(s.asked(s.noi.Do(http.MethodPost, claim, `{"note":"seen"}`))); answer.Status != http.StatusOK {
		t.Errorf("after 73 hours: %d %s", answer.Status, answer.Body)
	}
	s.wantBalance(somchai, hundred)
}

// TestACodeThatHasEndedIsNotCreditedBesideTheClaimOfItsPayment: its gateway had called it expired, two operators
// credited the claim of it, and then it is reported as paid in time.
func TestACodeThatHasEndedIsNotCreditedBesideTheClaimOfItsPayment(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		claimFirst bool
		balance    money.Amount
		reasons    string
	}{
		"the claim is of the code":      {false, hundred, "OTHER_PAYMENT"},
		"the claim was there before it": {true, 2 * hundred, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newIntakeEnv(t)
			if c.claimFirst {
				s.vouched("100")
				s.Clock.Advance(time.Minute)
			}
			event := s.event(s.made(somchai, gateway, "100"))
			ended := event
			ended.EventID, ended.Type, ended.PaidAt = event.EventID+"-end", webhook.PaymentEventTypeEXPIRED, nil
			s.taken(ended, paymenttest.Signed{})
			if !c.claimFirst {
				s.vouched("100")
			}
			s.taken(event, paymenttest.Signed{})
			if got, want := s.waiting().Total, int((2*hundred-c.balance)/hundred); got != want {
				t.Errorf("I7: %d reports wait for operators, not %d", got, want)
			}
			s.wantBalance(somchai, c.balance)
			s.suspended(money.Baht, 2*hundred-c.balance, c.reasons)
		})
	}
}

// heldBesideItsClaim has a code's report in suspense: two operators credited the claim of its payment before it came.
func (s *intakeEnv) heldBesideItsClaim(gateway string, change func(report *webhook.PaymentEvent)) (held string) {
	s.t.Helper()
	report := s.event(s.made(somchai, gateway, "100"))
	ended := report
	ended.EventID, ended.Type, ended.PaidAt = report.EventID+"-end", webhook.PaymentEventTypeEXPIRED, nil
	s.taken(ended, paymenttest.Signed{Gateway: gateway})
	s.vouched("100")
	change(&report)
	s.taken(report, paymenttest.Signed{Gateway: gateway})
	return s.firstWaiting()
}

// TestAHeldReportShowsTheClaimOfItsPayment: two operators find that the report which came after the claim was credited
// is the claimed payment. What is paid directly beside it is another one.
func TestAHeldReportShowsTheClaimOfItsPayment(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(s *intakeEnv, report *webhook.PaymentEvent){
		"as it was asked for":    func(*intakeEnv, *webhook.PaymentEvent) {},
		"with another amount":    func(_ *intakeEnv, report *webhook.PaymentEvent) { report.Amount = money.Units(90) },
		"an hour later, no time": func(s *intakeEnv, report *webhook.PaymentEvent) { s.Clock.Advance(time.Hour); report.PaidAt = nil },
		"an hour later, a broken time": func(s *intakeEnv, report *webhook.PaymentEvent) {
			s.Clock.Advance(time.Hour)
			report.PaidAt = new(time.Unix(0, 0))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newIntakeEnv(t)
			held := s.heldBesideItsClaim(gateway, func(report *webhook.PaymentEvent) { change(s, report) })
			if answer := s.noi.Do(http.MethodPost, "/operator/suspense/"+held+"/return", `{"note":"it is the claimed one"}`); answer.Code() != "KEY_INVALID" {
				t.Errorf("I16: sent back: %d %s", answer.Status, answer.Body)
			}
			path, body := "/operator/suspense/"+held+"/match", `{"memberId":"`+somchai.String()+`","note":"it is the claimed one"}`
			if s.waiting().Suspense[0].Amount != hundred {
				if answer := s.noi.Do(http.MethodPost, path, body); answer.Code() != "KEY_INVALID" {
					t.Errorf("I7: with another amount than the claim's: %d %s", answer.Status, answer.Body)
				}
				body = asked
			}
			if answer := s.approve(s.asked(s.noi.Do(http.MethodPost, path, body))); answer.Status != http.StatusOK {
				t.Fatalf("%d %s", answer.Status, answer.Body)
			}
			s.wantBalance(somchai, hundred)
			if got := s.waiting().Total; got != 0 {
				t.Errorf("%d payments are in suspense", got)
			}
			if kinds, listed := s.leadsTo(somchai), s.deposits(somchai).Total; !slices.Equal(kinds, []string{"CLAIM"}) || listed != 1 {
				t.Errorf("the statement leads to %v, and the list has %d deposits", kinds, listed)
			}
			s.arrived(fed{bank: "SCB", account: houseSCB}, s.lineFrom(somchai, hundred))
			if got := s.balance(somchai); got != 2*hundred {
				t.Errorf("I7: a direct transfer beside the claim's payment: the wallet has %v", got)
			}
		})
	}
}

// TestTheSecondPaymentOfACodeIsSeenBesideTheOneThatShowedAClaim: its member sees that it is looked at.
func TestTheSecondPaymentOfACodeIsSeenBesideTheOneThatShowedAClaim(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	var second webhook.PaymentEvent
	s.heldBesideItsClaim(gateway, func(report *webhook.PaymentEvent) {
		second = *report
		second.EventID, second.QrReference = report.EventID+"-2", report.QrReference+"-2"
		s.taken(second, paymenttest.Signed{})
		s.Clock.Advance(time.Second)
	})
	both := s.waiting().Suspense
	early, late := s.match(both[0].ID, somchai), s.match(both[1].ID, somchai)
	if answer := s.approve(late); answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	if answer := s.approve(early); answer.Code() != "APPROVAL_STALE" {
		t.Errorf("I7: one claim for two payments: %d %s", answer.Status, answer.Body)
	}
	s.wantBalance(somchai, hundred)
	var seen []string
	for _, one := range s.deposits(somchai).Deposits {
		seen = append(seen, string(one.Kind)+" "+string(one.Status))
	}
	slices.Sort(seen)
	if !slices.Equal(seen, []string{"CLAIM SUCCESS", "QR PENDING"}) {
		t.Errorf("I16: the member sees %v", seen)
	}
	if answer := s.approve(s.match(both[0].ID, somchai)); answer.Status != http.StatusOK {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	s.wantBalance(somchai, 2*hundred) // two payments, of which the claim was one
}

// TestTheLineOfAReportThatShowedAClaimIsNotCredited: the report's line is in suspense when operators match the report,
// or comes after that.
func TestTheLineOfAReportThatShowedAClaimIsNotCredited(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lineFirst bool
		reported  money.Amount
	}{
		"the line waits in suspense":      {true, hundred},
		"the line comes later":            {false, hundred},
		"the line has what was asked for": {false, money.Units(90)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newIntakeEnv(t)
			held := s.heldBesideItsClaim("KBANKQR", func(report *webhook.PaymentEvent) { report.Amount = c.reported })
			line := s.lineFrom(somchai, hundred)
			stranger := "5559998887"
			line.Payer.AccountNo, line.Payer.AccountName = &stranger, nil
			if c.lineFirst {
				s.Clock.Advance(20 * time.Minute) // too late to be taken for it
				line.TransferredAt = s.Clock.Now()
				s.arrived(intoKBANK, line)
				s.later(40 * time.Minute)
			}
			body := `{"memberId":"` + somchai.String() + `","note":"it is the claimed one"}`
			if c.reported != hundred {
				body = asked
			}
			if answer := s.approve(s.asked(s.noi.Do(http.MethodPost, "/operator/suspense/"+held+"/match", body))); answer.Status != http.StatusOK {
				t.Fatalf("%d %s", answer.Status, answer.Body)
			}
			if !c.lineFirst {
				s.arrived(intoKBANK, line)
				s.later(40 * time.Minute)
			}
			for _, waits := range s.waiting().Suspense {
				s.approve(s.match(waits.ID, somchai))
			}
			if got := s.balance(somchai); got != hundred {
				t.Errorf("I7: for one payment the member was credited %v", got)
			}
			s.wantBalance(somchai, hundred)
		})
	}
}

// TestAReportDoesNotShowAClaimThatWasMadeBeforeItsCode: the claim is about another payment.
func TestAReportDoesNotShowAClaimThatWasMadeBeforeItsCode(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	s.vouched("100")
	s.Clock.Advance(time.Minute)
	event := s.event(s.made(somchai, gateway, "100"))
	s.Clock.Advance(deposit.Lifetime + time.Minute)
	event.PaidAt = new(s.Clock.Now())
	s.taken(event, paymenttest.Signed{})
	if answer := s.approve(s.match(s.firstWaiting(), somchai)); answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	if got := s.balance(somchai); got != 2*hundred {
		t.Errorf("I7: of two payments the member was credited %v", got)
	}
	s.wantBalance(somchai, 2*hundred)
}

// TestACodeThatHasEndedIsNotCreditedAfterTheLineOfItsClaim: the line of its payment came before its report, and showed
// the claim that operators had credited.
func TestACodeThatHasEndedIsNotCreditedAfterTheLineOfItsClaim(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	event := s.event(s.made(somchai, "KBANKQR", "100"))
	ended := event
	ended.EventID, ended.Type, ended.PaidAt = event.EventID+"-end", webhook.PaymentEventTypeEXPIRED, nil
	s.taken(ended, paymenttest.Signed{Gateway: "KBANKQR"})
	s.vouched("100")
	s.arrived(intoKBANK, s.lineFrom(somchai, hundred))
	s.later(40 * time.Minute)
	s.suspended(money.Baht, 0, "")
	s.taken(event, paymenttest.Signed{Gateway: "KBANKQR"})
	if got := s.waiting().Total; got != 1 {
		t.Fatalf("I7: %d reports wait for operators, not 1", got)
	}
	s.wantBalance(somchai, hundred)
	if answer := s.approve(s.match(s.firstWaiting(), somchai)); answer.Status != http.StatusOK {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	s.wantBalance(somchai, hundred)
	s.suspended(money.Baht, 0, "OTHER_PAYMENT")
}
