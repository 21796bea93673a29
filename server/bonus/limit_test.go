package bonus_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"krapao/server/bonus"
	"krapao/server/id"
	"krapao/server/money"
)

func TestASpanBeginsAtMidnightInBangkokAndAWeekOnMonday(t *testing.T) {
	t.Parallel()
	bangkok := time.FixedZone("Asia/Bangkok", 7*60*60)
	moment := func(text string) time.Time {
		at, err := time.ParseInLocation("2006-01-02 15:04:05.000", text, bangkok)
		if err != nil {
			t.Fatal(err)
		}
		return at.UTC()
	}
	for _, of := range []struct {
		span         bonus.Span
		before, then string
		same         bool
	}{
		{bonus.Day, "2026-03-09 23:59:59.999", "2026-03-10 00:00:00.000", false},
		{bonus.Day, "2026-03-10 00:00:00.000", "2026-03-10 23:59:59.999", true},
		{bonus.Day, "2026-01-31 23:59:59.999", "2026-02-01 00:00:00.000", false},
		{bonus.Day, "2025-12-31 23:59:59.999", "2026-01-01 00:00:00.000", false},
		{bonus.Day, "2026-03-10 06:59:59.999", "2026-03-10 07:00:00.000", true},   // midnight in UTC is none
		{bonus.Week, "2026-03-08 23:59:59.999", "2026-03-09 00:00:00.000", false}, // Sunday, Monday
		{bonus.Week, "2026-03-09 00:00:00.000", "2026-03-15 23:59:59.999", true},
		{bonus.Week, "2026-03-31 12:00:00.000", "2026-04-01 12:00:00.000", true}, // a month's end
		{bonus.Week, "2025-12-31 12:00:00.000", "2026-01-01 12:00:00.000", true}, // a year's end
		{bonus.Week, "2026-01-04 23:59:59.999", "2026-01-05 00:00:00.000", false},
		{bonus.Ever, "2020-01-01 00:00:00.000", "2026-03-10 00:00:00.000", true},
	} {
		received := []bonus.Receipt{{At: moment(of.before)}}
		if count := of.span.Received(received, moment(of.then)); (count == 1) != of.same {
			t.Errorf("I15: %s: one of %s counts %d at %s", of.span, of.before, count, of.then)
		}
	}
}

func TestADailyBonusIsReceivedAgainTheNextDayInKip(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	const bounmy = id.MemberID(20_000_001)
	p.join(bounmy)
	daily := welcome()
	daily.Code, daily.Currency, daily.Span, daily.Cap, daily.SuccessPercent = "DAILY", money.Kip, bonus.Day, baht(100_000), 100
	p.campaign(daily)
	p.Clock.Set(time.Date(2027, 3, 8, 16, 59, 59, 999_000_000, time.UTC)) // a moment before midnight in Bangkok
	for range 3 {
		p.deposit(bounmy, baht(500_000))
	}
	p.ok(bounmy, http.MethodPost, "/api/bonus/activate/DAILY", "")
	p.ok(bounmy, http.MethodPost, clearing, "")
	p.refused("BONUS_MAX_CLAIMED", bounmy, http.MethodPost, "/api/bonus/activate/DAILY", "")
	if p.offers(bounmy)[0].CanReceive {
		t.Error("it is offered again on the same day")
	}
	p.Clock.Advance(time.Millisecond)
	if !p.offers(bounmy)[0].CanReceive {
		t.Error("it is not offered on the next day")
	}
	p.ok(bounmy, http.MethodPost, "/api/bonus/activate/DAILY", "")
	if got := p.wallet(bounmy).Main; got != baht(1_600_000) {
		t.Errorf("%v", got)
	}
}

func TestADepositBringsABonusOnceAndTooSmallAOneNone(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	often := welcome()
	often.MaxReceived, often.MinDeposit, often.SuccessPercent = 10, baht(100), 100
	p.campaign(often)
	p.deposit(somchai, baht(5000)) // 10 % of it is more than the cap
	p.ok(somchai, http.MethodPost, activate, "")
	p.ok(somchai, http.MethodPost, clearing, "")
	p.refused("BONUS_CONDITION", somchai, http.MethodPost, activate, "") // the deposit was used
	p.deposit(somchai, baht(100)-1)
	p.refused("BONUS_CONDITION", somchai, http.MethodPost, activate, "")
	p.deposit(somchai, baht(100))
	p.ok(somchai, http.MethodPost, activate, "")
	if got := p.wallet(somchai).Main; got != baht(5000+200+100+100+10)-1 {
		t.Errorf("I15: the deposits brought %v with their bonuses", got)
	}
}

