package bonus_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/bonus"
	"krapao/server/game"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/ledger"
	people "krapao/server/member"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/postgres"
	"krapao/server/secret"
	"krapao/server/simulator"
	"krapao/server/withdrawal"
)

const jili = "JILI"

// epoch is long before any test.
var epoch = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)

var credentials = simulator.Credentials{Seed: "bonus test"}

// currencyOf gives a member's currency: numbers from 20,000,000 have kip.
func currencyOf(member id.MemberID) money.Currency {
	if member >= 20_000_000 {
		return money.Kip
	}
	return money.Baht
}

// product is the whole product with the simulated providers.
type product struct {
	*portaltest.Server
	t       *testing.T
	book    postgres.Ledger
	parties string
	// invited is who invited the next member, 0 for nobody.
	invited id.MemberID
}

func newProduct(t *testing.T, options ...portaltest.Option) *product {
	t.Helper()
	parties := httptest.NewServer(simulator.New(simulator.Config{Credentials: credentials}).Handler())
	t.Cleanup(parties.Close)
	p := &product{t: t, parties: parties.URL}
	p.Server = portaltest.Start(t, append(options, portaltest.WithApp(portaltest.ByNumber(currencyOf)), portaltest.WithConfig(func(config *app.Config) {
		config.Game.ProviderURL, config.Game.ProviderKeys = parties.URL+simulator.ProviderPath("{code}"), map[string]secret.Text{}
		for _, code := range []string{pg, jili} {
			config.Game.ProviderKeys[code] = secret.NewText(credentials.Key(simulator.ProviderParty(code)))
		}
	}))...)
	p.book = postgres.Ledger{DB: p.Database.DB}
	t.Cleanup(func() {
		if !t.Failed() {
			p.sound()
		}
	})
	for _, code := range []string{pg, jili} {
		if err := p.App.Games.PutProviders(t.Context(), game.Provider{
			Code: code, Name: code, Category: game.Slot, Currencies: money.Currencies(), Logo: "/media/logo.svg", Background: "/media/back.svg", FTWallet: 1,
			Launch: game.Launch{Kind: game.AutoLogin, UsernameField: "username", PasswordField: "password"}, Open: true,
		}); err != nil {
			t.Fatal(err)
		}
	}
	p.join(somchai)
	for _, currency := range money.Currencies() {
		if err := (postgres.Withdrawals{DB: p.Database.DB}).PutWithdrawLimits(t.Context(), currency, withdrawal.Limits{Min: baht(1), Max: baht(1_000_000), ReviewAbove: baht(1_000_000)}); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// join makes a member with a bank account and accounts in both games.
func (p *product) join(member id.MemberID) {
	p.t.Helper()
	currency := currencyOf(member)
	if err := p.book.OpenWallet(p.t.Context(), member, currency, p.Clock.Now()); err != nil {
		p.t.Fatal(err)
	}
	if err := (postgres.Members{DB: p.Database.DB}).AddMember(p.t.Context(), people.Member{
		ID: member, Phone: "0" + member.String(), Name: "Somchai", Currency: currency, Status: people.Active, CreatedAt: p.Clock.Now(), LastLoginAt: p.Clock.Now(), Inviter: p.invited,
		Bank: &people.BankAccount{BankCode: "KTB", Number: "12" + member.String(), Name: "SOMCHAI JAIDEE"},
	}, "none"); err != nil {
		p.t.Fatal(err)
	}
	for _, code := range []string{pg, jili} {
		if _, err := p.App.Games.Activate(p.t.Context(), game.AccountInput{Member: member, Currency: currency, Code: code}); err != nil {
			p.t.Fatal(err)
		}
	}
}

func (p *product) deposit(member id.MemberID, amount money.Amount) {
	p.t.Helper()
	name := id.NewID().String()
	if _, err := p.book.Post(p.t.Context(), ledger.Transaction{
		Key: name + "/credit", Kind: ledger.Deposit, MemberID: member, Currency: currencyOf(member), At: p.Clock.Now(), External: &ledger.External{Source: "test", ID: name},
		Postings: []ledger.Posting{{Account: ledger.Main(member), Amount: amount}, {Account: ledger.Clearing("payment", currencyOf(member)), Amount: -amount}},
	}); err != nil {
		p.t.Fatal(err)
	}
}

// tell tells the simulated providers something.
func (p *product) tell(path, body string) {
	p.t.Helper()
	response, err := http.Post(p.parties+path, "application/json", strings.NewReader(body))
	if err != nil || response.StatusCode != http.StatusOK {
		p.t.Fatal(response, err)
	}
	_ = response.Body.Close()
}

// play has a member stake and win at a provider.
func (p *product) play(member id.MemberID, code, stake, payout string) {
	p.t.Helper()
	p.tell("/provider/"+code+"/players/"+p.username(member, code)+"/play", `{"stake":"`+stake+`","payout":"`+payout+`"}`)
}

func (p *product) username(member id.MemberID, code string) (username string) {
	p.t.Helper()
	if err := p.Database.DB.Querier(p.t.Context()).QueryRow(p.t.Context(), "select username from game_account where member_id = $1 and provider = $2", member, code).
		Scan(&username); err != nil {
		p.t.Fatal(err)
	}
	return username
}

func (p *product) do(member id.MemberID, method, path, body string, headers ...portaltest.Header) portaltest.Answer {
	p.t.Helper()
	return p.Client(p.t).As(member.String()).Do(method, path, body, headers...)
}

// ok does a call that must succeed.
func (p *product) ok(member id.MemberID, method, path, body string, headers ...portaltest.Header) []byte {
	p.t.Helper()
	answer := p.do(member, method, path, body, headers...)
	if answer.Status != http.StatusOK {
		p.t.Fatalf("%s %s: %d %s", method, path, answer.Status, answer.Body)
	}
	return answer.Body
}

// refused does a call that must fail with a code.
func (p *product) refused(code string, member id.MemberID, method, path, body string, headers ...portaltest.Header) {
	p.t.Helper()
	if answer := p.do(member, method, path, body, headers...); answer.Code() != code {
		p.t.Errorf("%s %s: %d %s, want %s", method, path, answer.Status, answer.Body, code)
	}
}

func read[T any](p *product, text []byte) (found T) {
	p.t.Helper()
	if err := json.Unmarshal(text, &found); err != nil {
		p.t.Fatal(err)
	}
	return found
}

func (p *product) offers(member id.MemberID) portal.BonusList {
	p.t.Helper()
	return read[portal.BonusList](p, p.ok(member, http.MethodGet, "/api/bonus", ""))
}

func (p *product) minimum(member id.MemberID) portal.BonusMinimum {
	p.t.Helper()
	return read[portal.BonusMinimum](p, p.ok(member, http.MethodGet, "/api/bonus/check/minimum", ""))
}

func (p *product) wallet(member id.MemberID) ledger.Wallet {
	p.t.Helper()
	wallet, err := p.book.Wallet(p.t.Context(), member)
	if err != nil {
		p.t.Fatal(err)
	}
	return wallet
}

// moved is the main wallet and what both games hold, as the ledger has it.
func (p *product) moved(member id.MemberID) [3]money.Amount {
	wallet := p.wallet(member)
	return [3]money.Amount{wallet.Main, wallet.Game(pg).Balance, wallet.Game(jili).Balance}
}

// welcome is 10 % of a deposit, up to 200 baht, once; 200 % and 10 %.
func welcome() bonus.Campaign {
	return bonus.Campaign{
		Kind: bonus.FromBonus, Code: "WELCOME10", Currency: money.Baht, Name: bonus.Text{"en": "Welcome bonus 10%", "th": "โบนัสต้อนรับ 10%"}, Span: bonus.Ever, MaxReceived: 1,
		Banners: []bonus.Banner{{Image: "media/banner/welcome.webp", HTML: bonus.Text{"en": "<p>10% on top <script>x</script>.</p>"}}},
		Percent: 10, Cap: baht(200), Quota: 1000, Terms: bonus.Terms{SuccessPercent: 200, FailPercent: 10}, Open: true, From: epoch,
	}
}

// songkran is 50 baht for a promotion's code, for 100 members; 200 % and 10 %.
func songkran() bonus.Campaign {
	return bonus.Campaign{
		Kind: bonus.FromPromotion, Code: "SONGKRAN", Currency: money.Baht, Name: bonus.Text{"en": "Songkran"}, HTML: bonus.Text{"en": "<p>50 baht.</p>"}, Span: bonus.Ever,
		MaxReceived: 1, Fixed: baht(50), Quota: 100, Terms: bonus.Terms{SuccessPercent: 200, FailPercent: 10}, Open: true, From: epoch,
	}
}

// campaign saves a campaign's next version.
func (p *product) campaign(campaign bonus.Campaign) {
	p.t.Helper()
	store := postgres.Bonus{DB: p.Database.DB}
	if last, err := store.Campaign(p.t.Context(), campaign.Kind, campaign.Code); err == nil {
		campaign.Version = last.Version
	}
	campaign.Version++
	if err := store.PutCampaign(p.t.Context(), campaign, p.Clock.Now()); err != nil {
		p.t.Fatal(err)
	}
}

// underCondition has somchai, who deposits 1,000 baht, receive the welcome bonus of 100 on it and move a part to PG.
func (p *product) underCondition(inGame money.Amount) {
	p.t.Helper()
	p.campaign(welcome())
	p.deposit(somchai, baht(1000))
	p.ok(somchai, http.MethodPost, activate, "")
	p.ok(somchai, http.MethodPost, "/api/wallet/transfer", `{"from":"WALLET","to":"PG","amount":`+inGame.String()+`}`)
}

func key(value string) portaltest.Header {
	return portaltest.Header{Name: "Idempotency-Key", Value: "the-members-key-" + value}
}

// sound fails when an invariant is broken; I3, I6 and the others of the whole book are looked at too.
func (p *product) sound() {
	findings, err := p.Database.DB.Check(context.Background())
	if err != nil {
		p.t.Error(err)
	}
	for _, finding := range findings {
		if !finding.OK {
			p.t.Errorf("%s: %v", finding.Invariant, finding.Sample)
		}
	}
}
