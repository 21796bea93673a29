package payment

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"krapao/server/fault"
	api "krapao/server/gateway/api/payment"
	"krapao/server/gateway/capped"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/withdrawal"
)

var _ withdrawal.Payouts = (*Gateways)(nil)

// CreatePayout orders the payout of a withdrawal under its id. Errors: deposit.ErrPayoutRefused (this order is not
// carried out), ErrUnknown.
func (g *Gateways) CreatePayout(ctx context.Context, w withdrawal.Withdrawal) (withdrawal.PayoutReport, error) {
	client, err := g.of(ctx, w.Payout.Gateway)
	if err != nil {
		return withdrawal.PayoutReport{}, fmt.Errorf("%w: %w", withdrawal.ErrPayoutRefused, err) // nothing was sent
	}
	answer, err := client.CreatePayoutWithResponse(ctx, w.ID.String(), api.CreatePayoutRequest{
		Amount: w.Amount, Currency: api.Currency(w.Currency),
		Destination: api.PayoutDestination{BankCode: w.To.Bank, AccountNo: w.To.Number, AccountName: w.To.Holder},
	})
	if err != nil {
		return withdrawal.PayoutReport{}, unanswered(err)
	}
	report, err := payoutOf(w.Payout.Gateway, w.ID, answer.JSON200, answer.JSONDefault, answer.StatusCode())
	// A conflict says that there is a payout of this reference, and a time-out that there may be: neither is a no.
	if status := answer.StatusCode(); errors.Is(err, ErrRefused) && status != http.StatusConflict && status != http.StatusRequestTimeout {
		err = fmt.Errorf("%w: %w", withdrawal.ErrPayoutRefused, err)
	}
	return report, err
}

// GetPayout asks what became of a payout. Errors: NO_DATA (the gateway has not seen it), ErrUnknown, ErrRefused,
// ErrUnconfigured.
func (g *Gateways) GetPayout(ctx context.Context, gateway string, w id.ID) (withdrawal.PayoutReport, error) {
	client, err := g.of(ctx, gateway)
	if err != nil {
		return withdrawal.PayoutReport{}, err
	}
	answer, err := client.GetPayoutWithResponse(ctx, w.String())
	if err != nil {
		return withdrawal.PayoutReport{}, unanswered(err)
	}
	report, err := payoutOf(gateway, w, answer.JSON200, answer.JSONDefault, answer.StatusCode())
	if errors.Is(err, ErrRefused) && answer.StatusCode() == http.StatusNotFound {
		err = fault.NoData.With(err)
	}
	return report, err
}

func payoutOf(gateway string, w id.ID, payout *api.Payout, failure *api.PaymentFailure, status int) (withdrawal.PayoutReport, error) {
	switch {
	case payout != nil && payout.Reference != w.String():
		return withdrawal.PayoutReport{}, fmt.Errorf("%w: it answered for reference %.64q", ErrUnknown, payout.Reference)
	case payout != nil && (payout.PayoutReference == "" || strings.ContainsRune(payout.PayoutReference, capped.Replaced)): // it was another one
		return withdrawal.PayoutReport{}, fmt.Errorf("%w: it names the payout %.64q", ErrUnknown, payout.PayoutReference)
	case payout != nil && payout.Status != api.PayoutStatusPENDING && payout.Status != api.PayoutStatusPAID && payout.Status != api.PayoutStatusREJECTED:
		return withdrawal.PayoutReport{}, fmt.Errorf("%w: status %.20q", ErrUnknown, string(payout.Status))
	case payout != nil:
		reported := withdrawal.PayoutReport{
			Gateway: gateway, Status: withdrawal.PayoutStatus(payout.Status), Reference: payout.Reference, GatewayReference: payout.PayoutReference,
			Amount: payout.Amount, Currency: money.Currency(payout.Currency),
		}
		if payout.Reason != nil && payout.Reason.Valid() {
			reported.Reason = string(*payout.Reason)
		}
		return reported, nil
	case failure != nil && status >= http.StatusBadRequest && status < http.StatusInternalServerError:
		return withdrawal.PayoutReport{}, fmt.Errorf("%w: status %d, code %.64q", ErrRefused, status, failure.Code)
	default:
		return withdrawal.PayoutReport{}, fmt.Errorf("%w: status %d", ErrUnknown, status)
	}
}
