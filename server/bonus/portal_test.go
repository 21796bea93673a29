package bonus_test

import (
	"net/http"
	"testing"
	"time"

	"krapao/server/bonus"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/money"
)

const activate, clearing = "/api/bonus/activate/WELCOME10", "/api/bonus/clear"

func TestABonusIsReceivedForADepositAndPutsTheMemberUnderItsCondition(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	if len(p.offers(somchai)) != 0 {
		t.Error("a bonus before there is one")
	}
	p.campaign(welcome())
	p.refused("BONUS_CONDITION", somchai, http.MethodPost, activate, "") // no deposit yet
	p.deposit(somchai, baht(1000))
	offer := p.offers(somchai)[0]
	if offer.Name != "โบนัสต้อนรับ 10%" || !offer.CanReceive || offer.UserBonus != nil || offer.PercentFail != 10 || offer.Type != portal.Limit {
		t.Errorf("%+v", offer)
	}
	if none := p.minimum(somchai); !none.Result || none.Total != baht(1000) || none.Minimum != 0 || none.Progress != nil {
		t.Errorf("without a condition: %+v", none)
	}
	made := read[portal.UserBonus](p, p.ok(somchai, http.MethodPost, activate, "", key("a")))
	if !made.IsActive || len(made.Received) != 1 || p.wallet(somchai).Main != baht(1100) {
		t.Fatalf("%+v, %v", made, p.wallet(somchai).Main)
	}
	if again := read[portal.UserBonus](p, p.ok(somchai, http.MethodPost, activate, "", key("a"))); again.UnderscoreID != made.UnderscoreID || len(again.Received) != 1 {
		t.Errorf("the key again: %+v", again)
	}
	p.refused("IDEMPOTENCY_CONFLICT", somchai, http.MethodPost, "/api/bonus/activate/OTHER", "", key("a"))
	p.refused("BONUS_ALREADY_ACTIVE", somchai, http.MethodPost, activate, "")
	active := read[portal.ActiveBonus](p, p.ok(somchai, http.MethodGet, "/api/bonus/check/active", ""))
	if !active.Status || *active.Type != portal.ConditionTypeBONUS || *active.Name != "โบนัสต้อนรับ 10%" {
		t.Errorf("%+v", active)
	}
	now := p.minimum(somchai)
	if now.Result || now.Minimum != baht(1200) || now.Total != baht(1100) || now.LostAt != baht(110) || now.Progress.State != portal.ConditionStateOPEN || now.Progress.Remaining != baht(100) {
		t.Errorf("%+v %+v", now, now.Progress)
	}
	if offer := p.offers(somchai)[0]; offer.CanReceive || !offer.UserBonus.IsActive || offer.UserBonus.UnderscoreID != made.UnderscoreID || offer.Banners[0].HTML == "" {
		t.Errorf("%+v", offer)
	}
	p.join(malee)
	if offer := p.offers(malee)[0]; !offer.CanReceive || offer.UserBonus != nil {
		t.Errorf("another's: %+v", offer)
	}
	if p.minimum(malee).Progress != nil || read[portal.ActiveBonus](p, p.ok(malee, http.MethodGet, "/api/bonus/check/active", "")).Status {
		t.Error("another is under somchai's condition")
	}
}

