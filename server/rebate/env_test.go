package rebate_test

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/content"
	"krapao/server/daily"
	"krapao/server/game"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/postgres"
	"krapao/server/rebate"
)

const (
	somchai = id.MemberID(10_000_001)
	malee   = id.MemberID(10_000_002)
	bounmy  = id.MemberID(10_000_003) // counts kip
)

func TestMain(m *testing.M) { portaltest.Main(m) }

func currencyOf(member id.MemberID) money.Currency {
	if member == bounmy {
		return money.Kip
	}
	return money.Baht
}

// env is the whole product with three members. It is noon in Bangkok on the 15th of March.
type env struct {
	*portaltest.Server
	t    testing.TB
	book postgres.Ledger
}

// noon is that moment, and yesterday the day before it.
var (
	noon      = time.Date(2027, time.March, 15, 5, 0, 0, 0, time.UTC)
	yesterday = daily.Before(noon)
)

// newEnv leaves the days' work to the test: the server's own would take a day before the test has anybody play on it.
func newEnv(t testing.TB) *env { return newEnvWith(t, app.WithoutJobs()) }

func newEnvWith(t testing.TB, options ...app.Option) *env {
	t.Helper()
	e := &env{Server: portaltest.Start(t, portaltest.WithApp(append(options, portaltest.ByNumber(currencyOf))...)), t: t}
	e.book = postgres.Ledger{DB: e.Database.DB}
	e.Clock.Set(noon)
	for _, member := range []id.MemberID{somchai, malee, bounmy} {
		e.join(member)
	}
	return e
}

func (e *env) join(member id.MemberID) {
	e.t.Helper()
	if err := e.book.OpenWallet(e.t.Context(), member, currencyOf(member), noon.AddDate(-1, 0, 0)); err != nil {
		e.t.Fatal(err)
	}
	e.exec(`insert into member (id, phone, name, password_hash, currency, created_at, last_login_at) values ($1, $2, 'S', 'none', $3, now(), now())`,
		member, "0"+member.String(), currencyOf(member))
}

func (e *env) exec(sql string, args ...any) {
	e.t.Helper()
	if _, err := e.Database.DB.Querier(e.t.Context()).Exec(e.t.Context(), sql, args...); err != nil {
		e.t.Fatal(err)
	}
}

// rule is 5 % of a day's loss, up to 1,000 baht or 100,000 kip, under a condition of 200 % and 10 %.
func rule(currency money.Currency) rebate.Rule {
	most := money.Units(1_000)
	if currency == money.Kip {
		most = money.Units(100_000)
	}
	return rebate.Rule{
		Currency: currency, Open: true, Percent: 5, Cap: most, Terms: rebate.Terms{SuccessPercent: 200, FailPercent: 10}, ReviewAbove: most,
		Info:    content.Text{"en": "<p>5% back.</p>", "th": "<p>คืน 5%</p>"},
		Banners: []content.Banner{{Image: "media/banner/refund-1.webp", HTML: content.Text{"en": "<p>Back <script>x</script>it comes.</p>"}}},
	}
}

func (e *env) open(change func(*rebate.Rule)) {
	e.t.Helper()
	for _, currency := range money.Currencies() {
		of := rule(currency)
		if change != nil {
			change(&of)
		}
		if err := e.App.Rebates.PutRule(e.t.Context(), of); err != nil {
			e.t.Fatal(err)
		}
	}
}

func (e *env) post(member id.MemberID, kind ledger.Kind, postings ...ledger.Posting) {
	e.t.Helper()
	if _, err := e.book.Post(e.t.Context(), ledger.Transaction{
		Key: id.NewID().String() + "/test", Kind: kind, MemberID: member, Currency: currencyOf(member), At: e.Clock.Now(), Postings: postings,
	}); err != nil {
		e.t.Fatal(err)
	}
}

// played books a result at a moment; what is lost was there before.
func (e *env) played(member id.MemberID, at time.Time, won money.Amount) {
	e.t.Helper()
	if won < 0 {
		e.post(member, ledger.Transfer, ledger.Posting{Account: ledger.Game(member, "NAGA"), Amount: -won},
			ledger.Posting{Account: ledger.Clearing("payment", currencyOf(member)), Amount: won})
	}
	store := postgres.Game{DB: e.Database.DB}
	if err := store.InTx(e.t.Context(), func(ctx context.Context) error {
		if _, err := e.book.Post(ctx, ledger.Transaction{
			Key: id.NewID().String() + "/game-result", Kind: ledger.GameResult, MemberID: member, Currency: currencyOf(member), At: at, Reference: "NAGA",
			Postings: []ledger.Posting{{Account: ledger.Game(member, "NAGA"), Amount: won}, {Account: ledger.House("game", currencyOf(member)), Amount: -won}},
		}); err != nil {
			return err
		}
		return store.AddResult(ctx, game.Result{Member: member, Provider: "NAGA", At: at, Amount: won})
	}); err != nil {
		e.t.Fatal(err)
	}
}

// accrue does the work for a day to its end.
func (e *env) accrue(day daily.Day) {
	e.t.Helper()
	for more := true; more; {
		var err error
		if more, err = e.App.Rebates.Accrue(e.t.Context(), day); err != nil {
			e.t.Fatal(err)
		}
	}
}

func ask[T any](e *env, member id.MemberID, method, path, body string, headers ...portaltest.Header) (found T, answer portaltest.Answer) {
	e.t.Helper()
	answer = e.Client(e.t).As(member.String()).Do(method, path, body, headers...)
	if answer.Status == http.StatusOK {
		if err := json.Unmarshal(answer.Body, &found); err != nil {
			e.t.Fatal(err)
		}
	}
	return found, answer
}

func (e *env) check(member id.MemberID) portal.RefundCheck {
	e.t.Helper()
	found, answer := ask[portal.RefundCheck](e, member, http.MethodGet, "/api/refund/check", "")
	if answer.Status != http.StatusOK {
		e.t.Fatal(answer.Status, string(answer.Body))
	}
	return found
}

// do receives or pays, and gives the code of a refusal.
func (e *env) do(member id.MemberID, what string, headers ...portaltest.Header) (portal.RefundReceipt, string) {
	e.t.Helper()
	found, answer := ask[portal.RefundReceipt](e, member, http.MethodPost, "/api/refund/"+what, "", headers...)
	return found, answer.Code()
}

func (e *env) main(member id.MemberID) money.Amount {
	e.t.Helper()
	wallet, err := e.book.Wallet(e.t.Context(), member)
	if err != nil {
		e.t.Fatal(err)
	}
	return wallet.Main
}

func key(value string) portaltest.Header {
	return portaltest.Header{Name: "Idempotency-Key", Value: "the-members-key-" + value}
}

// sound fails unless every invariant holds.
func (e *env) sound() {
	e.t.Helper()
	findings, err := e.Database.DB.Check(e.t.Context())
	if err != nil {
		e.t.Fatal(err)
	}
	for _, finding := range findings {
		if !finding.OK {
			e.t.Errorf("%+v", finding)
		}
	}
}
