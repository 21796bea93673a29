package wallet_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"krapao/server/simulator"
	"krapao/server/wallet"
)

// A provider tells balances from a copy that lags. What it tells of a moment before a transfer is not booked after it,
// though it is newer than what was booked last and nothing was posted since it was asked.
func TestABalanceThatLagsBehindATransferIsNotBooked(t *testing.T) {
	t.Parallel()
	b := newTransferEnv(t, baht(100))
	b.settled(wallet.Main, pg, baht(40))
	b.refresh()
	b.play(pg, "0", "5") // the ledger does not know of it yet
	b.lag(pg)
	b.settled(wallet.Main, pg, baht(50))
	b.refresh()
	b.has(balances{main: baht(10), atPG: baht(90)})
	b.intercept.Store(nil)
	b.refresh()
	b.has(balances{main: baht(10), atPG: baht(95)})
	b.sound()
}

// Two hear of the same transfer. The one who decides was given no number of the balance; the other's number counts all
// the same.
func TestTheNumberOfAnAnswerThatCameSecondIsKept(t *testing.T) {
	t.Parallel()
	b := newTransferEnv(t, baht(100))
	b.settled(wallet.Main, pg, baht(10))
	var calls atomic.Int64
	var sequence float64
	intercept := func(next http.Handler, w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPut {
			next.ServeHTTP(w, r)
			return
		}
		first := calls.Add(1) == 1
		recorded := httptest.NewRecorder()
		next.ServeHTTP(recorded, r)
		var answer map[string]any
		if err := json.Unmarshal(recorded.Body.Bytes(), &answer); err != nil {
			t.Error(err)
		}
		if first { // the reconciler is quicker
			sequence, _ = answer["sequence"].(float64)
			b.clock.Advance(time.Minute)
			if err := b.transfers.Reconcile(t.Context()); err != nil {
				t.Error(err)
			}
		} else {
			delete(answer, "sequence")
			delete(answer, "balance")
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(answer)
	}
	b.intercept.Store(&intercept)
	b.settled(wallet.Main, pg, baht(20))
	var kept float64
	if err := b.database.DB.Querier(t.Context()).QueryRow(t.Context(), "select sequence[array_position(code, $2)] from game_member where member_id = $1",
		somchai, pg).Scan(&kept); err != nil || kept != sequence || sequence == 0 || calls.Load() != 2 {
		t.Errorf("%v is kept of %v, after %d calls: %v", kept, sequence, calls.Load(), err)
	}
	b.sound()
}

// refresh asks the providers again.
func (b *transferEnv) refresh() {
	b.t.Helper()
	b.clock.Advance(5 * time.Second)
	if err := (games{b.games}).Refresh(b.t.Context(), somchai, ""); err != nil {
		b.t.Fatal(err)
	}
}

// lag has all balances answered as a provider tells them now.
func (b *transferEnv) lag(code string) {
	b.t.Helper()
	path := simulator.ProviderPath(code) + "/players/" + b.username(code) + "/balance"
	request, recorded := httptest.NewRequestWithContext(b.t.Context(), http.MethodGet, path, nil), httptest.NewRecorder()
	request.Header.Set("X-Api-Key", credentials.Key(simulator.ProviderParty(code)))
	b.parties.Config.Handler.ServeHTTP(recorded, request)
	intercept := func(next http.Handler, w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != path {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(recorded.Body.Bytes())
	}
	b.intercept.Store(&intercept)
}

func TestMoneyOutOfOneGameWaitsForNoOtherProvider(t *testing.T) {
	t.Parallel()
	b := newTransferEnv(t, baht(100))
	b.settled(wallet.Main, pg, baht(40))
	var others atomic.Int64
	intercept := func(next http.Handler, w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, simulator.ProviderPath(jili)) {
			others.Add(1)
		}
		next.ServeHTTP(w, r)
	}
	b.intercept.Store(&intercept)
	b.play(pg, "0", "5") // 45 only once PG was asked
	b.settled(pg, wallet.Main, baht(45))
	if n := others.Load(); n != 0 {
		t.Errorf("another provider was asked %d times", n)
	}
	b.has(balances{main: baht(105)})
	b.sound()
}
