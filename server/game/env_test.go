package game_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/game"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/postgres"
	"krapao/server/secret"
	"krapao/server/simulator"
)

const (
	somchai = id.MemberID(10_000_001)
	malee   = id.MemberID(10_000_002)
	bounmy  = id.MemberID(10_000_003) // counts kip
	nobody  = id.MemberID(10_000_009) // has no wallet
)

// The providers: one of each launch kind, one that is closed, one for kip.
const (
	linked = "NAGA"
	posted = "GOAL"
	opened = "SIX"
	closed = "SHUT"
	ofKip  = "MEKONG"
)

var credentials = simulator.Credentials{Seed: "game test"}

// env is the product with game providers and three members with wallets.
type env struct {
	*portaltest.Server
	t         *testing.T
	simulator *simulator.Simulator
	parties   *httptest.Server
	book      postgres.Ledger
	// intercept, when set, takes a call of a provider; false lets the simulator answer.
	intercept atomic.Pointer[func(w http.ResponseWriter, r *http.Request) bool]

	mutex sync.Mutex
	calls []string // method and path of each call of a provider
}

func currencyOf(member id.MemberID) money.Currency {
	if member == bounmy {
		return money.Kip
	}
	return money.Baht
}

func newEnv(t *testing.T) *env {
	t.Helper()
	s := &env{t: t}
	s.parties = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, "/v1/") {
			s.mutex.Lock()
			s.calls = append(s.calls, r.Method+" "+r.URL.Path)
			s.mutex.Unlock()
			if intercept := s.intercept.Load(); intercept != nil && (*intercept)(w, r) {
				return
			}
		}
		s.simulator.Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(s.parties.Close)
	s.Server = portaltest.Start(t, portaltest.WithApp(portaltest.ByNumber(currencyOf)), portaltest.WithConfig(func(config *app.Config) {
		config.Game = app.GameConfig{ProviderURL: s.parties.URL + simulator.ProviderPath("{code}"), ProviderKeys: map[string]secret.Text{}}
		for _, code := range []string{linked, posted, opened, closed, ofKip} {
			config.Game.ProviderKeys[code] = secret.NewText(credentials.Key(simulator.ProviderParty(code)))
		}
	}))
	s.simulator = simulator.New(simulator.Config{Portal: s.URL(), Public: s.parties.URL, Credentials: credentials, Now: s.Clock.Now})
	s.book = postgres.Ledger{DB: s.Database.DB}
	for _, member := range []id.MemberID{somchai, malee, bounmy} {
		if err := s.book.OpenWallet(t.Context(), member, currencyOf(member), s.Clock.Now()); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.App.Games.PutProviders(t.Context(), providers()...); err != nil {
		t.Fatal(err)
	}
	return s
}

func providers() []game.Provider {
	form := game.Launch{Kind: game.FormPost, URL: "https://goal.example/signin", UsernameField: "txtUser", PasswordField: "txtPass"}
	all := []game.Provider{
		{Code: linked, Name: "Naga Reels", Category: game.Slot, Launch: game.Launch{Kind: game.AutoLogin}, Android: "https://naga.example/app.apk", Open: true},
		{Code: posted, Name: "Goalpost", Category: game.Sport, Launch: form, Open: true},
		{Code: opened, Name: "Lucky Six", Category: game.Lotto, Launch: game.Launch{Kind: game.WebURL, URL: "https://six.example"}, Open: true},
		{Code: closed, Name: "Shut", Category: game.Slot, Launch: game.Launch{Kind: game.AutoLogin}},
		{Code: ofKip, Name: "Mekong", Category: game.Slot, Launch: game.Launch{Kind: game.AutoLogin}, Open: true, Currencies: []money.Currency{money.Kip}},
	}
	for i := range all {
		provider := &all[i]
		provider.Position, provider.FTWallet, provider.Logo, provider.Background = i, 1, game.LogoPath(provider.Code), game.BackgroundPath(provider.Code)
		if provider.Currencies == nil {
			provider.Currencies = []money.Currency{money.Baht, money.Kip}
		}
	}
	return all
}

