package wallet_test

import (
	"errors"
	"net/http"
	"path"
	"sync/atomic"
	"testing"
	"time"

	"krapao/server/fault"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/wallet"
)

func baht(whole int64) money.Amount { return money.Units(whole) }

func TestMoneyGoesToAGameAndBack(t *testing.T) {
	t.Parallel()
	b := newTransferEnv(t, baht(100))
	b.settled(wallet.Main, pg, baht(60))
	b.has(balances{main: baht(40), atPG: baht(60)})
	b.settled(pg, wallet.Main, baht(25))
	b.has(balances{main: baht(65), atPG: baht(35)})
	b.sound()
}

// Whatever a provider does to one call, the member gets the right answer and the money is where the answer says.
func TestOneFaultOfAProviderHarmsNoTransfer(t *testing.T) {
	t.Parallel()
	for mode, fails := range map[string]bool{
		"late": false, "lose": false, "error-after": false, "error-before": false, "reject": true, "apply-late": false, "down": false, "lie": false,
	} {
		for _, direction := range []wallet.Direction{wallet.In, wallet.Out} {
			t.Run(mode+" "+string(direction), func(t *testing.T) {
				t.Parallel()
				b := newTransferEnv(t, baht(100))
				b.settled(wallet.Main, pg, baht(50))
				b.fault("provider/"+pg, `{"mode":"`+mode+`","count":1,"seconds":0.1,"only":"/transfers/"}`)
				source, target, sign := wallet.Main, pg, money.Amount(-1)
				if direction == wallet.Out {
					source, target, sign = pg, wallet.Main, 1
				}
				leg, err := b.move(source, target, baht(20))
				switch {
				case fails && !errors.Is(err, wallet.ErrTransferFail):
					t.Fatalf("%+v, %v", leg, err)
				case fails:
					b.has(balances{main: baht(50), atPG: baht(50)})
				case err != nil || leg.Status != wallet.LegSettled:
					t.Fatalf("%+v, %v", leg, err)
				default:
					b.has(balances{main: baht(50) + sign*baht(20), atPG: baht(50) - sign*baht(20)})
				}
				time.Sleep(150 * time.Millisecond) // what comes late has come
				b.sound()
			})
		}
	}
}

func TestATransferThatStaysUnknownIsPendingAndLaterSettles(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"lose", "error-after", "error-before", "down"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			b := newTransferEnv(t, baht(100))
			b.lasting("provider/"+pg, `{"mode":"`+mode+`"}`)
			input := wallet.TransferInput{Member: somchai, Currency: money.Baht, Source: wallet.Main, Target: pg, Amount: baht(60), Key: keyOf("first")}
			leg, err := b.transfers.Transfer(t.Context(), input)
			if err != nil || leg.Status != wallet.LegPending || leg.HeldBy != "" {
				t.Fatalf("%+v, %v", leg, err)
			}
			b.has(balances{main: baht(40), transit: baht(60)})
			b.checked()
			if count, age, err := b.transfers.UnderWay(t.Context()); err != nil || count != 1 || age < 0 {
				t.Errorf("under way: %d, %v, %v", count, age, err)
			}
			b.reconcile()
			b.has(balances{main: baht(40), transit: baht(60)})
			b.clearFaults("provider/" + pg)
			b.reconcile()
			b.has(balances{main: baht(40), atPG: baht(60)})
			again, err := b.transfers.Transfer(t.Context(), input)
			if err != nil || again.Status != wallet.LegSettled || again.Reference != leg.Reference {
				t.Errorf("asked again: %+v, %v", again, err)
			}
			b.sound()
		})
	}
}

func TestAPendingTransferThatIsRejectedComesBack(t *testing.T) {
	t.Parallel()
	b := newTransferEnv(t, baht(100))
	b.lasting("provider/"+pg, `{"mode":"error-before"}`)
	input := wallet.TransferInput{Member: somchai, Currency: money.Baht, Source: wallet.Main, Target: pg, Amount: baht(60), Key: keyOf("first")}
	if leg, err := b.transfers.Transfer(t.Context(), input); err != nil || leg.Status != wallet.LegPending {
		t.Fatalf("%+v, %v", leg, err)
	}
	b.clearFaults("provider/" + pg)
	b.fault("provider/"+pg, `{"mode":"reject"}`)
	b.reconcile()
	b.has(balances{main: baht(100)})
	if _, err := b.transfers.Transfer(t.Context(), input); !errors.Is(err, wallet.ErrTransferFail) {
		t.Errorf("asked again: %v", err)
	}
	b.sound()
}

