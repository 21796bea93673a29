package wallet_test

import (
	"errors"
	"sync/atomic"
	"testing"

	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/wallet"
)

func (b *transferEnv) transferAll(target string) (wallet.TransferAllResult, error) {
	return b.transfers.TransferAll(b.t.Context(), wallet.TransferAllInput{Member: somchai, Currency: money.Baht, Target: target})
}

// leg gives the leg of a source.
func leg(t *testing.T, legs []wallet.Leg, source string) wallet.Leg {
	t.Helper()
	for _, leg := range legs {
		if leg.Source == source {
			return leg
		}
	}
	t.Fatalf("no leg from %s in %+v", source, legs)
	return wallet.Leg{}
}

func TestATransferAllBringsEverythingToOneGame(t *testing.T) {
	t.Parallel()
	b := newTransferEnv(t, baht(100))
	b.settled(wallet.Main, jili, baht(40))
	b.play(jili, "10", "25") // what is won moves as well
	result, err := b.transferAll(pg)
	if err != nil || result.Pending || result.Arrived != baht(115) || len(result.Legs) != 2 {
		t.Fatalf("%+v, %v", result, err)
	}
	if of := leg(t, result.Legs, jili); of.Amount != baht(55) || of.HeldBy != pg || of.Target != pg {
		t.Errorf("%+v", of)
	}
	b.has(balances{atPG: baht(115)})
	if again, err := b.transferAll(pg); err != nil || len(again.Legs) != 0 || again.Arrived != 0 {
		t.Errorf("with nothing to move: %+v, %v", again, err)
	}
	if home, err := b.transferAll(wallet.Main); err != nil || home.Arrived != baht(115) {
		t.Errorf("home: %+v, %v", home, err)
	}
	b.has(balances{main: baht(115)})
	b.sound()
}

func TestALegThatFailsStaysWhereItIs(t *testing.T) {
	t.Parallel()
	b := newTransferEnv(t, baht(100))
	b.settled(wallet.Main, jili, baht(40))
	b.fault("provider/"+jili, `{"mode":"reject","count":1,"only":"/transfers/"}`)
	result, err := b.transferAll(pg)
	if err != nil || result.Pending || result.Arrived != baht(60) {
		t.Fatalf("%+v, %v", result, err)
	}
	if of := leg(t, result.Legs, jili); of.Status != wallet.LegFailed || of.HeldBy != jili || of.Fault.Code != "TRANSFER_FAIL" {
		t.Errorf("%+v", of)
	}
	b.has(balances{atPG: baht(60), atJILI: baht(40)})
	b.fault("provider/"+pg, `{"mode":"reject","count":1,"only":"/transfers/"}`) // the second step fails: the money stays in the main wallet
	b.clearFaults("provider/" + jili)
	if _, err := b.transferAll(pg); !errors.Is(err, wallet.ErrTransferFail) {
		t.Errorf("every leg failed: %v", err)
	}
	b.has(balances{main: baht(40), atPG: baht(60)})
	b.sound()
}

func TestALegThatIsUnknownIsPendingAndLaterArrives(t *testing.T) {
	t.Parallel()
	b := newTransferEnv(t, baht(100))
	b.settled(wallet.Main, jili, baht(40))
	b.lasting("provider/"+jili, `{"mode":"lose","only":"/transfers/"}`)
	input := wallet.TransferAllInput{Member: somchai, Currency: money.Baht, Target: pg, Key: keyOf("all")}
	result, err := b.transfers.TransferAll(t.Context(), input)
	if err != nil || !result.Pending || result.Arrived != baht(60) {
		t.Fatalf("%+v, %v", result, err)
	}
	if of := leg(t, result.Legs, jili); of.Status != wallet.LegPending || of.HeldBy != "" {
		t.Errorf("%+v", of)
	}
	b.clearFaults("provider/" + jili)
	b.reconcile()
	again, err := b.transfers.TransferAll(t.Context(), input)
	if err != nil || again.Pending || again.Arrived != baht(100) || again.Request != result.Request {
		t.Errorf("asked again: %+v, %v", again, err)
	}
	b.has(balances{atPG: baht(100)})
	b.sound()
}

