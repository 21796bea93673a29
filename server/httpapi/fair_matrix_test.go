package httpapi_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
	"time"

	qrcode "github.com/skip2/go-qrcode"

	"krapao/server/app"
	"krapao/server/channel"
	"krapao/server/game"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/postgres"
	"krapao/server/secret"
	"krapao/server/simulator"
)

// The parties of the fair, and the house's accounts at them.
const (
	payGate, otherGate, deafGate = "QR1", "QR2", "QR3" // deafGate takes no key of ours
	naga, goal                   = "NAGA", "GOAL"
	houseSCB                     = "4051112223"
)

var credentials = simulator.Credentials{Seed: "matrix"}

// fair is a server with every party that it talks to simulated, and two operators. Each call of a matrix gets members
// of its own.
type fair struct {
	town
	t        *testing.T
	twin     *portaltest.Server // another on the same database, once a test wants one
	parties  string
	noi, kam *portaltest.Client
	people   int
	numbers  int
	reading  string // the query of stored
}

func newFair(t *testing.T) *fair {
	t.Helper()
	f := &fair{t: t}
	var simulated *simulator.Simulator
	parties := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { simulated.Handler().ServeHTTP(w, r) }))
	t.Cleanup(parties.Close)
	f.parties = parties.URL
	f.town = open(t, func(c *app.Config) {
		c.Payment = app.PaymentConfig{GatewayURL: f.parties + simulator.GatewayPath("{code}"), GatewayKeys: map[string]secret.Text{}, GatewaySecrets: map[string]secret.Text{}}
		c.Deposit = app.DepositConfig{
			BankFeedSecrets: map[string]secret.Text{}, GiftLinkURL: f.parties + simulator.EWalletPath, GiftLinkKey: secret.NewText(credentials.Key(simulator.EWalletParty)),
		}
		c.Slip.VerifierURL, c.Slip.VerifierKey, c.Slip.CheckEvery = f.parties+simulator.BankPath, secret.NewText(credentials.Key(simulator.BankParty)), 20*time.Millisecond
		c.Game.ProviderURL, c.Game.ProviderKeys = f.parties+simulator.ProviderPath("{code}"), map[string]secret.Text{}
		for _, code := range []string{payGate, otherGate} {
			c.Payment.GatewayKeys[code] = secret.NewText(credentials.Key(simulator.GatewayParty(code)))
			c.Payment.GatewaySecrets[code] = secret.NewText(credentials.Secret(simulator.GatewayParty(code)))
		}
		c.Payment.GatewayKeys[deafGate], c.Payment.GatewaySecrets[deafGate] = secret.NewText("wrong"), secret.NewText("wrong")
		c.Deposit.BankFeedSecrets["SCB"] = secret.NewText(credentials.Secret(simulator.BankFeedParty("SCB")))
		for _, code := range []string{naga, goal} {
			c.Game.ProviderKeys[code] = secret.NewText(credentials.Key(simulator.ProviderParty(code)))
		}
	})
	// Its own reports lead nowhere: a test tells what it means to.
	simulated = simulator.New(simulator.Config{Portal: f.parties, Public: f.parties, Credentials: credentials, Now: f.Clock.Now})
	f.setup()
	f.noi, f.kam = f.Operator(t, "noi"), f.Operator(t, "kam")
	f.limits("")
	return f
}

// setup opens the fair's channels and games.
func (f *fair) setup() {
	f.t.Helper()
	c := func(code, bank string, kind channel.Kind, mode channel.Mode, number string, takesQR bool) channel.Channel {
		return channel.Channel{
			Code: code, Kind: kind, BankCode: bank, Mode: mode, NameTH: bank, NameEN: bank, AccountName: "KRAPAO CO LTD", AccountNo: number, Currency: money.Baht,
			TakesQR: takesQR, MinDeposit: money.Units(2), Open: true,
		}
	}
	channels := []channel.Channel{
		c("SCB1", "SCB", channel.Bank, channel.Auto, houseSCB, false),
		c("TRUELINK", "TRUE", channel.Wallet, channel.Link, "0890001122", false),
	}
	for _, code := range []string{payGate, otherGate, deafGate} {
		channels = append(channels, c(code, "SCB", channel.Payment, channel.Auto, "", true))
	}
	if err := f.App.Channels.PutChannels(f.t.Context(), channels...); err != nil {
		f.t.Fatal(err)
	}
	rules, err := f.App.Channels.Settings(f.t.Context())
	rules.SlipOpenFrom, rules.SlipOpenTo = 0, 0
	if err != nil || f.App.Channels.PutSettings(f.t.Context(), rules) != nil {
		f.t.Fatal("the rules of slips", err)
	}
	for _, code := range []string{naga, goal} {
		if err := f.App.Games.PutProviders(f.t.Context(), game.Provider{
			Code: code, Name: code, Category: game.Slot, Currencies: []money.Currency{money.Baht}, Logo: "/media/l.svg", Background: "/media/b.svg", FTWallet: 1,
			Launch: game.Launch{Kind: game.AutoLogin}, Open: true,
		}); err != nil {
			f.t.Fatal(err)
		}
	}
}

// limits says who pays withdrawals; "" is people.
func (f *fair) limits(payout string) {
	f.t.Helper()
	want(f.t, "the limits", f.noi.Do(http.MethodPut, "/operator/withdraw-limits/BAHT", `{"minimum":1,"maximum":50000,"reviewAbove":20000,"payoutGateway":"`+payout+`"}`), "")
}

