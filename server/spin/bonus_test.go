package spin_test

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/bonus"
	"krapao/server/game"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/postgres"
	"krapao/server/spin"
)

const bound = `{"type":"BONUS","name":{"en":"Bonus 100","th":"โบนัส 100"},"amount":100,"percentSuccess":200,"percentFail":10}`

func TestFiftyClaimsOfAPrizeUnderAConditionAreOne(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.wheel("LUCKY", bound, bound)
	e.earn(somchai, 3)
	coupon := e.spin(somchai, "").Result.CouponID
	client := e.Client(t).As(somchai.String())
	var claimed int
	var mu sync.Mutex
	var racers sync.WaitGroup
	for range 50 {
		racers.Go(func() {
			answer := insist(client, "/api/spinwheel/coupon/claim", `{"coupon":"`+coupon+`"}`)
			var response portal.SpinClaimResponse
			if err := json.Unmarshal(answer.Body, &response); err != nil || answer.Status != http.StatusOK {
				t.Errorf("%d %s", answer.Status, answer.Body)
			}
			mu.Lock()
			defer mu.Unlock()
			if response.Success {
				claimed++
			} else if valueOf(response.Error) != portal.SpinErrorNOCLAIMABLECOUPON {
				t.Errorf("%s", answer.Body)
			}
		})
	}
	racers.Wait()
	progress, err := e.App.Bonuses.Progress(t.Context(), somchai)
	if err != nil || progress.Kind != bonus.FromPrize || progress.Object.String() != coupon || progress.Amount != money.Units(100) ||
		progress.Terms != (bonus.Terms{SuccessPercent: 200, FailPercent: 10}) || progress.Name.In("th") != "โบนัส 100" {
		t.Errorf("the condition: %+v, %v", progress, err)
	}
	if main := e.wallet(somchai).Main; claimed != 1 || main != progress.OwnMoney+money.Units(100) {
		t.Errorf("I15: %d claimed, %v in the wallet", claimed, main)
	}
	e.sound()
}

func TestAPrizeUnderAConditionWaitsForTheEndOfAnother(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.wheel("LUCKY", bound, bound)
	e.earn(somchai, 6)
	first, second := e.spin(somchai, "").Result.CouponID, e.spin(somchai, "").Result.CouponID
	before := e.wallet(somchai).Main
	if response := e.claim(somchai, first); !response.Success {
		t.Fatalf("%+v", response)
	}
	for range 2 {
		if response := e.claim(somchai, second, key("second")); response.Success || valueOf(response.Error) != portal.SpinErrorBONUSREMAINING {
			t.Errorf("under a condition: %+v", response)
		}
	}
	if open, _ := ask[portal.SpinCouponList](e, somchai, http.MethodGet, "/api/spinwheel/coupon", ""); len(open) != 1 || open[0].UnderscoreID != second ||
		open[0].Type != "BONUS" || open[0].Amount != money.Units(100) || e.wallet(somchai).Main != before+money.Units(100) {
		t.Errorf("%+v, %v in the wallet", open, e.wallet(somchai).Main)
	}
	e.meet(somchai, money.Units(100))
	for range 2 {
		if response := e.claim(somchai, second, key("second")); !response.Success || e.wallet(somchai).Main != before+money.Units(200) {
			t.Errorf("after its end: %+v, %v in the wallet", response, e.wallet(somchai).Main)
		}
	}
	e.sound()
}

// meet has a member win an amount, by which the condition is met, and ends it.
func (e *env) meet(member id.MemberID, won money.Amount) {
	e.t.Helper()
	games, at := postgres.Game{DB: e.Database.DB}, e.Clock.Now()
	result := game.Result{Member: member, Provider: "NAGA", At: at, Amount: won}
	if err := games.InTx(e.t.Context(), func(ctx context.Context) error {
		if _, err := e.book.Post(ctx, ledger.Transaction{
			Key: id.NewID().String(), Kind: ledger.GameResult, MemberID: member, Currency: money.Baht, At: at,
			Postings: []ledger.Posting{{Account: ledger.Game(member, "NAGA"), Amount: won}, {Account: ledger.House("game", money.Baht), Amount: -won}},
		}); err != nil {
			return err
		}
		if err := games.AddResult(ctx, result); err != nil {
			return err
		}
		return postgres.Bonus{DB: e.Database.DB}.Booked(ctx, member, []game.Result{result})
	}); err != nil {
		e.t.Fatal(err)
	}
	if err := games.InTx(e.t.Context(), func(ctx context.Context) error { return e.App.Bonuses.EndMet(ctx, member, 0) }); err != nil {
		e.t.Fatal(err)
	}
}