func TestATransferAllIntoNothingIsRefused(t *testing.T) {
	t.Parallel()
	b := newTransferEnv(t, baht(100))
	for target, want := range map[string]fault.Code{"NOWHERE": "NO_GAME", shut: "NO_GAME"} {
		if _, err := b.transferAll(target); fault.From(err).Code != want {
			t.Errorf("%s: %v", target, err)
		}
	}
	b.has(balances{main: baht(100)})
}

func TestFiftyTransferAllsAtOnceMoveEverythingOnce(t *testing.T) {
	t.Parallel()
	b := newTransferEnv(t, baht(100))
	b.settled(wallet.Main, jili, baht(40))
	var arrived atomic.Int64
	together(50, func(int) {
		result, err := b.transferAll(pg)
		if err != nil || result.Pending {
			t.Errorf("%+v, %v", result, err)
		}
		arrived.Add(int64(result.Arrived))
	})
	if got := money.Amount(arrived.Load()); got != baht(100) {
		t.Errorf("%v arrived", got)
	}
	b.has(balances{atPG: baht(100)})
	b.sound()
}

// The second step is written by another server, whose clock may be behind: its id says nothing about which came first.
func TestALegIsToldByItsSecondStepWhateverTheServersClocks(t *testing.T) {
	t.Parallel()
	b := newTransferEnv(t, baht(100))
	second, first := id.NewID(), id.NewID()
	for _, step := range []wallet.Transfer{
		{ID: first, Game: pg, Direction: wallet.Out, Status: wallet.Pending, NextUsername: "x"},
		{ID: second, After: first, Game: jili, Direction: wallet.In, Status: wallet.Pending},
	} {
		step.Member, step.Request, step.Source, step.Target, step.Amount, step.Currency = somchai, first, pg, jili, baht(10), money.Baht
		if err := b.transfers.Store.AddTransfers(t.Context(), step); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.transfers.Store.Decide(t.Context(), wallet.DecideInput{Transfer: wallet.Transfer{ID: first, Member: somchai}, Status: wallet.Settled, At: b.clock.Now()}); err != nil {
		t.Fatal(err)
	}
	if legs, err := b.transfers.Legs(t.Context(), somchai, first); err != nil || len(legs) != 1 || legs[0].Status != wallet.LegPending {
		t.Errorf("%+v, %v: the money has not arrived", legs, err)
	}
}

func TestMoneyIsBroughtHomeOncePerRequest(t *testing.T) {
	t.Parallel()
	b := newTransferEnv(t, baht(100))
	b.settled(wallet.Main, jili, baht(40))
	b.settled(wallet.Main, pg, baht(30))
	b.fault("provider/"+pg, `{"mode":"reject","only":"/transfers/"}`)
	request := id.NewID()
	legs, err := b.transfers.CollectToMain(t.Context(), somchai, money.Baht, request)
	if err != nil || len(legs) != 2 || leg(t, legs, jili).HeldBy != wallet.Main || leg(t, legs, pg).HeldBy != pg {
		t.Fatalf("%+v, %v", legs, err)
	}
	b.has(balances{main: baht(70), atPG: baht(30)})
	b.clearFaults("provider/" + pg)
	if again, err := b.transfers.CollectToMain(t.Context(), somchai, money.Baht, request); err != nil || len(again) != 2 {
		t.Errorf("again: %+v, %v", again, err)
	}
	b.has(balances{main: baht(70), atPG: baht(30)})
	if others, err := b.transfers.Legs(t.Context(), malee, request); err != nil || len(others) != 0 {
		t.Errorf("another member sees %+v, %v", others, err)
	}
	b.sound()
}