// interceptWith takes the calls whose path has a part; the answer is made by how.
func (s *env) interceptWith(part string, how http.HandlerFunc) {
	intercept := func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.Contains(r.URL.Path, part) {
			return false
		}
		how(w, r)
		return true
	}
	s.intercept.Store(&intercept)
}

func (s *env) straighten() { s.intercept.Store(nil) }

func answers(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}

// counted gives how many calls of the providers had a part in their method and path.
func (s *env) counted(part string) (n int) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, call := range s.calls {
		if strings.Contains(call, part) {
			n++
		}
	}
	return n
}

// as gives a member's client.
func (s *env) as(member id.MemberID) *portaltest.Client { return s.Client(s.t).As(member.String()) }

// do calls as a member and reads the answer, which must be a success.
func do[T any](s *env, member id.MemberID, method, path string, headers ...portaltest.Header) (body T) {
	s.t.Helper()
	answer := s.as(member).Do(method, path, "", headers...)
	if answer.Status != http.StatusOK {
		s.t.Fatalf("%s %s: %d %s", method, path, answer.Status, answer.Body)
	}
	if err := json.Unmarshal(answer.Body, &body); err != nil {
		s.t.Fatal(err)
	}
	return body
}

// untilServed asks again while the server is too busy, as members do, for a while.
func untilServed(ask func() portaltest.Answer) (answer portaltest.Answer) {
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if answer = ask(); answer.Status != http.StatusServiceUnavailable {
			break
		}
	}
	return answer
}

// refused wants a code.
func (s *env) refused(member id.MemberID, method, path, code string, headers ...portaltest.Header) {
	s.t.Helper()
	if answer := s.as(member).Do(method, path, "", headers...); answer.Code() != code {
		s.t.Errorf("%s %s: %d %s, want %s", method, path, answer.Status, answer.Body, code)
	}
}

func key(value string) portaltest.Header {
	return portaltest.Header{Name: "Idempotency-Key", Value: "game-test-key-" + value}
}

// setBalance makes what a player holds at a provider.
func (s *env) setBalance(code, username, amount string) {
	s.t.Helper()
	response, err := http.Post(s.parties.URL+"/provider/"+code+"/players/"+username+"/balance", "application/json", bytes.NewBufferString(`{"amount":"`+amount+`"}`))
	if err != nil || response.StatusCode != http.StatusOK {
		s.t.Fatalf("setting the balance: %v %v", err, response)
	}
	_ = response.Body.Close()
}

// fund puts money into a game account, at the provider and in the ledger, as a transfer does.
func (s *env) fund(member id.MemberID, code, username string, amount money.Amount) {
	s.t.Helper()
	s.setBalance(code, username, amount.String())
	currency := currencyOf(member)
	if _, err := s.book.Post(s.t.Context(), ledger.Transaction{
		Key: id.NewID().String(), Kind: ledger.Transfer, MemberID: member, Currency: currency, At: s.Clock.Now(),
		Postings: []ledger.Posting{{Account: ledger.Game(member, code), Amount: amount}, {Account: ledger.Clearing("payment", currency), Amount: -amount}},
	}); err != nil {
		s.t.Fatal(err)
	}
}

// inLedger gives a game account as the ledger has it.
func (s *env) inLedger(member id.MemberID, code string) ledger.GameBalance {
	s.t.Helper()
	wallet, err := s.book.Wallet(s.t.Context(), member)
	if err != nil {
		s.t.Fatal(err)
	}
	return wallet.Game(code)
}

func (s *env) exec(sql string, args ...any) {
	s.t.Helper()
	if _, err := s.Database.DB.Querier(s.t.Context()).Exec(s.t.Context(), sql, args...); err != nil {
		s.t.Fatal(err)
	}
}

func one[T any](s *env, sql string, args ...any) (value T) {
	s.t.Helper()
	if err := s.Database.DB.Querier(s.t.Context()).QueryRow(s.t.Context(), sql, args...).Scan(&value); err != nil {
		s.t.Fatal(err)
	}
	return value
}

// later moves the clock.
func (s *env) later(by time.Duration) { s.Clock.Advance(by) }
