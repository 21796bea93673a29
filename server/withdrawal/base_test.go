package withdrawal_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
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

const (
	// parallel is how many do a thing at the same moment.
	parallel     = 50
	gateway      = "PROMPTPAY1"
	otherGateway = "QRPAY2"
	kipGateway   = "ONEPAY1"
	somchai      = id.MemberID(10_000_001)
	malee        = id.MemberID(10_000_002)
	bounmy       = id.MemberID(10_000_003) // counts kip
)

var credentials = simulator.Credentials{Seed: "withdrawal test"}

// base is the product with payment gateways, three members and their wallets.
type base struct {
	*portaltest.Server
	t         *testing.T
	simulator *simulator.Simulator
	book      postgres.Ledger
	// intercept, when set, answers the gateways' calls instead of the simulator.
	intercept atomic.Pointer[http.HandlerFunc]
	// calls counts the gateways' calls.
	calls atomic.Int64
	// parties is their origin.
	parties string
}

func currencyOf(member id.MemberID) money.Currency {
	if member == bounmy {
		return money.Kip
	}
	return money.Baht
}

func newBase(t *testing.T, options ...portaltest.Option) *base {
	t.Helper()
	s := &base{t: t}
	parties := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.calls.Add(1)
		if bent := s.intercept.Load(); bent != nil {
			(*bent)(w, r)
			return
		}
		s.simulator.Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(parties.Close)
	s.parties = parties.URL
	codes := []string{gateway, otherGateway, kipGateway, "KBANKQR"}
	options = append([]portaltest.Option{portaltest.WithApp(portaltest.ByNumber(currencyOf)), portaltest.WithConfig(func(config *app.Config) {
		config.Payment = app.PaymentConfig{
			GatewayURL:  parties.URL + simulator.GatewayPath("{code}"),
			GatewayKeys: map[string]secret.Text{}, GatewaySecrets: map[string]secret.Text{},
		}
		config.Deposit = app.DepositConfig{
			BankFeedSecrets: map[string]secret.Text{}, GiftLinkURL: parties.URL + simulator.EWalletPath,
			GiftLinkKey: secret.NewText(credentials.Key(simulator.EWalletParty)),
		}
		for _, bank := range []string{"KBANK", "SCB", "TRUE", "BCEL"} {
			config.Deposit.BankFeedSecrets[bank] = secret.NewText(credentials.Secret(simulator.BankFeedParty(bank)))
		}
		for _, code := range codes {
			config.Payment.GatewayKeys[code] = secret.NewText(credentials.Key(simulator.GatewayParty(code)))
			config.Payment.GatewaySecrets[code] = secret.NewText(credentials.Secret(simulator.GatewayParty(code)))
		}
	})}, options...)
	s.Server = portaltest.Start(t, options...)
	s.simulator = simulator.New(simulator.Config{Portal: s.URL(), Public: parties.URL, Credentials: credentials, Now: s.Clock.Now, FirstRetry: 20 * time.Millisecond})
	s.book = postgres.Ledger{DB: s.Database.DB}
	for _, member := range []id.MemberID{somchai, malee, bounmy} {
		if err := s.book.OpenWallet(t.Context(), member, currencyOf(member), s.Clock.Now()); err != nil {
			t.Fatal(err)
		}
	}
	closed := qrChannel("CLOSED1", money.Baht, money.Units(1))
	closed.Open = false
	if err := s.App.Channels.PutChannels(t.Context(),
		qrChannel(gateway, money.Baht, money.Units(10)), qrChannel(otherGateway, money.Baht, money.Units(100)),
		qrChannel(kipGateway, money.Kip, money.Units(10_000)), closed); err != nil {
		t.Fatal(err)
	}
	return s
}

func qrChannel(code string, currency money.Currency, minimum money.Amount) channel.Channel {
	return channel.Channel{
		Code: code, Kind: channel.Payment, BankCode: "SCB", Mode: channel.Auto, NameTH: "คิวอาร์", NameEN: "QR", Currency: currency,
		Logo: "/media/banks/qr.svg", TakesQR: true, MinDeposit: minimum, QuickAmounts: []money.Amount{minimum, 5 * minimum}, Open: true,
	}
}

// as gives a member's client.
func (s *base) as(member id.MemberID) *portaltest.Client { return s.Client(s.t).As(member.String()) }

// untilServed asks again while the server is too busy, as gateways and members do, for a while.
func untilServed(ask func() portaltest.Answer) (answer portaltest.Answer) {
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if answer = ask(); answer.Status != http.StatusServiceUnavailable {
			break
		}
	}
	return answer
}

func text[T ~string](of *T) string {
	if of == nil {
		return ""
	}
	return string(*of)
}

// signed is how a report is sent; the zero value of each field is what an honest gateway does.
type signed struct {
	path      string
	gateway   string
	secret    string
	age       time.Duration
	signature string
	tamper    func([]byte) []byte
}

func (s *base) send(body []byte, how signed) portaltest.Answer {
	s.t.Helper()
	if how.gateway == "" {
		how.gateway = gateway
	}
	if how.path == "" {
		how.path = "/webhooks/payment/"
	}
	if how.secret == "" {
		how.secret = credentials.Secret(simulator.GatewayParty(how.gateway))
	}
	timestamp := strconv.FormatInt(s.Clock.Now().Add(-how.age).Unix(), 10)
	if how.signature == "" {
		mac := hmac.New(sha256.New, []byte(how.secret))
		mac.Write([]byte(timestamp + "."))
		mac.Write(body)
		how.signature = hex.EncodeToString(mac.Sum(nil))
	}
	if how.tamper != nil {
		body = how.tamper(bytes.Clone(body))
	}
	client := s.Client(s.t)
	return untilServed(func() portaltest.Answer {
		answer, err := client.Try(http.MethodPost, how.path+how.gateway, string(body),
			portaltest.Header{Name: "X-Krapao-Timestamp", Value: timestamp}, portaltest.Header{Name: "X-Krapao-Signature", Value: how.signature})
		if err != nil {
			s.t.Error(err)
		}
		return answer
	})
}

func key(value string) portaltest.Header {
	return portaltest.Header{Name: "Idempotency-Key", Value: fmt.Sprintf("test-key-%s", value)}
}
