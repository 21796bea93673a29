package deposit_test

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/app"
	"krapao/server/audit"
	"krapao/server/channel"
	"krapao/server/deposit"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/postgres"
	"krapao/server/secret"
	"krapao/server/simulator"
	"krapao/server/simulator/api/webhook"
)

const (
	gateway      = "PROMPTPAY1"
	otherGateway = "QRPAY2"
	kipGateway   = "ONEPAY1"
	somchai      = id.MemberID(10_000_001)
	malee        = id.MemberID(10_000_002)
	bounmy       = id.MemberID(10_000_003) // counts kip
)

var (
	suspenseOfBaht = ledger.Suspense(money.Baht)
	suspenseOfKip  = ledger.Suspense(money.Kip)
)

var credentials = simulator.Credentials{Seed: "deposit test"}

// env is the product with payment gateways, three members and their wallets.
type env struct {
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

func newEnv(t *testing.T, options ...portaltest.Option) *env {
	t.Helper()
	s := &env{t: t}
	parties := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.calls.Add(1)
		if intercept := s.intercept.Load(); intercept != nil {
			(*intercept)(w, r)
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
func (s *env) as(member id.MemberID) *portaltest.Client { return s.Client(s.t).As(member.String()) }

// create asks for a QR code.
func (s *env) create(member id.MemberID, code, amount string, headers ...portaltest.Header) portal.QrCode {
	s.t.Helper()
	client := s.as(member)
	answer := untilServed(func() portaltest.Answer {
		return client.Do(http.MethodPost, "/api/qrcode/"+code, `{"amount":`+amount+`}`, headers...)
	})
	return s.qr(answer)
}

// untilServed asks again while the server is too busy, as gateways and members do, for a while.
func untilServed(ask func() portaltest.Answer) (answer portaltest.Answer) {
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if answer = ask(); answer.Status != http.StatusServiceUnavailable {
			break
		}
	}
	return answer
}

// current asks for the QR code of a gateway.
func (s *env) current(member id.MemberID, code string) portal.QrCode {
	s.t.Helper()
	return s.qr(s.as(member).Do(http.MethodGet, "/api/qrcode/"+code, ""))
}

func (s *env) qr(answer portaltest.Answer) (qr portal.QrCode) {
	s.t.Helper()
	if answer.Status != http.StatusOK {
		s.t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	if err := json.Unmarshal(answer.Body, &qr); err != nil {
		s.t.Fatal(err)
	}
	return qr
}

// made is create for a QR code that must come about.
func (s *env) made(member id.MemberID, code, amount string) portal.QrCode {
	s.t.Helper()
	qr := s.create(member, code, amount)
	if !qr.HasQrcode {
		s.t.Fatalf("no QR code: %s", text(qr.Message))
	}
	return qr
}

func text[T ~string](of *T) string {
	if of == nil {
		return ""
	}
	return string(*of)
}

// event is a gateway's honest report that a QR code was paid now.
func (s *env) event(qr portal.QrCode) webhook.PaymentEvent {
	s.t.Helper()
	bank, now := "SCB", s.Clock.Now() // somchai's
	return webhook.PaymentEvent{
		EventID: "evt_" + id.NewID().String(), Type: webhook.PaymentEventTypePAID, Reference: *qr.QrcodeID, QrReference: s.gatewayName(*qr.QrcodeID),
		Amount: *qr.Amount, Currency: webhook.Currency(s.stored(*qr.QrcodeID).Currency), PaidAt: &now, Payer: &webhook.PaymentParty{BankCode: &bank},
	}
}

func (s *env) stored(qrID string) (qr deposit.QR) {
	s.t.Helper()
	err := s.Database.DB.Querier(s.t.Context()).QueryRow(s.t.Context(), "select currency, status, gateway_reference from qr_payment where id = $1", qrID).
		Scan(&qr.Currency, &qr.Status, &qr.GatewayReference)
	if err != nil {
		s.t.Fatal(err)
	}
	return qr
}

func (s *env) gatewayName(qrID string) string { return s.stored(qrID).GatewayReference }

// signed is how a report is sent; the zero value of each field is what an honest gateway does.
type signed struct {
	path      string
	gateway   string
	secret    string
	age       time.Duration
	signature string
	tamper    func([]byte) []byte
}

// report sends an event and gives the answer.
func (s *env) report(event webhook.PaymentEvent, how signed) portaltest.Answer {
	s.t.Helper()
	body, err := json.Marshal(event)
	if err != nil {
		s.t.Fatal(err)
	}
	return s.send(body, how)
}

func (s *env) send(body []byte, how signed) portaltest.Answer {
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

// taken reports an event that must be answered as received.
func (s *env) taken(event webhook.PaymentEvent, how signed) {
	s.t.Helper()
	if answer := s.report(event, how); answer.Status != http.StatusOK || string(answer.Body) != `{"received":true}` {
		s.t.Errorf("%d %s", answer.Status, answer.Body)
	}
}

// deadlocksLast has a deadlock last until a statement's time is up, so that no test passes by being tried again.
func (s *env) deadlocksLast() {
	s.t.Helper()
	super, err := pgx.Connect(s.t.Context(), s.Database.SuperURL)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = super.Close(s.t.Context()) }()
	for _, statement := range []string{
		"do $$ begin execute format('alter database %I set deadlock_timeout = %L', current_database(), '10min'); end $$",
		"select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
	} {
		if _, err := super.Exec(s.t.Context(), statement); err != nil {
			s.t.Fatal(err)
		}
	}
	for range 32 { // the pools find out that their connections are gone
		_ = s.Database.DB.Ping(s.t.Context())
		_, _, _ = s.App.Intake.Claims(s.t.Context(), audit.Page{Limit: 1})
	}
}

// while runs fn in a transaction that is rolled back.
func (s *env) while(fn func(ctx context.Context)) {
	s.t.Helper()
	rollback := errors.New("roll back")
	if err := s.Database.DB.InTx(s.t.Context(), func(ctx context.Context) error {
		fn(ctx)
		return rollback
	}); !errors.Is(err, rollback) {
		s.t.Fatal(err)
	}
}

// stuck returns once so many others wait for a lock.
func (s *env) stuck(others int) {
	s.t.Helper()
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		var waiting int
		if err := s.Database.DB.Querier(s.t.Context()).QueryRow(s.t.Context(),
			"select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'").Scan(&waiting); err != nil || time.Now().After(end) {
			s.t.Fatalf("%d wait for a lock, %v", waiting, err)
		}
		if waiting >= others {
			return
		}
	}
}

func key(value string) portaltest.Header {
	return portaltest.Header{Name: "Idempotency-Key", Value: fmt.Sprintf("test-key-%s", value)}
}
