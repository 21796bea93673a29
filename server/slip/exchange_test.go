package slip_test

import (
	"net/http"
	"testing"
	"time"

	"krapao/server/bankaccount"
	"krapao/server/deposit"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

// twoPayments has somchai pay a hundred twice: by a transfer, whose line has no reference, and by a QR code, whose line
// has one. The transfer's line is decided first, when nobody has read its slip.
func (s *env) twoPayments() (made, own paid) { return s.transferAndCode(somchai, payerOf(somchai)) }

// transferAndCode has somchai make those two payments, the second by anybody's code. payer is what the banks tell of
// him.
func (s *env) transferAndCode(whose id.MemberID, payer bankaccount.Payer) (made, own paid) {
	s.t.Helper()
	s.takesQR()
	code := s.code(whose)
	s.Clock.Advance(time.Minute)
	made = s.pay(somchai, "100")
	s.arrives("KBANK", houseNo, money.Units(100), payer, "")
	s.Clock.Advance(2 * time.Minute)
	own = s.pay(somchai, "100")
	s.scanned(code, s.Clock.Now())
	s.line(own, money.Units(100), payer, own.TransactionReference)
	return made, own
}

// code is a QR code of a hundred that a member makes.
func (s *env) code(whose id.MemberID) deposit.QR {
	s.t.Helper()
	code := deposit.QR{
		ID: id.NewID(), Member: whose, Gateway: "KBANK1", Amount: money.Units(100), Currency: money.Baht, Status: deposit.Requested,
		CreatedAt: s.Clock.Now(), ExpiresAt: s.Clock.Now().Add(deposit.Lifetime), AskAt: s.Clock.Now(),
	}
	if _, err := s.App.Deposits.Store.AddQR(s.t.Context(), code); err != nil {
		s.t.Fatal(err)
	}
	return code
}

// scanned has the gateway report that somchai paid a code.
func (s *env) scanned(code deposit.QR, at time.Time) {
	s.t.Helper()
	if err := s.App.Deposits.ReceivePayment(s.t.Context(), deposit.PaymentEvent{
		Gateway: code.Gateway, ID: id.NewID().String(), Type: deposit.EventPaid, Reference: code.ID.String(), GatewayReference: "G1", Amount: code.Amount, Currency: code.Currency,
		PaidAt: at, Payer: payerOf(somchai),
	}); err != nil {
		s.t.Fatal(err)
	}
}

// settles decides the lines that have waited long enough.
func (s *env) settles(after time.Duration) {
	s.t.Helper()
	s.Clock.Advance(after)
	if err := s.App.Intake.SettleWaiting(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
}

// bothSettle decides the first of two lines, and then the second.
func (s *env) bothSettle() {
	s.t.Helper()
	s.settles(34 * time.Minute)
	s.settles(5 * time.Minute)
}

// credited has somchai send a slip, which two operators approve.
func (s *env) credited(made paid) {
	s.t.Helper()
	s.upload(somchai, made.picture)
	s.approved(s.waiting(1)[0].ID, "100")
}

// vain has an operator ask in vain that the newest payment in suspense is sent back, or is a member's.
func (s *env) vain(does, body string) {
	s.t.Helper()
	s.refused("I16: "+does, s.Operator(s.t, "noi").Do(http.MethodPost, "/operator/suspense/"+s.lastWaiting().ID.String()+"/"+does, body), http.StatusBadRequest, "KEY_INVALID")
}

// TestALineThatACodeWasTakenForYieldsItToTheCodesOwn: the transfer's line was taken for the code, by amount and time,
// before the code's own line was decided. Its slip shows what it is: two payments are credited, and no third.
func TestALineThatACodeWasTakenForYieldsItToTheCodesOwn(t *testing.T) {
	t.Parallel()
	two := money.Units(200)
	matched := func(s *env) { s.agreed(s.match(s.lastWaiting().ID, somchai)) }
	for name, happens := range map[string]func(s *env, made paid){
		"the slip is read between the two lines": func(s *env, made paid) {
			s.upload(somchai, made.picture)
			s.settles(34 * time.Minute)
			s.approved(s.waiting(1)[0].ID, "100")
			s.settles(5 * time.Minute)
		},
		"the slip is read before the lines": func(s *env, made paid) {
			s.credited(made)
			s.bothSettle()
		},
		"the slip is read when both lines are decided": func(s *env, made paid) {
			s.bothSettle()
			s.credited(made)
			s.vain("return", `{"note":"sent back"}`)
			matched(s)
		},
		"operators match the code's line while the slip waits": func(s *env, made paid) {
			s.bothSettle()
			s.upload(somchai, made.picture)
			slip := s.waiting(1)[0].ID
			s.vain("match", `{"memberId":"`+somchai.String()+`","note":"by phone"}`)
			s.vain("return", `{"note":"sent back"}`)
			s.approved(slip, "100")
			matched(s)
		},
		"operators have asked before the slip is read": func(s *env, made paid) {
			s.bothSettle()
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
			made, _ := s.twoPayments()
			happens(s, made)
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

// TestASlipThatTookALineLeavesItsOwnToACode: three payments alike, of which the slip brought the first out of suspense
// while its own line waited. That line is taken for the code, whose report came late; the code's own stands for itself.
// Each line has one credit, and each payment one line.
func TestASlipThatTookALineLeavesItsOwnToACode(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.takesQR()
	s.arrives("KBANK", houseNo, money.Units(100), payerOf(somchai), "")
	s.Clock.Advance(5 * time.Minute)
	made := s.pay(somchai, "100")
	s.line(made, money.Units(100), payerOf(somchai), made.TransactionReference)
	s.Clock.Advance(30 * time.Second)
	code := s.code(somchai)
	s.Clock.Advance(3 * time.Minute)
	paid := s.Clock.Now()
	s.arrives("KBANK", houseNo, money.Units(100), payerOf(somchai), "THECODESOWN")
	s.settles(27 * time.Minute)
	s.credited(made)
	s.wantBalance(somchai, money.Units(100))
	s.scanned(code, paid)
	s.settles(5 * time.Minute)
	if covered := s.count("bank_line where status = 'COVERED' and proof = $1 and reference = $2", code.ID, made.TransactionReference); covered != 1 {
		t.Errorf("I16: %d lines of the slip's transfer are the code's: the test shows nothing", covered)
	}
	s.wantBalance(somchai, money.Units(200))
	s.settles(5 * time.Minute)
	s.agreed(s.match(s.lastWaiting().ID, somchai))
	s.wantBalance(somchai, money.Units(300))
	s.eachListed(somchai, 3)
}

// TestASlipIsTheOperatorsWhereTheCodesOwnLineWasMatched: they credited the code's own line when nobody knew of the
// slip, whose line had been taken for the code. Nothing is left for it.
func TestASlipIsTheOperatorsWhereTheCodesOwnLineWasMatched(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made, _ := s.twoPayments()
	s.bothSettle()
	s.agreed(s.match(s.lastWaiting().ID, somchai))
	s.wantBalance(somchai, money.Units(200))
	s.nothingIsLeftFor(made)
	s.wantBalance(somchai, money.Units(200))
}

// nothingIsLeftFor has somchai send a slip, and two operators approve it in vain.
func (s *env) nothingIsLeftFor(made paid) {
	s.t.Helper()
	s.stale(made)
	if review := text(s.waiting(1)[0].Review); review != "CREDIT_DIFFERS" {
		s.t.Errorf("I16: the operator reads %q of a slip for which nothing is left", review)
	}
}

// stale has somchai send a slip of which two operators find that its money was credited.
func (s *env) stale(made paid) (reference string) {
	s.t.Helper()
	reference = s.upload(somchai, made.picture).Reference
	s.foundCredited(s.waiting(1)[0].ID)
	return reference
}

// foundCredited has two operators approve a slip in vain.
func (s *env) foundCredited(slip string) {
	s.t.Helper()
	asked := s.asked(slip, `{"amount":100,"note":"seen"}`)
	s.refused("I16: a second person", s.Operator(s.t, "dao").Do(http.MethodPost, "/operator/approvals/"+asked+"/approve", ""), http.StatusConflict, "APPROVAL_STALE")
}

// TestTheCodesOwnSlipCreditsNothingBesideTheOtherOne: both payments have a slip, and each order credits two.
func TestTheCodesOwnSlipCreditsNothingBesideTheOtherOne(t *testing.T) {
	t.Parallel()
	const duplicate = "FAILED SLIP_REFNO_DUPLICATED"
	for name, happens := range map[string]func(s *env, made, own paid){
		"it comes while its line waits": func(s *env, made, own paid) {
			s.settles(34 * time.Minute)
			s.credited(made)
			if got := s.shown(somchai, s.stale(own)); got != duplicate {
				s.t.Errorf("I16: the code's own slip is %s", got)
			}
			s.settles(5 * time.Minute)
		},
		"it comes when its line is in suspense": func(s *env, made, own paid) {
			s.bothSettle()
			s.credited(made)
			if got := s.shown(somchai, s.stale(own)); got != duplicate {
				s.t.Errorf("I16: the code's own slip is %s", got)
			}
			s.agreed(s.match(s.lastWaiting().ID, somchai))
		},
		"it is credited first": func(s *env, made, own paid) {
			s.settles(34 * time.Minute)
			s.upload(somchai, own.picture)
			s.approved(s.waiting(1)[0].ID, "100")
			s.nothingIsLeftFor(made)
			s.settles(5 * time.Minute)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newEnv(t)
			made, own := s.twoPayments()
			happens(s, made, own)
			s.wantBalance(somchai, money.Units(200))
			if got := s.house(ledger.Suspense(money.Baht)); got != 0 {
				t.Errorf("I16: suspense holds %v of what was paid twice and credited twice", got)
			}
		})
	}
}

// TestASlipIsTheOperatorsWhereTheCodesOwnLineWasSentBack: the member has the money of one payment, and got the other's
// back.
func TestASlipIsTheOperatorsWhereTheCodesOwnLineWasSentBack(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made, _ := s.twoPayments()
	s.bothSettle()
	s.sentBack()
	s.nothingIsLeftFor(made)
	s.wantBalance(somchai, money.Units(100))
}

// TestASlipOfAnotherTimeKeepsNoLineFromItsMember: a slip that waits is the first line's only where its transfer is of
// that time.
func TestASlipOfAnotherTimeKeepsNoLineFromItsMember(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.twoPayments()
	s.bothSettle()
	s.upload(somchai, s.pay(somchai, "100").picture)
	s.waiting(1)
	s.agreed(s.match(s.lastWaiting().ID, somchai))
	s.wantBalance(somchai, money.Units(200))
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
			s.bothSettle()
			s.wantBalance(somchai, money.Units(100)+row.slips)
			s.agreed(s.match(s.lastWaiting().ID, somchai))
			s.wantBalance(somchai, money.Units(200)+row.slips)
		})
	}
}