// next gives a number that was not used before.
func (f *fair) next() int {
	f.numbers++
	return f.numbers
}

// phone gives a number that nobody has. The account number that goes with it (registration) differs from all others
// where banks mask them too.
func (f *fair) phone() string {
	f.people++
	return fmt.Sprintf("08%08d", 10_000_000+10*f.people)
}

// visitor is somebody who has proved a phone number.
func (f *fair) visitor(t testing.TB) (p *person, phone string) {
	t.Helper()
	p, phone = f.person(t), f.phone()
	f.prove(p, phone)
	return p, phone
}

// fairgoer is a member at the fair.
type fairgoer struct {
	*person
	phone, number string
}

// member makes a member with an amount of baht in the main wallet.
func (f *fair) member(t testing.TB, baht int) *fairgoer {
	t.Helper()
	phone := f.phone()
	m := &fairgoer{person: f.join(t, phone, nil), phone: phone}
	m.number = f.number(m.person)
	if baht == 0 {
		return m
	}
	owner, err := id.ParseMember(m.number)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (postgres.Ledger{DB: f.App.DB}).Post(t.Context(), ledger.Transaction{
		External: &ledger.External{Source: "test", ID: id.NewID().String()}, Key: id.NewID().String() + "/credit", Kind: ledger.Deposit, MemberID: owner, Currency: money.Baht, At: f.Clock.Now(),
		Postings: []ledger.Posting{{Account: ledger.Main(owner), Amount: money.Units(int64(baht))}, {Account: ledger.Clearing("payment", money.Baht), Amount: -money.Units(int64(baht))}},
	}); err != nil {
		t.Fatal(err)
	}
	return m
}

// player is member with an account at a game provider, whose username is given.
func (f *fair) player(t testing.TB, baht int) (m *fairgoer, username string) {
	t.Helper()
	m = f.member(t, baht)
	want(t, "opening an account", m.post("/api/wallet/activate/"+naga, nil), "")
	return m, f.one(t, "select username from game_account where member_id = $1", m.number)
}

// one reads a text of the database.
func (f *fair) one(t testing.TB, sql string, args ...any) (value string) {
	t.Helper()
	if err := f.App.DB.Querier(t.Context()).QueryRow(t.Context(), sql, args...).Scan(&value); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return value
}

// party calls a simulated party's page.
func (f *fair) party(t testing.TB, method, path, body string) []byte {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, f.parties+path, bytes.NewReader([]byte(body)))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s %s: %d %s %v", method, path, response.StatusCode, content, err)
	}
	return content
}

// gift makes a gift link of a phone.
func (f *fair) gift(t testing.TB, phone string) string {
	t.Helper()
	var made struct{ Link string }
	if err := json.Unmarshal(f.party(t, http.MethodPost, "/ewallet/gift-links", `{"amount":"100","phone":"`+phone+`"}`), &made); err != nil {
		t.Fatal(err)
	}
	return made.Link
}

// slip gives the code of a transfer of 10 baht from a member's own account to the house's, as a picture.
func (f *fair) slip(t testing.TB, m *fairgoer) []byte {
	t.Helper()
	var made struct{ SlipPayload string }
	if err := json.Unmarshal(f.party(t, http.MethodPost, "/bank/transfers", `{"fromBankCode":"KBANK","fromAccountNo":"1`+m.phone[1:]+`","fromAccountName":"SOMCHAI JAIDEE","toBankCode":"SCB","toAccountNo":"`+
		houseSCB+`","amount":"10","currency":"BAHT"}`), &made); err != nil {
		t.Fatal(err)
	}
	picture, err := qrcode.Encode(made.SlipPayload, qrcode.Medium, 300)
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// signed gives the headers of a party's report that is so old.
func (f *fair) signed(body, key string, age time.Duration) []portaltest.Header {
	timestamp := strconv.FormatInt(f.Clock.Now().Add(-age).Unix(), 10)
	return []portaltest.Header{{Name: "X-Krapao-Timestamp", Value: timestamp}, {Name: "X-Krapao-Signature", Value: sign(key, timestamp, body)}}
}

// suspense has SCB tell of 35 baht that nobody known paid, and gives the row of the operators' queue.
func (f *fair) suspense(t testing.TB) string {
	t.Helper()
	line := "L" + strconv.Itoa(f.next())
	body := `{"eventId":"E` + line + `","accountNo":"` + houseSCB + `","lines":[{"lineId":"` + line + `","transactionReference":"T` + line + `","amount":35,"currency":"BAHT","transferredAt":"` + f.Clock.Now().Format(time.RFC3339) + `"}]}`
	answer := f.Client(t).Do(http.MethodPost, "/webhooks/bank-feed/SCB", body, f.signed(body, credentials.Secret(simulator.BankFeedParty("SCB")), 0)...)
	want(t, "a feed", answer, "")
	return f.one(t, "select id::text from suspense_payment order by id desc limit 1")
}

// sound fails unless every invariant of the ledger holds.
func (f *fair) sound(t testing.TB) {
	t.Helper()
	findings, err := f.App.DB.Check(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, finding := range findings {
		if !finding.OK {
			t.Errorf("afterwards: %+v", finding)
		}
	}
}
