package withdrawal_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/member"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/portaltest/paymenttest"
	"krapao/server/postgres"
	"krapao/server/simulator/api/payment"
	"krapao/server/withdrawal"
)

// env is a base whose members have bank accounts and money, and whose withdrawals are paid by a gateway.
type env struct {
	*base
	members   postgres.Members
	condition condition
	noi       *portaltest.Client
}

// condition is what bonuses say in these tests.
type condition struct {
	state atomic.Value
	ended atomic.Int64
}

func (c *condition) Settle(context.Context, id.MemberID) error { return nil }

func (c *condition) State(context.Context, id.MemberID) (withdrawal.Condition, error) {
	if state, set := c.state.Load().(withdrawal.ConditionState); set {
		return withdrawal.Condition{ID: id.NewID(), State: state}, nil
	}
	return withdrawal.Condition{State: withdrawal.NoCondition}, nil
}

func (c *condition) Progress(ctx context.Context, member id.MemberID) (withdrawal.ConditionProgress, error) {
	state, err := c.State(ctx, member)
	return withdrawal.ConditionProgress{State: state.State, Kind: "BONUS", Name: map[string]string{"en": "Welcome"}, Minimum: money.Units(1200), Total: money.Units(1000), LostAt: money.Units(110)}, err
}

func (c *condition) EndMet(_ context.Context, _ id.MemberID, cut money.Amount) error {
	c.ended.Add(int64(cut))
	c.state.Store(withdrawal.NoCondition)
	return nil
}

func (c *condition) UndoCut(context.Context, id.MemberID, id.ID) error {
	c.ended.Store(0)
	return nil
}

func newEnv(t *testing.T, options ...portaltest.Option) *env {
	t.Helper()
	s := &env{base: newBase(t, options...)}
	s.members = postgres.Members{DB: s.Database.DB}
	s.App.Withdrawals.Conditions = &s.condition
	for i, owner := range []id.MemberID{somchai, malee, bounmy} {
		if err := s.members.AddMember(t.Context(), member.Member{
			ID: owner, Phone: fmt.Sprintf("080000000%d", i), Name: "Somchai", Currency: paymenttest.CurrencyOf(owner), Status: member.Active,
			CreatedAt: s.Clock.Now(), LastLoginAt: s.Clock.Now(),
			Bank: &member.BankAccount{BankCode: "KTB", Number: fmt.Sprintf("123456789%d", i), Name: "SOMCHAI JAIDEE"},
		}, "x"); err != nil {
			t.Fatal(err)
		}
		s.fund(owner, money.Units(1000))
	}
	s.noi = s.Operator(t, "noi")
	s.limits(money.Baht, 100, 50_000, gateway)
	return s
}

// limits sets what withdrawals of a currency keep to, and who pays them. Above 20000 a second person is asked.
func (s *env) limits(currency money.Currency, least, most int, payout string) {
	s.t.Helper()
	answer := s.noi.Do(http.MethodPut, "/operator/withdraw-limits/"+string(currency),
		fmt.Sprintf(`{"minimum":%d,"maximum":%d,"reviewAbove":20000,"payoutGateway":%q}`, least, most, payout))
	if answer.Status != http.StatusOK {
		s.t.Fatalf("%d %s", answer.Status, answer.Body)
	}
}

func (s *env) fund(owner id.MemberID, amount money.Amount) {
	s.t.Helper()
	if _, err := s.Book.Post(s.t.Context(), ledger.Transaction{
		External: &ledger.External{Source: "test", ID: id.NewID().String()},
		Key:      id.NewID().String() + "/credit", Kind: ledger.Deposit, MemberID: owner, Currency: paymenttest.CurrencyOf(owner), At: s.Clock.Now(),
		Postings: []ledger.Posting{{Account: ledger.Clearing("payment", paymenttest.CurrencyOf(owner)), Amount: -amount}, {Account: ledger.Main(owner), Amount: amount}},
	}); err != nil {
		s.t.Fatal(err)
	}
}

const withdrawPath, withdrawAllPath = "/api/wallet/withdraw", "/api/wallet/withdrawAll"

// ask sends a withdrawal and gives the answer.
func (s *env) ask(owner id.MemberID, path, amount string, headers ...portaltest.Header) portaltest.Answer {
	client := s.As(owner)
	return paymenttest.UntilServed(func() portaltest.Answer {
		return client.Do(http.MethodPost, path, `{"amount":`+amount+`}`, headers...)
	})
}

