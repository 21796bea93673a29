package bonus_test

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"

	"krapao/server/bonus"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
)

func TestADepositThatWasWithdrawnBringsNoBonus(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	p.campaign(welcome())
	p.deposit(somchai, baht(1000))
	made := read[portal.Withdrawal](p, p.ok(somchai, http.MethodPost, "/api/wallet/withdraw", `{"amount":400}`, key("w")))
	p.refused("BONUS_CONDITION", somchai, http.MethodPost, activate, "") // it is open
	noi := p.Operator(t, "noi")
	noi.Do(http.MethodPost, "/operator/withdrawals/"+made.Reference+"/approve", "") // where it is not approved by itself
	if paid := noi.Do(http.MethodPost, "/operator/withdrawals/"+made.Reference+"/paid", `{"bankReference":"KTB-1"}`); paid.Status != http.StatusOK {
		t.Fatalf("%d %s", paid.Status, paid.Body)
	}
	p.refused("BONUS_CONDITION", somchai, http.MethodPost, activate, "") // it is paid
	p.deposit(somchai, baht(500))
	p.ok(somchai, http.MethodPost, activate, "")
	if got := p.wallet(somchai).Main; got != baht(1000-400+500+50) {
		t.Errorf("%v", got)
	}
}

// asked counts how often a member's games are refreshed.
type asked struct {
	bonus.Games
	times atomic.Int64
}

func (a *asked) Refresh(ctx context.Context, member id.MemberID) error {
	a.times.Add(1)
	return a.Games.Refresh(ctx, member)
}

func TestNoProviderIsAskedForWhatIsRefusedAnyway(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	games := &asked{Games: p.App.Bonuses.Games}
	p.App.Bonuses.Games = games
	full := welcome()
	full.Code, full.Quota = "FULL", 1
	p.campaign(welcome())
	p.campaign(full)
	p.join(malee)
	p.deposit(malee, baht(1000))
	p.ok(malee, http.MethodPost, "/api/bonus/activate/FULL", "")
	before := games.times.Load()
	p.refused("NO_DATA", somchai, http.MethodPost, clearing, "")
	p.refused("BONUS_CONDITION", somchai, http.MethodPost, activate, "")
	p.deposit(somchai, baht(1000))
	p.refused("BONUS_FULL", somchai, http.MethodPost, "/api/bonus/activate/FULL", "")
	p.refused("BONUS_REMAINING", malee, http.MethodPost, activate, "")
	p.refused("BONUS_ALREADY_ACTIVE", malee, http.MethodPost, "/api/bonus/activate/FULL", "")
	if now := games.times.Load(); now != before {
		t.Errorf("games were refreshed %d times", now-before)
	}
	p.ok(somchai, http.MethodPost, activate, "")
	if games.times.Load() == before {
		t.Error("games were not refreshed before a bonus was received")
	}
}

func TestTheOldFormEndsTheNextConditionToo(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	met, next := welcome(), welcome()
	met.SuccessPercent, next.Code, next.SuccessPercent = 100, "NEXT", 100
	p.campaign(met)
	p.campaign(next)
	p.deposit(somchai, baht(1000))
	p.ok(somchai, http.MethodPost, activate, "")
	p.ok(somchai, http.MethodGet, clearing, "")
	p.ok(somchai, http.MethodGet, clearing, "") // repeated by who lost the answer
	p.deposit(somchai, baht(1000))
	p.ok(somchai, http.MethodPost, "/api/bonus/activate/NEXT", "")
	p.ok(somchai, http.MethodGet, clearing, "") // within the same minute
	if now := p.minimum(somchai); now.Progress != nil {
		t.Errorf("%+v", now.Progress)
	}
}
