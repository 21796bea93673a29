package game_test

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/portaltest"
)

const refresh = "/api/wallet/refresh/slot"

func (s *env) refresh(member id.MemberID) portal.RefreshReport {
	s.t.Helper()
	return do[portal.RefreshReport](s, member, http.MethodPost, refresh)
}

// of gives an account of a report.
func of(report portal.RefreshReport, code string) portal.RefreshedAccount {
	at := slices.IndexFunc(report.Accounts, func(account portal.RefreshedAccount) bool { return account.Code == code })
	if at < 0 {
		return portal.RefreshedAccount{}
	}
	return report.Accounts[at]
}

func (s *env) results() int {
	return one[int](s, "select count(*) from ledger_transaction where kind = 'GAME_RESULT'")
}

func TestARefreshBooksWhatWasWonOrLostAgainstTheHouse(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	naga, goal := s.open(somchai, linked), s.open(somchai, posted)
	s.fund(somchai, linked, naga, money.Units(100))
	s.fund(somchai, posted, goal, money.Units(50))
	s.setBalance(linked, naga, "250.75")
	s.setBalance(posted, goal, "10")
	report := s.refresh(somchai)
	for code, amount := range map[string]string{linked: "250.75", posted: "10.00"} {
		if got := of(report, code); got.Amount.String() != amount || !got.IsFresh || got.RefreshedAt == nil || !got.RefreshedAt.Equal(report.Timesync) {
			t.Errorf("%s: %+v", code, got)
		}
		if balance := s.inLedger(somchai, code); balance.Balance.String() != amount {
			t.Errorf("%s in the ledger: %+v", code, balance)
		}
	}
	if result := one[int64](s, "select coalesce(sum(result), 0)::bigint from game_day where member_id = $1", somchai); result != 15_075-4_000 {
		t.Errorf("I12: the day's result: %d", result)
	}
	if house := one[string](s, "select balance::text from ledger_house where account = 'house:game'"); house != "-11075" {
		t.Errorf("the house: %s", house)
	}
	s.later(10 * time.Second)
	do[portal.RefreshReport](s, somchai, http.MethodGet, refresh)
	if n := s.results(); n != 2 {
		t.Errorf("%d results after a refresh without play", n)
	}
	s.refused(nobody, http.MethodPost, refresh, "NO_WALLET")
	s.refused(nobody, http.MethodGet, refresh, "NO_WALLET")
}

func TestARepeatWithinSecondsAnswersTheLastResult(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	naga := s.open(somchai, linked)
	first := do[portal.RefreshReport](s, somchai, http.MethodPost, refresh, key("r"))
	s.setBalance(linked, naga, "5")
	if again := s.refresh(somchai); !again.Timesync.Equal(first.Timesync) || of(again, linked).Amount != 0 || !of(again, linked).IsFresh {
		t.Errorf("%+v, want %+v", again, first)
	}
	s.later(4 * time.Second)
	if again := do[portal.RefreshReport](s, somchai, http.MethodPost, refresh, key("r")); !again.Timesync.Equal(first.Timesync) {
		t.Errorf("the same key: %+v", again)
	}
	if next := s.refresh(somchai); of(next, linked).Amount != money.Units(5) {
		t.Errorf("%+v", next)
	}
}

func TestFiftyRefreshesAtOnceBookAResultOnce(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	naga := s.open(somchai, linked)
	s.fund(somchai, linked, naga, money.Units(100))
	s.setBalance(linked, naga, "40")
	client := s.as(somchai)
	var asking sync.WaitGroup
	for range 50 {
		asking.Go(func() {
			if answer := untilServed(func() portaltest.Answer { return client.Do(http.MethodPost, refresh, "") }); answer.Status != http.StatusOK {
				t.Errorf("%d %s", answer.Status, answer.Body)
			}
		})
	}
	asking.Wait()
	if n, balance := s.results(), s.inLedger(somchai, linked).Balance; n != 1 || balance != money.Units(40) {
		t.Errorf("%d results, %v", n, balance)
	}
}