func TestWhatCannotBeReceivedSaysWhy(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	shut, later, over, kip := welcome(), welcome(), welcome(), welcome()
	shut.Code, shut.Open = "SHUT", false
	later.Code, later.From = "LATER", p.Clock.Now().Add(time.Hour)
	over.Code, over.Until = "OVER", p.Clock.Now()
	kip.Code, kip.Currency = "KIP", money.Kip
	for _, campaign := range []bonus.Campaign{welcome(), shut, later, over, kip, songkran()} {
		p.campaign(campaign)
	}
	p.deposit(somchai, baht(1000))
	for _, code := range []string{"SHUT", "LATER", "OVER", "KIP", "NONE", "SONGKRAN", "%00", "..", "%F0%9F%8D%BB"} {
		p.refused("NO_DATA", somchai, http.MethodPost, "/api/bonus/activate/"+code, "")
	}
	if offers := p.offers(somchai); len(offers) != 1 {
		t.Errorf("%+v", offers)
	}
	twin := welcome()
	twin.Code = "TWIN"
	p.campaign(twin)
	p.ok(somchai, http.MethodPost, activate, "")
	p.refused("BONUS_REMAINING", somchai, http.MethodPost, "/api/bonus/activate/TWIN", "")
	p.refused("BONUS_REMAINING", somchai, http.MethodPost, "/api/promotion/activate/SONGKRAN", "")
	p.refused("BONUS_CONDITION", somchai, http.MethodPost, clearing, "")
	p.refused("BONUS_REMAINING", somchai, http.MethodPost, "/api/wallet/withdraw", `{"amount":100}`)
	p.refused("BONUS_REMAINING", somchai, http.MethodPost, "/api/wallet/withdrawAll", `{"amount":100}`)
}

func TestAMetConditionEndsAndEverythingIsKept(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	p.campaign(welcome())
	p.refused("NO_DATA", somchai, http.MethodPost, clearing, "")
	p.deposit(somchai, baht(1000))
	p.ok(somchai, http.MethodPost, activate, "")
	p.ok(somchai, http.MethodPost, "/api/wallet/transfer", `{"from":"WALLET","to":"PG","amount":500}`)
	p.play(somchai, pg, "100", "199.99")
	p.refused("BONUS_CONDITION", somchai, http.MethodPost, clearing, "") // a satang short
	p.play(somchai, pg, "10", "10.01")
	p.ok(somchai, http.MethodPost, clearing, "", key("c"))
	p.ok(somchai, http.MethodPost, clearing, "", key("c"))
	if got := p.moved(somchai); got != [3]money.Amount{baht(600), baht(600), 0} {
		t.Errorf("%v", got)
	}
	p.refused("NO_DATA", somchai, http.MethodPost, clearing, "")
	p.refused("BONUS_MAX_CLAIMED", somchai, http.MethodPost, activate, "")
}

func TestALostConditionTakesWhatGamesHoldAndKeepsTheMainWallet(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	p.underCondition(baht(1050))
	p.ok(somchai, http.MethodPost, "/api/wallet/transfer", `{"from":"WALLET","to":"JILI","amount":20}`)
	p.play(somchai, pg, "1000", "10")
	p.ok(somchai, http.MethodGet, "/api/wallet/refresh/slot", "")
	if now := p.minimum(somchai); now.Progress.State != portal.ConditionStateLOST || now.Total != baht(110) || now.Progress.InGames != baht(80) || now.Progress.Won != -baht(990) {
		t.Fatalf("%+v %+v", now, now.Progress)
	}
	p.ok(somchai, http.MethodGet, clearing, "")
	p.ok(somchai, http.MethodGet, clearing, "") // repeated by who lost the answer
	if got := p.moved(somchai); got != [3]money.Amount{baht(30), 0, 0} {
		t.Errorf("I15: a lost condition left %v", got)
	}
	p.Clock.Advance(time.Minute)
	p.refused("NO_DATA", somchai, http.MethodGet, clearing, "")
	var sum money.Amount
	lines := read[portal.StatementPage](p, p.ok(somchai, http.MethodPost, "/api/statement", `{"page":1,"limit":20}`)).Statements
	for _, line := range lines {
		if line.StatementType == portal.StatementTypeFINISHBONUS {
			sum += line.WalletChange
		}
	}
	if sum != -baht(80) {
		t.Errorf("the statement has %v as the end of the bonus: %+v", sum, lines)
	}
	// The providers have given the money, so no refresh brings it back.
	p.Clock.Advance(time.Minute)
	p.ok(somchai, http.MethodPost, "/api/wallet/refresh/slot", "")
	if got := p.moved(somchai); got != [3]money.Amount{baht(30), 0, 0} {
		t.Errorf("after a refresh: %v", got)
	}
}

