package rebate_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/server/bonus"
	"krapao/server/daily"
	"krapao/server/httpapi/api/portal"
	"krapao/server/money"
	"krapao/server/rebate"
)

func TestPartOfYesterdaysLossComesBackOnce(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.open(nil)
	e.played(somchai, yesterday.Time, -money.Units(1_005))
	if before := e.check(somchai); before.Result || before.RefundAmount != 0 || before.RefundSuccess != 200 || before.RefundFail != 10 {
		t.Errorf("before the day was counted: %+v", before)
	}
	if _, code := e.do(somchai, "receive"); code != "NO_REFUND" {
		t.Errorf("received before the day was counted: %s", code)
	}
	e.accrue(yesterday)
	found := e.check(somchai)
	if !found.Result || found.Bonus || found.IsReserved || found.RefundAmount.String() != "50.25" || found.Loss.String() != "1005.00" || *found.Percent != 5 ||
		found.Day.Format(time.DateOnly) != yesterday.String() || found.Info != "<p>คืน 5%</p>" {
		t.Errorf("%+v", found)
	}
	if _, code := e.do(somchai, "addWallet"); code != "NO_REFUND" {
		t.Errorf("paid without a reservation: %s", code)
	}
	reserved, _ := e.do(somchai, "receive", key("r"))
	again, _ := e.do(somchai, "receive", key("r"))
	if reserved.RefundAmount.String() != "50.25" || reserved.Message != "REFUND_SUCCESS" || again != reserved || e.main(somchai) != 0 {
		t.Errorf("%+v, then %+v", reserved, again)
	}
	if _, code := e.do(somchai, "receive"); code != "NO_REFUND" {
		t.Errorf("reserved twice: %s", code)
	}
	if found := e.check(somchai); !found.Result || !found.IsReserved {
		t.Errorf("reserved: %+v", found)
	}
	paid, _ := e.do(somchai, "addWallet", key("p"))
	if same, _ := e.do(somchai, "addWallet", key("p")); paid.RefundAmount.String() != "50.25" || same != paid || e.main(somchai) != 5_025 {
		t.Errorf("%+v, then %+v: %v", paid, same, e.main(somchai))
	}
	for _, what := range []string{"receive", "addWallet"} {
		if _, code := e.do(somchai, what); code != "NO_REFUND" {
			t.Errorf("%s after it was paid: %s", what, code)
		}
	}
	if found := e.check(somchai); found.Result || !found.Bonus {
		t.Errorf("paid: %+v", found)
	}
	if condition, err := e.App.Bonuses.Progress(t.Context(), somchai); err != nil || condition.Kind != bonus.FromRefund || condition.Amount != 5_025 || condition.SuccessPercent != 200 {
		t.Errorf("the condition: %+v %v", condition, err)
	}
	log, _ := ask[portal.RefundPage](e, somchai, http.MethodPost, "/api/refund", `{"page":1,"limit":10}`)
	if log.Total != 1 || log.Refunds[0].RefundAmount.String() != "50.25" || !log.Refunds[0].CreatedAt.Equal(noon) {
		t.Errorf("%+v", log)
	}
	if others, _ := ask[portal.RefundPage](e, malee, http.MethodPost, "/api/refund", `{"page":1,"limit":10}`); others.Total != 0 {
		t.Errorf("another member's: %+v", others)
	}
	e.sound()
}

func TestWhoWonOrLostTooLittleOrDidNotPlayIsToldWhy(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	for _, what := range []string{"receive", "addWallet"} {
		if _, code := e.do(somchai, what); code != "REFUND_INACTIVE" {
			t.Errorf("%s without a rule: %s", what, code)
		}
	}
	e.open(nil)
	e.played(somchai, yesterday.Time, money.Units(10))
	e.played(malee, yesterday.Time, -19) // five percent of 0.19 is less than the smallest unit
	e.accrue(yesterday)
	for member, want := range map[string]string{somchai.String(): "REFUND_MINIMUM", malee.String(): "REFUND_MINIMUM", bounmy.String(): "NO_REFUND"} {
		for _, path := range []string{"/api/refund/receive", "/api/refund/addWallet"} {
			for _, method := range []string{http.MethodPost, http.MethodGet} {
				if answer := e.Client(t).As(member).Do(method, path, ""); answer.Code() != want {
					t.Errorf("%s %s of %s: %s, want %s", method, path, member, answer.Body, want)
				}
			}
		}
	}
}

func TestTheOldFormsReserveAndPayOnce(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.open(nil)
	e.played(somchai, yesterday.Time, -money.Units(100))
	e.accrue(yesterday)
	for _, path := range []string{"/api/refund/receive", "/api/refund/addWallet"} {
		if found, answer := ask[portal.RefundReceipt](e, somchai, http.MethodGet, path, ""); found.RefundAmount != money.Units(5) {
			t.Errorf("%s: %s", path, answer.Body)
		}
		if _, answer := ask[portal.RefundReceipt](e, somchai, http.MethodGet, path, ""); answer.Code() != "NO_REFUND" {
			t.Errorf("%s again: %s", path, answer.Body)
		}
	}
	if e.main(somchai) != money.Units(5) {
		t.Errorf("%v in the wallet", e.main(somchai))
	}
}

