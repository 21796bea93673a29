package wallet_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/server/fault"
	"krapao/server/idempotency"
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

func TestAMemberWithManyTransfersInTransitBeginsNoOther(t *testing.T) {
	t.Parallel()
	b := newTransferEnv(t, baht(100))
	works, fails := b.transfers.Provider, &failing{}
	b.transfers.Provider = fails
	input := wallet.TransferInput{Member: somchai, Currency: money.Baht, Source: wallet.Main, Target: pg, Amount: baht(1)}
	for i := range 31 {
		if _, err := b.transfers.Transfer(t.Context(), input); err != nil {
			t.Fatalf("transfer %d: %v", i+1, err)
		}
	}
	var twice sync.WaitGroup
	keyed := input
	keyed.Key = idempotency.Key{Operation: "TransferFunds", Key: "the last one"}
	for range 8 { // the last one, sent again before it was answered
		twice.Go(func() {
			if leg, err := b.transfers.Transfer(t.Context(), keyed); err != nil || leg.Status != wallet.LegPending {
				t.Errorf("sent again: %+v %v", leg, err)
			}
		})
	}
	twice.Wait()
	if _, err := b.transfers.Transfer(t.Context(), input); !errors.Is(err, fault.RequestLimit) {
		t.Errorf("one more: %v", err)
	}
	if _, err := b.transfers.TransferAll(t.Context(), wallet.TransferAllInput{Member: somchai, Currency: money.Baht, Target: pg}); !errors.Is(err, fault.RequestLimit) {
		t.Errorf("everything: %v", err)
	}
	b.has(balances{main: baht(68), transit: baht(32)})
	b.transfers.Provider = works
	b.reconcile()
	if _, err := b.transfers.Transfer(t.Context(), input); err != nil {
		t.Errorf("after they came to an end: %v", err)
	}
	b.has(balances{main: baht(67), atPG: baht(33)})
	b.sound()
}

func TestNobodyWaitsForAProviderThatIsNotAskedBecauseItFails(t *testing.T) {
	t.Parallel()
	b := newTransferEnv(t, baht(100))
	works, fails := b.transfers.Provider, &failing{}
	b.transfers.Provider, b.transfers.WaitTimeout = fails, time.Hour
	leg, err := b.transfers.Transfer(t.Context(), wallet.TransferInput{Member: somchai, Currency: money.Baht, Source: wallet.Main, Target: pg, Amount: baht(60)})
	if err != nil || leg.Status != wallet.LegPending || fails.asked.Load() != 1 {
		t.Errorf("%+v %v after %d tries", leg, err, fails.asked.Load())
	}
	b.transfers.Provider = works
	b.reconcile()
	b.has(balances{main: baht(40), atPG: baht(60)})
	b.sound()
}
