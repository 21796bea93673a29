package app_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
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
	"krapao/server/wallet"
)

const somchai = id.MemberID(10_000_001)

// gaming is the product with two simulated providers. somchai has an account at each, has had 40.00 moved to PG, one
// transfer refused there, and both refreshed.
type gaming struct {
	*portaltest.Server
	t       *testing.T
	parties *httptest.Server
	// intercept, when set, takes a call of a provider; false lets the simulator answer.
	intercept atomic.Pointer[func(next http.Handler, w http.ResponseWriter, r *http.Request) bool]
}

func newGaming(t *testing.T, options ...portaltest.Option) *gaming {
	t.Helper()
	credentials := simulator.Credentials{Seed: "check test"}
	g := &gaming{t: t}
	parties := simulator.New(simulator.Config{Credentials: credentials}).Handler()
	g.parties = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if intercept := g.intercept.Load(); intercept == nil || !(*intercept)(parties, w, r) {
			parties.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(g.parties.Close)
	g.Server = portaltest.Start(t, append(options, portaltest.WithConfig(func(config *app.Config) {
		config.Game = app.GameConfig{ProviderURL: g.parties.URL + simulator.ProviderPath("{code}"), ProviderKeys: map[string]secret.Text{}}
		for _, code := range []string{"PG", "JILI"} {
			config.Game.ProviderKeys[code] = secret.NewText(credentials.Key(simulator.ProviderParty(code)))
		}
	}))...)
	ctx, book := t.Context(), postgres.Ledger{DB: g.Database.DB}
	err := book.OpenWallet(ctx, somchai, money.Baht, g.Clock.Now())
	for _, code := range []string{"PG", "JILI"} {
		if err == nil {
			err = g.App.Games.PutProviders(ctx, game.Provider{
				Code: code, Name: code, Category: game.Slot, Currencies: []money.Currency{money.Baht}, Logo: "/media/logo.svg", Background: "/media/back.svg", FTWallet: 1,
				Launch: game.Launch{Kind: game.AutoLogin, UsernameField: "username", PasswordField: "password"}, Open: true,
			})
		}
		if err == nil {
			_, err = g.App.Games.Activate(ctx, game.AccountInput{Member: somchai, Currency: money.Baht, Code: code})
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	g.post(ledger.Deposit, ledger.Main(somchai), ledger.Clearing("payment", money.Baht), 10_000)
	if err := g.transfer(4_000); err != nil {
		t.Fatal(err)
	}
	g.answers(http.MethodPut, `"status":"REJECTED","reason":"OTHER"`, false)
	if err := g.transfer(100); err == nil {
		t.Fatal("a refused transfer succeeded")
	}
	g.intercept.Store(nil)
	g.refresh()
	return g
}

func (g *gaming) post(kind ledger.Kind, to, from ledger.Account, amount money.Amount) {
	g.t.Helper()
	name := id.NewID().String()
	if _, err := (postgres.Ledger{DB: g.Database.DB}).Post(g.t.Context(), ledger.Transaction{
		Key: name, Kind: kind, MemberID: somchai, Currency: money.Baht, At: g.Clock.Now(), External: &ledger.External{Source: "test", ID: name},
		Postings: []ledger.Posting{{Account: to, Amount: amount}, {Account: from, Amount: -amount}},
	}); err != nil {
		g.t.Fatal(err)
	}
}

func (g *gaming) transfer(amount money.Amount) error {
	_, err := g.App.Transfers.Transfer(g.t.Context(), wallet.TransferInput{Member: somchai, Currency: money.Baht, Source: wallet.Main, Target: "PG", Amount: amount})
	return err
}

func (g *gaming) refresh() {
	g.t.Helper()
	g.Clock.Advance(10 * time.Second)
	if _, err := g.App.Games.Refresh(g.t.Context(), game.RefreshInput{Member: somchai}); err != nil {
		g.t.Fatal(err)
	}
}

// answers has a transfer's calls of a method answered with an outcome, after the provider carried it out or without.
func (g *gaming) answers(method, outcome string, carriedOut bool) {
	intercept := func(next http.Handler, w http.ResponseWriter, r *http.Request) bool {
		at := strings.LastIndex(r.URL.Path, "/transfers/")
		if r.Method != method || at < 0 {
			return false
		}
		if carriedOut {
			next.ServeHTTP(httptest.NewRecorder(), r)
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"reference":%q,%s,"decidedAt":"2026-03-01T09:16:02+07:00"}`, r.URL.Path[at+len("/transfers/"):], outcome)
		return true
	}
	g.intercept.Store(&intercept)
}

// fails has a provider answer nothing of use; "" is all of them.
func (g *gaming) fails(code string) {
	intercept := func(_ http.Handler, w http.ResponseWriter, r *http.Request) bool {
		if code != "" && !strings.HasPrefix(r.URL.Path, simulator.ProviderPath(code)) {
			return false
		}
		w.WriteHeader(http.StatusServiceUnavailable)
		return true
	}
	g.intercept.Store(&intercept)
}

func (g *gaming) check() []postgres.Finding {
	g.t.Helper()
	findings, err := app.Invariants{DB: g.App.DB, Now: g.Clock.Now, Providers: g.App.Providers, Sample: app.ProviderSample}.Check(g.t.Context())
	if err != nil {
		g.t.Fatal(err)
	}
	return findings
}

// wins settles a bet at PG.
func (g *gaming) wins(payout string) {
	g.t.Helper()
	response, err := http.Post(g.parties.URL+"/provider/PG/players/"+g.username("PG")+"/play", "application/json", strings.NewReader(`{"stake":"0","payout":"`+payout+`"}`))
	if err != nil {
		g.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	if page, _ := io.ReadAll(response.Body); response.StatusCode != http.StatusOK {
		g.t.Fatalf("%s %s", response.Status, page)
	}
}

// Nothing in our own book is wrong in any of these cases: only I9 may see it.
func TestTheCheckerFindsAProviderWhoseBookDiffers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		happens func(g *gaming)
		// broken is the one breach, "" for none; left is what was not asked.
		broken, left string
		unknown      bool // nothing could be asked
	}{
		"nothing": {happens: func(*gaming) {}},
		"a transfer that went back was carried out": {func(g *gaming) {
			g.answers(http.MethodPut, `"status":"REJECTED","reason":"OTHER"`, true)
			if err := g.transfer(500); err == nil {
				g.t.Fatal("it succeeded")
			}
		}, "is REVERSED, and PG says APPLIED", "", false},
		"that, and the refresh called it winnings": {func(g *gaming) {
			g.answers(http.MethodPut, `"status":"REJECTED","reason":"OTHER"`, true)
			_ = g.transfer(500)
			g.refresh()
		}, "is REVERSED, and PG says APPLIED", "", false},
		"a settled transfer never happened": {func(g *gaming) {
			g.answers(http.MethodPut, `"status":"APPLIED"`, false)
			if err := g.transfer(500); err != nil {
				g.t.Fatal(err)
			}
		}, "is SETTLED, and PG says NOT_FOUND", "", false},
		"an account holds less than we booked": {func(g *gaming) {
			g.post("BONUS", ledger.Game(somchai, "JILI"), ledger.House("bonus", money.Baht), 700)
		}, "JILI holds 0.00 BAHT for 10000001, the ledger 7.00 BAHT", "", false},
		"somebody plays": {happens: func(g *gaming) { g.wins("3") }},
		"somebody wins, and money goes in before the next refresh": {happens: func(g *gaming) {
			g.wins("3")
			g.Clock.Advance(time.Second)
			if err := g.transfer(500); err != nil {
				g.t.Fatal(err)
			}
		}},
		"a win beyond the bound is held": {happens: func(g *gaming) {
			g.wins("2000000")
			for range 2 {
				g.Clock.Advance(10 * time.Second)
				g.refresh()
				if err := g.transfer(500); err != nil {
					g.t.Fatal(err)
				}
			}
		}},
		"money is on its way back": {happens: func(g *gaming) {
			unclear := func(_ http.Handler, w http.ResponseWriter, r *http.Request) bool {
				if r.Method != http.MethodPut {
					return false
				}
				w.Header().Set("Content-Type", "application/json")
				_, _ = w.Write([]byte(`{"reference":"another-transfer","status":"APPLIED","decidedAt":"2026-03-01T09:16:02+07:00"}`))
				return true
			}
			g.intercept.Store(&unclear)
			g.App.Transfers.WaitTimeout = 300 * time.Millisecond
			leg, err := g.App.Transfers.Transfer(g.t.Context(), wallet.TransferInput{Member: somchai, Currency: money.Baht, Source: "PG", Target: wallet.Main, Amount: 500})
			if err != nil || leg.Status != wallet.LegPending {
				g.t.Fatalf("%+v, %v", leg, err)
			}
		}},
		"a provider is down": {func(g *gaming) { g.fails("PG") }, "", "3 at PG (provider: the outcome is unknown", false},
		"all are down":       {func(g *gaming) { g.fails("") }, "", "1 at JILI", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := newGaming(t)
			c.happens(g)
			if c.left == "" {
				g.intercept.Store(nil)
			}
			for _, finding := range g.check() {
				switch {
				case finding.Invariant != "I9":
					if !finding.OK {
						t.Errorf("%+v", finding)
					}
				case c.broken == "" && finding.Count > 0, finding.OK != (c.broken == "" && !c.unknown), !strings.Contains(strings.Join(finding.Sample, " "), c.broken),
					(c.left == "") != (finding.NotChecked == ""), (c.left == "") != (len(finding.NotAsked) == 0), !strings.Contains(finding.NotChecked, c.left):
					t.Errorf("%+v", finding)
				}
			}
		})
	}
}

func (g *gaming) username(code string) (username string) {
	g.t.Helper()
	accounts, err := g.App.Games.Accounts(g.t.Context(), somchai)
	if err != nil {
		g.t.Fatal(err)
	}
	at := slices.IndexFunc(accounts, func(account game.Account) bool { return account.Provider == code })
	return accounts[at].Username
}

func TestEveryInvariantHasItsLineAndNoneIsCalledHeldThatNobodyLookedAt(t *testing.T) {
	t.Parallel()
	server := portaltest.Start(t)
	findings, err := app.Invariants{DB: server.App.DB, Now: server.Clock.Now, Unasked: "not today"}.Check(t.Context())
	if err != nil || len(findings) != 16 {
		t.Fatalf("%+v, %v", findings, err)
	}
	for i, finding := range findings {
		if finding.Invariant != fmt.Sprintf("I%d", i+1) || finding.Promise == "" || finding.OK != (finding.NotChecked == "") || finding.Count > 0 {
			t.Errorf("%+v", finding)
		}
	}
	if findings[8].OK || findings[8].NotChecked != "not today" || !findings[14].OK {
		t.Errorf("%+v, %+v", findings[8], findings[14])
	}
	asked, err := app.Invariants{DB: server.App.DB, Now: server.Clock.Now, Providers: server.App.Providers, Sample: 1}.Check(t.Context())
	if err != nil || asked[8].OK || asked[8].NotChecked == "" {
		t.Errorf("nothing to ask about: %+v, %v", asked[8], err)
	}
}

func TestTheScheduleAsksProvidersAndTheMetricShowsIt(t *testing.T) {
	t.Parallel()
	g := newGaming(t, portaltest.WithConfig(func(config *app.Config) { config.Operator.InvariantsEvery = time.Hour }))
	g.answers(http.MethodPut, `"status":"REJECTED","reason":"OTHER"`, true)
	_ = g.transfer(500)
	g.intercept.Store(nil)
	metrics := func() string {
		g.Clock.Advance(2 * time.Hour)
		if err := g.App.RunJobsOnce(t.Context()); err != nil {
			t.Fatal(err)
		}
		answer, err := http.Get(g.OpsURL() + "/metrics")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = answer.Body.Close() }()
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if text := metrics(); !strings.Contains(text, `krapao_invariant_violations{invariant="I9"} 1`) || !strings.Contains(text, `krapao_invariant_violations{invariant="I15"} 0`) {
		t.Error(text)
	}
	g.fails("")
	if text := metrics(); !strings.Contains(text, `krapao_invariant_violations{invariant="I9"} 1`) || !strings.Contains(text, `krapao_invariant_violations{invariant="I10"} 0`) {
		t.Error("nobody could be asked, and what was found is forgotten")
	}
}
