package withdrawal_test

import (
	"context"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/audit"
	"krapao/server/bankaccount"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/member"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/portaltest/paymenttest"
	"krapao/server/postgres"
	"krapao/server/postgres/postgrestest"
	"krapao/server/simulator"
	"krapao/server/withdrawal"
)

// paying is a server that may be killed, and a gateway that pays what it is ordered and goes on when the server is
// dead.
type paying struct {
	*portaltest.Process
	t        *testing.T
	database postgrestest.Database
	// ordered counts orders that came; each waits before it is carried out, or before its answer is given, as long as
	// these say.
	ordered       atomic.Int64
	before, after atomic.Pointer[chan struct{}]
	gateway       *httptest.Server
}

func newPaying(t *testing.T) *paying {
	t.Helper()
	database := postgrestest.New(t)
	p := &paying{Process: portaltest.NewProcess(t, database.URL), t: t, database: database}
	sandbox := simulator.New(simulator.Config{
		Portal: "http://" + p.Origin, Credentials: paymenttest.Credentials, FirstRetry: 50 * time.Millisecond, PayoutDelay: 100 * time.Millisecond,
	})
	hold := func(r *http.Request, gate *atomic.Pointer[chan struct{}]) {
		if held := gate.Load(); held != nil && r.Method == http.MethodPut {
			<-*held
		}
	}
	p.gateway = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPut {
			p.ordered.Add(1)
		}
		hold(r, &p.before)
		answer := httptest.NewRecorder()
		sandbox.Handler().ServeHTTP(answer, r.WithContext(context.WithoutCancel(r.Context())))
		hold(r, &p.after)
		for name, values := range answer.Header() {
			w.Header()[name] = values
		}
		w.WriteHeader(answer.Code)
		_, _ = w.Write(answer.Body.Bytes())
	}))
	t.Cleanup(p.gateway.Close)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); sandbox.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-done })
	party := simulator.GatewayParty(gateway)
	p.Environment = []string{
		"KRAPAO_GATEWAY_URL=" + p.gateway.URL + simulator.GatewayPath("{code}"),
		"KRAPAO_GATEWAY_KEYS=" + gateway + "=" + paymenttest.Credentials.Key(party), "KRAPAO_GATEWAY_SECRETS=" + gateway + "=" + paymenttest.Credentials.Secret(party),
	}
	return p
}

// approved writes a member's withdrawal of 100.00 that an operator approved.
func (p *paying) approved() (owner id.MemberID, reference string) {
	p.t.Helper()
	owner = id.NewMember()
	store, book := postgres.Withdrawals{DB: p.database.DB}, postgres.Ledger{DB: p.database.DB}
	services, err := app.NewServices(context.Background(), p.database.DB, app.ServicesConfig{Config: app.Config{Edition: app.Thai}, Keys: portaltest.TestKeys, Now: time.Now})
	if err != nil {
		p.t.Fatal(err)
	}
	ctx := audit.WithActor(p.t.Context(), audit.Actor{Name: "noi", Via: audit.Command})
	w := withdrawal.Withdrawal{
		ID: id.NewID(), Member: owner, Amount: money.Units(100), Currency: money.Baht, Step: withdrawal.StepRequested, CreatedAt: time.Now(),
		To: bankaccount.Account{Bank: "KTB", Number: owner.String(), Holder: "SOMCHAI JAIDEE"},
	}
	w.Reference = "W" + strings.ReplaceAll(w.ID.String(), "-", "")
	to := gateway
	post := func(what string, kind ledger.Kind, from, to ledger.Account, reference string) func() error {
		return func() error {
			var evidence *ledger.External
			if kind == ledger.Deposit {
				evidence = &ledger.External{Source: "test", ID: w.ID.String()}
			}
			_, err := book.Post(ctx, ledger.Transaction{
				External: evidence,
				Key:      w.ID.String() + what, Kind: kind, MemberID: owner, Currency: money.Baht, At: time.Now(), Reference: reference,
				Postings: []ledger.Posting{{Account: from, Amount: -w.Amount}, {Account: to, Amount: w.Amount}},
			})
			return err
		}
	}
	for _, step := range []func() error{
		func() error {
			return postgres.Channels{DB: p.database.DB}.PutChannel(ctx, paymenttest.QRChannel(gateway, money.Baht, money.Units(10)))
		},
		func() error {
			_, err := services.Withdrawals.PutWithdrawLimits(ctx, money.Baht, withdrawal.LimitsChange{Min: 1, Max: money.Units(1000), PayoutGateway: &to})
			return err
		},
		func() error {
			return postgres.Members{DB: p.database.DB}.AddMember(ctx, member.Member{
				ID: owner, Phone: "08" + owner.String(), Name: "Somchai", Currency: money.Baht, Status: member.Active, CreatedAt: time.Now(), LastLoginAt: time.Now(),
			}, "x")
		},
		func() error { return book.OpenWallet(ctx, owner, money.Baht, time.Now()) },
		post("/credit", ledger.Deposit, ledger.Clearing("payment", money.Baht), ledger.Main(owner), ""),
		post("/hold", ledger.Withdraw, ledger.Main(owner), ledger.Hold(owner), w.ID.String()),
		func() error { return store.AddWithdrawal(ctx, w) },
		func() error { _, _, err := services.Withdrawals.ApproveWithdrawal(ctx, w.Reference); return err },
	} {
		if err := step(); err != nil {
			p.t.Fatal(err)
		}
	}
	return owner, w.Reference
}

