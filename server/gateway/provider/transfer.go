package provider

import (
	"context"
	"errors"
	"fmt"
	"time"

	api "krapao/server/gateway/api/provider"
	"krapao/server/wallet"
)

// transferWithin is how long a call about a transfer may take. A late answer costs nothing: the same reference is asked
// again.
const transferWithin = 5 * time.Second

var _ wallet.Provider = (*Providers)(nil)

// Transfer has a transfer carried out, once for its reference. Errors: wallet.ErrNotCarriedOut, ErrUnknown,
// ErrUnconfigured.
func (p *Providers) Transfer(ctx context.Context, order wallet.Order) (wallet.Outcome, error) {
	outcome, err := call(ctx, p, order.Game, transferWithin, func(ctx context.Context, client *api.ClientWithResponses) (*api.CreateTransferHTTPResponse, error) {
		return client.CreateTransferWithResponse(ctx, order.Reference, api.CreateTransferRequest{
			Username: order.Username, Direction: api.TransferDirection(order.Direction), Amount: order.Amount, Currency: api.Currency(order.Currency),
		})
	}, func(answer *api.CreateTransferHTTPResponse) (*api.TransferOutcome, *api.ProviderFailure) {
		return answer.JSON200, answer.JSONDefault
	})
	if err != nil {
		return wallet.Outcome{}, forWallet(err)
	}
	reported, err := verdict(order.Game, order.Reference, outcome.Reference, string(outcome.Status), outcome.Reason)
	if outcome.Sequence != nil && reported.Verdict == wallet.Applied {
		reported.Sequence = *outcome.Sequence
	}
	return reported, err
}

// FindTransfer asks what became of a reference. Errors: ErrUnknown, ErrUnconfigured.
func (p *Providers) FindTransfer(ctx context.Context, game, reference string) (wallet.Outcome, error) {
	state, err := call(ctx, p, game, transferWithin, func(ctx context.Context, client *api.ClientWithResponses) (*api.GetTransferHTTPResponse, error) {
		return client.GetTransferWithResponse(ctx, reference)
	}, func(answer *api.GetTransferHTTPResponse) (*api.TransferState, *api.ProviderFailure) {
		return answer.JSON200, answer.JSONDefault
	})
	if err != nil {
		return wallet.Outcome{}, forWallet(err)
	}
	return verdict(game, reference, state.Reference, string(state.Status), state.Reason)
}

// CancelTransfer makes sure that a reference is never carried out, unless it was. Errors: ErrUnknown, ErrUnconfigured.
func (p *Providers) CancelTransfer(ctx context.Context, game, reference string) (wallet.Outcome, error) {
	outcome, err := call(ctx, p, game, transferWithin, func(ctx context.Context, client *api.ClientWithResponses) (*api.CancelTransferHTTPResponse, error) {
		return client.CancelTransferWithResponse(ctx, reference)
	}, func(answer *api.CancelTransferHTTPResponse) (*api.CancelOutcome, *api.ProviderFailure) {
		return answer.JSON200, answer.JSONDefault
	})
	if err != nil {
		return wallet.Outcome{}, forWallet(err)
	}
	return verdict(game, reference, outcome.Reference, string(outcome.Status), nil)
}

// verdict reads an answer; one about another reference, or with a status that is none, says nothing.
func verdict(game, asked, answered, status string, reason *api.TransferRejection) (wallet.Outcome, error) {
	outcome := wallet.Outcome{Verdict: wallet.Verdict(status)}
	if reason != nil && reason.Valid() { // another word would be written down and shown to people as the provider wished
		outcome.Reason = string(*reason)
	}
	switch {
	case asked != answered:
		return wallet.Outcome{}, fmt.Errorf("%w: %s answered about another transfer", ErrUnknown, game)
	case status == string(api.TransferStateStatusCANCELLED):
		return wallet.Outcome{Verdict: wallet.Rejected, Reason: status}, nil
	case outcome.Verdict == wallet.Applied, outcome.Verdict == wallet.Rejected, outcome.Verdict == wallet.NotFound:
		return outcome, nil
	}
	return wallet.Outcome{}, fmt.Errorf("%w: %s answered status %.20q", ErrUnknown, game, status)
}

// forWallet says in the wallet's words what a provider's fault means.
func forWallet(err error) error {
	switch {
	case errors.Is(err, ErrRefused):
		return fmt.Errorf("%w: %w", wallet.ErrNotCarriedOut, err)
	case errors.Is(err, ErrNotSent):
		return fmt.Errorf("%w: %w", wallet.ErrNotAsked, err)
	}
	return err
}
