package game_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/portaltest"
)

const activate = "/api/wallet/activate/"

// open opens an account and gives the member's username there.
func (s *env) open(member id.MemberID, code string) string {
	s.t.Helper()
	if account := do[portal.GameAccount](s, member, http.MethodPost, activate+code); !account.IsActive || account.Code != code {
		s.t.Fatalf("%+v", account)
	}
	return do[portal.GameCredentials](s, member, http.MethodGet, "/api/wallet/account/"+code).Username
}

func TestAnAccountIsOpenedOnceAndARepeatWithinAMinuteAnswersIt(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	for _, method := range []string{http.MethodPost, http.MethodPost, http.MethodGet} {
		account := do[portal.GameAccount](s, somchai, method, activate+linked, key("a"))
		if !account.IsActive || account.Amount != 0 || account.RefreshedAt != nil || account.Launch.Kind != portal.AutoLogin || account.Launch.URL != nil || account.Ios != nil {
			t.Errorf("%+v", account)
		}
	}
	s.later(61 * time.Second)
	s.refused(somchai, http.MethodPost, activate+linked, "SLOT_ALREADY_ACTIVE")
	s.refused(somchai, http.MethodGet, activate+linked, "SLOT_ALREADY_ACTIVE")
	if account := do[portal.GameAccount](s, somchai, http.MethodPost, activate+linked, key("a")); !account.IsActive {
		t.Errorf("the same key: %+v", account)
	}
	s.refused(somchai, http.MethodPost, activate+posted, "IDEMPOTENCY_CONFLICT", key("a"))
	if n := s.counted("POST /provider/" + linked + "/v1/players"); n != 1 {
		t.Errorf("the provider was asked %d times", n)
	}
}

func TestAKeyOfARepeatedOpeningAnswersItEverAfter(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	for _, name := range []string{"first", "second"} { // the screen was opened again, and asks under a new key
		do[portal.GameAccount](s, somchai, http.MethodPost, activate+linked, key(name))
	}
	s.later(61 * time.Second)
	for _, name := range []string{"first", "second"} {
		if account := do[portal.GameAccount](s, somchai, http.MethodPost, activate+linked, key(name)); !account.IsActive {
			t.Errorf("%s: %+v", name, account)
		}
		s.refused(somchai, http.MethodPost, activate+posted, "IDEMPOTENCY_CONFLICT", key(name))
	}
	s.refused(somchai, http.MethodPost, activate+linked, "SLOT_ALREADY_ACTIVE", key("third"))
	if n := s.counted("POST /provider/" + linked + "/v1/players"); n != 1 {
		t.Errorf("the provider was asked %d times", n)
	}
}

func TestFiftyOpeningsAtOnceMakeOnePlayerAndOneAccount(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	client := s.as(somchai)
	var asking sync.WaitGroup
	names := make(chan string, 50)
	for i := range 50 {
		asking.Go(func() {
			method, headers := http.MethodPost, key("same")
			if i%2 == 0 {
				method, headers = http.MethodGet, key("")
			}
			answer := untilServed(func() portaltest.Answer { return client.Do(method, activate+linked, "", headers) })
			if answer.Status != http.StatusOK {
				t.Errorf("%d %s", answer.Status, answer.Body)
			}
			names <- string(answer.Body)
		})
	}
	asking.Wait()
	close(names)
	first := ""
	for body := range names {
		if first == "" {
			first = body
		}
		if body != first {
			t.Errorf("%s and %s", first, body)
		}
	}
	if n := one[int](s, "select count(*) from game_account"); n != 1 {
		t.Errorf("%d accounts", n)
	}
	response, err := http.Get(s.parties.URL + "/provider/" + linked)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	page := new(strings.Builder)
	if err := response.Write(page); err != nil || strings.Count(page.String(), `class="amount"`) != 1 {
		t.Errorf("the provider has other than one player: %v %s", err, page)
	}
}