// paidOnce waits until the withdrawals are paid, and fails unless each was paid once, here and at the gateway.
func (p *paying) paidOnce(references ...string) {
	p.t.Helper()
	store := postgres.Withdrawals{DB: p.database.DB}
	for _, reference := range references {
		for end := time.Now().Add(60 * time.Second); ; time.Sleep(50 * time.Millisecond) {
			w, err := store.FindWithdrawal(p.t.Context(), reference)
			if err == nil && w.Step == withdrawal.StepPaid {
				break
			}
			if time.Now().After(end) {
				p.t.Fatalf("%+v, payout %+v, %v\n%s", w, w.Payout, err, p.Log.String())
			}
		}
	}
	paid, err := postgres.Ledger{DB: p.database.DB}.House(p.t.Context(), ledger.Clearing("payout", money.Baht))
	if want := money.Units(100) * money.Amount(len(references)); err != nil || paid != want {
		p.t.Errorf("paid %v, not %v; %v", paid, want, err)
	}
	if outs := payoutsAt(p.t, p.gateway.URL); len(outs) != len(references) {
		p.t.Errorf("the gateway paid %d times", len(outs))
	}
	findings, err := p.database.DB.Check(p.t.Context())
	if err != nil {
		p.t.Fatal(err)
	}
	for _, finding := range findings {
		if !finding.OK {
			p.t.Errorf("the book: %+v", finding)
		}
	}
}

func TestAKillBetweenApprovalAndPayoutPaysOnce(t *testing.T) {
	t.Parallel()
	p := newPaying(t)
	p.Start()
	gate := make(chan struct{})
	p.before.Store(&gate)
	_, reference := p.approved()
	for p.ordered.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	p.Kill() // the order is on its way, and the gateway has not carried it out
	p.before.Store(nil)
	p.Start()
	p.paidOnce(reference)
	close(gate) // now the first order arrives, long after
	p.paidOnce(reference)
}

func TestAKillBetweenPayoutAndAnswerPaysOnce(t *testing.T) {
	t.Parallel()
	p := newPaying(t)
	p.Start()
	gate := make(chan struct{})
	p.after.Store(&gate)
	_, reference := p.approved()
	for len(payoutsAt(t, p.gateway.URL)) == 0 {
		time.Sleep(time.Millisecond)
	}
	p.Kill() // the gateway pays, and nobody is there to hear its answer or its report
	p.after.Store(nil)
	close(gate)
	time.Sleep(500 * time.Millisecond)
	p.Start()
	p.paidOnce(reference)
}

func TestAKillAtAnyMomentOfAPayoutPaysOnce(t *testing.T) {
	t.Parallel()
	p := newPaying(t)
	var references []string
	for range 6 {
		p.Start()
		_, reference := p.approved()
		references = append(references, reference)
		time.Sleep(rand.N(3500 * time.Millisecond))
		p.Kill()
	}
	p.Start()
	p.paidOnce(references...)
}
