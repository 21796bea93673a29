package slip_test

import (
	"net/http"
	"testing"
	"time"

	"krapao/server/deposit"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

// twoPayments has somchai pay a hundred twice: by a transfer, whose line has no reference, and by a QR code, whose line
// has one. The transfer's line is decided first, when nobody has read its slip.
func (s *env) twoPayments() (made paid) {
	s.t.Helper()
	s.takesQR()
	code := deposit.QR{
		ID: id.NewID(), Member: somchai, Gateway: "KBANK1", Amount: money.Units(100), Currency: money.Baht, Status: deposit.Requested,
		CreatedAt: s.Clock.Now(), ExpiresAt: s.Clock.Now().Add(deposit.Lifetime), AskAt: s.Clock.Now(),
	}
	if _, err := s.App.Deposits.Store.AddQR(s.t.Context(), code); err != nil {
		s.t.Fatal(err)
	}
	s.Clock.Advance(time.Minute)
	made = s.pay(somchai, "100")
	s.arrives("KBANK", houseNo, money.Units(100), payerOf(somchai), "")
	s.Clock.Advance(2 * time.Minute)
	if err := s.App.Deposits.ReceivePayment(s.t.Context(), deposit.PaymentEvent{
		Gateway: "KBANK1", ID: id.NewID().String(), Type: deposit.EventPaid, Reference: code.ID.String(), GatewayReference: "G1", Amount: code.Amount, Currency: code.Currency,
		PaidAt: s.Clock.Now(), Payer: payerOf(somchai),
	}); err != nil {
		s.t.Fatal(err)
	}
	s.arrives("KBANK", houseNo, money.Units(100), payerOf(somchai), "THECODESOWN")
	return made
}

// settles decides the lines that have waited long enough.
func (s *env) settles(after time.Duration) {
	s.t.Helper()
	s.Clock.Advance(after)
	if err := s.App.Intake.SettleWaiting(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
}

// TestALineThatACodeWasTakenForYieldsItToTheCodesOwn: the transfer's line was taken for the code, by amount and time,
// before the code's own line was decided. Its slip shows what it is: two payments are credited, and no third.
func TestALineThatACodeWasTakenForYieldsItToTheCodesOwn(t *testing.T) {
	t.Parallel()
	two := money.Units(200)
	matched := func(s *env) { s.agreed(s.match(s.lastWaiting().ID, somchai)) }
	refused := func(s *env, does, body string) {
		s.t.Helper()
		s.refused("I16: "+does, s.Operator(s.t, "noi").Do(http.MethodPost, "/operator/suspense/"+s.lastWaiting().ID.String()+"/"+does, body), http.StatusBadRequest, "KEY_INVALID")
	}
	for name, happens := range map[string]func(s *env, made paid){
		"the slip is read between the two lines": func(s *env, made paid) {
			s.upload(somchai, made.picture)
			s.settles(34 * time.Minute)
			s.approved(s.waiting(1)[0].ID, "100")
			s.settles(5 * time.Minute)
		},
		"the slip is read before the lines": func(s *env, made paid) {
			s.upload(somchai, made.picture)
			s.approved(s.waiting(1)[0].ID, "100")
			s.settles(34 * time.Minute)
			s.settles(5 * time.Minute)
		},
		"the slip is read when both lines are decided": func(s *env, made paid) {
			s.settles(34 * time.Minute)
			s.settles(5 * time.Minute)
			s.upload(somchai, made.picture)
			s.approved(s.waiting(1)[0].ID, "100")
			refused(s, "return", `{"note":"sent back"}`)
			matched(s)
		},
		"operators match the code's line while the slip waits": func(s *env, made paid) {
			s.settles(34 * time.Minute)
			s.settles(5 * time.Minute)
			s.upload(somchai, made.picture)
			slip := s.waiting(1)[0].ID
			refused(s, "match", `{"memberId":"`+somchai.String()+`","note":"by phone"}`)
			refused(s, "return", `{"note":"sent back"}`)
			s.approved(slip, "100")
			matched(s)
		},
		"operators have asked before the slip is read": func(s *env, made paid) {
			s.settles(34 * time.Minute)
			s.settles(5 * time.Minute)
			asked := s.match(s.lastWaiting().ID, somchai)
			s.upload(somchai, made.picture)
			slip := s.waiting(1)[0].ID
			s.refused("I16: approved while the slip waits", s.Operator(s.t, "dao").Do(http.MethodPost, "/operator/approvals/"+asked+"/approve", ""), http.StatusConflict, "APPROVAL_STALE")
			s.approved(slip, "100")
			matched(s)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newEnv(t)
			happens(s, s.twoPayments())
			s.wantBalance(somchai, two)
			if got := s.house(ledger.Suspense(money.Baht)); got != 0 {
				t.Errorf("I16: suspense holds %v of what was paid twice and credited twice", got)
			}
			if covered := s.count("bank_line where status = 'COVERED'"); covered != 2 {
				t.Errorf("I16: %d lines are covered", covered)
			}
			// The next line of that amount is a third payment.
			s.arrives("KBANK", houseNo, money.Units(100), payerOf(somchai), "ATHIRD")
			s.settles(40 * time.Minute)
			matched(s)
			s.wantBalance(somchai, two+money.Units(100))
		})
	}
}

// TestASlipIsTheOperatorsWhereTheCodesOwnLineWasMatched: they credited the code's own line when nobody knew of the
// slip, whose line had been taken for the code. Nothing is left for it.
func TestASlipIsTheOperatorsWhereTheCodesOwnLineWasMatched(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made := s.twoPayments()
	s.settles(34 * time.Minute)
	s.settles(5 * time.Minute)
	s.agreed(s.match(s.lastWaiting().ID, somchai))
	s.wantBalance(somchai, money.Units(200))
	s.upload(somchai, made.picture)
	slip := s.waiting(1)[0].ID
	asked := s.asked(slip, `{"amount":100,"note":"seen"}`)
	s.refused("I16: a second person", s.Operator(t, "dao").Do(http.MethodPost, "/operator/approvals/"+asked+"/approve", ""), http.StatusConflict, "APPROVAL_STALE")
	s.wantBalance(somchai, money.Units(200))
	if review := text(s.waiting(1)[0].Review); review != "CREDIT_DIFFERS" {
		t.Errorf("I16: the operator reads %q of a slip for which nothing is left", review)
	}
}

// TestALineKeepsTheCodeThatItWasTakenForWhereNoSlipIsIt: a slip of another amount, or of another member, is no reason.
func TestALineKeepsTheCodeThatItWasTakenForWhereNoSlipIsIt(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		uploads func(s *env)
		slips   money.Amount // what somchai has by them
	}{
		"no slip": {func(*env) {}, 0},
		"a slip of another amount": {func(s *env) {
			s.upload(somchai, s.pay(somchai, "70").picture)
			s.approved(s.waiting(1)[0].ID, "70")
		}, money.Units(70)},
		"one that waits": {func(s *env) { s.upload(somchai, s.pay(somchai, "70").picture); s.waiting(1) }, 0},
		"another member's, as large": {func(s *env) {
			s.upload(malee, s.pay(malee, "100").picture)
			s.approved(s.waiting(1)[0].ID, "100")
		}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newEnv(t)
			s.twoPayments()
			row.uploads(s)
			s.settles(34 * time.Minute)
			s.settles(5 * time.Minute)
			s.wantBalance(somchai, money.Units(100)+row.slips)
			s.agreed(s.match(s.lastWaiting().ID, somchai))
			s.wantBalance(somchai, money.Units(200)+row.slips)
		})
	}
}
