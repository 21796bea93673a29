package deposit_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"krapao/server/money"
	"krapao/server/portaltest"
)

// TestADecisionAndTheLineOfAClaimWaitForEachOtherInOneOrder: they lock the member first and the claim then, so neither
// costs the other a deadlock.
func TestADecisionAndTheLineOfAClaimWaitForEachOtherInOneOrder(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	const rounds = 24
	total, said := money.Amount(0), map[string]int{}
	for round := range rounds {
		amount := money.Units(100 + int64(round)) // each line is of its own claim
		claim := s.claimed(somchai, amount.String())
		ask := func() portaltest.Answer {
			return s.noi.Do(http.MethodPost, "/operator/claims/"+claim+"/approve", `{"note":"seen"}`)
		}
		decide := ask
		if round%2 == 0 {
			request := s.asked(ask())
			decide = func() portaltest.Answer { return s.approve(request) }
		}
		line := s.lineFrom(somchai, amount)
		var decided portaltest.Answer
		var both sync.WaitGroup
		both.Go(func() { decided = decide() })
		both.Go(func() { s.arrived(fed{}, line) })
		both.Wait()
		said[fmt.Sprintf("%d %s", decided.Status, decided.Code())]++
		total += amount
		s.wantBalance(somchai, total)
		s.Clock.Advance(20 * time.Second) // a claim's limit is for a minute
	}
	for answer := range said {
		if answer != "200 " && answer != "409 APPROVAL_STALE" && answer != "404 NO_DATA" {
			t.Errorf("answered %s", answer)
		}
	}
	t.Log(said)
	var deadlocks int
	if err := s.Database.DB.Querier(t.Context()).QueryRow(t.Context(), "select deadlocks from pg_stat_database where datname = current_database()").Scan(&deadlocks); err != nil || deadlocks != 0 {
		t.Errorf("%d deadlocks, %v", deadlocks, err)
	}
}
