package deposit_test

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"krapao/server/deposit"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/portaltest/paymenttest"
	"krapao/server/postgres"
	"krapao/server/postgres/postgrestest"
	"krapao/server/simulator/api/webhook"
)

// process is the built server, running, which a test may kill.
type process struct {
	*portaltest.Process
	t        *testing.T
	database postgrestest.Database
}

const killSecret = "a secret of the gateway"

func newProcess(t *testing.T) *process {
	t.Helper()
	database := postgrestest.New(t)
	p := &process{Process: portaltest.NewProcess(t, database.URL), t: t, database: database}
	p.Environment = []string{
		"KRAPAO_GATEWAY_URL=http://127.0.0.1:1/{code}", "KRAPAO_GATEWAY_KEYS=" + gateway + "=key", "KRAPAO_GATEWAY_SECRETS=" + gateway + "=" + killSecret,
	}
	return p
}

// waiting writes a member's QR code that waits to be paid, and gives the honest report of its payment.
func (p *process) waiting(member id.MemberID) webhook.PaymentEvent {
	p.t.Helper()
	ctx, store := p.t.Context(), postgres.Deposits{DB: p.database.DB}
	now := time.Now()
	qr := deposit.QR{
		ID: id.NewID(), Member: member, Gateway: gateway, Amount: money.Units(100), Currency: money.Baht, Status: deposit.Requested,
		CreatedAt: now, ExpiresAt: now.Add(deposit.Lifetime),
	}
	name := "QR-" + qr.ID.String()
	for _, step := range []func() error{
		func() error {
			return postgres.Channels{DB: p.database.DB}.PutChannel(ctx, paymenttest.QRChannel(gateway, money.Baht, money.Units(10)))
		},
		func() error { return (postgres.Ledger{DB: p.database.DB}).OpenWallet(ctx, member, money.Baht, now) },
		func() error { _, err := store.AddQR(ctx, qr); return err },
		func() error {
			qr.Status, qr.Payload, qr.GatewayReference = deposit.Active, "shown", name
			_, err := store.ChangeQR(ctx, qr, deposit.Requested)
			return err
		},
	} {
		if err := step(); err != nil {
			p.t.Fatal(err)
		}
	}
	return webhook.PaymentEvent{
		EventID: "evt-" + qr.ID.String(), Type: webhook.PaymentEventTypePAID, Reference: qr.ID.String(), QrReference: name,
		Amount: qr.Amount, Currency: webhook.BAHT, PaidAt: &now,
	}
}

// report sends the event to an address and gives the status, 0 for no answer.
func (p *process) report(address string, event webhook.PaymentEvent) int {
	p.t.Helper()
	body, err := json.Marshal(event)
	if err != nil {
		p.t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(context.Background(), http.MethodPost, "http://"+address+"/webhooks/payment/"+gateway, bytes.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	timestamp := strconv.FormatInt(time.Now().Unix(), 10)
	mac := hmac.New(sha256.New, []byte(killSecret))
	mac.Write([]byte(timestamp + "."))
	mac.Write(body)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Krapao-Timestamp", timestamp)
	request.Header.Set("X-Krapao-Signature", hex.EncodeToString(mac.Sum(nil)))
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: 20 * time.Second}
	response, err := client.Do(request)
	if err != nil {
		return 0
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, response.Body)
	return response.StatusCode
}

// credited fails unless each member got exactly one deposit of 100.00 and the ledger is sound.
func (p *process) credited(members ...id.MemberID) {
	p.t.Helper()
	book := postgres.Ledger{DB: p.database.DB}
	for _, member := range members {
		wallet, err := book.Wallet(p.t.Context(), member)
		if err != nil || wallet.Main != money.Units(100) || wallet.Statements != 1 {
			p.t.Errorf("member %v: %+v %v", member, wallet, err)
		}
	}
	if suspense, err := book.House(p.t.Context(), ledger.Suspense(money.Baht)); err != nil || suspense != 0 {
		p.t.Errorf("suspense: %v %v", suspense, err)
	}
	findings, err := p.database.DB.Check(p.t.Context())
	if err != nil {
		p.t.Fatal(err)
	}
	for _, finding := range findings {
		if !finding.OK {
			p.t.Errorf("the ledger: %+v", finding)
		}
	}
}

// swallowing forwards requests to the server and keeps its answers, so that the sender waits; answered tells that one
// was kept.
func swallowing(t *testing.T, origin string) (address string, answered *atomic.Int32, drop func()) {
	t.Helper()
	answered = &atomic.Int32{}
	gone := make(chan struct{})
	forward := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: origin})
	forward.ModifyResponse = func(response *http.Response) error {
		_, err := io.Copy(io.Discard, response.Body)
		answered.Store(int32(response.StatusCode))
		<-gone
		if err != nil {
			return err
		}
		return io.ErrUnexpectedEOF
	}
	forward.ErrorHandler = func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) }
	socket, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: forward, ReadHeaderTimeout: time.Minute}
	go func() { _ = server.Serve(socket) }()
	t.Cleanup(func() { _ = server.Close() })
	return socket.Addr().String(), answered, func() { close(gone) }
}

func TestAKillBetweenTheReportAndItsAnswerCreditsOnce(t *testing.T) {
	t.Parallel()
	p := newProcess(t)
	p.Start()
	event := p.waiting(somchai)
	proxy, answered, drop := swallowing(t, p.Origin)
	status := make(chan int, 1)
	go func() { status <- p.report(proxy, event) }()
	for answered.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	p.Kill() // committed and answered, and the gateway has not heard
	drop()
	if got := <-status; answered.Load() != http.StatusOK || got != 0 {
		t.Fatalf("the server answered %d, the gateway heard %d", answered.Load(), got)
	}
	p.credited(somchai)
	p.Start()
	for range 3 {
		if got := p.report(p.Origin, event); got != http.StatusOK {
			t.Fatalf("the repeated report: %d", got)
		}
	}
	p.credited(somchai)
}

func TestAKillAtAnyMomentOfAReportCreditsOnce(t *testing.T) {
	t.Parallel()
	p := newProcess(t)
	const rounds = 8
	members := make([]id.MemberID, rounds)
	p.Start()
	for round := range rounds {
		members[round] = id.NewMember()
		event := p.waiting(members[round])
		first := make(chan int, 1)
		go func() { first <- p.report(p.Origin, event) }()
		time.Sleep(rand.N(12 * time.Millisecond))
		p.Kill()
		heard := <-first
		if heard != 0 && heard != http.StatusOK {
			t.Errorf("round %d: %d", round, heard)
		}
		if heard == http.StatusOK {
			p.credited(members[round]) // what was acknowledged is there before anybody repeats it
		}
		p.Start()
		if got := p.report(p.Origin, event); got != http.StatusOK {
			t.Fatalf("round %d, repeated: %d\n%s", round, got, p.Log.String())
		}
	}
	p.credited(members...)
}
