package wallet_test

import (
	"testing"
	"time"

	"krapao/server/money"
	"krapao/server/wallet"
)

// Whatever was answered meanwhile: in the end each provider's book is the ledger's. Where a time-out, or a provider that does not know the
// reference yet, is taken for a no, every check inside the ledger stays green; only the provider's book tells.
func TestWhatAProviderDidNotAnswerIsNeverTakenForANo(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"lose", "error-after", "error-before", "apply-late", "late"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			b := newTill(t, baht(100))
			b.lasting("provider/"+pg, `{"mode":"`+mode+`","seconds":0.6,"only":"/transfers/"}`)
			_, _ = b.transfers.Transfer(t.Context(), wallet.TransferInput{Member: somchai, Currency: money.Baht, Source: wallet.Main, Target: pg, Amount: baht(60)})
			b.over("provider/" + pg)
			b.reconcile()
			time.Sleep(700 * time.Millisecond) // what comes late has come
			b.reconcile()
			b.sound()
		})
	}
}
