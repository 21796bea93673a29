package simulator

import (
	"fmt"
	"slices"

	"krapao/server/money"
	"krapao/server/simulator/api/payment"
	"krapao/server/simulator/api/webhook"
)

// settle ends what time has ended: codes that ran out and payouts that were under way. Each is reported.
func (g *gateways) settle() {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	now := g.config.Now()
	for _, at := range g.byCode {
		at.waiting = slices.DeleteFunc(at.waiting, func(qr *qrPayment) bool {
			if seen := qr.at(now); seen.Status != qr.Status {
				qr.Status = seen.Status
				g.config.journal.put(qr.record())
				g.reportPayment(qr)
			}
			return qr.Status != payment.QrPaymentStatusPENDING
		})
		at.due = slices.DeleteFunc(at.due, func(out *payout) bool {
			if now.Before(out.settleAt) {
				return false
			}
			at.pay(out, now)
			g.config.journal.put(out.record(), at.float(money.Currency(out.Currency)))
			g.reportPayout(out)
			return true
		})
	}
}

func (g *gateways) reportPayment(qr *qrPayment) {
	event := webhook.PaymentEvent{
		EventID: "evt_" + random(letters, 16), Type: webhook.PaymentEventTypePAID, QrReference: qr.QrReference, Reference: qr.Reference,
		Amount: qr.Amount, Currency: webhook.Currency(qr.Currency), PaidAt: qr.PaidAt,
	}
	if qr.Status == payment.QrPaymentStatusEXPIRED {
		event.Type = webhook.PaymentEventTypeEXPIRED
	}
	if payer := qr.Payer; payer != nil {
		event.Payer = &webhook.PaymentParty{BankCode: payer.BankCode, AccountNo: payer.AccountNo, AccountName: payer.AccountName}
	}
	g.webhooks.send(paymentEvent, qr.gateway.code, GatewayParty(qr.gateway.code), event.EventID, summary(event.Type, qr.Amount, qr.Currency), event)
}

func (g *gateways) reportPayout(out *payout) {
	event := webhook.PayoutEvent{
		EventID: "evt_" + random(letters, 16), Type: webhook.PayoutEventTypePAID, PayoutReference: out.PayoutReference,
		Reference: out.Reference, Amount: out.Amount, Currency: webhook.Currency(out.Currency), PaidAt: out.PaidAt,
	}
	if out.Reason != nil {
		reason := webhook.PayoutRejection(*out.Reason)
		event.Type, event.Reason = webhook.PayoutEventTypeREJECTED, &reason
	}
	g.webhooks.send(payoutEvent, out.gateway.code, GatewayParty(out.gateway.code), event.EventID, summary(event.Type, out.Amount, out.Currency), event)
}

func summary[T, C ~string](what T, amount money.Amount, currency C) string {
	return fmt.Sprintf("%s %s %s", what, amount, currency)
}