func TestAHungProviderKeepsItsLastAmountAndSlowsTheOthersForAMomentOnly(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	for _, code := range []string{linked, posted, opened} {
		username := s.open(somchai, code)
		s.fund(somchai, code, username, money.Units(10))
	}
	s.refresh(somchai)
	known := of(s.refresh(somchai), linked)
	balanceOf := "/provider/" + linked + "/v1/players"
	s.interceptWith(balanceOf, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	for range 3 {
		s.later(10 * time.Second)
		begun := time.Now()
		report := s.refresh(somchai)
		if took := time.Since(begun); took > 8*time.Second {
			t.Errorf("a hung provider holds a refresh for %v", took)
		}
		if got := of(report, linked); got.IsFresh || got.Amount != money.Units(10) || !got.RefreshedAt.Equal(*known.RefreshedAt) {
			t.Errorf("%+v", got)
		}
		if got := of(report, posted); !got.IsFresh {
			t.Errorf("%+v", got)
		}
	}
	asked := s.counted("GET " + balanceOf)
	hung := fastest(s)
	if s.counted("GET "+balanceOf) != asked {
		t.Error("a provider that failed three times is asked on")
	}
	s.straighten()
	healthy := fastest(newEnvLike(s))
	if hung > 3*healthy/2+50*time.Millisecond {
		t.Errorf("%v with a hung provider, %v without", hung, healthy)
	}
}

// fastest gives how long a refresh takes at its best.
func fastest(s *env) time.Duration {
	best := time.Minute
	for range 10 {
		s.later(4 * time.Second)
		begun := time.Now()
		s.refresh(somchai)
		best = min(best, time.Since(begun))
	}
	return best
}

// newEnvLike gives another env with the same accounts.
func newEnvLike(like *env) *env {
	s := newEnv(like.t)
	for _, code := range []string{linked, posted, opened} {
		s.fund(somchai, code, s.open(somchai, code), money.Units(10))
	}
	return s
}

func TestAnAnswerThatIsOldOrWrongIsNotBooked(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	naga := s.open(somchai, linked)
	s.fund(somchai, linked, naga, money.Units(100))
	s.setBalance(linked, naga, "120") // sequence 2
	s.refresh(somchai)
	booked := one[int64](s, "select sequence[1] from game_member where member_id = $1", somchai)
	for name, balance := range map[string]string{
		"an older one":               `"amount":7,"currency":"BAHT","sequence":` + strconv.FormatInt(booked-1, 10),
		"another currency":           `"amount":7,"currency":"LAK","sequence":99`,
		"below zero":                 `"amount":-7,"currency":"BAHT","sequence":99`,
		"more than there is":         `"amount":99999999999999,"currency":"BAHT","sequence":99`,
		"no amount that is readable": `"amount":"7","currency":"BAHT","sequence":99`,
	} {
		s.later(10 * time.Second)
		s.interceptWith("/balance", answers(http.StatusOK, `{"username":"`+naga+`",`+balance+`}`))
		if got := of(s.refresh(somchai), linked); got.IsFresh || got.Amount != money.Units(120) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	s.later(10 * time.Second)
	said := money.Units(7)
	s.interceptWith("/balance", func(w http.ResponseWriter, r *http.Request) {
		said++
		answers(http.StatusOK, `{"username":"`+naga+`","amount":`+said.String()+`,"currency":"BAHT","sequence":`+strconv.FormatInt(booked, 10)+`}`)(w, r)
	})
	if got := of(s.refresh(somchai), linked); got.IsFresh || said != money.Units(7)+2 {
		t.Errorf("other money under the same sequence, not repeated: %+v, asked for %v", got, said)
	}
	s.later(10 * time.Second)
	s.interceptWith("/balance", answers(http.StatusOK, `{"username":"kr-another","amount":7,"currency":"BAHT","sequence":99}`))
	if got := of(s.refresh(somchai), linked); got.IsFresh {
		t.Errorf("another player's: %+v", got)
	}
	s.later(10 * time.Second)
	s.interceptWith("/balance", noPlayer)
	if got := of(s.refresh(somchai), linked); got.IsFresh {
		t.Errorf("a provider that forgot the player: %+v", got)
	}
	if s.inLedger(somchai, linked).Balance != money.Units(120) {
		t.Error("a wrong answer was booked")
	}
}

func TestOneWrongAnswerIsPutRightByTheNextRefresh(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	naga := s.open(somchai, linked)
	s.fund(somchai, linked, naga, money.Units(100))
	s.setBalance(linked, naga, "120")
	s.refresh(somchai)
	booked := one[int64](s, "select sequence[1] from game_member where member_id = $1", somchai)
	tell := func(amount string) portal.RefreshedAccount {
		s.later(10 * time.Second)
		s.interceptWith("/balance", answers(http.StatusOK, `{"username":"`+naga+`","amount":`+amount+`,"currency":"BAHT","sequence":`+strconv.FormatInt(booked+1, 10)+`}`))
		return of(s.refresh(somchai), linked)
	}
	if got := tell("131"); !got.IsFresh || got.Amount != money.Units(131) {
		t.Errorf("the wrong answer, which looks like any other: %+v", got)
	}
	if got := tell("130"); !got.IsFresh || got.Amount != money.Units(130) || s.inLedger(somchai, linked).Balance != money.Units(130) {
		t.Errorf("I9: the right one after it: %+v", got)
	}
}

// transferred posts what a transfer into a game posts at its end.
func (s *env) transferred(member id.MemberID, code string, amount money.Amount) {
	s.t.Helper()
	if _, err := s.book.Post(context.WithoutCancel(s.t.Context()), ledger.Transaction{
		Key: id.NewID().String(), Kind: ledger.Transfer, MemberID: member, Currency: money.Baht, At: s.Clock.Now(),
		Postings: []ledger.Posting{{Account: ledger.Game(member, code), Amount: amount}, {Account: ledger.Clearing("payment", money.Baht), Amount: -amount}},
	}); err != nil {
		s.t.Error(err)
	}
}

func TestABalanceFromBeforeATransferIsNotBookedAfterIt(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	naga := s.open(somchai, linked)
	s.fund(somchai, linked, naga, money.Units(100))
	s.refresh(somchai)
	s.later(10 * time.Second)
	// The provider has played meanwhile (a newer sequence), tells 90, and 50 are transferred before the answer arrives.
	s.interceptWith("/balance", func(w http.ResponseWriter, r *http.Request) {
		s.transferred(somchai, linked, money.Units(50))
		answers(http.StatusOK, `{"username":"`+naga+`","amount":90,"currency":"BAHT","sequence":50}`)(w, r)
	})
	if got := of(s.refresh(somchai), linked); got.IsFresh || got.Amount != money.Units(150) {
		t.Errorf("I9: %+v", got)
	}
	if n := s.results(); n != 0 {
		t.Errorf("%d results", n)
	}
	s.later(10 * time.Second)
	s.interceptWith("/balance", answers(http.StatusOK, `{"username":"`+naga+`","amount":140,"currency":"BAHT","sequence":51}`))
	if got := of(s.refresh(somchai), linked); !got.IsFresh || got.Amount != money.Units(140) || s.results() != 1 {
		t.Errorf("the next refresh: %+v", got)
	}
}

func TestAnAccountWithATransferUnderWayIsLeftAlone(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	naga, goal := s.open(somchai, linked), s.open(somchai, posted)
	s.fund(somchai, linked, naga, money.Units(100))
	s.fund(somchai, posted, goal, money.Units(100))
	s.exec(`insert into transfer (member_id, id, request_id, source, target, game, direction, username, then_as, amount, currency, status, reason, created_at, next_try_at)
		values ($1, $2, $2, 'WALLET', $3, $3, 'IN', $4, '', 5000, 'BAHT', 'PENDING', '', now(), now() + interval '1 hour')`, somchai, id.NewID(), linked, naga)
	s.setBalance(linked, naga, "150")
	s.setBalance(posted, goal, "70")
	report := s.refresh(somchai)
	if got := of(report, linked); got.IsFresh || got.Amount != money.Units(100) {
		t.Errorf("I9: under way: %+v", got)
	}
	if got := of(report, posted); !got.IsFresh || got.Amount != money.Units(70) {
		t.Errorf("the other: %+v", got)
	}
}
