// Package paymenttest is the product with payment gateways, for the tests of all that takes money in or pays it out.
package paymenttest

import (
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/channel"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/postgres"
	"krapao/server/secret"
	"krapao/server/simulator"
)

// The gateways and the members. Bounmy counts kip.
const (
	Gateway      = "PROMPTPAY1"
	OtherGateway = "QRPAY2"
	KipGateway   = "ONEPAY1"
	Somchai      = id.MemberID(10_000_001)
	Malee        = id.MemberID(10_000_002)
	Bounmy       = id.MemberID(10_000_003)
)

// Credentials are those of all parties.
var Credentials = simulator.Credentials{Seed: "payment test"}

// Product is the product with payment gateways, three members and their wallets.
type Product struct {
	*portaltest.Server
	Simulator *simulator.Simulator
	Book      postgres.Ledger
	// Intercept, when set, answers the gateways' calls instead of the simulator.
	Intercept atomic.Pointer[http.HandlerFunc]
	// Calls counts the gateways' calls.
	Calls atomic.Int64
	// Parties is their origin.
	Parties string

	t *testing.T
}

// CurrencyOf is what a member counts in.
func CurrencyOf(member id.MemberID) money.Currency {
	if member == Bounmy {
		return money.Kip
	}
	return money.Baht
}

// Start starts the product, with one channel for each gateway and one that is closed.
func Start(t *testing.T, options ...portaltest.Option) *Product {
	t.Helper()
	p := &Product{t: t}
	parties := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.Calls.Add(1)
		if intercept := p.Intercept.Load(); intercept != nil {
			(*intercept)(w, r)
			return
		}
		p.Simulator.Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(parties.Close)
	p.Parties = parties.URL
	options = append([]portaltest.Option{
		portaltest.WithApp(portaltest.ByNumber(CurrencyOf)),
		portaltest.WithConfig(func(config *app.Config) { connect(config, parties.URL) }),
	}, options...)
	p.Server = portaltest.Start(t, options...)
	p.Simulator = simulator.New(simulator.Config{Portal: p.URL(), Public: parties.URL, Credentials: Credentials, Now: p.Clock.Now, FirstRetry: 20 * time.Millisecond})
	p.Book = postgres.Ledger{DB: p.Database.DB}
	for _, member := range []id.MemberID{Somchai, Malee, Bounmy} {
		if err := p.Book.OpenWallet(t.Context(), member, CurrencyOf(member), p.Clock.Now()); err != nil {
			t.Fatal(err)
		}
	}
	closed := QRChannel("CLOSED1", money.Baht, money.Units(1))
	closed.Open = false
	if err := p.App.Channels.PutChannels(t.Context(),
		QRChannel(Gateway, money.Baht, money.Units(10)), QRChannel(OtherGateway, money.Baht, money.Units(100)),
		QRChannel(KipGateway, money.Kip, money.Units(10_000)), closed); err != nil {
		t.Fatal(err)
	}
	return p
}

// connect lets the product's gateways, bank feeds and gift links come from one origin.
func connect(config *app.Config, origin string) {
	config.Payment = app.PaymentConfig{
		GatewayURL:  origin + simulator.GatewayPath("{code}"),
		GatewayKeys: map[string]secret.Text{}, GatewaySecrets: map[string]secret.Text{},
	}
	config.Deposit = app.DepositConfig{
		BankFeedSecrets: map[string]secret.Text{}, GiftLinkURL: origin + simulator.EWalletPath,
		GiftLinkKey: secret.NewText(Credentials.Key(simulator.EWalletParty)),
	}
	for _, bank := range []string{"KBANK", "SCB", "TRUE", "BCEL"} {
		config.Deposit.BankFeedSecrets[bank] = secret.NewText(Credentials.Secret(simulator.BankFeedParty(bank)))
	}
	for _, code := range []string{Gateway, OtherGateway, KipGateway, "KBANKQR"} {
		config.Payment.GatewayKeys[code] = secret.NewText(Credentials.Key(simulator.GatewayParty(code)))
		config.Payment.GatewaySecrets[code] = secret.NewText(Credentials.Secret(simulator.GatewayParty(code)))
	}
}

// QRChannel is an open channel of a gateway.
func QRChannel(code string, currency money.Currency, minimum money.Amount) channel.Channel {
	return channel.Channel{
		Code: code, Kind: channel.Payment, BankCode: "SCB", Mode: channel.Auto, NameTH: "คิวอาร์", NameEN: "QR", Currency: currency,
		Logo: "/media/banks/qr.svg", TakesQR: true, MinDeposit: minimum, QuickAmounts: []money.Amount{minimum, 5 * minimum}, Open: true,
	}
}

// As gives a member's client.
func (p *Product) As(member id.MemberID) *portaltest.Client { return p.Client(p.t).As(member.String()) }
