package deposit_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/deposit"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/portaltest/paymenttest"
	"krapao/server/simulator/api/webhook"
)

const (
	gateway      = paymenttest.Gateway
	otherGateway = paymenttest.OtherGateway
	kipGateway   = paymenttest.KipGateway
	somchai      = paymenttest.Somchai
	malee        = paymenttest.Malee
	bounmy       = paymenttest.Bounmy // counts kip
)

var (
	suspenseOfBaht = ledger.Suspense(money.Baht)
	suspenseOfKip  = ledger.Suspense(money.Kip)
)

// env is the product of these tests.
type env struct {
	*paymenttest.Product
	t *testing.T
}

func newEnv(t *testing.T, options ...portaltest.Option) *env {
	t.Helper()
	return &env{paymenttest.Start(t, options...), t}
}

// create asks for a QR code.
func (s *env) create(member id.MemberID, code, amount string, headers ...portaltest.Header) portal.QrCode {
	s.t.Helper()
	client := s.As(member)
	answer := paymenttest.UntilServed(func() portaltest.Answer {
		return client.Do(http.MethodPost, "/api/qrcode/"+code, `{"amount":`+amount+`}`, headers...)
	})
	return s.qr(answer)
}

// current asks for the QR code of a gateway.
func (s *env) current(member id.MemberID, code string) portal.QrCode {
	s.t.Helper()
	return s.qr(s.As(member).Do(http.MethodGet, "/api/qrcode/"+code, ""))
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

// report sends an event and gives the answer.
func (s *env) report(event webhook.PaymentEvent, how paymenttest.Signed) portaltest.Answer {
	s.t.Helper()
	body, err := json.Marshal(event)
	if err != nil {
		s.t.Fatal(err)
	}
	return s.Send(body, how)
}

// taken reports an event that must be answered as received.
func (s *env) taken(event webhook.PaymentEvent, how paymenttest.Signed) {
	s.t.Helper()
	if answer := s.report(event, how); answer.Status != http.StatusOK || string(answer.Body) != `{"received":true}` {
		s.t.Errorf("%d %s", answer.Status, answer.Body)
	}
}

// deadlocksLast has a deadlock last until a statement's time is up, so that no test passes by being tried again.
func (s *env) deadlocksLast() {
	s.t.Helper()
	s.asSuper(
		"do $$ begin execute format('alter database %I set deadlock_timeout = %L', current_database(), '10min'); end $$",
		"select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
	)
	time.Sleep(1100 * time.Millisecond) // a pool tries a connection before use that was idle for a second: now it drops the dead ones
}

// asSuper runs statements as the owner of the database.
func (s *env) asSuper(statements ...string) {
	s.t.Helper()
	super, err := pgx.Connect(s.t.Context(), s.Database.SuperURL)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = super.Close(s.t.Context()) }()
	for _, statement := range statements {
		if _, err := super.Exec(s.t.Context(), statement); err != nil {
			s.t.Fatal(err)
		}
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
	for end := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
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
