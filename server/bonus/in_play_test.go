package bonus_test

import (
	"net/http"
	"testing"
	"time"

	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/money"
)

// stake has a member place a bet at PG that stays open; settle pays it out.
func (p *product) stake(amount string) {
	p.t.Helper()
	p.bet(somchai, pg, `{"phase":"OPEN","stake":"`+amount+`"}`)
}

func (p *product) settle(stake, payout string) {
	p.t.Helper()
	p.bet(somchai, pg, `{"phase":"SETTLE","stake":"`+stake+`","payout":"`+payout+`"}`)
}

// bet opens or settles a bet at a provider.
func (p *product) bet(member id.MemberID, code, body string) {
	p.t.Helper()
	p.tell("/provider/"+code+"/players/"+p.username(member, code)+"/play", body)
}

// refreshed has the games refreshed, later than the last time.
func (p *product) refreshed() portal.BonusMinimum {
	p.t.Helper()
	p.Clock.Advance(time.Minute)
	p.ok(somchai, http.MethodPost, refreshing, "")
	return p.minimum(somchai)
}

func TestAConditionIsNotLostWhileBetsAreOpen(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	p.underCondition(baht(1100))
	p.stake("1100")
	p.refused("BONUS_CONDITION", somchai, http.MethodPost, clearing, "")
	if now := p.refreshed().Progress; now == nil || now.State != portal.ConditionStateOPEN || !now.BetsOpen || now.Won != -baht(1100) {
		t.Fatalf("I15: lost while a bet is open: %+v", now)
	}
	blockers := read[portal.WithdrawBlockers](p, p.ok(somchai, http.MethodGet, "/api/withdraw/blockers", "")).Blockers
	if len(blockers) == 0 || blockers[0].Condition == nil || !blockers[0].Condition.BetsOpen || blockers[0].LiftedBy != portal.MEETCONDITION {
		t.Errorf("%+v", blockers)
	}
	p.settle("1100", "2200")
	if now := p.refreshed().Progress; now == nil || now.State != portal.ConditionStateMET || now.BetsOpen || now.Won != baht(1100) {
		t.Errorf("a bet that was open is settled: %+v", now)
	}
}

func TestAConditionIsLostOnceTheOpenBetsAre(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	p.underCondition(baht(1100))
	p.stake("1100")
	p.refused("BONUS_CONDITION", somchai, http.MethodPost, clearing, "")
	p.settle("1100", "0")
	p.ok(somchai, http.MethodPost, clearing, "")
}

func TestNoConditionOpensWhileBetsAreOpen(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	p.campaign(welcome())
	p.campaign(songkran())
	p.deposit(somchai, baht(1000))
	p.ok(somchai, http.MethodPost, "/api/wallet/transfer", `{"from":"WALLET","to":"PG","amount":600}`)
	p.stake("500")
	before := p.wallet(somchai).Main
	p.refused("BONUS_CONDITION", somchai, http.MethodPost, activate, "")
	p.refused("BONUS_CONDITION", somchai, http.MethodPost, "/api/promotion/activate/SONGKRAN", "")
	if now := p.wallet(somchai).Main; now != before {
		t.Errorf("I15: %v became %v while a bet is open", before, now)
	}
	p.settle("500", "1000")
	p.ok(somchai, http.MethodPost, activate, "")
	if now := p.refreshed().Progress; now == nil || now.Won != 0 || now.State != portal.ConditionStateOPEN {
		t.Errorf("a bet of before: %+v", now)
	}
	p.play(somchai, pg, "0", "100")
	if now := p.refreshed().Progress; now == nil || now.Won != baht(100) || now.State != portal.ConditionStateMET {
		t.Errorf("after it: %+v", now)
	}
}

func TestRefundsAndInviteBonusesWaitForOpenBets(t *testing.T) {
	t.Parallel()
	for name, of := range map[string]struct {
		earn       func(p *product)
		path, code string
	}{
		"a refund":        {(*product).earnRefund, "/api/refund/addWallet", "REFUND_CONDITION"},
		"an invite bonus": {(*product).earnInvite, "/api/invite/bonus", "BONUS_REMAINING"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newProduct(t)
			p.deposit(somchai, baht(1000))
			p.ok(somchai, http.MethodPost, "/api/wallet/transfer", `{"from":"WALLET","to":"PG","amount":500}`)
			of.earn(p)
			p.stake("100")
			p.refused(of.code, somchai, http.MethodPost, of.path, "")
			p.settle("100", "0")
			p.ok(somchai, http.MethodPost, of.path, "")
		})
	}
}

