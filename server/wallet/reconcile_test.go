package wallet_test

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"krapao/server/money"
	"krapao/server/wallet"
)

// stopped is a server that dies at a provider's call: before it is sent, or when its answer is on the way.
type stopped struct {
	wallet.Provider
	sent bool
}

func (s stopped) Transfer(ctx context.Context, order wallet.Order) (wallet.Outcome, error) {
	if s.sent {
		_, _ = s.Provider.Transfer(ctx, order)
	}
	<-ctx.Done()
	return wallet.Outcome{}, ctx.Err()
}

func TestWhatAServerLeftHalfDoneAnotherFinishes(t *testing.T) {
	t.Parallel()
	for name, sent := range map[string]bool{"before the provider was asked": false, "before its answer was written": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newTransferEnv(t, baht(100))
			dying := b.server()
			dying.Provider, dying.WaitTimeout = stopped{b.providers, sent}, 50*time.Millisecond
			_, err := dying.Transfer(t.Context(), wallet.TransferInput{Member: somchai, Currency: money.Baht, Source: wallet.Main, Target: pg, Amount: baht(60)})
			if err != nil {
				t.Fatal(err)
			}
			b.has(balances{main: baht(40), transit: baht(60)})
			b.clock.Advance(5 * time.Second)
			if err := b.transfers.Reconcile(t.Context()); err != nil {
				t.Fatal(err)
			}
			b.has(balances{main: baht(40), transit: baht(60)}) // its own server may still be at it
			b.reconcile()
			b.has(balances{main: baht(40), atPG: baht(60)})
			b.sound()
		})
	}
}

func TestServersShareTheWorkAndDoNotAskTwice(t *testing.T) {
	t.Parallel()
	b := newTransferEnv(t, baht(100))
	b.fault("provider", `{"mode":"down"}`)
	const pending = 6
	b.transfers.WaitTimeout = 10 * time.Millisecond
	for i := range pending {
		if leg, err := b.move(wallet.Main, []string{pg, jili}[i%2], baht(10)); err != nil || leg.Status != wallet.LegPending {
			t.Fatalf("%+v, %v", leg, err)
		}
	}
	b.clearFaults("provider")
	time.Sleep(25 * time.Millisecond)
	b.settled(wallet.Main, pg, baht(10)) // the providers are back
	b.settled(wallet.Main, jili, baht(10))
	b.clock.Advance(20 * time.Second)
	before := b.calls.Load()
	together(4, func(int) {
		if err := b.server().Reconcile(t.Context()); err != nil {
			t.Error(err)
		}
	})
	if asked := b.calls.Load() - before; asked != pending {
		t.Errorf("%d calls about %d transfers", asked, pending)
	}
	b.has(balances{main: baht(20), atPG: baht(40), atJILI: baht(40)})
	b.sound()
}

// fewAtOnce is a store of which the reconciler gets two transfers at a time, however many are due.
type fewAtOnce struct{ wallet.TransferStore }

func (f fewAtOnce) Due(ctx context.Context, now time.Time, _ int) ([]wallet.Transfer, error) {
	return f.TransferStore.Due(ctx, now, 2)
}

