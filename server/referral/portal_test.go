package referral_test

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"testing"
	"time"

	"krapao/server/bonus"
	"krapao/server/daily"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/postgres"
	"krapao/server/referral"
)

func TestAShareOfWhatInviteesLoseIsReceivedOnce(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	if _, code := e.receive(somchai, http.MethodPost); code != "INVITE_INACTIVE" {
		t.Errorf("without a rule: %s", code)
	}
	e.open(nil)
	for _, method := range []string{http.MethodPost, http.MethodGet} {
		if _, code := e.receive(somchai, method); code != "NO_INVITEE_PLAY_INFO" {
			t.Errorf("%s before anybody played: %s", method, code)
		}
	}
	e.played(malee, yesterday.Time, -money.Units(1_005))
	e.played(noi, yesterday.Time, money.Units(500)) // won: nothing
	e.played(bounmy, yesterday.Time, -money.Units(10_000))
	e.accrue(yesterday)
	home, answer := ask[portal.WalletResponse](e, somchai, http.MethodGet, "/api/wallet", "")
	if home.Invite.Amount.String() != "50.25" || home.Invite.Success != 200 || home.Invite.Fail != 10 {
		t.Errorf("the home screen: %s", answer.Body)
	}
	page := e.list(somchai, 1)
	if page.Total != 1 || page.Invites[0].From.Name != "Member "+malee.String() || page.Invites[0].Amount.String() != "50.25" {
		t.Errorf("%+v", page)
	}
	if others := e.list(malee, 1); others.Total != 0 || len(others.Invites) != 0 {
		t.Errorf("another member's: %+v", others)
	}
	received, _ := e.receive(somchai, http.MethodPost, key("k"))
	if again, _ := e.receive(somchai, http.MethodPost, key("k")); received.Amount.String() != "50.25" || received.Message != "INVITE_BONUS_SUCCESS" || again != received {
		t.Errorf("%+v, then %+v", received, again)
	}
	for _, method := range []string{http.MethodPost, http.MethodGet} {
		if _, code := e.receive(somchai, method); code != "NO_INVITE_BONUS" {
			t.Errorf("%s again: %s", method, code)
		}
	}
	if condition, err := e.App.Bonuses.Progress(t.Context(), somchai); err != nil || condition.Kind != bonus.FromInvite || condition.Amount != 5_025 || e.main(somchai) != 5_025 {
		t.Errorf("the condition: %+v %v", condition, err)
	}
	e.Clock.Advance(24 * time.Hour)
	e.played(malee, yesterday.Add(1).Time, -money.Units(100))
	e.accrue(yesterday.Add(1))
	for _, method := range []string{http.MethodPost, http.MethodGet} {
		if _, code := e.receive(somchai, method); code != "BONUS_REMAINING" {
			t.Errorf("%s under a condition: %s", method, code)
		}
	}
	if e.waiting(somchai) != 500 {
		t.Errorf("%d waits", e.waiting(somchai))
	}
	e.sound()
}

func TestOnlyARealInviteeCounts(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.open(nil)
	e.invite(malee, somchai) // a circle: somchai was there before malee
	e.invite(noi, bounmy)    // another currency
	e.exec("update member_bank set account_no = (select account_no from member_bank where member_id = $1), bank_code = 'BBL' where member_id = $2", somchai, noi)
	for _, member := range []id.MemberID{somchai, malee, noi, bounmy} {
		e.played(member, yesterday.Time, -money.Units(100))
	}
	e.accrue(yesterday)
	if of, circle, other := e.waiting(somchai), e.waiting(malee), e.waiting(noi); of != 500 || circle != 0 || other != 0 {
		t.Errorf("somchai %d, of malee alone; malee %d, by a circle; noi %d, by another currency", of, circle, other)
	}
	if page := e.list(somchai, 1); page.Total != 1 {
		t.Errorf("an invitee with the inviter's account number: %+v", page)
	}
}

func TestADaysAccrualGoesOnWhereAServerDiedAndNoDayIsLeftOut(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.open(nil)
	e.accrue(yesterday)
	for day := 1; day <= 3; day++ { // the servers were down for two days
		e.played(malee, yesterday.Add(day).Time, -money.Units(100))
		e.played(noi, yesterday.Add(day).Time, -money.Units(200))
	}
	config := e.App.Referrals.Config
	config.Store = dying{postgres.Referral{DB: e.Database.DB}}
	if _, err := referral.New(config).Accrue(t.Context(), yesterday.Add(3)); !errors.Is(err, errDied) {
		t.Fatal(err)
	}
	if e.waiting(somchai) != 0 {
		t.Errorf("%d of a transaction that died", e.waiting(somchai))
	}
	var servers sync.WaitGroup
	for range 4 {
		servers.Go(func() { e.accrue(yesterday.Add(3)) })
	}
	servers.Wait()
	if e.waiting(somchai) != 3*1_500 {
		t.Errorf("%d after three days", e.waiting(somchai))
	}
	first, second := e.list(somchai, 1), e.list(somchai, 3)
	if first.Total != 6 || len(first.Invites) != 2 || len(second.Invites) != 2 || first.Invites[0].Amount+first.Invites[1].Amount != 1_500 {
		t.Errorf("%+v, %+v", first, second)
	}
	e.sound()
}