func TestAPrizeUnderAConditionWaitsForOpenBets(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	coupon := p.winPrize()
	p.ok(somchai, http.MethodPost, "/api/wallet/transfer", `{"from":"WALLET","to":"PG","amount":500}`)
	claim := func() portal.SpinClaimResponse {
		return read[portal.SpinClaimResponse](p, p.ok(somchai, http.MethodPost, "/api/spinwheel/coupon/claim", `{"coupon":"`+coupon+`"}`))
	}
	p.stake("100")
	if refused := claim(); refused.Success || refused.Error == nil || *refused.Error != portal.SpinErrorBONUSREMAINING {
		t.Errorf("%+v", refused)
	}
	if wallet, now := p.wallet(somchai), p.minimum(somchai).Progress; wallet.Main != baht(500) || now != nil {
		t.Errorf("refused, and the main wallet has %v under %+v", wallet.Main, now)
	}
	p.settle("100", "0")
	if claimed := claim(); !claimed.Success {
		t.Errorf("the coupon is still there: %+v", claimed)
	}
	if now := p.minimum(somchai).Progress; now == nil || now.Bonus != baht(50) || p.wallet(somchai).Main != baht(550) {
		t.Errorf("%+v", now)
	}
}

// Losses are what a bet that hedges another one costs, so they count where wins do not.
func TestAGameWithBetsOfBeforeAConditionCountsLossesOnly(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	p.campaign(welcome())
	p.deposit(somchai, baht(1000))
	p.ok(somchai, http.MethodPost, "/api/wallet/transfer", `{"from":"WALLET","to":"PG","amount":600}`)
	p.stake("100")
	p.tell("/faults/provider/PG", `{"mode":"down"}`) // so nobody knows of the bet
	p.ok(somchai, http.MethodPost, activate, "")
	p.tell("/faults/provider/PG", `{"mode":"off"}`)
	p.Clock.Advance(time.Minute) // the provider is asked again
	for _, of := range []struct {
		stake, payout string
		won           money.Amount
	}{{"0", "0", 0}, {"50", "0", -baht(50)}, {"0", "80", -baht(50)}, {"30", "10", -baht(70)}} {
		p.play(somchai, pg, of.stake, of.payout)
		if now := p.refreshed().Progress; now == nil || now.Won != of.won {
			t.Errorf("after %s became %s: %+v, want %v", of.stake, of.payout, now, of.won)
		}
	}
	p.settle("100", "200")
	if now := p.refreshed().Progress; now == nil || now.Won != -baht(70) {
		t.Errorf("the bet of before: %+v", now)
	}
	p.play(somchai, pg, "0", "20")
	if now := p.refreshed().Progress; now == nil || now.Won != -baht(50) {
		t.Errorf("after it: %+v", now)
	}
}

func TestBetsOfAProviderThatTellsNothingForAMonthHoldNoConditionOpen(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	p.underCondition(baht(1100))
	p.stake("1100")
	p.refused("BONUS_CONDITION", somchai, http.MethodPost, clearing, "")
	p.tell("/faults/provider/PG", `{"mode":"down"}`)
	p.Clock.Advance(29 * 24 * time.Hour)
	p.refused("BONUS_CONDITION", somchai, http.MethodPost, clearing, "")
	p.Clock.Advance(24 * time.Hour)
	p.ok(somchai, http.MethodPost, clearing, "")
}

func TestALossCountsForNoRefundWhileBetsAreOpen(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	p.deposit(somchai, baht(1000))
	p.ok(somchai, http.MethodPost, "/api/wallet/transfer", `{"from":"WALLET","to":"PG","amount":500}`)
	p.stake("100")
	p.refreshed()
	p.refundRule()
	p.dayOver(p.App.Rebates.Accrue)
	p.refused("NO_REFUND", somchai, http.MethodPost, "/api/refund/receive", "")
	p.settle("100", "0")
	p.lose(somchai)
	p.dayOver(p.App.Rebates.Accrue)
	p.ok(somchai, http.MethodPost, "/api/refund/receive", "")
}

func TestAnInviteesLossCountsForNobodyWhileBetsAreOpen(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	p.inviteRule()
	p.invitee()
	p.bet(malee, pg, `{"phase":"OPEN","stake":"100"}`)
	p.ok(malee, http.MethodPost, refreshing, "")
	p.dayOver(p.App.Referrals.Accrue)
	p.refused("NO_INVITE_BONUS", somchai, http.MethodPost, "/api/invite/bonus", "")
}
