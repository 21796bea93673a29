package deposit_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"krapao/server/money"
	"krapao/server/portaltest/paymenttest"
	"krapao/server/simulator/api/webhook"
)

// whileMade has do run when the gateway has a new payment and has not answered yet; reference is its QR code's id.
func (s *intakeEnv) whileMade(do func(reference, gatewayName string)) {
	var done atomic.Bool // what is done may ask the gateway too
	slow := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		heard := httptest.NewRecorder()
		s.Simulator.Handler().ServeHTTP(heard, r)
		var made struct{ Reference, QrReference string }
		if err := json.Unmarshal(heard.Body.Bytes(), &made); err == nil && made.QrReference != "" && done.CompareAndSwap(false, true) {
			do(made.Reference, made.QrReference)
		}
		maps.Copy(w.Header(), heard.Header())
		w.WriteHeader(heard.Code)
		_, _ = w.Write(heard.Body.Bytes())
	})
	s.Intercept.Store(&slow)
}

func TestAQRCodePaidWhileItIsMadeIsToldAndListed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status, story string
	}{
		"as asked":       {"PAID", "1 QR PROMPTPAY1 100.00 SUCCESS STARTED PAID CREDITED"},
		"another amount": {"REVIEW", "1 QR PROMPTPAY1 100.00 PENDING STARTED PAID REVIEW"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newIntakeEnv(t)
			s.whileMade(func(reference, gatewayName string) {
				bank, now := "SCB", s.Clock.Now()
				event := webhook.PaymentEvent{
					EventID: "evt_early", Type: webhook.PaymentEventTypePAID, Reference: reference, QrReference: gatewayName,
					Amount: hundred, Currency: webhook.Currency(money.Baht), PaidAt: &now, Payer: &webhook.PaymentParty{BankCode: &bank},
				}
				if c.status == "REVIEW" {
					event.Amount = hundred - 1000
				}
				s.taken(event, paymenttest.Signed{})
			})
			made := s.create(somchai, gateway, "100")
			if made.HasQrcode || made.Message != nil || text(made.Status) != c.status || made.QrcodeID == nil {
				t.Fatalf("%+v", made)
			}
			if got := s.story(somchai); got != c.story {
				t.Errorf("the list has %q", got)
			}
			if c.status == "PAID" {
				s.eachItsOwn(somchai, 1)
			}
			if opened := s.opened(somchai, *made.QrcodeID); opened.Kind != "QR" {
				t.Errorf("%+v", opened)
			}
		})
	}
}

func TestAQRCodeEndedWhileItIsMadeIsSaidToHaveFailed(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	s.whileMade(func(reference, _ string) { s.As(somchai).Do(http.MethodDelete, "/api/qrcode/"+reference, "") })
	if made := s.create(somchai, gateway, "100"); made.HasQrcode || text(made.Message) != "QR_FAIL" || text(made.Status) != "CANCELLED" {
		t.Errorf("%+v", made)
	}
}
