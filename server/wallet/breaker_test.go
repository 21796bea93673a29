package wallet_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"krapao/server/money"
	"krapao/server/wallet"
)

// failing is a provider whose breaker is open.
type failing struct {
	wallet.Provider
	asked atomic.Int64
}

func (f *failing) Transfer(context.Context, wallet.Order) (wallet.Outcome, error) {
	f.asked.Add(1)
	return wallet.Outcome{}, wallet.ErrNotAsked
}

func TestNobodyWaitsForAProviderThatIsNotAskedBecauseItFails(t *testing.T) {
	t.Parallel()
	b := newTill(t, baht(100))
	works, fails := b.transfers.Provider, &failing{}
	b.transfers.Provider, b.transfers.Patience = fails, time.Hour
	leg, err := b.transfers.Transfer(t.Context(), wallet.TransferInput{Member: somchai, Currency: money.Baht, Source: wallet.Main, Target: pg, Amount: baht(60)})
	if err != nil || leg.Status != wallet.LegPending || fails.asked.Load() != 1 {
		t.Errorf("%+v %v after %d tries", leg, err, fails.asked.Load())
	}
	b.transfers.Provider = works
	b.reconcile()
	b.has(baht(40), 0, baht(60), 0)
	b.sound()
}