// withdraw is ask for a withdrawal that must come about.
func (s *env) withdraw(owner id.MemberID, amount string, headers ...portaltest.Header) (made portal.Withdrawal) {
	s.t.Helper()
	answer := s.ask(owner, withdrawPath, amount, headers...)
	if err := json.Unmarshal(answer.Body, &made); err != nil || answer.Status != http.StatusOK {
		s.t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	return made
}

// listed gives all withdrawals that a member sees, newest first.
func (s *env) listed(owner id.MemberID) []portal.WithdrawalRecord {
	s.t.Helper()
	answer := s.As(owner).Do(http.MethodPost, "/api/wallet/withdrawals", `{"page":1,"limit":100}`)
	var page portal.WithdrawalPage
	if err := json.Unmarshal(answer.Body, &page); err != nil || answer.Status != http.StatusOK || page.Total != len(page.Withdrawals) {
		s.t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	return page.Withdrawals
}

// operate does something to a withdrawal as an operator.
func (s *env) operate(reference, what, body string) portaltest.Answer {
	s.t.Helper()
	return s.noi.Do(http.MethodPost, "/operator/withdrawals/"+reference+"/"+what, body)
}

// approve approves a withdrawal that must be approved by it.
func (s *env) approve(reference string) {
	s.t.Helper()
	if answer := s.operate(reference, "approve", ""); answer.Status != http.StatusOK || s.seen(reference).Step == operator.OperatorWithdrawalStepREQUESTED {
		s.t.Fatalf("%d %s", answer.Status, answer.Body)
	}
}

// seen gives a withdrawal as an operator sees it.
func (s *env) seen(reference string) (w operator.OperatorWithdrawal) {
	s.t.Helper()
	answer := s.noi.Do(http.MethodGet, "/operator/withdrawals/"+reference, "")
	if err := json.Unmarshal(answer.Body, &w); err != nil || answer.Status != http.StatusOK {
		s.t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	return w
}

// steps gives a withdrawal's timeline in one line.
func (s *env) steps(reference string) string {
	s.t.Helper()
	var steps []string
	for _, event := range s.seen(reference).Timeline {
		steps = append(steps, string(event.Step))
	}
	return strings.Join(steps, " ")
}

// runSimulator lets the gateways settle and report.
func (s *env) runSimulator() {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); s.Simulator.Run(ctx) }()
	s.t.Cleanup(func() { cancel(); <-done })
}

// settled lets time pass until the withdrawal is in the step, or fails.
func (s *env) settled(reference string, step operator.OperatorWithdrawalStep) {
	s.t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if s.seen(reference).Step == step {
			return
		}
		s.Clock.Advance(5 * time.Second)
		s.payOut()
	}
	s.t.Fatalf("never %s: %+v", step, s.seen(reference))
}

// payOut is one turn of the worker.
func (s *env) payOut() {
	s.t.Helper()
	if err := s.App.Withdrawals.PayOut(s.t.Context()); err != nil {
		s.t.Error(err)
	}
}

// fault switches a fault of the gateways' payouts.
func (s *env) fault(fields string) {
	s.t.Helper()
	request, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.Parties+"/faults/payout", strings.NewReader(fields))
	if err != nil {
		s.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		s.t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		s.t.Fatalf("%s: %d", fields, response.StatusCode)
	}
}

// ordered is a payout as a gateway's page lists it.
type ordered struct {
	payment.Payout
	Destination payment.PayoutDestination `json:"destination"`
}

// paidOut gives what the gateways were ordered to pay.
func (s *env) paidOut() []ordered { return payoutsAt(s.t, s.Parties) }

// payoutsAt gives what the gateways at an address were ordered to pay.
func payoutsAt(t *testing.T, address string) (outs []ordered) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address+"/gateway/payouts", nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&outs); err != nil {
		t.Fatal(err)
	}
	return outs
}

// holds fails unless the member has that much in the main wallet and held, the house has paid that much, and the book
// is sound.
func (s *env) holds(owner id.MemberID, main, hold, paid money.Amount) {
	s.t.Helper()
	wallet, err := s.Book.Wallet(s.t.Context(), owner)
	if err != nil || wallet.Main != main || wallet.Hold != hold {
		s.t.Errorf("I11: main %v, held %v, not %v and %v; %v", wallet.Main, wallet.Hold, main, hold, err)
	}
	if got := s.house(ledger.Clearing("payout", paymenttest.CurrencyOf(owner))); got != paid {
		s.t.Errorf("I11: paid %v, not %v", got, paid)
	}
	s.sound()
}
