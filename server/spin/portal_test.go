package spin_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/spin"
)

func TestASpinTakesACoinAndCanBeCheckedByTheMember(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	if active, _ := ask[portal.SpinActive](e, somchai, http.MethodGet, "/api/spinwheel/active", ""); active.IsActive {
		t.Error("active without a wheel")
	}
	for path, method := range map[string]string{"setup": http.MethodGet, "spin": http.MethodPost} {
		if _, answer := ask[any](e, somchai, method, "/api/spinwheel/"+path, ""); answer.Code() != "NO_DATA" {
			t.Errorf("%s without a wheel: %s", path, answer.Body)
		}
	}
	e.wheel("LUCKY", cash, cash)
	if active, _ := ask[portal.SpinActive](e, somchai, http.MethodGet, "/api/spinwheel/active", ""); !active.IsActive {
		t.Error("not active with a wheel")
	}
	if _, answer := ask[any](e, somchai, http.MethodPost, "/api/spinwheel/spin", ""); answer.Code() != "MONEY_NOT_ENOUGH" {
		t.Errorf("without coins: %s", answer.Body)
	}
	e.grant(somchai, 6)
	before := e.setup(somchai)
	if before.UserCoin != 6 || before.CoinPerSpin != 3 || before.ActiveSpinwheel.Name != "วงล้อนำโชค" || *before.ActiveSpinwheel.Slice[0].Chance != 50 {
		t.Errorf("%+v", before)
	}
	won := e.spin(somchai, `{"requestId":"first","commitment":"`+before.Commitment+`"}`, key("k"))
	if !won.Success || won.Result.RemainingCoin != 3 || won.Result.Proof.Commitment != before.Commitment || won.Result.Proof.RequestID != "first" {
		t.Fatalf("%+v", won)
	}
	check(t, won.Result.Proof, won.Result.Code)
	if after := e.setup(somchai); after.Commitment != *won.Result.Proof.NextCommitment || after.Commitment == before.Commitment || after.UserCoin != 3 {
		t.Errorf("%+v", after)
	}
	again := e.spin(somchai, `{"requestId":"first","commitment":"`+before.Commitment+`"}`, key("k"))
	byRequest := e.spin(somchai, `{"requestId":"first"}`)
	if again.Result.CouponID != won.Result.CouponID || byRequest.Result.CouponID != won.Result.CouponID || byRequest.Result.RemainingCoin != 3 {
		t.Errorf("sent again: %+v, %+v", again, byRequest)
	}
	if _, answer := ask[any](e, somchai, http.MethodPost, "/api/spinwheel/spin", `{"requestId":"other"}`, key("k")); answer.Code() != "IDEMPOTENCY_CONFLICT" {
		t.Errorf("the key for another spin: %s", answer.Body)
	}
	history, _ := ask[portal.SpinHistory](e, somchai, http.MethodPost, "/api/spinwheel/history", `{"page":1,"limit":10}`)
	if history.Total != 1 || history.Spins[0].Coupon.UnderscoreID != won.Result.CouponID || history.Spins[0].Coupon.Status != "OPEN" {
		t.Errorf("%+v", history)
	}
	check(t, history.Spins[0].Proof, won.Result.Code)
	if others, _ := ask[portal.SpinHistory](e, malee, http.MethodPost, "/api/spinwheel/history", `{"page":1,"limit":10}`); others.Total != 0 {
		t.Errorf("another's spins: %+v", others)
	}
}

// check does what a member can do with a proof.
func check(t *testing.T, proof portal.SpinProof, code string) {
	t.Helper()
	seed, err := spin.ParseSeed(proof.Seed)
	if err != nil {
		t.Fatal(err)
	}
	weights := make([]spin.Weight, len(proof.Weights))
	for i, weight := range proof.Weights {
		weights[i] = spin.Weight{Code: weight.Code, Weight: weight.Weight}
	}
	if spin.Commitment(seed, weights) != proof.Commitment || weights[spin.Draw(seed, proof.RequestID, weights)].Code != code {
		t.Errorf("%s does not follow from %+v", code, proof)
	}
}

func TestAWheelThatChangedSinceItWasShownTakesNothing(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.wheel("LUCKY", cash, coin)
	e.grant(somchai, 3)
	shown := e.setup(somchai)
	e.wheel("LUCKY", cash, item, item)
	refused := e.spin(somchai, `{"commitment":"`+shown.Commitment+`"}`)
	if refused.Success || *refused.Error != portal.SpinErrorINVALIDPRIZECODE || e.wallet(somchai).Coins != 3 {
		t.Errorf("%+v, %d coins", refused, e.wallet(somchai).Coins)
	}
	now := e.setup(somchai)
	if now.Commitment == shown.Commitment || len(now.ActiveSpinwheel.Slice) != 3 {
		t.Errorf("%+v", now)
	}
	if won := e.spin(somchai, `{"commitment":"`+now.Commitment+`"}`); !won.Success || won.Result.Proof.Commitment != now.Commitment {
		t.Errorf("%+v", won)
	}
}

