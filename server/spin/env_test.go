package spin_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/postgres"
)

const (
	somchai = id.MemberID(10_000_001)
	malee   = id.MemberID(10_000_002)
)

const (
	cash = `{"type":"CASH","name":{"en":"Cash 100"},"amount":100,"expiresAfterDays":7,"description":{"en":"<p>Paid <script>x</script>into your wallet.</p>"}}`
	coin = `{"type":"COIN","name":{"en":"Two more"},"coins":2}`
	code = `{"type":"CODE","name":{"en":"A promotion"},"code":"SONGKRAN","cost":20}`
	item = `{"type":"ITEM","name":{"en":"A shirt"},"cost":50}`
)

func TestMain(m *testing.M) { portaltest.Main(m) }

// env is the whole product; somchai and malee have a wallet.
type env struct {
	*portaltest.Server
	t    testing.TB
	book postgres.Ledger
}

func newEnv(t testing.TB) *env {
	t.Helper()
	e := &env{Server: portaltest.Start(t, portaltest.WithApp(portaltest.ByNumber(nil))), t: t}
	e.book = postgres.Ledger{DB: e.Database.DB}
	for _, member := range []id.MemberID{somchai, malee} {
		if err := e.book.OpenWallet(t.Context(), member, money.Baht, e.Clock.Now()); err != nil {
			t.Fatal(err)
		}
		if _, err := e.Database.DB.Querier(t.Context()).Exec(t.Context(), `insert into member (id, phone, name, password_hash, currency, created_at, last_login_at)
			values ($1, $2, 'S', 'none', 'BAHT', now(), now())`, member, "0"+member.String()); err != nil {
			t.Fatal(err)
		}
	}
	return e
}

// bank gives a member the bank account that a wallet is not shown without.
func (e *env) bank(member id.MemberID) {
	e.t.Helper()
	if _, err := e.Database.DB.Querier(e.t.Context()).Exec(e.t.Context(), `insert into member_bank (member_id, bank_code, account_no, account_name, changed_at)
		values ($1, 'KTB', '1234567890', 'SOMCHAI JAIDEE', now())`, member); err != nil {
		e.t.Fatal(err)
	}
}

// wheel writes a wheel whose sectors give these prizes, all alike likely. Two operators see to it.
func (e *env) wheel(code string, prizes ...string) {
	e.t.Helper()
	e.put("/operator/spin/wheels/"+code, wheelBody(prizes...))
}

// wheelBody is a wheel as operators write it.
func wheelBody(prizes ...string) string {
	slices := make([]string, len(prizes))
	for i, prize := range prizes {
		slices[i] = fmt.Sprintf(`{"code":"S%d","label":{"en":"Sector %d","th":"ช่อง %d"},"bgColor":"#f7b500","textColor":"#1a1a1a","weight":1,"prize":%s}`, i+1, i+1, i+1, prize)
	}
	return `{"currency":"BAHT","name":{"en":"Lucky wheel","th":"วงล้อนำโชค"},"coinPerSpin":3,"isOpen":true,"openFrom":"2020-01-01T00:00:00Z",
		"slices":[` + strings.Join(slices, ",") + `]}`
}

// put writes as one operator and approves as another, where that is asked for.
func (e *env) put(path, body string) {
	e.t.Helper()
	answer := e.Operator(e.t, "noi").Do(http.MethodPut, path, body)
	if answer.Status == http.StatusAccepted {
		var asked struct{ ID string }
		if err := json.Unmarshal(answer.Body, &asked); err != nil {
			e.t.Fatal(err)
		}
		answer = e.Operator(e.t, "kam").Do(http.MethodPost, "/operator/approvals/"+asked.ID+"/approve", "")
	}
	if answer.Status != http.StatusOK {
		e.t.Fatalf("%s: %d %s", path, answer.Status, answer.Body)
	}
}

// grant gives coins; a spin takes three.
func (e *env) grant(member id.MemberID, coins money.Amount) {
	e.t.Helper()
	if _, err := e.book.Post(e.t.Context(), ledger.Transaction{
		Key: id.NewID().String(), Kind: "SPIN", MemberID: member, Currency: money.Baht, At: e.Clock.Now(),
		Postings: []ledger.Posting{{Account: ledger.Coins(member), Amount: coins}, {Account: ledger.House("spin", ledger.Coin), Amount: -coins}},
	}); err != nil {
		e.t.Fatal(err)
	}
}

func (e *env) wallet(member id.MemberID) ledger.Wallet {
	e.t.Helper()
	wallet, err := e.book.Wallet(e.t.Context(), member)
	if err != nil {
		e.t.Fatal(err)
	}
	return wallet
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

func (e *env) setup(member id.MemberID) portal.SpinSetup {
	e.t.Helper()
	found, answer := ask[portal.SpinSetupResponse](e, member, http.MethodGet, "/api/spinwheel/setup", "")
	if answer.Status != http.StatusOK {
		e.t.Fatal(answer.Status, string(answer.Body))
	}
	return found.Result
}

func (e *env) spin(member id.MemberID, body string, headers ...portaltest.Header) portal.SpinResponse {
	e.t.Helper()
	found, answer := ask[portal.SpinResponse](e, member, http.MethodPost, "/api/spinwheel/spin", body, headers...)
	if answer.Status != http.StatusOK {
		e.t.Fatal(answer.Status, string(answer.Body))
	}
	return found
}

func (e *env) claim(member id.MemberID, coupon string, headers ...portaltest.Header) portal.SpinClaimResponse {
	e.t.Helper()
	found, answer := ask[portal.SpinClaimResponse](e, member, http.MethodPost, "/api/spinwheel/coupon/claim", `{"coupon":"`+coupon+`"}`, headers...)
	if answer.Status != http.StatusOK {
		e.t.Fatal(answer.Status, string(answer.Body))
	}
	return found
}

// insist asks until the server has room: a slow machine sheds some of fifty calls at once.
func insist(client *portaltest.Client, path, body string) (answer portaltest.Answer) {
	for range 100 {
		if answer = client.Do(http.MethodPost, path, body); answer.Status != http.StatusServiceUnavailable {
			break
		}
	}
	return answer
}

func key(value string) portaltest.Header {
	return portaltest.Header{Name: "Idempotency-Key", Value: "the-members-key-" + value}
}

func pointer[T any](value T) *T { return &value }

func valueOf[T any](pointer *T) (value T) {
	if pointer != nil {
		return *pointer
	}
	return value
}
