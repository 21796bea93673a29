package payment

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"krapao/server/cashier"
	"krapao/server/fault"
	api "krapao/server/gateway/api/payment"
	"krapao/server/gateway/capped"
	"krapao/server/id"
	"krapao/server/money"
)

var _ cashier.Payouts = (*Gateways)(nil)

// CreatePayout orders the payout of a withdrawal under its id. Errors: cashier.ErrPayoutRefused (this order is not carried out), ErrUnknown.
func (g *Gateways) CreatePayout(ctx context.Context, w cashier.Withdrawal) (cashier.PayoutReport, error) {
	client, err := g.of(ctx, w.Payout.Gateway)
	if err != nil {
		return cashier.PayoutReport{}, fmt.Errorf("%w: %w", cashier.ErrPayoutRefused, err) // nothing was sent
	}
	answer, err := client.CreatePayoutWithResponse(ctx, w.ID.String(), api.CreatePayoutRequest{
		Amount: w.Amount, Currency: api.Currency(w.Currency),
		Destination: api.PayoutDestination{BankCode: w.To.BankCode, AccountNo: w.To.AccountNo, AccountName: w.To.AccountName},
	})
	if err != nil {
		return cashier.PayoutReport{}, unanswered(err)
	}
	report, err := payoutOf(w.Payout.Gateway, w.ID, answer.JSON200, answer.JSONDefault, answer.StatusCode())
	// A conflict says that there is a payout of this reference, and a time-out that there may be: neither is a no.
	if status := answer.StatusCode(); errors.Is(err, ErrRefused) && status != http.StatusConflict && status != http.StatusRequestTimeout {
		err = fmt.Errorf("%w: %w", cashier.ErrPayoutRefused, err)
	}
	return report, err
}

// GetPayout asks what became of a payout. Errors: NO_DATA (the gateway has not seen it), ErrUnknown, ErrRefused, ErrUnconfigured.
func (g *Gateways) GetPayout(ctx context.Context, gateway string, withdrawal id.ID) (cashier.PayoutReport, error) {
	client, err := g.of(ctx, gateway)
	if err != nil {
		return cashier.PayoutReport{}, err
	}
	answer, err := client.GetPayoutWithResponse(ctx, withdrawal.String())
	if err != nil {
		return cashier.PayoutReport{}, unanswered(err)
	}
	report, err := payoutOf(gateway, withdrawal, answer.JSON200, answer.JSONDefault, answer.StatusCode())
	if errors.Is(err, ErrRefused) && answer.StatusCode() == http.StatusNotFound {
		err = fault.NoData.With(err)
	}
	return report, err
}

func payoutOf(gateway string, withdrawal id.ID, payout *api.Payout, failure *api.PaymentFailure, status int) (cashier.PayoutReport, error) {
	switch {
	case payout != nil && payout.Reference != withdrawal.String():
		return cashier.PayoutReport{}, fmt.Errorf("%w: it answered for reference %.64q", ErrUnknown, payout.Reference)
	case payout != nil && (payout.PayoutReference == "" || strings.ContainsRune(payout.PayoutReference, capped.Replaced)): // it was another one
		return cashier.PayoutReport{}, fmt.Errorf("%w: it names the payout %.64q", ErrUnknown, payout.PayoutReference)
	case payout != nil && payout.Status != api.PayoutStatusPENDING && payout.Status != api.PayoutStatusPAID && payout.Status != api.PayoutStatusREJECTED:
		return cashier.PayoutReport{}, fmt.Errorf("%w: status %.20q", ErrUnknown, string(payout.Status))
	case payout != nil:
		told := cashier.PayoutReport{
			Gateway: gateway, Status: cashier.PayoutStatus(payout.Status), Reference: payout.Reference, GatewayReference: payout.PayoutReference,
			Amount: payout.Amount, Currency: money.Currency(payout.Currency),
		}
		if payout.Reason != nil && payout.Reason.Valid() {
			told.Reason = string(*payout.Reason)
		}
		return told, nil
	case failure != nil && status >= http.StatusBadRequest && status < http.StatusInternalServerError:
		return cashier.PayoutReport{}, fmt.Errorf("%w: status %d, code %.64q", ErrRefused, status, failure.Code)
	default:
		return cashier.PayoutReport{}, fmt.Errorf("%w: status %d", ErrUnknown, status)
	}
}
