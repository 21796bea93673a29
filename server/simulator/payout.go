package simulator

import (
	"context"
	"strings"
	"time"

	"krapao/server/money"
	"krapao/server/simulator/api/payment"
)

// payout is one payment out of a gateway.
type payout struct {
	payment.Payout
	gateway     *gateway
	destination payment.PayoutDestination
	settleAt    time.Time
}

// CreatePayout orders one payment out, once per reference; it settles after Config.PayoutDelay.
func (g *gateways) CreatePayout(ctx context.Context, request payment.CreatePayoutRequestObject) (payment.CreatePayoutResponseObject, error) {
	body := *request.Body
	if err := checkReference(request.Reference); err != nil {
		return nil, err
	}
	if err := checkMoney(body.Amount, string(body.Currency)); err != nil {
		return nil, err
	}
	if to := body.Destination; to.BankCode == "" || to.AccountNo == "" || to.AccountName == "" {
		return nil, malformed("the destination needs bankCode, accountNo and accountName")
	}
	g.mutex.Lock()
	defer g.mutex.Unlock()
	at := g.of(codeOf(ctx))
	out, repeated := at.payouts[request.Reference]
	if repeated && (out.Amount != body.Amount || out.Currency != body.Currency || out.destination != body.Destination) {
		return nil, errConflict
	}
	if !repeated {
		out = &payout{gateway: at, destination: body.Destination, settleAt: g.config.Now().Add(g.config.PayoutDelay), Payout: payment.Payout{
			Reference: request.Reference, PayoutReference: "PO" + random(capitals, 12), Status: payment.PayoutStatusPENDING,
			Amount: body.Amount, Currency: body.Currency,
		}}
		if rejecting(ctx) {
			reason := payment.PayoutRejectionOTHER
			out.Status, out.Reason = payment.PayoutStatusREJECTED, &reason
		} else {
			at.due = append(at.due, out)
		}
		at.payouts[request.Reference] = out
		g.outs = latest(append(g.outs, out))
		g.config.journal.put(out.record())
	}
	return payment.CreatePayout200JSONResponse(out.Payout), nil
}

// GetPayout tells what became of a payout.
func (g *gateways) GetPayout(ctx context.Context, request payment.GetPayoutRequestObject) (payment.GetPayoutResponseObject, error) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	out, ok := g.of(codeOf(ctx)).payouts[request.Reference]
	if !ok {
		return nil, errNoPayment
	}
	return payment.GetPayout200JSONResponse(out.Payout), nil
}

// pay moves the money of a payout, or rejects it: an account number of nothing but zeros does not exist, and more than
// the house holds at the gateway cannot be paid.
func (g *gateway) pay(out *payout, now time.Time) {
	currency := money.Currency(out.Currency)
	var reason payment.PayoutRejection
	switch {
	case nothingButZeros(out.destination.AccountNo):
		reason = payment.PayoutRejectionNOACCOUNT
	case out.Amount > g.balance[currency]:
		reason = payment.PayoutRejectionINSUFFICIENTFUNDS
	default:
		g.balance[currency] -= out.Amount
		out.Status, out.PaidAt = payment.PayoutStatusPAID, &now
		return
	}
	out.Status, out.Reason = payment.PayoutStatusREJECTED, &reason
}

// nothingButZeros: a number that exists at no bank and no e-wallet.
func nothingButZeros(number string) bool { return strings.Trim(number, "0") == "" }