// race has members receive at once, and counts the codes.
func (p *product) race(times int, who func(i int) id.MemberID, path string) map[string]int {
	var mu sync.Mutex
	codes := map[string]int{}
	var racers sync.WaitGroup
	for i := range times {
		racers.Go(func() {
			client := p.Client(p.t).As(who(i).String())
			for range 200 { // a slow machine sheds some
				answer := client.Do(http.MethodPost, path, "")
				if answer.Status == http.StatusServiceUnavailable || answer.Code() == "REQUEST_LIMIT" {
					time.Sleep(20 * time.Millisecond)
					continue
				}
				mu.Lock()
				defer mu.Unlock()
				codes[answer.Code()]++
				return
			}
		})
	}
	racers.Wait()
	return codes
}

func TestAHundredActivationsAtOnceKeepToTheLimit(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	p.campaign(welcome())
	p.deposit(somchai, baht(1000))
	codes := p.race(100, func(int) id.MemberID { return somchai }, activate)
	if codes[""] != 1 || codes["BONUS_ALREADY_ACTIVE"] != 99 || p.wallet(somchai).Main != baht(1100) {
		t.Errorf("%v, %v", codes, p.wallet(somchai).Main)
	}
}

// Each racer ends the condition that they opened, so that nothing but the limit stands in the way of the next.
func TestAHundredActivationsAndEndingsAtOnceKeepToEachLimit(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	for i, span := range []bonus.Span{bonus.Ever, bonus.Day, bonus.Week} {
		member, often := id.MemberID(11_000_000+i), welcome()
		p.join(member)
		often.Code, often.Span, often.MaxReceived, often.Percent, often.Cap, often.Fixed, often.SuccessPercent = "OFTEN", span, 3, 0, 0, baht(5), 100
		p.campaign(often)
		received := 0
		for range 20 { // who is under a condition, or loses to who is, may come again
			codes := p.race(100, func(int) id.MemberID { return member }, "/api/bonus/activate/OFTEN")
			if received += codes[""]; codes[""] == 0 && codes["BONUS_MAX_CLAIMED"] == 100 {
				break
			}
			p.do(member, http.MethodPost, clearing, "")
		}
		if received != 3 || p.wallet(member).Main != baht(15) {
			t.Errorf("I15: %s: received %d times of 3, %v", span, received, p.wallet(member).Main)
		}
	}
}

func TestAsManyMembersAsTheQuotaReceiveAPromotion(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	few := songkran()
	few.Quota = 7
	p.campaign(few)
	for i := range 25 {
		p.join(id.MemberID(11_000_000 + i))
	}
	codes := p.race(100, func(i int) id.MemberID { return id.MemberID(11_000_000 + i%25) }, "/api/promotion/activate/SONGKRAN")
	if codes[""] != 7 || codes["BONUS_FULL"]+codes["PROMOTION_RECEIVED"] != 93 {
		t.Errorf("I15: a quota of 7: %v", codes)
	}
	p.refused("BONUS_FULL", somchai, http.MethodPost, "/api/promotion/activate/SONGKRAN", "")
}

func TestABonusThatIsSwitchedOffWhileItsDialogIsOpenIsNotReceived(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	p.campaign(welcome())
	p.deposit(somchai, baht(1000))
	if len(p.offers(somchai)) != 1 {
		t.Fatal("not offered")
	}
	shut := welcome()
	shut.Open = false
	p.campaign(shut)
	p.refused("NO_DATA", somchai, http.MethodPost, activate, "")
	if p.wallet(somchai).Main != baht(1000) {
		t.Errorf("%v", p.wallet(somchai).Main)
	}
	full := welcome()
	full.Code, full.Quota = "FULL", 1
	p.campaign(full)
	p.join(malee)
	p.deposit(malee, baht(1000))
	p.ok(malee, http.MethodPost, "/api/bonus/activate/FULL", "")
	p.refused("BONUS_FULL", somchai, http.MethodPost, "/api/bonus/activate/FULL", "")
	if fmt.Sprint(p.moved(somchai)) != fmt.Sprint([3]money.Amount{baht(1000), 0, 0}) {
		t.Errorf("%v", p.moved(somchai))
	}
}
