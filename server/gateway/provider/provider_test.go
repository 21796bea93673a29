package provider_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"krapao/server/game"
	"krapao/server/gateway/provider"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/secret"
)

const canary = "canary-key-51aa"

// party is a provider that answers as a test wants.
type party struct {
	answer atomic.Pointer[http.HandlerFunc]
	calls  atomic.Int64
	*provider.Providers
}

func newParty(t *testing.T, rest time.Duration) *party {
	t.Helper()
	p := &party{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.calls.Add(1)
		if r.Header.Get("X-Api-Key") != canary {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		(*p.answer.Load())(w, r)
	}))
	t.Cleanup(server.Close)
	p.Providers = provider.New(provider.Config{
		URL: func(code string) string {
			if code == "NOWHERE" {
				return ""
			}
			return server.URL + "/" + code
		},
		Key: func(string) secret.Text { return secret.NewText(canary) }, Rest: rest,
		Refuse: func(ctx context.Context) error { return context.Cause(ctx) },
	})
	return p
}

func (p *party) says(status int, body string) {
	answer := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	})
	p.answer.Store(&answer)
}

func TestANoIsToldFromAnAnswerThatSaysNothing(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		status int
		body   string
		want   error
	}{
		"no player":                {http.StatusNotFound, `{"code":"NO_PLAYER","message":""}`, game.ErrNoPlayer},
		"a refusal":                {http.StatusBadRequest, `{"code":"MALFORMED","message":""}`, game.ErrRefused},
		"too often":                {http.StatusTooManyRequests, `{"code":"LATER","message":""}`, game.ErrRefused},
		"a proxy's 404":            {http.StatusNotFound, `<html>`, provider.ErrUnknown},
		"an error of theirs":       {http.StatusInternalServerError, `{"code":"NO_PLAYER","message":""}`, provider.ErrUnknown},
		"unavailable":              {http.StatusServiceUnavailable, `{"code":"DOWN","message":""}`, provider.ErrUnknown},
		"elsewhere":                {http.StatusFound, ``, provider.ErrUnknown},
		"another player's":         {http.StatusOK, `{"username":"kr2","amount":1,"currency":"BAHT","sequence":1}`, provider.ErrUnknown},
		"half a number":            {http.StatusOK, `{"username":"kr1","amount":1.005,"currency":"BAHT","sequence":1}`, provider.ErrUnknown},
		"an answer without an end": {http.StatusOK, `{"username":"` + strings.Repeat("k", 1<<20) + `"}`, provider.ErrUnknown},
	} {
		p := newParty(t, time.Minute)
		p.says(row.status, row.body)
		if _, err := p.Balance(t.Context(), "PG", "kr1"); !errors.Is(err, row.want) || errors.Is(err, provider.ErrUnknown) == errors.Is(err, game.ErrRefused) {
			t.Errorf("%s: %v, want %v", name, err, row.want)
		}
	}
}

func TestAProviderThatFailsIsLeftAloneAndTriedAgainLater(t *testing.T) {
	t.Parallel()
	p := newParty(t, 50*time.Millisecond)
	p.says(http.StatusInternalServerError, "{}")
	for range 20 {
		if _, err := p.Balance(t.Context(), "PG", "kr1"); !errors.Is(err, provider.ErrUnknown) {
			t.Fatal(err)
		}
	}
	if calls := p.calls.Load(); calls != 3 {
		t.Errorf("%d calls", calls)
	}
	if _, err := p.Balance(t.Context(), "PG", "kr1"); !errors.Is(err, provider.ErrNotSent) {
		t.Errorf("not sent is not told: %v", err)
	}
	p.says(http.StatusOK, `{"username":"kr1","amount":1.5,"currency":"BAHT","sequence":7}`)
	if _, err := p.Balance(t.Context(), "OTHER", "kr1"); err != nil {
		t.Errorf("another provider: %v", err)
	}
	time.Sleep(60 * time.Millisecond)
	balance, err := p.Balance(t.Context(), "PG", "kr1")
	if err != nil || balance != (game.Balance{Amount: 150, Currency: money.Baht, Sequence: 7}) {
		t.Errorf("%+v %v", balance, err)
	}
}

func TestMembersWhoLeaveAndRefusalsDoNotCountAgainstAProvider(t *testing.T) {
	t.Parallel()
	p := newParty(t, time.Minute)
	hung := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	p.answer.Store(&hung)
	for range 5 {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
		if _, err := p.Balance(ctx, "PG", "kr1"); !errors.Is(err, provider.ErrUnknown) {
			t.Errorf("left: %v", err)
		}
		cancel()
	}
	p.says(http.StatusNotFound, `{"code":"NO_PLAYER","message":""}`)
	for range 10 {
		if _, err := p.ResetPassword(t.Context(), "PG", "kr1", id.NewID()); !errors.Is(err, game.ErrNoPlayer) {
			t.Errorf("no player: %v", err)
		}
	}
}

func TestNothingIsSentInATransactionOrWithoutAKey(t *testing.T) {
	t.Parallel()
	p := newParty(t, time.Minute)
	p.says(http.StatusOK, `{}`)
	if _, err := p.LaunchLink(t.Context(), "NOWHERE", game.LaunchAsk{Locale: "th"}); !errors.Is(err, provider.ErrUnconfigured) || !errors.Is(err, game.ErrRefused) {
		t.Errorf("unconfigured: %v", err)
	}
	inside, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("a transaction"))
	if _, err := p.CreatePlayer(inside, "PG", "M1", money.Baht); err == nil || errors.Is(err, game.ErrRefused) {
		t.Errorf("in a transaction: %v", err)
	}
	if p.calls.Load() != 0 {
		t.Error("it was sent")
	}
}

func TestAFaultHasNoKeyInIt(t *testing.T) {
	t.Parallel()
	p := newParty(t, time.Minute)
	p.says(http.StatusOK, `{"username":"kr1","password":"canary-password"`)
	_, err := p.ResetPassword(t.Context(), "PG", "kr1", id.NewID())
	if err == nil || strings.Contains(err.Error(), "canary") {
		t.Errorf("%v", err)
	}
}
