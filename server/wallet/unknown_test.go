package wallet_test

import (
	"bytes"
	"io"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"krapao/server/money"
	"krapao/server/wallet"
)

// Whatever was answered meanwhile: in the end each provider's book is the ledger's. Where a time-out, or a provider
// that does not know the reference yet, is taken for a no, every check inside the ledger stays green; only the
// provider's book tells.
func TestWhatAProviderDidNotAnswerIsNeverTakenForANo(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"lose", "error-after", "error-before", "apply-late", "late"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			b := newTransferEnv(t, baht(100))
			b.lasting("provider/"+pg, `{"mode":"`+mode+`","seconds":0.6,"only":"/transfers/"}`)
			_, _ = b.transfers.Transfer(t.Context(), wallet.TransferInput{Member: somchai, Currency: money.Baht, Source: wallet.Main, Target: pg, Amount: baht(60)})
			b.clearFaults("provider/" + pg)
			b.reconcile()
			time.Sleep(700 * time.Millisecond) // what comes late has come
			b.reconcile()
			b.sound()
		})
	}
}

// The call is still on its way while the provider, asked about it, does not know it.
func TestAReferenceThatIsNotKnownYetIsNoNo(t *testing.T) {
	t.Parallel()
	b := newTransferEnv(t, baht(100))
	b.transfers.WaitTimeout = 300 * time.Millisecond
	arrive, arrived := make(chan struct{}), make(chan struct{})
	var lost atomic.Bool
	intercept := func(next http.Handler, w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPut || lost.Swap(true) {
			next.ServeHTTP(w, r)
			return
		}
		body, _ := io.ReadAll(r.Body)
		later := r.Clone(t.Context())
		later.Body = io.NopCloser(bytes.NewReader(body))
		go func() {
			<-arrive
			next.ServeHTTP(discard{}, later)
			close(arrived)
		}()
		panic(http.ErrAbortHandler)
	}
	b.intercept.Store(&intercept)
	_, _ = b.transfers.Transfer(t.Context(), wallet.TransferInput{Member: somchai, Currency: money.Baht, Source: wallet.Main, Target: pg, Amount: baht(60)})
	close(arrive)
	<-arrived
	b.clearFaults("provider/" + pg)
	b.reconcile()
	b.sound()
}
