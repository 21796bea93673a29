package wallet_test

import (
	"context"
	"crypto/sha256"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/server/game"
	"krapao/server/gateway/provider"
	"krapao/server/id"
	"krapao/server/idempotency"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/operation"
	"krapao/server/portaltest"
	"krapao/server/postgres"
	"krapao/server/postgres/postgrestest"
	"krapao/server/secret"
	"krapao/server/simulator"
	"krapao/server/wallet"
)

// The providers of these tests; shut takes no money.
const (
	pg   = "PG"
	jili = "JILI"
	shut = "SHUT"
)

var credentials = simulator.Credentials{Seed: "transfer test"}

// transferEnv is transfers over a real database and real providers, the simulated ones, with one member's accounts.
type transferEnv struct {
	t         *testing.T
	database  postgrestest.Database
	book      postgres.Ledger
	games     *game.Service
	providers *provider.Providers
	transfers *wallet.Transfers
	parties   *httptest.Server
	clock     *portaltest.Clock
	// intercept, when set, answers the providers' calls instead of the simulator; it may call next.
	intercept atomic.Pointer[func(next http.Handler, w http.ResponseWriter, r *http.Request)]
	// calls counts what was asked of transfers.
	calls atomic.Int64
}

// newTransferEnv opens accounts of somchai at all providers, also the one that shuts then, and gives the main wallet an
// amount.
func newTransferEnv(t *testing.T, amount money.Amount) *transferEnv {
	t.Helper()
	b := &transferEnv{t: t, database: postgrestest.New(t), clock: portaltest.NewClock(time.Now())}
	b.book = postgres.Ledger{DB: b.database.DB}
	parties := simulator.New(simulator.Config{Credentials: credentials, Now: b.clock.Now}).Handler()
	b.parties = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, "/v1/transfers/") {
			b.calls.Add(1)
		}
		if intercept := b.intercept.Load(); intercept != nil {
			(*intercept)(parties, w, r)
			return
		}
		parties.ServeHTTP(w, r)
	}))
	t.Cleanup(b.parties.Close)
	b.providers = provider.New(provider.Config{
		URL:    func(code string) string { return b.parties.URL + simulator.ProviderPath(code) },
		Key:    func(code string) secret.Text { return secret.NewText(credentials.Key(simulator.ProviderParty(code))) },
		Refuse: postgres.RefuseInTransaction, Rest: 20 * time.Millisecond,
	})
	keys := postgres.Idempotency{DB: b.database.DB, Now: b.clock.Now}
	b.games = game.New(game.Config{
		Store: postgres.Game{DB: b.database.DB}, Book: b.book, Transfers: postgres.Transfers{DB: b.database.DB}, Conditions: postgres.Bonus{DB: b.database.DB}, Gateway: b.providers, Keys: keys,
		Trail: postgres.Audit{DB: b.database.DB, Now: b.clock.Now}, Box: portaltest.TestKeys.Box("game credentials"), Now: b.clock.Now, Log: slog.New(slog.DiscardHandler),
	})
	b.transfers = b.server()
	for _, code := range []string{pg, jili, shut} {
		b.put(code, true)
	}
	b.open(somchai, amount)
	b.activate(somchai, shut)
	b.put(shut, false)
	return b
}

// server gives another server's transfers over the same database and providers.
func (b *transferEnv) server() *wallet.Transfers {
	return wallet.NewTransfers(wallet.TransferConfig{
		Store: postgres.Transfers{DB: b.database.DB}, Book: b.book, Games: games{b.games}, Provider: b.providers,
		Keys: postgres.Idempotency{DB: b.database.DB, Now: b.clock.Now}, Now: b.clock.Now, Log: slog.New(slog.DiscardHandler),
	})
}

func (b *transferEnv) put(code string, open bool) {
	b.t.Helper()
	err := b.games.PutProviders(b.t.Context(), game.Provider{
		Code: code, Name: code, Category: game.Slot, Currencies: []money.Currency{money.Baht}, Logo: "/media/logo.svg", Background: "/media/back.svg", FTWallet: 1,
		Launch: game.Launch{Kind: game.AutoLogin, UsernameField: "username", PasswordField: "password"}, Open: open,
	})
	if err != nil {
		b.t.Fatal(err)
	}
}

func (b *transferEnv) activate(member id.MemberID, code string) {
	b.t.Helper()
	if _, err := b.games.Activate(b.t.Context(), game.AccountInput{Member: member, Currency: money.Baht, Code: code}); err != nil {
		b.t.Fatal(err)
	}
}

// open gives a member a wallet with an amount, and accounts at the providers that take money.
func (b *transferEnv) open(member id.MemberID, amount money.Amount) {
	b.t.Helper()
	if err := b.book.OpenWallet(b.t.Context(), member, money.Baht, b.clock.Now()); err != nil {
		b.t.Fatal(err)
	}
	b.activate(member, pg)
	b.activate(member, jili)
	if _, err := b.book.Post(b.t.Context(), deposit(member, amount, b.clock.Now())); err != nil {
		b.t.Fatal(err)
	}
}

// deposit is money from outside.
func deposit(member id.MemberID, amount money.Amount, at time.Time) ledger.Transaction {
	name := id.NewID().String()
	return ledger.Transaction{
		Key: name + "/credit", Kind: ledger.Deposit, MemberID: member, Currency: money.Baht, At: at, External: &ledger.External{Source: "test", ID: name},
		Postings: []ledger.Posting{{Account: ledger.Main(member), Amount: amount}, {Account: ledger.Clearing("payment", money.Baht), Amount: -amount}},
	}
}

// games shows game accounts as app does.
type games struct{ *game.Service }