// asked notes what the wheel asks of the conditions.
type asked struct {
	spin.Conditions
	settled, opened []time.Time
}

func (a *asked) Settle(ctx context.Context, member id.MemberID) (time.Time, error) {
	if postgres.InTransaction(ctx) {
		return time.Time{}, context.DeadlineExceeded // providers are not asked while anything is locked
	}
	at, err := a.Conditions.Settle(ctx, member)
	a.settled = append(a.settled, at)
	return at, err
}

func (a *asked) Open(ctx context.Context, coupon spin.Coupon, settled time.Time) error {
	a.opened = append(a.opened, settled)
	return a.Conditions.Open(ctx, coupon, settled)
}

func TestWhatGamesHoldIsRefreshedBeforeAPrizeUnderAConditionAndBeforeNoOther(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	config := e.App.Spin.Config
	noted := &asked{Conditions: config.Conditions}
	config.Conditions = noted
	wheel := spin.New(config)
	for _, prize := range []string{cash, bound} {
		e.wheel("LUCKY", prize, prize)
		e.earn(somchai, 3)
		coupon := e.spin(somchai, "").Result.CouponID
		for range 2 {
			_, err := wheel.Claim(t.Context(), spin.ClaimInput{Member: somchai, Coupon: coupon})
			if err != nil && err != spin.NoClaimableCoupon { //nolint:errorlint // it is not wrapped
				t.Fatal(err)
			}
		}
	}
	if len(noted.settled) != 1 || len(noted.opened) != 1 || noted.opened[0].IsZero() || !noted.opened[0].Equal(noted.settled[0]) {
		t.Errorf("%+v", noted)
	}
}

func TestNoProviderIsAskedForAPrizeThatIsRefusedUnderACondition(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	config := e.App.Spin.Config
	noted := &asked{Conditions: config.Conditions}
	config.Conditions = noted
	wheel := spin.New(config)
	e.wheel("LUCKY", bound, bound)
	e.earn(somchai, 6)
	first, second := e.spin(somchai, "").Result.CouponID, e.spin(somchai, "").Result.CouponID
	if _, err := wheel.Claim(t.Context(), spin.ClaimInput{Member: somchai, Coupon: first}); err != nil {
		t.Fatal(err)
	}
	if _, err := wheel.Claim(t.Context(), spin.ClaimInput{Member: somchai, Coupon: second}); err != spin.BonusRemaining { //nolint:errorlint // it is not wrapped
		t.Error(err)
	}
	if len(noted.settled) != 1 {
		t.Errorf("%d times asked", len(noted.settled))
	}
}

func TestTheCheckerFindsAPrizeWhoseConditionIsNotItsOwn(t *testing.T) {
	t.Parallel()
	for name, breakage := range map[string]string{
		"nothing":                        "select 1",
		"claimed without a condition":    "update spin_coupon set status = 'CLAIMED', claimed_at = now() where status = 'OPEN'",
		"credited and still open":        "update spin_coupon set status = 'OPEN', claimed_at = null where status = 'CLAIMED'",
		"other terms than were promised": `update spin_wheel set slices = replace(slices::text, '"successPercent": 200', '"successPercent": 100')::jsonb`,
		"another amount":                 `update spin_wheel set slices = replace(slices::text, '"amount": 100', '"amount": 50')::jsonb`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newEnv(t)
			e.wheel("LUCKY", bound, bound)
			e.earn(somchai, 6)
			e.spin(somchai, "")
			e.claim(somchai, e.spin(somchai, "").Result.CouponID)
			owner, err := pgx.Connect(t.Context(), e.Database.OwnerURL)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = owner.Close(context.WithoutCancel(t.Context())) }()
			if _, err := owner.Exec(t.Context(), breakage); err != nil {
				t.Fatal(err)
			}
			if findings, err := e.Database.DB.Check(t.Context(), "I15"); err != nil || findings[0].OK != (name == "nothing") {
				t.Errorf("I15: %+v, %v", findings, err)
			}
		})
	}
}