// The provider says of the second try that it did not carry it out; the first one had been.
func TestARefusalIsNoNoUntilTheCancelIsConfirmed(t *testing.T) {
	t.Parallel()
	for name, applied := range map[string]bool{"applied before": true, "never applied": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newTransferEnv(t, baht(100))
			var puts atomic.Int64
			intercept := func(next http.Handler, w http.ResponseWriter, r *http.Request) {
				if r.Method != http.MethodPut {
					next.ServeHTTP(w, r)
					return
				}
				if puts.Add(1) == 1 && applied {
					next.ServeHTTP(discard{}, r)
					panic(http.ErrAbortHandler)
				}
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(http.StatusTooManyRequests)
				_, _ = w.Write([]byte(`{"code":"BUSY","message":"Later."}`))
			}
			b.intercept.Store(&intercept)
			leg, err := b.move(wallet.Main, pg, baht(60))
			if applied {
				if err != nil || leg.Status != wallet.LegSettled {
					t.Errorf("%+v, %v", leg, err)
				}
				b.has(balances{main: baht(40), atPG: baht(60)})
			} else {
				if !errors.Is(err, wallet.ErrTransferFail) {
					t.Fatalf("%+v, %v", leg, err)
				}
				b.has(balances{main: baht(100)})
			}
			b.sound()
		})
	}
}

// discard takes an answer that nobody hears.
type discard struct{}

func (discard) Header() http.Header            { return http.Header{} }
func (discard) WriteHeader(int)                {}
func (discard) Write(text []byte) (int, error) { return len(text), nil }

func TestWinningsThatTheLedgerDoesNotKnowYetCanBeTakenHome(t *testing.T) {
	t.Parallel()
	b := newTransferEnv(t, baht(100))
	b.settled(wallet.Main, pg, baht(100))
	b.play(pg, "10", "50")
	b.settled(pg, wallet.Main, baht(140))
	b.has(balances{main: baht(140)})
	b.sound()
}

func TestMoneyLostInTheGameCannotBeTakenHome(t *testing.T) {
	t.Parallel()
	b := newTransferEnv(t, baht(100))
	b.settled(wallet.Main, pg, baht(100))
	b.play(pg, "70", "0")
	if _, err := b.move(pg, wallet.Main, baht(100)); !errors.Is(err, ledger.ErrMoneyNotEnough) {
		t.Errorf("before it is booked: %v", err)
	}
	b.fault("provider/"+pg, `{"mode":"error-before","only":"/balance"}`) // the refresh learns nothing
	b.post("/provider/"+pg+"/players/"+b.username(pg)+"/play", `{"stake":"20"}`)
	b.clock.Advance(5 * time.Second)
	if _, err := b.move(pg, wallet.Main, baht(30)); !errors.Is(err, wallet.ErrTransferFail) {
		t.Errorf("the provider's no: %v", err)
	}
	b.has(balances{atPG: baht(30)})
	b.clearFaults("provider/" + pg)
	b.clock.Advance(5 * time.Second)
	b.settled(pg, wallet.Main, baht(10))
	b.sound()
}

func TestFromGameToGameGoesThroughTheMainWallet(t *testing.T) {
	t.Parallel()
	b := newTransferEnv(t, baht(100))
	b.settled(wallet.Main, pg, baht(80))
	b.settled(pg, jili, baht(30))
	b.has(balances{main: baht(20), atPG: baht(50), atJILI: baht(30)})
	b.fault("provider/"+jili, `{"mode":"reject","count":1,"only":"/transfers/"}`)
	if _, err := b.move(pg, jili, baht(10)); !errors.Is(err, wallet.ErrTransferFail) {
		t.Errorf("the second step's no: %v", err)
	}
	b.has(balances{main: baht(30), atPG: baht(40), atJILI: baht(30)})
	b.fault("provider/"+pg, `{"mode":"reject","count":1,"only":"/transfers/"}`)
	if _, err := b.move(pg, jili, baht(10)); !errors.Is(err, wallet.ErrTransferFail) {
		t.Errorf("the first step's no: %v", err)
	}
	b.has(balances{main: baht(30), atPG: baht(40), atJILI: baht(30)})
	b.sound()
}

