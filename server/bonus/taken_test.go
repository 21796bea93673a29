package bonus_test

import (
	"net/http"
	"testing"
	"time"

	"krapao/server/bonus"
	"krapao/server/httpapi/api/portal"
	"krapao/server/money"
	"krapao/server/postgres"
)

func TestAConditionUnderWhichGamesWereTakenOnlyEndsAsLost(t *testing.T) {
	t.Parallel()
	for name, of := range map[string]struct {
		between   func(*product)
		main, cut money.Amount
	}{
		"a deposit arrives": {func(p *product) { p.deposit(somchai, baht(1000)) }, baht(1000), baht(100)},
		"a late win": {func(p *product) {
			p.play(somchai, pg, "0", "2000")
			p.ok(somchai, http.MethodPost, "/api/wallet/refresh/slot", "")
		}, 0, baht(2100)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newProduct(t)
			p.underCondition(baht(1100))
			p.play(somchai, pg, "1000", "0")
			p.App.Transfers.WaitTimeout = 150 * time.Millisecond // one call
			p.tell("/faults/provider/PG", `{"mode":"lose","count":1,"only":"/transfers/"}`)
			p.refused("IDEMPOTENCY_IN_PROGRESS", somchai, http.MethodPost, clearing, "")
			p.deposit(somchai, 1)
			p.refused("IDEMPOTENCY_IN_PROGRESS", somchai, http.MethodPost, clearing, "") // its transfer is on its way
			p.Clock.Advance(time.Minute)
			if err := p.App.Transfers.Reconcile(t.Context()); err != nil {
				t.Fatal(err)
			}
			of.between(p)
			if now := p.minimum(somchai); now.Progress == nil || now.Progress.State != portal.ConditionStateLOST {
				t.Fatalf("%+v", now)
			}
			p.refused("BONUS_REMAINING", somchai, http.MethodPost, "/api/wallet/withdrawAll", `{"amount":100}`)
			p.App.Transfers.WaitTimeout = 10 * time.Second
			p.ok(somchai, http.MethodPost, clearing, "")
			ended, err := postgres.Bonus{DB: p.Database.DB}.LastEnded(t.Context(), somchai)
			if err != nil || ended.Outcome != bonus.Lost || ended.Cut != of.cut {
				t.Errorf("%v, %+v", err, ended)
			}
			if got := p.moved(somchai); got != [3]money.Amount{of.main + 1} {
				t.Errorf("%v", got)
			}
		})
	}
}
