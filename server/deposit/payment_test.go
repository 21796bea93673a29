package deposit_test

import (
	"bytes"
	"net/http"
	"sync"
	"testing"
	"time"

	"krapao/server/deposit"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/portaltest/paymenttest"
	"krapao/server/simulator"
	"krapao/server/simulator/api/webhook"
)

// parallel is how many copies of a report come at once.
const parallel = 50

func (s *env) parallel(send func(i int)) {
	var group sync.WaitGroup
	for i := range parallel {
		group.Go(func() { send(i) })
	}
	group.Wait()
}

func TestFiftyParallelCopiesOfAReportCreditOnce(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	event := s.event(s.made(somchai, gateway, "100"))
	s.parallel(func(int) { s.taken(event, paymenttest.Signed{}) })
	s.booked(somchai, money.Units(100), 0)
}

func TestFiftyParallelEventsAboutOnePaymentCreditOnce(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	event := s.event(s.made(somchai, gateway, "100"))
	s.parallel(func(int) {
		another := event
		another.EventID = id.NewID().String()
		s.taken(another, paymenttest.Signed{})
	})
	s.booked(somchai, money.Units(100), 0)
}

func TestFiftyParallelEventsAboutAnUnknownPaymentAreInSuspenseOnce(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	event := s.event(s.made(somchai, gateway, "100"))
	event.Reference = id.NewID().String()
	s.parallel(func(int) {
		another := event
		another.EventID = id.NewID().String()
		s.taken(another, paymenttest.Signed{})
	})
	s.booked(somchai, 0, money.Units(100), "UNKNOWN_REFERENCE")
}

func TestOnePaymentReportedForTwoQRCodesCreditsOnce(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	hers, his := s.made(malee, gateway, "100"), s.made(somchai, gateway, "100")
	one := s.event(his)
	s.parallel(func(i int) {
		event := one
		event.EventID = id.NewID().String()
		if i%2 == 1 {
			event.Reference = *hers.QrcodeID
		}
		s.taken(event, paymenttest.Signed{})
	})
	if total := s.balance(somchai) + s.balance(malee) + s.house(suspenseOfBaht); total != money.Units(100) {
		t.Errorf("%v came of 100.00", total)
	}
	s.sound()
}

func TestWhatIsNotThePaymentThatWasAskedForGoesToSuspense(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		before func(s *env, qr portal.QrCode)
		change func(s *env, event *webhook.PaymentEvent)
		how    paymenttest.Signed
		amount money.Amount
		reason string
	}{
		"less": {change: func(_ *env, e *webhook.PaymentEvent) { e.Amount = 9999 }, amount: 9999, reason: "AMOUNT_DIFFERS"},
		"more": {change: func(_ *env, e *webhook.PaymentEvent) { e.Amount = 10001 }, amount: 10001, reason: "AMOUNT_DIFFERS"},
		"an unknown reference": {
			change: func(_ *env, e *webhook.PaymentEvent) { e.Reference = id.NewID().String() }, amount: 10000, reason: "UNKNOWN_REFERENCE",
		},
		"a reference that is no id": {
			change: func(_ *env, e *webhook.PaymentEvent) { e.Reference = "not-one-of-ours" }, amount: 10000, reason: "UNKNOWN_REFERENCE",
		},
		"another gateway's QR code": {how: paymenttest.Signed{Gateway: otherGateway}, amount: 10000, reason: "UNKNOWN_REFERENCE"},
		"another payment at the gateway": {
			change: func(_ *env, e *webhook.PaymentEvent) { e.QrReference = "QR-OTHER" }, amount: 10000, reason: "OTHER_PAYMENT",
		},
		"paid after it ran out": {
			before: func(s *env, _ portal.QrCode) { s.Clock.Advance(deposit.Lifetime + time.Second) },
			change: func(s *env, e *webhook.PaymentEvent) { now := s.Clock.Now(); e.PaidAt = &now }, amount: 10000, reason: "LATE",
		},
		"reported after it ran out, without a time": {
			before: func(s *env, _ portal.QrCode) { s.Clock.Advance(deposit.Lifetime + time.Second) },
			change: func(_ *env, e *webhook.PaymentEvent) { e.PaidAt = nil }, amount: 10000, reason: "LATE",
		},
		"paid after it was cancelled": {
			before: func(s *env, qr portal.QrCode) {
				s.As(somchai).Do(http.MethodDelete, "/api/qrcode/"+*qr.QrcodeID, "")
			}, amount: 10000, reason: "CANCELLED",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newEnv(t)
			qr := s.made(somchai, gateway, "100")
			event := s.event(qr)
			if c.before != nil {
				c.before(s, qr)
			}
			if c.change != nil {
				c.change(s, &event)
			}
			s.taken(event, c.how)
			s.taken(event, c.how)
			event.EventID += "-2"
			s.taken(event, c.how)
			s.booked(somchai, 0, c.amount, c.reason)
		})
	}
}

func TestAPaymentInAnotherCurrencyGoesToThatCurrencysSuspense(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	event := s.event(s.made(somchai, gateway, "100"))
	event.Currency = webhook.LAK
	s.taken(event, paymenttest.Signed{})
	s.booked(somchai, 0, 0, "CURRENCY_DIFFERS")
	if kip := s.house(suspenseOfKip); kip != money.Units(100) {
		t.Errorf("suspense holds %v kip", kip)
	}
}