func TestAllThatAnOutageLeftIsFinalInOneTurn(t *testing.T) {
	t.Parallel()
	b := newTransferEnv(t, baht(100))
	b.fault("provider", `{"mode":"down"}`)
	b.transfers.WaitTimeout = 10 * time.Millisecond
	for range 5 {
		if leg, err := b.move(wallet.Main, pg, baht(10)); err != nil || leg.Status != wallet.LegPending {
			t.Fatalf("%+v, %v", leg, err)
		}
	}
	b.clearFaults("provider")
	time.Sleep(25 * time.Millisecond)
	b.settled(wallet.Main, pg, baht(10)) // the provider is back
	b.clock.Advance(20 * time.Second)
	server := b.server()
	server.Store = fewAtOnce{server.Store}
	if err := server.Reconcile(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.has(balances{main: baht(40), atPG: baht(60)})
	b.sound()
}

// A call that hangs longer than a transfer is put off is asked a second time by another server: both hear the same.
func TestTwoServersThatHearTheSameAnswerSettleOnce(t *testing.T) {
	t.Parallel()
	b := newTransferEnv(t, baht(100))
	b.settled(wallet.Main, pg, baht(40))
	b.lasting("provider/"+pg, `{"mode":"down","only":"/transfers/"}`)
	if leg, err := b.move(pg, jili, baht(30)); err != nil || leg.Status != wallet.LegPending {
		t.Fatalf("%+v, %v", leg, err)
	}
	b.clearFaults("provider/" + pg)
	b.fault("provider/"+jili, `{"mode":"down","only":"/transfers/"}`) // the second step stays in transit: there is something to settle with
	time.Sleep(25 * time.Millisecond)
	both, here := make(chan struct{}), atomic.Int64{}
	intercept := func(next http.Handler, w http.ResponseWriter, r *http.Request) {
		if here.Add(1) == 2 {
			close(both)
		}
		<-both
		next.ServeHTTP(w, r)
	}
	b.intercept.Store(&intercept)
	together(2, func(i int) {
		for here.Load() < int64(i) { // the second server comes while the first one waits for its answer
			time.Sleep(time.Millisecond)
		}
		b.clock.Advance(20 * time.Second)
		if err := b.server().Reconcile(t.Context()); err != nil {
			t.Error(err)
		}
	})
	b.has(balances{main: baht(60), transit: baht(30), atPG: baht(10)})
	b.checked()
	b.clearFaults("provider/" + jili)
	b.reconcile()
	b.has(balances{main: baht(60), atPG: baht(10), atJILI: baht(30)})
	b.sound()
}

func TestBeyondTheProvidersMemoryNothingIsSentAgain(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		mode       string
		main, atPG money.Amount
	}{
		"it never came":  {"down", baht(100), 0},
		"it was applied": {"lose", baht(40), baht(60)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newTransferEnv(t, baht(100))
			b.lasting("provider/"+pg, `{"mode":"`+c.mode+`"}`)
			if leg, err := b.move(wallet.Main, pg, baht(60)); err != nil || leg.Status != wallet.LegPending {
				t.Fatalf("%+v, %v", leg, err)
			}
			b.clearFaults("provider/" + pg)
			intercept := func(next http.Handler, w http.ResponseWriter, r *http.Request) {
				if r.Method == http.MethodPut {
					t.Error("it was sent again")
				}
				next.ServeHTTP(w, r)
			}
			b.intercept.Store(&intercept)
			b.clock.Advance(30 * 24 * time.Hour)
			b.reconcile()
			b.has(balances{main: c.main, atPG: c.atPG})
			b.sound()
		})
	}
}

// All is final within 60 s after the faults stop (I8), however long they lasted: counted in turns of the reconciler.
func TestEverythingIsFinalSoonAfterTheFaultsStop(t *testing.T) {
	t.Parallel()
	b := newTransferEnv(t, baht(100))
	b.lasting("provider/"+pg, `{"mode":"error-after"}`)
	if leg, err := b.move(wallet.Main, pg, baht(60)); err != nil || leg.Status != wallet.LegPending {
		t.Fatalf("%+v, %v", leg, err)
	}
	for range 30 {
		b.reconcile()
	}
	b.clearFaults("provider/" + pg)
	for waited := time.Duration(0); ; waited += time.Second {
		if waited > 60*time.Second {
			t.Fatal("still pending after a minute")
		}
		b.clock.Advance(time.Second)
		time.Sleep(2 * time.Millisecond)
		if err := b.transfers.Reconcile(t.Context()); err != nil {
			t.Fatal(err)
		}
		if count, _, err := b.transfers.UnderWay(t.Context()); err != nil || count == 0 {
			if err != nil || waited > 45*time.Second { // the breaker's ten seconds and the jobs' turns must fit as well
				t.Errorf("final after %v, %v", waited, err)
			}
			break
		}
	}
	b.sound()
}

func TestACallInsideATransactionIsRefused(t *testing.T) {
	t.Parallel()
	b := newTransferEnv(t, baht(100))
	err := b.database.DB.InTx(t.Context(), func(ctx context.Context) error {
		_, err := b.providers.Transfer(ctx, wallet.Order{Game: pg, Reference: "reference", Username: "kr1", Direction: wallet.In, Amount: 100, Currency: money.Baht})
		return err
	})
	if err == nil || errors.Is(err, wallet.ErrNotCarriedOut) || b.calls.Load() != 0 {
		t.Errorf("%v, %d calls", err, b.calls.Load())
	}
}
