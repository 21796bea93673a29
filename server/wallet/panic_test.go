package wallet_test

import (
	"context"
	"testing"
	"time"

	"krapao/server/money"
	"krapao/server/wallet"
)

// stumbling is a provider's adapter with a defect: it panics over one game.
type stumbling struct {
	wallet.Provider
	game string
}

func (s stumbling) Transfer(ctx context.Context, order wallet.Order) (wallet.Outcome, error) {
	if order.Game == s.game {
		panic("a defect")
	}
	return s.Provider.Transfer(ctx, order)
}

func TestAPanicOverOneTransferEndsNeitherTheServerNorTheOthers(t *testing.T) {
	t.Parallel()
	for _, game := range []string{pg, jili} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			b := newTransferEnv(t, baht(100))
			b.settled(wallet.Main, pg, baht(30))
			b.settled(wallet.Main, jili, baht(30))
			server := b.server()
			server.Provider, server.WaitTimeout = stumbling{b.transfers.Provider, game}, 100*time.Millisecond
			func() {
				defer func() { _ = recover() }() // the first leg is executed in the request, whose server recovers
				result, err := server.TransferAll(t.Context(), wallet.TransferAllInput{Member: somchai, Currency: money.Baht, Target: wallet.Main})
				if err != nil || len(result.Legs) != 2 {
					t.Errorf("the member is told of %+v, %v", result.Legs, err)
				}
			}()
			b.clock.Advance(20 * time.Second)
			if err := server.Reconcile(t.Context()); err != nil {
				t.Error(err)
			}
			for range 2 { // and with the defect mended
				b.clock.Advance(time.Minute)
				b.reconcile()
			}
			b.has(balances{main: baht(100)})
			b.sound()
		})
	}
}