func TestALostConditionStaysWhileAGameDoesNotGiveItsMoney(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	p.underCondition(baht(1100))
	p.play(somchai, pg, "1000", "0")
	p.App.Transfers.WaitTimeout = 150 * time.Millisecond // one call
	p.tell("/faults/provider/PG", `{"mode":"lose","count":1,"only":"/transfers/"}`)
	p.refused("IDEMPOTENCY_IN_PROGRESS", somchai, http.MethodPost, clearing, "")
	p.refused("IDEMPOTENCY_IN_PROGRESS", somchai, http.MethodGet, clearing, "") // its transfer is on its way
	if now := p.minimum(somchai); now.Progress == nil || now.Progress.State != portal.ConditionStateLOST {
		t.Errorf("%+v", now)
	}
	p.Clock.Advance(time.Minute)
	if err := p.App.Transfers.Reconcile(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := p.moved(somchai); got != [3]money.Amount{} {
		t.Errorf("what was on its way has come to the house: %v", got)
	}
	p.App.Transfers.WaitTimeout = 10 * time.Second
	p.ok(somchai, http.MethodPost, clearing, "")
	if got := p.moved(somchai); got != [3]money.Amount{} || p.minimum(somchai).Progress != nil {
		t.Errorf("%v", got)
	}
}

func TestAWithdrawalUnderAMetConditionIsPaidAndCutsTheRest(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	p.underCondition(baht(500))
	p.play(somchai, pg, "100", "300") // nobody has refreshed: the withdrawal does
	p.ok(somchai, http.MethodPost, "/api/wallet/withdrawAll", `{"amount":900}`, key("w"))
	p.ok(somchai, http.MethodPost, "/api/wallet/withdrawAll", `{"amount":900}`, key("w"))
	wallet := p.wallet(somchai)
	if wallet.Main != 0 || wallet.Hold != baht(900) || wallet.Game(pg).Balance != 0 || p.minimum(somchai).Progress != nil {
		t.Errorf("I15: a met condition that a withdrawal ends leaves %+v", wallet)
	}
	lines := read[portal.StatementPage](p, p.ok(somchai, http.MethodPost, "/api/statement", `{"page":1,"limit":20}`)).Statements
	if cut := lines[0]; cut.StatementType != portal.StatementTypeFINISHBONUS || cut.WalletChange != -baht(400) || cut.To != "BONUS" || cut.Bonus == nil || cut.Bonus.Description != "โบนัสต้อนรับ 10%" {
		t.Errorf("%+v", cut)
	}
	for _, line := range lines {
		if line.StatementType == portal.StatementTypeBONUS && (line.Bonus == nil || line.Promotion != nil || line.Bonus.Description != "โบนัสต้อนรับ 10%" || line.From != "BONUS") {
			t.Errorf("%+v", line)
		}
	}
}

func TestAPromotionIsFoundByItsCodeAndReceivedOnce(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	p.campaign(songkran())
	found := read[*portal.Promotion](p, p.ok(somchai, http.MethodGet, "/api/promotion/find/songkran", ""))
	if found == nil || found.Code != "SONGKRAN" || found.Description != "<p>50 baht.</p>" || found.PercentFail != 10 {
		t.Fatalf("%+v", found)
	}
	for _, code := range []string{"NONE", "WELCOME10", "..", "%F0%9F%8D%BB"} {
		if none := read[*portal.Promotion](p, p.ok(somchai, http.MethodGet, "/api/promotion/find/"+code, "")); none != nil {
			t.Errorf("%s: %+v", code, none)
		}
	}
	p.refused("NO_PROMOTION", somchai, http.MethodPost, "/api/promotion/activate/NONE", "")
	p.ok(somchai, http.MethodPost, "/api/promotion/activate/Songkran", "", key("p"))
	p.ok(somchai, http.MethodPost, "/api/promotion/activate/Songkran", "", key("p"))
	p.refused("PROMOTION_RECEIVED", somchai, http.MethodPost, "/api/promotion/activate/SONGKRAN", "")
	p.ok(somchai, http.MethodGet, "/api/promotion/activate/SONGKRAN", "") // repeated by who lost the answer
	for range 10 {
		p.do(somchai, http.MethodGet, "/api/promotion/find/GUESS", "")
	}
	p.refused("REQUEST_LIMIT_1MIN", somchai, http.MethodGet, "/api/promotion/find/SONGKRAN", "")
	p.refused("REQUEST_LIMIT_1MIN", somchai, http.MethodPost, "/api/promotion/activate/GUESS", "")
	p.refused("REQUEST_LIMIT_1MIN", somchai, http.MethodGet, "/api/promotion/activate/GUESS", "")
	p.Clock.Advance(time.Minute)
	p.refused("PROMOTION_RECEIVED", somchai, http.MethodGet, "/api/promotion/activate/SONGKRAN", "")
	if current := read[*portal.Promotion](p, p.ok(somchai, http.MethodGet, "/api/promotion/current", "")); current == nil || current.Code != "SONGKRAN" || p.wallet(somchai).Main != baht(50) {
		t.Errorf("%+v, %v", current, p.wallet(somchai).Main)
	}
	p.join(malee)
	if current := read[*portal.Promotion](p, p.ok(malee, http.MethodGet, "/api/promotion/current", "")); current != nil {
		t.Errorf("another's: %+v", current)
	}
}

func TestTheOldFormsHaveOneEffect(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	p.campaign(welcome())
	p.deposit(somchai, baht(1000))
	first := read[portal.UserBonus](p, p.ok(somchai, http.MethodGet, activate, ""))
	again := read[portal.UserBonus](p, p.ok(somchai, http.MethodGet, activate, ""))
	if first.UnderscoreID != again.UnderscoreID || len(again.Received) != 1 || p.wallet(somchai).Main != baht(1100) {
		t.Errorf("%+v, %+v", first, again)
	}
	p.Clock.Advance(time.Minute)
	p.refused("BONUS_ALREADY_ACTIVE", somchai, http.MethodGet, activate, "")
	if none := p.minimum(malee); none.Total != 0 || !none.Result {
		t.Errorf("without a wallet: %+v", none)
	}
}

func TestTheOldFormsRefuseAsTheOthersDo(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	const wan = id.MemberID(11_000_001)
	p.join(malee)
	p.join(wan)
	few, fewer, deposits := welcome(), songkran(), songkran()
	few.Code, few.Quota, few.SuccessPercent = "FEW", 1, 100
	fewer.Quota = 1
	deposits.Code, deposits.MinDeposit = "DEPOSIT", baht(100)
	for _, campaign := range []bonus.Campaign{welcome(), few, fewer, deposits} {
		p.campaign(campaign)
	}
	p.refused("BONUS_CONDITION", somchai, http.MethodGet, activate, "")
	p.refused("BONUS_CONDITION", somchai, http.MethodGet, "/api/promotion/activate/DEPOSIT", "")
	p.refused("BONUS_CONDITION", somchai, http.MethodPost, "/api/promotion/activate/DEPOSIT", "")
	p.ok(malee, http.MethodPost, "/api/promotion/activate/SONGKRAN", "", key("p"))
	p.refused("IDEMPOTENCY_CONFLICT", malee, http.MethodPost, "/api/promotion/activate/DEPOSIT", "", key("p"))
	p.refused("BONUS_FULL", somchai, http.MethodGet, "/api/promotion/activate/SONGKRAN", "")
	p.deposit(wan, baht(1000))
	p.ok(wan, http.MethodPost, "/api/bonus/activate/FEW", "")
	p.ok(wan, http.MethodPost, clearing, "")
	p.deposit(somchai, baht(1000))
	p.refused("BONUS_FULL", somchai, http.MethodGet, "/api/bonus/activate/FEW", "")
	p.ok(somchai, http.MethodPost, activate, "")
	p.refused("BONUS_REMAINING", somchai, http.MethodGet, "/api/bonus/activate/FEW", "")
	p.refused("BONUS_REMAINING", somchai, http.MethodGet, "/api/promotion/activate/SONGKRAN", "")
	p.refused("BONUS_CONDITION", somchai, http.MethodGet, clearing, "")
	p.Clock.Advance(time.Minute) // later than the answer is repeated
	p.refused("BONUS_MAX_CLAIMED", wan, http.MethodGet, "/api/bonus/activate/FEW", "")
}
