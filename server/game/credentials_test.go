package game_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/server/httpapi/api/portal"
	"krapao/server/portaltest"
)

const (
	account = "/api/wallet/account/"
	reset   = "/api/wallet/resetpassword/"
)

var noPlayer = answers(http.StatusNotFound, `{"code":"NO_PLAYER","message":"There is no player of this name."}`)

func TestCredentialsAreTheProvidersAndAFormHasItsHiddenFields(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	for _, code := range []string{linked, posted, opened} {
		username := s.open(somchai, code)
		credentials := do[portal.GameCredentials](s, somchai, http.MethodGet, account+code)
		if credentials.Username != username || credentials.Password == "" || (credentials.Event != nil) != (code == posted) {
			t.Errorf("%s: %+v", code, credentials)
		}
	}
	if answer := s.as(somchai).Do(http.MethodGet, account+posted, ""); answer.Header.Get("Cache-Control") != "no-store" || !strings.Contains(string(answer.Body), "__VIEWSTATE") {
		t.Errorf("%v %s", answer.Header, answer.Body)
	}
	s.refused(somchai, http.MethodGet, account+"NONE", "NO_GAME")
	s.refused(malee, http.MethodGet, account+linked, "SLOT_NO_ACCOUNT")
	s.interceptWith("/launch-link", noPlayer)
	s.refused(somchai, http.MethodGet, account+posted, "NOT_"+posted)
	s.interceptWith("/launch-link", answers(http.StatusInternalServerError, "{}"))
	if credentials := do[portal.GameCredentials](s, somchai, http.MethodGet, account+posted); credentials.Password == "" || credentials.Event != nil {
		t.Errorf("a provider that is down: %+v", credentials)
	}
}

func TestANewPasswordIsMadeOnceAMinute(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.open(somchai, linked)
	before := do[portal.GameCredentials](s, somchai, http.MethodGet, account+linked)
	first := do[portal.GameCredentials](s, somchai, http.MethodPost, reset+linked, key("a"))
	if first.Password == before.Password || first.Username != before.Username {
		t.Fatalf("%+v after %+v", first, before)
	}
	for _, method := range []string{http.MethodPost, http.MethodGet} {
		if again := do[portal.GameCredentials](s, somchai, method, reset+linked); again != first {
			t.Errorf("%s within a minute: %+v, want %+v", method, again, first)
		}
	}
	s.later(61 * time.Second)
	if again := do[portal.GameCredentials](s, somchai, http.MethodPost, reset+linked, key("a")); again != first {
		t.Errorf("the same key: %+v, want %+v", again, first)
	}
	second := do[portal.GameCredentials](s, somchai, http.MethodGet, reset+linked)
	if second.Password == first.Password {
		t.Error("no new password after a minute")
	}
	if now := do[portal.GameCredentials](s, somchai, http.MethodGet, account+linked); now != second {
		t.Errorf("%+v, want %+v", now, second)
	}
	if n := s.counted("/password"); n != 2 {
		t.Errorf("the provider was asked %d times", n)
	}
	s.refused(somchai, http.MethodPost, reset+posted, "SLOT_NO_ACCOUNT", key("a"))
	s.open(somchai, posted)
	s.refused(somchai, http.MethodPost, reset+posted, "IDEMPOTENCY_CONFLICT", key("a"))
}

func TestFiftyResetsAtOnceMakeOnePassword(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.open(somchai, linked)
	client := s.as(somchai)
	var asking sync.WaitGroup
	var bodies sync.Map
	for i := range 50 {
		asking.Go(func() {
			headers := key("same")
			if i%2 == 0 {
				headers = key("")
			}
			answer := untilServed(func() portaltest.Answer { return client.Do(http.MethodPost, reset+linked, "", headers) })
			if answer.Status != http.StatusOK {
				t.Errorf("%d %s", answer.Status, answer.Body)
			}
			bodies.Store(string(answer.Body), true)
		})
	}
	asking.Wait()
	different := 0
	bodies.Range(func(any, any) bool { different++; return true })
	if different != 1 {
		t.Errorf("%d different answers", different)
	}
	if n := one[int](s, "select count(distinct reset_reference) from game_account"); n != 1 {
		t.Errorf("%d changes", n)
	}
}

func TestAResetWhoseAnswerWasLostIsTheSameChangeAtTheNextTry(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.open(somchai, linked)
	for _, method := range []string{http.MethodPost, http.MethodGet} {
		s.interceptWith("/password", func(w http.ResponseWriter, r *http.Request) {
			s.simulator.Handler().ServeHTTP(&swallow{header: http.Header{}}, r)
			w.WriteHeader(http.StatusBadGateway)
		})
		s.refused(somchai, method, reset+linked, "SLOT_RESET_PASSWORD_FAIL")
		s.straighten()
		made := do[portal.GameCredentials](s, somchai, method, reset+linked)
		if now := do[portal.GameCredentials](s, somchai, http.MethodGet, account+linked); now != made {
			t.Errorf("%+v, want %+v", now, made)
		}
		s.later(2 * time.Minute)
		s.interceptWith("/password", noPlayer)
		s.refused(somchai, method, reset+linked, "NOT_"+linked)
		s.straighten()
		s.later(2 * time.Minute)
		s.refused(somchai, method, reset+"NONE", "NO_GAME")
		s.refused(somchai, method, reset+posted, "SLOT_NO_ACCOUNT")
	}
	if n := one[int](s, "select count(*) from game_account where reset_done"); n != 0 {
		t.Error("a refused change counts as done")
	}
}