func TestASecondPaymentOfOneQRCodeIsNotLost(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	event := s.event(s.made(somchai, gateway, "100"))
	s.taken(event, paymenttest.Signed{})
	event.EventID, event.QrReference = "evt-second", "QR-SECOND"
	s.taken(event, paymenttest.Signed{})
	s.booked(somchai, money.Units(100), money.Units(100), "OTHER_PAYMENT")
}

func TestAReportThatContradictsATrueOneChangesNothing(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	right := s.event(s.made(malee, gateway, "100"))
	s.taken(right, paymenttest.Signed{})
	right.EventID, right.Amount = "evt-wrong", 5000
	s.taken(right, paymenttest.Signed{})
	s.booked(malee, money.Units(100), 0)
}

func TestAReportsIDIsTakenOnceWhateverQRCodeItNames(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	first, second := s.event(s.made(somchai, gateway, "100")), s.event(s.made(malee, gateway, "100"))
	second.EventID = first.EventID
	s.taken(first, paymenttest.Signed{})
	s.taken(second, paymenttest.Signed{})
	s.booked(somchai, money.Units(100), 0)
	if got := s.balance(malee); got != 0 {
		t.Errorf("I6: %v credited by a repeated id", got)
	}
}

func TestReportsOutOfOrderCreditWhatWasPaidInTime(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	first := s.event(s.made(somchai, gateway, "100"))
	expired := func(event webhook.PaymentEvent) webhook.PaymentEvent {
		event.EventID, event.Type, event.PaidAt, event.Payer = event.EventID+"-end", webhook.PaymentEventTypeEXPIRED, nil, nil
		return event
	}
	s.taken(expired(first), paymenttest.Signed{})
	if now := s.current(somchai, gateway); now.HasQrcode || *now.Status != portal.QrCodeStatusEXPIRED {
		t.Errorf("the gateway ended it: %+v", now)
	}
	second := s.event(s.made(somchai, gateway, "200"))
	s.Clock.Advance(time.Hour)
	s.taken(first, paymenttest.Signed{}) // paid in time, reported late
	s.taken(second, paymenttest.Signed{})
	s.taken(expired(second), paymenttest.Signed{})
	s.taken(expired(webhook.PaymentEvent{EventID: "evt-nobody", Reference: id.NewID().String(), QrReference: "QRX", Amount: 1, Currency: webhook.BAHT}), paymenttest.Signed{})
	s.booked(somchai, money.Units(300), 0)
	if now := s.current(somchai, gateway); *now.Status != portal.QrCodeStatusPAID {
		t.Errorf("%+v", now)
	}
}

func TestAReportThatIsNotSignedAsAgreedIsRefusedAndNothingIsWritten(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	event := s.event(s.made(somchai, gateway, "100"))
	for name, how := range map[string]paymenttest.Signed{
		"tampered amount": {Tamper: func(body []byte) []byte {
			return bytes.Replace(body, []byte(`"amount":100`), []byte(`"amount":900`), 1)
		}},
		"one more space":       {Tamper: func(body []byte) []byte { return append(body, ' ') }},
		"stale":                {Age: 301 * time.Second},
		"from the future":      {Age: -302 * time.Second},
		"another's secret":     {Secret: paymenttest.Credentials.Secret(simulator.GatewayParty(otherGateway))},
		"no hex":               {Signature: "zz"},
		"a wrong signature":    {Signature: "5f2b8c0d4e6a1f3c9b7d2e8a0c4f6b1d3e5a7c9f0b2d4e6a8c1f3b5d7e9a0c2f"},
		"an unknown gateway":   {Gateway: "NOSUCH"},
		"no gateway's channel": {Gateway: "CLOSED1"},
	} {
		if answer := s.report(event, how); answer.Status != http.StatusUnauthorized || !bytes.Contains(answer.Body, []byte(`"BAD_SIGNATURE"`)) {
			t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
		}
	}
	if rows := s.count("payment_event"); rows != 0 {
		t.Errorf("%d events were written", rows)
	}
	s.booked(somchai, 0, 0)
	s.taken(event, paymenttest.Signed{Age: 299 * time.Second})
	s.taken(event, paymenttest.Signed{Age: 100 * time.Second}) // a replay
	s.booked(somchai, money.Units(100), 0)
}

func TestAReportThatCannotBeReadIsMalformedAndNothingIsWritten(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	event := s.event(s.made(somchai, gateway, "100"))
	event.Amount = 0
	if answer := s.report(event, paymenttest.Signed{}); answer.Status != http.StatusBadRequest {
		t.Errorf("no amount: %d %s", answer.Status, answer.Body)
	}
	event.Amount = -100
	if answer := s.report(event, paymenttest.Signed{}); answer.Status != http.StatusBadRequest {
		t.Errorf("a negative amount: %d %s", answer.Status, answer.Body)
	}
	for _, body := range []string{`{}`, `{"eventId":"e"}`, `[]`, `{"eventId":"evt","type":"REFUNDED","qrReference":"Q","reference":"01926f0c-7a55","amount":1,"currency":"BAHT"}`, `{"a":1}{}`} {
		if answer := s.Send([]byte(body), paymenttest.Signed{}); answer.Status != http.StatusBadRequest || !bytes.Contains(answer.Body, []byte(`"MALFORMED"`)) {
			t.Errorf("%s: %d %s", body, answer.Status, answer.Body)
		}
	}
	if rows := s.count("payment_event"); rows != 0 {
		t.Errorf("%d events were written", rows)
	}
	s.booked(somchai, 0, 0)
}

func TestKipIsCreditedAsKip(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.taken(s.event(s.made(bounmy, kipGateway, "25000")), paymenttest.Signed{Gateway: kipGateway})
	s.booked(bounmy, money.Units(25_000), 0)
}