func TestARefundWaitsUntilTheConditionHasEnded(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.open(func(rule *rebate.Rule) { rule.SuccessPercent = 100 }) // met at once
	e.played(somchai, yesterday.Time, -money.Units(100))
	e.played(somchai, noon, -money.Units(200))
	e.accrue(yesterday)
	e.do(somchai, "receive")
	e.do(somchai, "addWallet")
	e.Clock.Advance(24 * time.Hour)
	e.accrue(yesterday.Add(1))
	if found := e.check(somchai); !found.Result || !found.Bonus || found.RefundAmount != money.Units(10) {
		t.Errorf("under a condition: %+v", found)
	}
	for _, path := range []string{"/api/refund/receive", "/api/refund/addWallet"} {
		for _, method := range []string{http.MethodPost, http.MethodGet} {
			want := "REFUND_CONDITION"
			if strings.HasSuffix(path, "addWallet") {
				want = "NO_REFUND"
			}
			if _, answer := ask[any](e, somchai, method, path, ""); answer.Code() != want {
				t.Errorf("%s %s: %s", method, path, answer.Body)
			}
		}
	}
}

func TestWhatIsReservedIsPaidOnTheTermsOfThatMoment(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.open(nil)
	e.played(somchai, yesterday.Time, -money.Units(100))
	e.played(somchai, noon, -money.Units(200))
	e.accrue(yesterday)
	e.do(somchai, "receive")
	e.open(func(rule *rebate.Rule) { rule.Open, rule.SuccessPercent, rule.Percent = false, 900, 50 })
	e.Clock.Advance(24 * time.Hour)
	e.accrue(yesterday.Add(1))
	if found := e.check(somchai); !found.IsReserved || found.RefundAmount != money.Units(5) || found.RefundSuccess != 200 {
		t.Errorf("%+v", found)
	}
	if _, code := e.do(somchai, "receive"); code != "REFUND_INACTIVE" {
		t.Errorf("received while refunds are off: %s", code)
	}
	if paid, code := e.do(somchai, "addWallet"); paid.RefundAmount != money.Units(5) {
		t.Errorf("%+v %s", paid, code)
	}
	e.sound()
}

func TestADayEndsAtMidnightInBangkok(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.open(nil)
	midnight := time.Date(2027, time.March, 31, 17, 0, 0, 0, time.UTC) // the end of a month
	e.Clock.Set(midnight.Add(-time.Millisecond))
	e.played(somchai, midnight.Add(-24*time.Hour).Add(-time.Millisecond), -money.Units(100)) // the 30th, its last moment
	e.played(somchai, midnight.Add(-24*time.Hour), -money.Units(300))                        // the 31st, its first
	e.played(bounmy, midnight.Add(-time.Millisecond), -money.Units(4_000_000))               // the 31st, its last
	thirtieth := daily.On(midnight.Add(-24 * time.Hour).Add(-time.Millisecond))
	e.accrue(thirtieth)
	if found := e.check(somchai); found.RefundAmount != money.Units(5) {
		t.Errorf("the 30th: %+v", found)
	}
	e.Clock.Set(midnight) // the second of midnight: yesterday's is over, today's is not made
	if found := e.check(somchai); found.Result {
		t.Errorf("at midnight: %+v", found)
	}
	if _, code := e.do(somchai, "receive"); code != "NO_REFUND" {
		t.Errorf("at midnight: %s", code)
	}
	e.accrue(thirtieth.Add(1))
	if found := e.check(somchai); found.RefundAmount != money.Units(15) || found.Day.Format(time.DateOnly) != "2027-03-31" {
		t.Errorf("the 31st: %+v", found)
	}
	if kip := e.check(bounmy); kip.RefundAmount != money.Units(100_000) { // the cap of 200,000
		t.Errorf("kip: %+v", kip)
	}
}

func TestFiftyReceiveAndPayOfOneRefundAreOne(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.open(nil)
	e.played(somchai, yesterday.Time, -money.Units(100))
	e.accrue(yesterday)
	client := e.Client(t).As(somchai.String())
	for _, path := range []string{"/api/refund/receive", "/api/refund/addWallet"} {
		var done, refused int
		var mu sync.Mutex
		var racers sync.WaitGroup
		for range 50 {
			racers.Go(func() {
				answer := client.Do(http.MethodPost, path, "")
				for answer.Status == http.StatusServiceUnavailable { // a slow machine sheds some
					answer = client.Do(http.MethodPost, path, "")
				}
				mu.Lock()
				defer mu.Unlock()
				switch {
				case answer.Status == http.StatusOK:
					done++
				case answer.Code() == "NO_REFUND":
					refused++
				default:
					t.Errorf("%d %s", answer.Status, answer.Body)
				}
			})
		}
		racers.Wait()
		if done != 1 || refused != 49 {
			t.Errorf("I15: %s: %d done, %d refused", path, done, refused)
		}
	}
	if e.main(somchai) != money.Units(5) {
		t.Errorf("%v in the wallet", e.main(somchai))
	}
	e.sound()
}

func TestTheBannersAreSafeAndInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.open(nil)
	found, answer := ask[portal.BannerList](e, somchai, http.MethodGet, "/api/refund/banners", "")
	if len(found.Banners) != 1 || found.Banners[0].Image != "media/banner/refund-1.webp" || found.Banners[0].HTML != "<p>Back it comes.</p>" {
		t.Errorf("%s", answer.Body)
	}
}
