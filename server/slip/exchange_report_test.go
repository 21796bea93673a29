package slip_test

import (
	"testing"
	"time"

	"krapao/server/audit"
	"krapao/server/bankaccount"
	"krapao/server/deposit"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

// waitsFrom gives the one payment in suspense that a source reported.
func (s *env) waitsFrom(source deposit.SuspenseSource) (found id.ID) {
	s.t.Helper()
	waiting, _, err := s.App.Intake.Waiting(s.t.Context(), audit.Page{Limit: 100})
	if err != nil {
		s.t.Fatal(err)
	}
	for _, suspense := range waiting {
		if suspense.Source() == source {
			found = suspense.ID
		}
	}
	if found.IsZero() {
		s.t.Fatalf("nothing of %s waits in suspense", source)
	}
	return found
}

// TestALineThatALateReportWasTakenForYieldsItToTheReportsOwn: somchai makes a transfer and pays a code that has run
// out, whose report operators decide. Whatever they decide first, two payments are credited.
func TestALineThatALateReportWasTakenForYieldsItToTheReportsOwn(t *testing.T) {
	t.Parallel()
	line := func(s *env) { s.agreed(s.match(s.waitsFrom(deposit.FromFeed), somchai)) }
	report := func(s *env) { s.agreed(s.match(s.waitsFrom(deposit.FromGateway), somchai)) }
	for name, decide := range map[string]func(s *env, made paid){
		"the slip, the line, the report": func(s *env, made paid) { s.credited(made); line(s); report(s) },
		"the slip, the report, the line": func(s *env, made paid) { s.credited(made); report(s); line(s) },
		"the line, the slip, the report": func(s *env, made paid) { line(s); s.nothingIsLeftFor(made); report(s) },
		"the line, the report, the slip": func(s *env, made paid) { line(s); report(s); s.nothingIsLeftFor(made) },
		"the report, the line, the slip": func(s *env, made paid) { report(s); line(s); s.nothingIsLeftFor(made) },
		"the report, the slip, the line": func(s *env, made paid) { report(s); s.credited(made); line(s) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newEnv(t)
			s.takesQR()
			code := s.code(somchai)
			s.Clock.Advance(deposit.Lifetime + time.Minute)
			made := s.pay(somchai, "100")
			s.arrives("KBANK", houseNo, money.Units(100), payerOf(somchai), "")
			s.Clock.Advance(2 * time.Minute)
			own := s.pay(somchai, "100")
			s.scanned(code, s.Clock.Now())
			s.line(own, money.Units(100), payerOf(somchai), own.TransactionReference)
			s.bothSettle()
			if covered := s.count("bank_line where status = 'COVERED'"); covered != 1 {
				t.Errorf("%d lines are covered by the report: the test shows nothing", covered)
			}
			decide(s, made)
			s.wantBalance(somchai, money.Units(200))
			if got := s.house(ledger.Suspense(money.Baht)); got != 0 {
				t.Errorf("I16: suspense holds %v of what was paid twice and credited twice", got)
			}
		})
	}
}

// TestALineThatAGiftWasTakenForYieldsItToTheGiftsOwn: somchai makes a transfer to the e-wallet, which hides who paid,
// and sends a gift.
func TestALineThatAGiftWasTakenForYieldsItToTheGiftsOwn(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	phone := "08" + somchai.String()
	made := m.pay(somchai, "100", "toBankCode", "TRUE", "toAccountNo", houseLink)
	m.arrives("TRUE", houseLink, money.Units(100), bankaccount.Payer{}, "")
	m.Clock.Advance(2 * time.Minute)
	if _, err := m.App.Intake.SendGiftLink(t.Context(), deposit.SendGiftLinkInput{Member: somchai, Currency: money.Baht, Link: m.give(phone, "100")}); err != nil {
		t.Fatal(err)
	}
	m.arrives("TRUE", houseLink, money.Units(100), bankaccount.Payer{Account: bankaccount.Account{Bank: "TRUE", Number: phone}}, "WGIFT")
	m.bothSettle()
	m.credited(made)
	m.wantBalance(somchai, money.Units(200))
	m.agreed(m.match(m.lastWaiting().ID, somchai))
	m.wantBalance(somchai, money.Units(200))
	if covered := m.count("bank_line where status = 'COVERED'"); covered != 2 {
		t.Errorf("I16: %d lines are covered", covered)
	}
}
