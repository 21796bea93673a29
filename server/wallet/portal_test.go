package wallet_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/game"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/postgres"
	"krapao/server/secret"
	"krapao/server/simulator"
)

// product is the whole product with the simulated providers. somchai has 100.00 and accounts, malee a wallet only.
type product struct {
	*env
	parties string
}

func newProduct(t *testing.T) *product {
	t.Helper()
	parties := httptest.NewServer(simulator.New(simulator.Config{Credentials: credentials}).Handler())
	t.Cleanup(parties.Close)
	p := &product{env: &env{t: t}, parties: parties.URL}
	p.Server = portaltest.Start(t, portaltest.WithApp(portaltest.ByNumber(nil)), portaltest.WithConfig(func(config *app.Config) {
		config.Game.ProviderURL, config.Game.ProviderKeys = parties.URL+simulator.ProviderPath("{code}"), map[string]secret.Text{}
		for _, code := range []string{pg, jili} {
			config.Game.ProviderKeys[code] = secret.NewText(credentials.Key(simulator.ProviderParty(code)))
		}
	}))
	p.book = postgres.Ledger{DB: p.Database.DB}
	for _, code := range []string{pg, jili} {
		if err := p.App.Games.PutProviders(t.Context(), game.Provider{
			Code: code, Name: code, Category: game.Slot, Currencies: []money.Currency{money.Baht}, Logo: "/media/logo.svg", Background: "/media/back.svg", FTWallet: 1,
			Launch: game.Launch{Kind: game.AutoLogin, UsernameField: "username", PasswordField: "password"}, Open: true,
		}); err != nil {
			t.Fatal(err)
		}
	}
	for _, member := range []id.MemberID{somchai, malee} {
		if err := p.book.OpenWallet(t.Context(), member, money.Baht, p.Clock.Now()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := p.book.Post(t.Context(), deposit(somchai, baht(100), p.Clock.Now())); err != nil {
		t.Fatal(err)
	}
	for _, code := range []string{pg, jili} {
		if _, err := p.App.Games.Activate(t.Context(), game.AccountInput{Member: somchai, Currency: money.Baht, Code: code}); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

func (p *product) fault(party, setting string) { p.post("/faults/"+party, setting) }

// post tells the simulated providers something.
func (p *product) post(path, body string) {
	p.t.Helper()
	response, err := http.Post(p.parties+path, "application/json", strings.NewReader(body))
	if err != nil || response.StatusCode != http.StatusOK {
		p.t.Fatal(response, err)
	}
	_ = response.Body.Close()
}

func key(value string) portaltest.Header {
	return portaltest.Header{Name: "Idempotency-Key", Value: value}
}

// ask posts a body as a member and gives status and message.
func (p *product) ask(member id.MemberID, path, body string, headers ...portaltest.Header) (int, string) {
	p.t.Helper()
	answer := p.Client(p.t).As(member.String()).Do(http.MethodPost, path, body, headers...)
	var answered struct{ Message string }
	if err := json.Unmarshal(answer.Body, &answered); err != nil {
		p.t.Fatal(err)
	}
	return answer.Status, answered.Message
}

func TestEveryCodeOfTransfersIsAnswered(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	const one, all = "/api/wallet/transfer", "/api/wallet/transferAll"
	stranger := id.NewMember()
	p.exec("insert into game_account (member_id, provider, username, password, opened_at) values ($1, $2, 'stranger', '', now())", stranger, pg)
	for _, c := range []struct {
		fault  string
		member id.MemberID
		path   string
		body   string
		status int
		code   string
	}{
		{"", somchai, one, `{"from":"WALLET","to":"PG","amount":0.99}`, 409, "TRANSFER_MINIMUM"},
		{"", somchai, one, `{"from":"WALLET","to":"PG","amount":-0}`, 409, "TRANSFER_MINIMUM"},
		{"", somchai, one, `{"from":"WALLET","to":"PG","amount":1.005}`, 400, "KEY_INVALID"},
		{"", somchai, one, `{"from":"WALLET","to":"PG","amount":"5"}`, 400, "KEY_INVALID"},
		{"", somchai, one, `{"from":"PG","to":"PG","amount":5}`, 400, "KEY_INVALID"},
		{"", somchai, one, `{"from":"WALLET","amount":5}`, 400, "KEY_MISSING"},
		{"", somchai, one, `{"from":"WALLET","to":"PG","amount":100.01}`, 409, "MONEY_NOT_ENOUGH"},
		{"", somchai, one, `{"from":"WALLET","to":"../x","amount":5}`, 404, "NO_GAME"},
		{"", malee, one, `{"from":"WALLET","to":"PG","amount":5}`, 404, "SLOT_NO_ACCOUNT"},
		{"", stranger, one, `{"from":"WALLET","to":"PG","amount":5}`, 404, "NO_WALLET"},
		{"reject", somchai, one, `{"from":"WALLET","to":"PG","amount":5}`, 409, "TRANSFER_FAIL"},
		{"reject", somchai, all, `{"to":"PG"}`, 409, "TRANSFER_FAIL"},
		{"", somchai, all, `{"to":"NOWHERE"}`, 404, "NO_GAME"},
		{"", malee, all, `{"to":"PG"}`, 404, "SLOT_NO_ACCOUNT"},
		{"", stranger, all, `{"to":"WALLET"}`, 404, "NO_WALLET"},
	} {
		if c.fault != "" {
			p.fault("provider/PG", `{"mode":"`+c.fault+`","count":1,"only":"/transfers/"}`)
		}
		if status, code := p.ask(c.member, c.path, c.body); status != c.status || code != c.code {
			t.Errorf("%s %s: %d %s, want %d %s", c.path, c.body, status, code, c.status, c.code)
		}
	}
	for _, c := range [][3]string{ // in this order: transferAll leaves nothing to transfer
		{one, `{"from":"WALLET","to":"PG","amount":1}`, `{"from":"WALLET","to":"PG","amount":2}`}, {all, `{"to":"JILI"}`, `{"to":"PG"}`},
	} {
		path, bodies := c[0], c[1:]
		if status, _ := p.ask(somchai, path, bodies[0], key("transfer-key-1")); status != 200 {
			t.Errorf("%s: %d", path, status)
		}
		if status, code := p.ask(somchai, path, bodies[1], key("transfer-key-1")); status != 409 || code != "IDEMPOTENCY_CONFLICT" {
			t.Errorf("%s, the key with another body: %d %s", path, status, code)
		}
	}
}

func TestAMemberWhomTheProviderDoesNotKnowIsToldSo(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	const one, all = "/api/wallet/transfer", "/api/wallet/transferAll"
	p.exec("update game_account set username = 'nobody' where provider = 'PG' and member_id = $1", somchai)
	for path, body := range map[string]string{one: `{"from":"WALLET","to":"PG","amount":5}`, all: `{"to":"PG"}`} {
		if status, code := p.ask(somchai, path, body); status != 404 || code != "NOT_PG" {
			t.Errorf("%s of a member unknown there: %d %s", path, status, code)
		}
	}
}

func TestATransferAnswersWhatBecameOfIt(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	client := p.Client(t).As(somchai.String())
	var done portal.TransferResult
	answer := client.Do(http.MethodPost, "/api/wallet/transfer", `{"from":"WALLET","to":"PG","amount":60.5}`)
	if err := json.Unmarshal(answer.Body, &done); err != nil || answer.Status != 200 || done.Status != "SETTLED" || *done.Message != "SUCCESS" || done.Amount != 6050 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	p.fault("provider/JILI", `{"mode":"lose"}`)
	p.App.Transfers.WaitTimeout = 2 * time.Second // enough for the first step, however slow the machine
	body := `{"from":"PG","to":"JILI","amount":10}`
	answer = client.Do(http.MethodPost, "/api/wallet/transfer", body, key("unknown-for-a-while"))
	var pending portal.TransferResult
	if err := json.Unmarshal(answer.Body, &pending); err != nil || answer.Status != 202 || pending.Status != "PENDING" || pending.Message != nil {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	p.App.Transfers.WaitTimeout = 10 * time.Second
	answer = client.Do(http.MethodPost, "/api/wallet/transferAll", `{"to":"WALLET"}`)
	var result portal.TransferAllReport
	if err := json.Unmarshal(answer.Body, &result); err != nil || answer.Status != 200 || len(result.Legs) != 1 || *result.Legs[0].HeldBy != "WALLET" || result.Amount != 5050 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	p.fault("provider/JILI", `{"mode":"off"}`)
	p.fault("provider/PG", `{"mode":"reject","count":1,"only":"/transfers/"}`)
	if status, code := p.ask(somchai, "/api/wallet/transfer", `{"from":"WALLET","to":"PG","amount":5}`); status != 409 || code != "TRANSFER_FAIL" {
		t.Errorf("%d %s", status, code)
	}

	// What the wallet did is what the statement shows: a transfer that came back is two lines.
	answer = client.Do(http.MethodPost, "/api/statement", `{"page":1,"limit":10}`)
	var page portal.StatementPage
	if err := json.Unmarshal(answer.Body, &page); err != nil || answer.Status != 200 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	var lines []string
	var sum money.Amount
	for _, line := range page.Statements {
		lines = append(lines, strings.Join([]string{string(line.StatementType), line.From, line.To, line.WalletChange.String()}, " "))
		sum += line.WalletChange
		if back := line.ReturnOf != nil && *line.ReturnOf == portal.StatementTypeTRANSFER; back != (len(lines) == 1) {
			t.Errorf("coming back of %+v", line)
		}
	}
	want := []string{
		"TRANSFER PG WALLET 5.00", "TRANSFER WALLET PG -5.00", "TRANSFER PG WALLET 50.50", "TRANSFER WALLET JILI -10.00", "TRANSFER PG WALLET 10.00",
		"TRANSFER WALLET PG -60.50", "DEPOSIT BANK WALLET 100.00",
	}
	if strings.Join(lines, "\n") != strings.Join(want, "\n") || sum != baht(90) {
		t.Errorf("the statement:\n%s", strings.Join(lines, "\n"))
	}
	findings, err := p.Database.DB.Check(t.Context())
	for _, finding := range findings {
		if !finding.OK {
			t.Errorf("%s: %v", finding.Invariant, finding.Sample)
		}
	}
	if err != nil {
		t.Error(err)
	}
}

func TestWhatIsOnItsWayIsShownBesideTheBalance(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	p.exec("insert into member (id, phone, name, password_hash, currency, created_at, last_login_at) values ($1, '0812345678', 'Somchai', 'none', 'BAHT', now(), now()) on conflict do nothing", somchai)
	p.bank(somchai, "KTB", "1234567890")
	shown := func(main, transit money.Amount) {
		t.Helper()
		overview, answer := p.get(somchai)
		if overview.InTransit == nil || overview.Held == nil {
			t.Fatalf("%d %s", answer.Status, answer.Body)
		}
		if overview.Wallet.Amount != main || *overview.InTransit != transit || *overview.Held != 0 {
			t.Errorf("%s", answer.Body)
		}
	}
	shown(baht(100), 0)
	p.fault("provider/JILI", `{"mode":"lose"}`)
	p.App.Transfers.WaitTimeout = 2 * time.Second
	if answer := p.Client(t).As(somchai.String()).Do(http.MethodPost, "/api/wallet/transfer", `{"from":"WALLET","to":"JILI","amount":60}`); answer.Status != http.StatusAccepted {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	shown(baht(40), baht(60))
}

func TestWhatWasWonAMomentAfterATransferAllIsSeenByTheNextRefresh(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	p.ask(somchai, "/api/wallet/transfer", `{"from":"WALLET","to":"PG","amount":60}`)
	p.ask(somchai, "/api/wallet/transferAll", `{"to":"PG"}`)
	username, _, err := p.App.Games.Username(t.Context(), somchai, pg)
	if err != nil {
		t.Fatal(err)
	}
	p.post("/provider/PG/players/"+username+"/play", `{"stake":"0","payout":"40"}`)
	p.Client(t).As(somchai.String()).Do(http.MethodPost, "/api/wallet/refresh/slot", "")
	var has money.Amount
	if err := p.Database.DB.Querier(t.Context()).QueryRow(t.Context(), `select game_balance[array_position(game_code, $2)]
		from ledger_wallet where member_id = $1`, somchai, pg).Scan(&has); err != nil || has != baht(140) {
		t.Errorf("the game holds %v after winnings of 40: transferAll's refresh answered the member's: %v", has, err)
	}
}

func TestWhatWasWonAMomentAfterARefreshCanBeTakenHomeAtOnce(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	p.ask(somchai, "/api/wallet/transfer", `{"from":"WALLET","to":"PG","amount":60}`)
	p.Client(t).As(somchai.String()).Do(http.MethodPost, "/api/wallet/refresh/slot", "")
	username, _, err := p.App.Games.Username(t.Context(), somchai, pg)
	if err != nil {
		t.Fatal(err)
	}
	p.post("/provider/PG/players/"+username+"/play", `{"stake":"0","payout":"40"}`)
	if status, code := p.ask(somchai, "/api/wallet/transfer", `{"from":"PG","to":"WALLET","amount":100}`); status != 200 {
		t.Errorf("%d %s", status, code)
	}
}

// The running server's own job finishes what a request left, and the metrics tell how much there is.
func TestTheRunningServerFinishesWhatWasUnknown(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	p.fault("provider/PG", `{"mode":"error-before","only":"/transfers/"}`)
	p.App.Transfers.WaitTimeout = 100 * time.Millisecond
	if status, _ := p.ask(somchai, "/api/wallet/transfer", `{"from":"WALLET","to":"PG","amount":60}`); status != 202 {
		t.Fatal(status)
	}
	p.fault("provider/PG", `{"mode":"off"}`)
	p.Clock.Advance(15 * time.Second)
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		now, err := p.book.Wallet(t.Context(), somchai)
		if err != nil {
			t.Fatal(err)
		}
		if now.InTransit == 0 && now.Game(pg).Balance == baht(60) {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("%+v", now)
		}
	}
}
