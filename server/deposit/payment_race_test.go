package deposit_test

import (
	"context"
	"net/http"
	"testing"

	"krapao/server/deposit"
	"krapao/server/httpapi/api/portal"
	"krapao/server/money"
	"krapao/server/portaltest/paymenttest"
	"krapao/server/simulator/api/webhook"
)

// between does something after a report's QR code was read, before anything is written.
type between struct {
	deposit.Store
	do func()
}

func (b between) NamedQR(ctx context.Context, event deposit.PaymentEvent) (*deposit.QR, error) {
	qr, err := b.Store.NamedQR(ctx, event)
	b.do()
	return qr, err
}

func TestAQRCodeThatChangesBetweenReadingAndCreditingIsDecidedAsItThenIs(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		between             func(s *env, qr portal.QrCode, event webhook.PaymentEvent)
		credited, suspended money.Amount
		reasons             []string
	}{
		"the member cancels it": {between: func(s *env, qr portal.QrCode, _ webhook.PaymentEvent) {
			s.As(somchai).Do(http.MethodDelete, "/api/qrcode/"+*qr.QrcodeID, "")
		}, suspended: money.Units(100), reasons: []string{"CANCELLED"}},
		"the same report comes": {between: func(s *env, _ portal.QrCode, event webhook.PaymentEvent) {
			s.taken(event, paymenttest.Signed{})
		}, credited: money.Units(100)},
		"another report of the payment comes": {between: func(s *env, _ portal.QrCode, event webhook.PaymentEvent) {
			event.EventID += "-2"
			s.taken(event, paymenttest.Signed{})
		}, credited: money.Units(100)},
		"its gateway ends it": {between: func(s *env, _ portal.QrCode, event webhook.PaymentEvent) {
			event.EventID += "-2"
			event.Type = webhook.PaymentEventTypeEXPIRED
			s.taken(event, paymenttest.Signed{})
		}, credited: money.Units(100)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newEnv(t)
			qr := s.made(somchai, gateway, "100")
			event := s.event(qr)
			slow := *s.App.Deposits
			slow.Store = between{slow.Store, func() { c.between(s, qr, event) }}
			if err := slow.ReceivePayment(t.Context(), deposit.PaymentEvent{
				Gateway: gateway, ID: event.EventID, Type: deposit.EventPaid, Reference: event.Reference, GatewayReference: event.QrReference,
				Amount: event.Amount, Currency: money.Baht, PaidAt: *event.PaidAt,
			}); err != nil {
				t.Fatal(err)
			}
			s.booked(somchai, c.credited, c.suspended, c.reasons...)
			want := deposit.QR{Status: deposit.Cancelled, GatewayReference: event.QrReference, Currency: money.Baht}
			if c.credited > 0 {
				want.Status = deposit.Paid
			}
			if got := s.stored(*qr.QrcodeID); got != want {
				t.Errorf("I6: the QR code is %+v", got)
			}
		})
	}
}