var errDied = errors.New("the server died")

// dying is a store whose server dies before a batch is committed.
type dying struct{ postgres.Referral }

func (dying) PutRun(context.Context, daily.Run, time.Time) error { return errDied }

func TestFiftyReceiveOfOneBonusAreOne(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.open(nil)
	e.played(malee, yesterday.Time, -money.Units(100))
	e.accrue(yesterday)
	client := e.Client(t).As(somchai.String())
	var done, refused int
	var mu sync.Mutex
	var racers sync.WaitGroup
	for range 50 {
		racers.Go(func() {
			answer := client.Do(http.MethodPost, "/api/invite/bonus", "")
			for answer.Status == http.StatusServiceUnavailable { // a slow machine sheds some
				answer = client.Do(http.MethodPost, "/api/invite/bonus", "")
			}
			mu.Lock()
			defer mu.Unlock()
			switch {
			case answer.Status == http.StatusOK:
				done++
			case answer.Code() == "NO_INVITE_BONUS":
				refused++
			default:
				t.Errorf("%d %s", answer.Status, answer.Body)
			}
		})
	}
	racers.Wait()
	if done != 1 || refused != 49 || e.main(somchai) != 500 {
		t.Errorf("I15: %d done, %d refused, %v in the wallet", done, refused, e.main(somchai))
	}
	e.sound()
}

func TestWhatIsPaidByItselfComesWithoutAConditionAndNotUnderOne(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.open(func(rule *referral.Rule) { rule.Automatic = true })
	e.played(malee, yesterday.Time, -money.Units(100))
	for range 2 {
		e.accrue(yesterday)
	}
	if active, err := e.App.Bonuses.Progress(t.Context(), somchai); err == nil || e.main(somchai) != 500 || e.waiting(somchai) != 0 {
		t.Errorf("%+v, %v in the wallet, %d waits", active, e.main(somchai), e.waiting(somchai))
	}
	lines, answer := ask[portal.StatementPage](e, somchai, http.MethodPost, "/api/statement", `{"page":1,"limit":1}`)
	if len(lines.Statements) != 1 || lines.Statements[0].Invite == nil || lines.Statements[0].Invite.Description != "โบนัสชวนเพื่อน" {
		t.Errorf("%s", answer.Body)
	}
	for _, method := range []string{http.MethodPost, http.MethodGet} {
		if _, code := e.receive(somchai, method); code != "INVITE_COLLECT" {
			t.Errorf("%s: %s", method, code)
		}
	}
	e.underCondition(somchai)
	e.played(malee, yesterday.Add(1).Time, -money.Units(100))
	e.accrue(yesterday.Add(1))
	if e.main(somchai) != 600 || e.waiting(somchai) != 500 {
		t.Errorf("under a condition: %v in the wallet, %d waits", e.main(somchai), e.waiting(somchai))
	}
	e.sound()
}

func TestTheBannersOfInvitesAreSafe(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.open(nil)
	found, answer := ask[portal.BannerList](e, somchai, http.MethodGet, "/api/invite/banners", "")
	if len(found.Banners) != 1 || found.Banners[0].HTML != "<p>Invite friends.</p>" {
		t.Errorf("%s", answer.Body)
	}
}

func TestABonusThatCannotBeCreditedIsKept(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.open(nil)
	const lost = id.MemberID(10_000_000) // has no wallet
	e.exec(`insert into member (id, phone, name, password_hash, currency, created_at, last_login_at) values ($1, '0999999999', 'L', 'none', 'BAHT', now() - interval '1 day', now())`, lost)
	e.invite(lost, noi)
	e.played(noi, yesterday.Time, -money.Units(100))
	e.accrue(yesterday)
	for _, method := range []string{http.MethodPost, http.MethodGet} {
		if _, code := e.receive(lost, method); code != "INVITE_BONUS_FAIL" || e.waiting(lost) != 500 {
			t.Errorf("%s: %s, %d waits", method, code, e.waiting(lost))
		}
	}
}

func TestAnInviteesLossEarnsBeyondWhatTheyWonBefore(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.open(nil)
	var last daily.Day
	for day, won := range []int64{-100, 100, -100, 100, -130} { // the same, lost and won on different days
		last = yesterday.Add(day)
		e.played(malee, last.Time, money.Units(won))
		e.accrue(last)
	}
	if waiting := e.waiting(somchai); waiting != 500+150 { // 5 % of 100, and of the 30 beyond
		t.Errorf("%v waits", waiting)
	}
	e.sound()
}
