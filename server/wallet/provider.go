package wallet

import (
	"context"
	"errors"

	"krapao/server/money"
)

// ErrNotCarriedOut says that the provider did not carry this call out. An earlier call under the same reference may
// have been.
var ErrNotCarriedOut = errors.New("wallet: the provider did not carry it out")

// ErrNotAsked says that the provider fails, so it was not asked now. An earlier call under the same reference may have
// been carried out.
var ErrNotAsked = errors.New("wallet: the provider fails and was not asked")

// Order is a transfer as a provider is asked for it.
type Order struct {
	// Game is the provider's code, Reference the transfer's id.
	Game, Reference, Username string
	Direction                 Direction
	Amount                    money.Amount
	Currency                  money.Currency
}

// Verdict is what a provider says about a reference.
type Verdict string

// The verdicts. Applied and Rejected are final; NotFound is not a no.
const (
	Applied  Verdict = "APPLIED"
	Rejected Verdict = "REJECTED"
	NotFound Verdict = "NOT_FOUND"
)

// ReasonNoPlayer is the reason of a no: the provider does not know the member.
const ReasonNoPlayer = "NO_PLAYER"

// Outcome is a verdict with, when it was rejected, its reason.
type Outcome struct {
	Verdict Verdict
	Reason  string
	// Sequence is the provider's number of the player's balance right after it was applied, 0 where it is not reported.
	Sequence int64
}

// Provider asks game providers. It refuses a context that carries a transaction. Any error but ErrNotCarriedOut leaves
// unknown what happened; any method gives ErrNotAsked.
type Provider interface {
	// Transfer has a transfer carried out, once for its reference: Applied or Rejected. Errors: ErrNotCarriedOut.
	Transfer(ctx context.Context, order Order) (Outcome, error)
	// FindTransfer asks what became of a reference.
	FindTransfer(ctx context.Context, game, reference string) (Outcome, error)
	// CancelTransfer makes sure that a reference is never carried out: Rejected, or Applied when it already was.
	CancelTransfer(ctx context.Context, game, reference string) (Outcome, error)
}
