package wallet_test

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"krapao/server/fault"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/wallet"
)

func TestFiftyIdenticalTransfersWithOneKeyAreOne(t *testing.T) {
	t.Parallel()
	b := newTransferEnv(t, baht(100))
	references := make([]string, 50)
	together(len(references), func(i int) {
		leg, err := b.transfers.Transfer(t.Context(), wallet.TransferInput{
			Member: somchai, Currency: money.Baht, Source: wallet.Main, Target: pg, Amount: baht(60), Key: keyOf("one"),
		})
		if err != nil || leg.Status != wallet.LegSettled {
			t.Errorf("%+v, %v", leg, err)
		}
		references[i] = leg.Reference.String()
	})
	if strings.Join(references, "") != strings.Repeat(references[0], len(references)) {
		t.Errorf("references %v", references)
	}
	b.has(balances{main: baht(40), atPG: baht(60)})
	other := wallet.TransferInput{Member: somchai, Currency: money.Baht, Source: wallet.Main, Target: pg, Amount: baht(1), Key: keyWithBody("one", "another")}
	if _, err := b.transfers.Transfer(t.Context(), other); !errors.Is(err, fault.IdempotencyConflict) {
		t.Errorf("the key with another body: %v", err)
	}
	b.sound()
}

func TestTwoHundredRacersForTheLastBahtHaveOneWinner(t *testing.T) {
	t.Parallel()
	b := newTransferEnv(t, baht(1))
	var won, short atomic.Int64
	together(200, func(i int) {
		switch _, err := b.move(wallet.Main, []string{pg, jili}[i%2], baht(1)); {
		case err == nil:
			won.Add(1)
		case errors.Is(err, ledger.ErrMoneyNotEnough):
			short.Add(1)
		default:
			t.Error(err)
		}
	})
	if won.Load() != 1 || short.Load() != 199 {
		t.Errorf("%d won, %d came too late", won.Load(), short.Load())
	}
	b.sound()
}