func TestWhatCannotBeOpenedSaysWhy(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	for _, method := range []string{http.MethodPost, http.MethodGet} {
		for _, code := range []string{"NONE", closed, ofKip, "naga", "%2F", "N%00", "..%2f", strings.Repeat("A", 4000), "%F0%9F%8E%B0"} {
			s.refused(somchai, method, activate+code, "NO_GAME")
		}
		s.refused(nobody, method, activate+linked, "NO_WALLET")
		s.interceptWith("/v1/players", answers(http.StatusConflict, `{"code":"REFERENCE_CONFLICT","message":"another currency"}`))
		s.refused(somchai, method, activate+linked, "SLOT_ACTIVATE_FAIL")
		s.interceptWith("/v1/players", answers(http.StatusInternalServerError, `{"code":"OOPS","message":"?"}`))
		s.refused(somchai, method, activate+posted, "GAME_ACTIVATION_FAIL")
		s.interceptWith("/v1/players", answers(http.StatusOK,
			`{"reference":"M10000001","username":"a\u0000","password":"x","currency":"BAHT","createdAt":"2026-03-01T09:16:02+07:00"}`))
		s.refused(somchai, method, activate+posted, "GAME_ACTIVATION_FAIL")
		s.straighten()
	}
	if n := one[int](s, "select count(*) from game_account"); n != 0 {
		t.Errorf("%d accounts", n)
	}
	s.open(somchai, posted)
}

func TestAnAccountThatTheProviderOpenedAndDidNotTellIsTheSameOneAtTheNextTry(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	lost := ""
	s.interceptWith("/v1/players", func(w http.ResponseWriter, r *http.Request) {
		answer := &swallow{header: http.Header{}}
		s.simulator.Handler().ServeHTTP(answer, r)
		var player struct{ Username string }
		_ = json.Unmarshal(answer.body, &player)
		lost = player.Username
		w.WriteHeader(http.StatusBadGateway)
	})
	s.refused(somchai, http.MethodPost, activate+linked, "GAME_ACTIVATION_FAIL")
	s.straighten()
	if username := s.open(somchai, linked); lost == "" || username != lost {
		t.Errorf("%q, then %q", lost, username)
	}
}

// swallow takes an answer that nobody gets.
type swallow struct {
	header http.Header
	body   []byte
}

func (s *swallow) Header() http.Header { return s.header }
func (s *swallow) WriteHeader(int)     {}
func (s *swallow) Write(body []byte) (int, error) {
	s.body = append(s.body, body...)
	return len(body), nil
}

func TestAProviderThatGivesOnePlayerToTwoMembersIsNotBelieved(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	username := s.open(somchai, linked)
	for name, body := range map[string]string{
		"somebody else's name":   `{"reference":"M10000002","username":"` + username + `","password":"x","currency":"BAHT","createdAt":"2026-03-01T09:15:00Z"}`,
		"another's reference":    `{"reference":"M10000001","username":"kr2","password":"x","currency":"BAHT","createdAt":"2026-03-01T09:15:00Z"}`,
		"another currency":       `{"reference":"M10000002","username":"kr2","password":"x","currency":"LAK","createdAt":"2026-03-01T09:15:00Z"}`,
		"no password":            `{"reference":"M10000002","username":"kr2","password":"","currency":"BAHT","createdAt":"2026-03-01T09:15:00Z"}`,
		"an answer that is none": `<html>`,
	} {
		s.interceptWith("/v1/players", answers(http.StatusOK, body))
		if answer := s.as(malee).Do(http.MethodPost, activate+linked, ""); answer.Code() != "SLOT_ACTIVATE_FAIL" && answer.Code() != "GAME_ACTIVATION_FAIL" {
			t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
		}
	}
	if n := one[int](s, "select count(*) from game_account where member_id = $1", malee); n != 0 {
		t.Errorf("%d accounts", n)
	}
}

func TestAKipMemberOpensInKip(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.open(bounmy, ofKip)
	s.open(bounmy, linked)
	s.refused(somchai, http.MethodPost, activate+ofKip, "NO_GAME")
}