func TestTheReconcilerCarriesOnFromTheFirstStepToTheSecond(t *testing.T) {
	t.Parallel()
	b := newTransferEnv(t, baht(100))
	b.settled(wallet.Main, pg, baht(80))
	b.lasting("provider/"+pg, `{"mode":"lose"}`)
	leg, err := b.move(pg, jili, baht(30))
	if err != nil || leg.Status != wallet.LegPending {
		t.Fatalf("%+v, %v", leg, err)
	}
	b.clearFaults("provider/" + pg)
	b.reconcile()
	b.has(balances{main: baht(20), atPG: baht(50), atJILI: baht(30)})
	b.sound()
}

func TestAMemberWhomTheProviderDoesNotKnowGetsTheMoneyBack(t *testing.T) {
	t.Parallel()
	b := newTransferEnv(t, baht(100))
	if _, err := b.database.DB.Querier(t.Context()).Exec(t.Context(), "update game_account set username = 'nobody' where provider = $1", pg); err != nil {
		t.Fatal(err)
	}
	_, err := b.move(wallet.Main, pg, baht(60))
	if got := fault.From(err); got.Code != "NOT_PG" {
		t.Errorf("%v", err)
	}
	b.has(balances{main: baht(100)})
	b.checked()
}

// A zero byte is text that a database does not keep: the no must be heard all the same.
func TestANoWithAReasonOfTheProvidersMakingGivesTheMoneyBack(t *testing.T) {
	t.Parallel()
	b := newTransferEnv(t, baht(100))
	b.transfers.WaitTimeout = 2 * time.Second
	intercept := func(_ http.Handler, w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"reference":"` + path.Base(r.URL.Path) + `","status":"REJECTED","reason":"\u0000 no","decidedAt":"2026-03-01T09:16:02+07:00"}`))
	}
	b.intercept.Store(&intercept)
	if leg, err := b.move(wallet.Main, pg, baht(60)); !errors.Is(err, wallet.ErrTransferFail) {
		t.Errorf("%+v, %v", leg, err)
	}
	b.has(balances{main: baht(100)})
}

func TestAWishThatCannotBeIsRefusedBeforeAnythingMoves(t *testing.T) {
	t.Parallel()
	b := newTransferEnv(t, baht(100))
	for name, c := range map[string]struct {
		source, target string
		amount         money.Amount
		want           fault.Code
	}{
		"nothing":            {wallet.Main, pg, 0, "TRANSFER_MINIMUM"},
		"less than nothing":  {wallet.Main, pg, -baht(5), "TRANSFER_MINIMUM"},
		"too little":         {wallet.Main, pg, 99, "TRANSFER_MINIMUM"},
		"to itself":          {pg, pg, baht(5), "KEY_INVALID"},
		"main to main":       {wallet.Main, wallet.Main, baht(5), "KEY_INVALID"},
		"nowhere":            {wallet.Main, "NOWHERE", baht(5), "NO_GAME"},
		"from nowhere":       {"NOWHERE", wallet.Main, baht(5), "NO_GAME"},
		"to a closed one":    {wallet.Main, shut, baht(5), "NO_GAME"},
		"too much":           {wallet.Main, pg, baht(101), "MONEY_NOT_ENOUGH"},
		"too much of a game": {pg, wallet.Main, baht(1), "MONEY_NOT_ENOUGH"},
	} {
		if _, err := b.move(c.source, c.target, c.amount); fault.From(err).Code != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := b.transfers.Transfer(t.Context(), wallet.TransferInput{Member: malee, Currency: money.Baht, Source: wallet.Main, Target: pg, Amount: baht(5)}); fault.From(err).Code != "SLOT_NO_ACCOUNT" {
		t.Errorf("without an account: %v", err)
	}
	b.has(balances{main: baht(100)})
	if b.calls.Load() != 0 {
		t.Errorf("%d calls about transfers", b.calls.Load())
	}
}