func TestFiftySpinsOnTheCoinsOfOneAreOne(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.wheel("LUCKY", cash, cash)
	e.grant(somchai, 3)
	client := e.Client(t).As(somchai.String())
	var won, short int
	var mu sync.Mutex
	var racers sync.WaitGroup
	for range 50 {
		racers.Go(func() {
			answer := insist(client, "/api/spinwheel/spin", "")
			mu.Lock()
			defer mu.Unlock()
			switch {
			case answer.Status == http.StatusOK:
				won++
			case answer.Code() == "MONEY_NOT_ENOUGH":
				short++
			default:
				t.Errorf("%d %s", answer.Status, answer.Body)
			}
		})
	}
	racers.Wait()
	coupons, _ := ask[portal.SpinCouponList](e, somchai, http.MethodGet, "/api/spinwheel/coupon", "")
	if won != 1 || short != 49 || len(coupons) != 1 || e.wallet(somchai).Coins != 0 {
		t.Errorf("I12: %d won, %d short, %d coupons, %d coins", won, short, len(coupons), e.wallet(somchai).Coins)
	}
}

func TestFiftyClaimsOfOneCouponPayOnce(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.wheel("LUCKY", cash, cash)
	e.grant(somchai, 3)
	coupon := e.spin(somchai, "").Result.CouponID
	client := e.Client(t).As(somchai.String())
	var claimed int
	var mu sync.Mutex
	var racers sync.WaitGroup
	for range 50 {
		racers.Go(func() {
			answer := insist(client, "/api/spinwheel/coupon/claim", `{"coupon":{"_id":"`+coupon+`","amount":1}}`)
			var response portal.SpinClaimResponse
			if err := json.Unmarshal(answer.Body, &response); err != nil || answer.Status != http.StatusOK {
				t.Errorf("%d %s", answer.Status, answer.Body)
			}
			mu.Lock()
			defer mu.Unlock()
			if response.Success {
				claimed++
			} else if *response.Error != portal.SpinErrorNOCLAIMABLECOUPON {
				t.Errorf("%s", answer.Body)
			}
		})
	}
	racers.Wait()
	if main := e.wallet(somchai).Main; claimed != 1 || main != money.Units(100) {
		t.Errorf("I7: %d claimed, %v in the wallet", claimed, main)
	}
}

func TestEachKindOfPrizeIsClaimedAsItsKindSays(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	won := map[string]string{}
	for kind, prize := range map[string]string{"CASH": cash, "COIN": coin, "CODE": code, "ITEM": item} {
		e.wheel("LUCKY", prize, prize)
		e.grant(somchai, 3)
		won[kind] = e.spin(somchai, "").Result.CouponID
	}
	coupons, _ := ask[portal.SpinCouponList](e, somchai, http.MethodGet, "/api/spinwheel/coupon", "")
	if len(coupons) != 4 {
		t.Fatalf("%+v", coupons)
	}
	for _, coupon := range coupons {
		if html := coupon.Prize.Slice.HTMLDescription; coupon.Type == "CASH" && (html == nil || *html != "<p>Paid into your wallet.</p>" || coupon.ExpireAt == nil) {
			t.Errorf("%+v", coupon)
		}
	}
	coins := e.wallet(somchai).Coins
	for kind, want := range map[string]portal.SpinClaimResponse{
		"CASH": {Success: true}, "COIN": {Success: true}, "CODE": {Success: true, Code: pointer("SONGKRAN")}, "ITEM": {Error: pointer(portal.SpinErrorINVALIDCOUPONTYPE)},
	} {
		response := e.claim(somchai, won[kind], key(kind))
		if response.Success != want.Success || valueOf(response.Code) != valueOf(want.Code) || valueOf(response.Error) != valueOf(want.Error) {
			t.Errorf("%s: %+v", kind, response)
		}
		if again := e.claim(somchai, won[kind], key(kind)); again.Success != want.Success || valueOf(again.Code) != valueOf(want.Code) {
			t.Errorf("%s with its key again: %+v", kind, again)
		}
	}
	if wallet := e.wallet(somchai); wallet.Main != money.Units(100) || wallet.Coins != coins+2 {
		t.Errorf("%+v", wallet)
	}
	noi := e.Operator(t, "noi")
	hand := func(coupon string) portaltest.Answer {
		return noi.Do(http.MethodPost, "/operator/spin/coupons/"+coupon+"/hand-out", "")
	}
	if answer := hand(won["ITEM"]); answer.Status != http.StatusOK {
		t.Errorf("handing out: %s", answer.Body)
	}
	for coupon, want := range map[string]string{won["ITEM"]: "APPROVAL_STALE", won["CASH"]: "APPROVAL_STALE", id.NewID().String(): "NO_DATA", "x": "NO_DATA"} {
		if answer := hand(coupon); answer.Code() != want {
			t.Errorf("handing %s out: %s", coupon, answer.Body)
		}
	}
	if _, answer := ask[any](e, somchai, http.MethodPost, "/api/spinwheel/coupon/claim", `{"coupon":"`+won["CODE"]+`"}`, key("CASH")); answer.Code() != "IDEMPOTENCY_CONFLICT" {
		t.Errorf("the key for another coupon: %s", answer.Body)
	}
}