func (g games) Account(ctx context.Context, member id.MemberID, code string) (wallet.GameAccount, error) {
	username, _, err := g.Username(ctx, member, code)
	return wallet.GameAccount{Code: code, Username: username, Open: code != shut}, err
}

func (g games) Accounts(ctx context.Context, member id.MemberID) ([]wallet.GameAccount, error) {
	accounts, err := g.Service.Accounts(ctx, member)
	all := make([]wallet.GameAccount, 0, len(accounts))
	for _, account := range accounts {
		all = append(all, wallet.GameAccount{Code: account.Provider, Username: account.Username, Open: account.Provider != shut})
	}
	return all, err
}

func (g games) Refresh(ctx context.Context, member id.MemberID, only string) error {
	_, err := g.Service.Refresh(ctx, game.RefreshInput{Member: member, Force: true, Only: only})
	return err
}

// fault switches a fault of the providers.
func (b *transferEnv) fault(party, setting string) {
	b.t.Helper()
	b.post("/faults/"+party, setting)
}

// play settles a bet of somchai at a provider, far enough from the last refresh for the next one to ask.
func (b *transferEnv) play(code, stake, payout string) {
	b.t.Helper()
	b.post("/provider/"+code+"/players/"+b.username(code)+"/play", `{"stake":"`+stake+`","payout":"`+payout+`"}`)
	b.clock.Advance(5 * time.Second)
}

func (b *transferEnv) post(path, body string) {
	b.t.Helper()
	response, err := http.Post(b.parties.URL+path, "application/json", strings.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusOK {
		b.t.Fatalf("%s %s: %d", path, body, response.StatusCode)
	}
}

func (b *transferEnv) username(code string) string {
	b.t.Helper()
	username, _, err := b.games.Username(b.t.Context(), somchai, code)
	if err != nil {
		b.t.Fatal(err)
	}
	return username
}

// move asks for a transfer of somchai.
func (b *transferEnv) move(source, target string, amount money.Amount) (wallet.Leg, error) {
	return b.transfers.Transfer(b.t.Context(), wallet.TransferInput{Member: somchai, Currency: money.Baht, Source: source, Target: target, Amount: amount})
}

// lasting switches a fault on until it is switched off, and keeps nobody waiting for its end.
func (b *transferEnv) lasting(party, setting string) {
	b.t.Helper()
	b.fault(party, setting)
	b.transfers.WaitTimeout = 300 * time.Millisecond
}

// over ends a provider's faults; from here on a transfer must arrive, however slow the machine.
func (b *transferEnv) clearFaults(party string) {
	b.t.Helper()
	b.fault(party, `{"mode":"off"}`)
	b.transfers.WaitTimeout = 10 * time.Second
}

// settled is move for a transfer that must arrive.
func (b *transferEnv) settled(source, target string, amount money.Amount) wallet.Leg {
	b.t.Helper()
	leg, err := b.move(source, target, amount)
	if err != nil || leg.Status != wallet.LegSettled {
		b.t.Fatalf("%s to %s: %+v, %v", source, target, leg, err)
	}
	return leg
}

// reconcile lets time pass and the reconciler run once.
func (b *transferEnv) reconcile() {
	b.t.Helper()
	b.clock.Advance(20 * time.Second)
	time.Sleep(25 * time.Millisecond) // a provider that failed is left alone for 20 ms
	if err := b.transfers.Reconcile(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
}

// balances are what somchai holds in the ledger: in the main wallet, in transit and in the two games.
type balances struct{ main, transit, atPG, atJILI money.Amount }

// has fails unless somchai's balances in the ledger are these; what is left out is 0.
func (b *transferEnv) has(want balances) {
	b.t.Helper()
	now, err := b.book.Wallet(b.t.Context(), somchai)
	if err != nil {
		b.t.Fatal(err)
	}
	if got := (balances{now.Main, now.InTransit, now.Game(pg).Balance, now.Game(jili).Balance}); got != want {
		b.t.Errorf("somchai has %+v, want %+v", got, want)
	}
}

// sound fails unless every invariant holds, nothing is in transit, and each provider's book is the ledger's (I9):
// before a refresh already, since nobody plays meanwhile.
func (b *transferEnv) sound(members ...id.MemberID) {
	b.t.Helper()
	b.checked()
	for _, member := range append(members, somchai) {
		now, err := b.book.Wallet(b.t.Context(), member)
		if err != nil {
			b.t.Fatal(err)
		}
		if now.InTransit != 0 {
			b.t.Errorf("%v is in transit", now.InTransit)
		}
		accounts, err := b.games.Accounts(b.t.Context(), member)
		if err != nil {
			b.t.Fatal(err)
		}
		for _, account := range accounts {
			if held, err := b.providers.Balance(b.t.Context(), account.Provider, account.Username); err != nil || held.Amount != now.Game(account.Provider).Balance {
				b.t.Errorf("I9: %s holds %v, the ledger says %v, %v", account.Provider, held.Amount, now.Game(account.Provider).Balance, err)
			}
		}
	}
}

func (b *transferEnv) checked() {
	b.t.Helper()
	findings, err := b.database.DB.Check(b.t.Context())
	if err != nil {
		b.t.Fatal(err)
	}
	for _, finding := range findings {
		if !finding.OK {
			b.t.Errorf("%s: %v", finding.Invariant, finding.Sample)
		}
	}
}

// together runs n at once and waits.
func together(n int, run func(i int)) {
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() { run(i) })
	}
	group.Wait()
}

func keyOf(text string) idempotency.Key {
	return keyWithBody(text, "")
}

// keyWithBody is the key of a request with that body.
func keyWithBody(text, body string) idempotency.Key {
	hash := sha256.Sum256([]byte(body))
	return idempotency.Key{Operation: operation.TransferFunds, Key: text, BodyHash: hash, RawBodyHash: hash}
}
