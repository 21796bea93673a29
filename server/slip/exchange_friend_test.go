package slip_test

import (
	"testing"
	"time"

	"krapao/server/bankaccount"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

// hidden is a payer of whom the bank tells nothing but itself.
var hidden = bankaccount.Payer{Account: bankaccount.Account{Bank: "SCB"}}

// TestALineThatAFriendsCodeWasTakenForYieldsItToTheCodesOwn: somchai makes a transfer, and pays malee's code. Each of
// them is credited once, whomever operators give the code's own line, and whatever the bank tells of who paid.
func TestALineThatAFriendsCodeWasTakenForYieldsItToTheCodesOwn(t *testing.T) {
	t.Parallel()
	matched := func(whose id.MemberID) func(s *env, made, own paid) {
		return func(s *env, made, _ paid) {
			s.bothSettle()
			s.credited(made)
			s.vain("return", `{"note":"sent back"}`)
			s.agreed(s.match(s.lastWaiting().ID, whose))
		}
	}
	for payerName, payer := range map[string]bankaccount.Payer{"the payer is known": payerOf(somchai), "the payer is hidden": hidden} {
		for name, happens := range map[string]func(s *env, made, own paid){
			"matched to who paid":          matched(somchai),
			"matched to whose code it was": matched(malee),
			"operators ask while the slip waits": func(s *env, made, _ paid) {
				s.bothSettle()
				s.upload(somchai, made.picture)
				waiting := s.waiting(1)[0].ID
				s.vain("match", `{"memberId":"`+somchai.String()+`","note":"by phone"}`)
				s.approved(waiting, "100")
				s.agreed(s.match(s.lastWaiting().ID, somchai))
			},
			"the code's own slip comes after": func(s *env, made, own paid) {
				s.bothSettle()
				s.credited(made)
				s.nothingIsLeftFor(own)
				s.agreed(s.match(s.lastWaiting().ID, somchai))
			},
		} {
			t.Run(name+", "+payerName, func(t *testing.T) {
				t.Parallel()
				s := newEnv(t)
				made, own := s.transferAndCode(malee, payer)
				happens(s, made, own)
				s.twoCredited()
			})
		}
	}
	for name, happens := range map[string]func(s *env, made paid){
		"the slip is read between the two lines": func(s *env, made paid) {
			s.settles(34 * time.Minute)
			s.credited(made)
			s.settles(5 * time.Minute)
		},
		"the slip is read before the lines": func(s *env, made paid) {
			s.credited(made)
			s.bothSettle()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newEnv(t)
			made, _ := s.transferAndCode(malee, payerOf(somchai))
			happens(s, made)
			s.twoCredited()
		})
	}
}

// twoCredited fails unless somchai has his transfer, malee the code that he paid, and nobody anything else.
func (s *env) twoCredited() {
	s.t.Helper()
	s.wantBalance(somchai, money.Units(100))
	s.wantBalance(malee, money.Units(100))
	if got := s.house(ledger.Suspense(money.Baht)); got != 0 {
		s.t.Errorf("I16: suspense holds %v of what was paid twice and credited twice", got)
	}
	if covered := s.count("bank_line where status = 'COVERED'"); covered != 2 {
		s.t.Errorf("I16: %d lines are covered", covered)
	}
}

// TestALineOfNobodyThatASlipsOwnLineFreesIsTheOperators: the line that the slip took tells nothing of who paid it. When
// the slip's own line comes, it is nobody's.
func TestALineOfNobodyThatASlipsOwnLineFreesIsTheOperators(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made, _ := s.transferAndCode(malee, hidden)
	s.bothSettle()
	s.credited(made)
	s.agreed(s.match(s.lastWaiting().ID, somchai))
	s.twoCredited()
	s.line(made, money.Units(100), payerOf(somchai), made.TransactionReference)
	s.settles(40 * time.Minute)
	s.wantBalance(somchai, money.Units(100))
	if got := s.house(ledger.Suspense(money.Baht)); got != money.Units(100) {
		t.Errorf("I16: suspense holds %v, not the hundred of nobody", got)
	}
}

// TestASlipWhoseOwnLineOperatorsGaveAnotherCreditIsADuplicate: they matched the transfer's own line while somchai had a
// payment by QR code that no line showed. The slip has nothing to wait for.
func TestASlipWhoseOwnLineOperatorsGaveAnotherCreditIsADuplicate(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.takesQR()
	made := s.pay(somchai, "100")
	s.line(made, money.Units(100), hidden, made.TransactionReference)
	s.settles(40 * time.Minute)
	code := s.code(somchai)
	s.Clock.Advance(time.Minute)
	s.scanned(code, s.Clock.Now())
	s.agreed(s.match(s.lastWaiting().ID, somchai))
	s.wantBalance(somchai, money.Units(100))
	if got := s.shown(somchai, s.stale(made)); got != "FAILED SLIP_REFNO_DUPLICATED" {
		t.Errorf("I16: the slip is %s", got)
	}
}

// TestASlipIsTheOperatorsWhereAFriendsCodesOwnLineWasDecided: they credited the code's own line, or sent it back, when
// nobody knew of the slip. Nothing is left for it.
func TestASlipIsTheOperatorsWhereAFriendsCodesOwnLineWasDecided(t *testing.T) {
	t.Parallel()
	for payerName, payer := range map[string]bankaccount.Payer{"the payer is known": payerOf(somchai), "the payer is hidden": hidden} {
		for name, row := range map[string]struct {
			decided        func(s *env)
			somchai, malee money.Amount
		}{
			"matched to who paid":          {func(s *env) { s.agreed(s.match(s.lastWaiting().ID, somchai)) }, money.Units(100), money.Units(100)},
			"matched to whose code it was": {func(s *env) { s.agreed(s.match(s.lastWaiting().ID, malee)) }, 0, money.Units(200)},
			"sent back":                    {func(s *env) { s.sentBack() }, 0, money.Units(100)},
		} {
			t.Run(name+", "+payerName, func(t *testing.T) {
				t.Parallel()
				s := newEnv(t)
				made, _ := s.transferAndCode(malee, payer)
				s.bothSettle()
				row.decided(s)
				s.nothingIsLeftFor(made)
				s.wantBalance(somchai, row.somchai)
				s.wantBalance(malee, row.malee)
			})
		}
	}
}