func TestACouponIsItsMembersAndLapses(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.wheel("LUCKY", cash, cash)
	e.grant(somchai, 3)
	coupon := e.spin(somchai, "").Result.CouponID
	for _, foreign := range []string{coupon, "x", id.NewID().String()} {
		if response := e.claim(malee, foreign); response.Success || *response.Error != portal.SpinErrorINVALIDCODE {
			t.Errorf("%s: %+v", foreign, response)
		}
	}
	e.Clock.Advance(7*24*time.Hour - time.Second)
	if coupons, _ := ask[portal.SpinCouponList](e, somchai, http.MethodGet, "/api/spinwheel/coupon", ""); len(coupons) != 1 {
		t.Errorf("before its end: %+v", coupons)
	}
	e.Clock.Advance(time.Second)
	if coupons, _ := ask[portal.SpinCouponList](e, somchai, http.MethodGet, "/api/spinwheel/coupon", ""); len(coupons) != 0 {
		t.Errorf("after its end: %+v", coupons)
	}
	if response := e.claim(somchai, coupon); response.Success || *response.Error != portal.SpinErrorCOUPONEXPIRED || e.wallet(somchai).Main != 0 {
		t.Errorf("%+v", response)
	}
	history, _ := ask[portal.SpinHistory](e, somchai, http.MethodPost, "/api/spinwheel/history", `{"page":1,"limit":10}`)
	if history.Spins[0].Coupon.Status != "EXPIRED" {
		t.Errorf("%+v", history)
	}
}

func TestAWheelIsHeldAgainstItsOdds(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.wheel("LUCKY", cash, item)
	e.grant(somchai, 9)
	for range 3 {
		e.spin(somchai, "")
	}
	if _, answer := ask[any](e, somchai, http.MethodPost, "/api/spinwheel/spin", `{"requestId":""}`); answer.Code() != "KEY_MISSING" {
		t.Errorf("an empty request: %s", answer.Body)
	}
	noi := e.Operator(t, "noi")
	answer := noi.Do(http.MethodGet, "/operator/spin/wheels/LUCKY/statistics", "")
	var found struct {
		Spins   int64
		P       float64
		Sectors []struct{ Seen int64 }
	}
	if err := json.Unmarshal(answer.Body, &found); err != nil || found.Spins != 3 || found.P <= 0 || found.P > 1 ||
		len(found.Sectors) != 2 || found.Sectors[0].Seen+found.Sectors[1].Seen != 3 {
		t.Errorf("%s, %v", answer.Body, err)
	}
	if answer := noi.Do(http.MethodGet, "/operator/spin/wheels/NONE/statistics", ""); answer.Code() != "NO_DATA" {
		t.Errorf("an unknown wheel: %s", answer.Body)
	}
}

func TestTheWalletTellsWhetherThereIsAWheel(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.bank(somchai)
	read := func(tag string, want bool) portaltest.Answer {
		t.Helper()
		wallet, answer := ask[portal.WalletResponse](e, somchai, http.MethodGet, "/api/wallet", "", portaltest.Header{Name: "If-None-Match", Value: tag})
		if answer.Status != http.StatusOK || wallet.HasWheel == nil || *wallet.HasWheel != want {
			t.Fatalf("want %t: %d %s", want, answer.Status, answer.Body)
		}
		return answer
	}
	without := read("", false).Header.Get("ETag")
	until := e.Clock.Now().Add(time.Minute).Format(time.RFC3339)
	e.put("/operator/spin/wheels/LUCKY", strings.Replace(wheelBody(cash, cash), `"isOpen":true`, `"isOpen":true,"openUntil":"`+until+`"`, 1))
	with := read(without, true).Header.Get("ETag")
	if with == without {
		t.Error("the version of the answer does not tell the wheel")
	}
	if _, answer := ask[any](e, somchai, http.MethodGet, "/api/wallet", "", portaltest.Header{Name: "If-None-Match", Value: with}); answer.Status != http.StatusNotModified {
		t.Errorf("nothing changed: %d", answer.Status)
	}
	e.Clock.Advance(2 * time.Minute)
	if ended := read(with, false).Header.Get("ETag"); ended != without {
		t.Errorf("the wheel's time is over: %s, was %s", ended, without)
	}
}
