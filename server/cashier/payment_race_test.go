package cashier_test

import (
	"context"
	"net/http"
	"testing"

	"krapao/server/cashier"
	"krapao/server/httpapi/api/portal"
	"krapao/server/money"
	"krapao/server/simulator/api/webhook"
)

// between does something after a report's QR code was read, before anything is written.
type between struct {
	cashier.Store
	do func()
}

func (b between) NamedQR(ctx context.Context, event cashier.PaymentEvent) (*cashier.QR, error) {
	qr, err := b.Store.NamedQR(ctx, event)
	b.do()
	return qr, err
}

func TestAQRCodeThatChangesBetweenReadingAndCreditingIsDecidedAsItThenIs(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		between             func(s *stand, qr portal.QrCode, event webhook.PaymentEvent)
		credited, suspended money.Amount
		reasons             []string
	}{
		"the member cancels it": {between: func(s *stand, qr portal.QrCode, _ webhook.PaymentEvent) {
			s.as(somchai).Do(http.MethodDelete, "/api/qrcode/"+*qr.QrcodeID, "")
		}, suspended: money.Units(100), reasons: []string{"CANCELLED"}},
		"the same report comes": {between: func(s *stand, _ portal.QrCode, event webhook.PaymentEvent) {
			s.taken(event, signed{})
		}, credited: money.Units(100)},
		"another report of the payment comes": {between: func(s *stand, _ portal.QrCode, event webhook.PaymentEvent) {
			event.EventID += "-2"
			s.taken(event, signed{})
		}, credited: money.Units(100)},
		"its gateway ends it": {between: func(s *stand, _ portal.QrCode, event webhook.PaymentEvent) {
			event.EventID += "-2"
			event.Type = webhook.PaymentEventTypeEXPIRED
			s.taken(event, signed{})
		}, credited: money.Units(100)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStand(t)
			qr := s.made(somchai, gateway, "100")
			event := s.event(qr)
			slow := *s.App.Cashier
			slow.Store = between{slow.Store, func() { c.between(s, qr, event) }}
			if err := slow.ReceivePayment(t.Context(), cashier.PaymentEvent{
				Gateway: gateway, ID: event.EventID, Type: cashier.EventPaid, Reference: event.Reference, GatewayReference: event.QrReference,
				Amount: event.Amount, Currency: money.Baht, PaidAt: *event.PaidAt,
			}); err != nil {
				t.Fatal(err)
			}
			s.booked(somchai, c.credited, c.suspended, c.reasons...)
			want := cashier.QR{Status: cashier.Cancelled, GatewayReference: event.QrReference, Currency: money.Baht}
			if c.credited > 0 {
				want.Status = cashier.Paid
			}
			if got := s.stored(*qr.QrcodeID); got != want {
				t.Errorf("I6: the QR code is %+v", got)
			}
		})
	}
}
