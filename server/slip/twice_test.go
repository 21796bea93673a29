package slip_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/server/bankaccount"
	"krapao/server/channel"
	"krapao/server/deposit"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

// paidOnce fails unless somchai has so much, suspense nothing, and the banks gave what the book has of them.
func (s *env) paidOnce(want, banks money.Amount) {
	s.t.Helper()
	s.wantBalance(somchai, want)
	if got := s.house(ledger.Suspense(money.Baht)); got != 0 {
		s.t.Errorf("suspense holds %v", got)
	}
	if got := s.house(ledger.Clearing("bank", money.Baht)); got != -banks {
		s.t.Errorf("the banks gave %v, the book says %v", banks, -got)
	}
}

// TestTheLineOfASlipThatOperatorsMatchToItsMemberCreditsNothingMore: it told of another payer, and is the slip's all
// the same.
func TestTheLineOfASlipThatOperatorsMatchToItsMemberCreditsNothingMore(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made := s.pay(somchai, "100", "fromAccountNo", "xxx-x-x3456-7")
	if got := s.decided(somchai, s.upload(somchai, made.picture).Reference); got != "SUCCESS" {
		t.Fatal(got)
	}
	s.line(made, money.Units(100), bankaccount.Payer{Account: bankaccount.Account{Bank: "SCB", Number: "4050234567", Holder: "SOMCHAI JAIDEE"}}, made.TransactionReference)
	s.agreed(s.match(s.lastWaiting().ID, somchai))
	s.paidOnce(money.Units(100), money.Units(100))
	s.eachListed(somchai, 1)
}

// TestASlipOfALineThatOperatorsMatchedCreditsNothingMore: the line told of no bank, or of none that its reference could
// be of.
func TestASlipOfALineThatOperatorsMatchedCreditsNothingMore(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		payer  bankaccount.Payer
		named  bool
		claims bool
	}{
		"nothing told": {}, "a name": {payer: bankaccount.Payer{Account: bankaccount.Account{Holder: "SOMCHAI J"}}}, "a reference, and no bank": {named: true}, "its claim": {claims: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newEnv(t)
			made, reference := s.pay(somchai, "100"), ""
			if c.named {
				reference = made.TransactionReference
			}
			s.arrives("KBANK", houseNo, money.Units(100), c.payer, reference)
			if c.claims {
				s.vouchedBy(s.claimed("100"), s.lastWaiting().ID)
			} else {
				s.agreed(s.match(s.lastWaiting().ID, somchai))
			}
			if got := s.decided(somchai, s.upload(somchai, made.picture).Reference); got != "SUCCESS" {
				t.Error(got)
			}
			s.paidOnce(money.Units(100), money.Units(100))
		})
	}
}

// TestASlipTakesTheLineThatTellsItsReferenceOutOfSuspense: neither line tells a bank, and only one is the slip's.
func TestASlipTakesTheLineThatTellsItsReferenceOutOfSuspense(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made := s.pay(somchai, "100")
	s.arrives("KBANK", houseNo, money.Units(100), bankaccount.Payer{}, "SOMEBODYELSES1")
	s.arrives("KBANK", houseNo, money.Units(100), bankaccount.Payer{}, made.TransactionReference)
	s.arrives("KBANK", houseNo, money.Units(100), bankaccount.Payer{}, "SOMEBODYELSES2")
	if answer := s.as(somchai).Do(http.MethodPost, "/api/wallet/add", `{"amount":100}`); answer.Status != http.StatusOK { // the slip settles it
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	if got := s.decided(somchai, s.upload(somchai, made.picture).Reference); got != "SUCCESS" {
		t.Error(got)
	}
	s.wantBalance(somchai, money.Units(100))
	if got := s.house(ledger.Suspense(money.Baht)); got != money.Units(200) {
		t.Errorf("suspense holds %v", got)
	}
}

// vouchedBy settles a claim with a payment in suspense.
func (s *env) vouchedBy(claim string, suspense id.ID) {
	s.t.Helper()
	var asked struct{ ApprovalID string }
	answer := s.Operator(s.t, "noi").Do(http.MethodPost, "/operator/claims/"+claim+"/approve", `{"suspenseId":"`+suspense.String()+`","note":"the same payment"}`)
	if err := json.Unmarshal(answer.Body, &asked); err != nil || answer.Status != http.StatusOK {
		s.t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	s.agreed(asked.ApprovalID)
}

// shown gives what a slip says now, with the reason behind it.
func (s *env) shown(who id.MemberID, reference string) (shown string) {
	s.t.Helper()
	for _, slip := range s.slips(who).Slips {
		if slip.Reference == reference {
			shown = string(slip.Status) + " " + text(slip.Note)
		}
	}
	return strings.TrimSpace(shown)
}

// TestASlipOfATransferThatAQRCodeWasPaidByIsADuplicate: its line is the code's, decided or not.
func TestASlipOfATransferThatAQRCodeWasPaidByIsADuplicate(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		whose id.MemberID // the code
		wait  time.Duration
		want  string // what the slip says
	}{
		"its line is decided":                       {somchai, 40 * time.Minute, "FAILED SLIP_REFNO_DUPLICATED"},
		"its line waits":                            {somchai, 0, "FAILED SLIP_REFNO_DUPLICATED"},
		"a friend's code, which the member scanned": {malee, 40 * time.Minute, "PENDING"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newEnv(t)
			s.takesQR()
			made := s.pay(somchai, "100")
			s.scanned(s.code(c.whose), s.Clock.Now())
			s.line(made, money.Units(100), payerOf(somchai), made.TransactionReference)
			s.settles(c.wait)
			if got := s.shown(somchai, s.stale(made)); got != c.want {
				t.Errorf("the slip says %s", got)
			}
			want := map[id.MemberID]money.Amount{c.whose: money.Units(100)}
			s.wantBalance(somchai, want[somchai])
			if got := s.house(ledger.Clearing("bank", money.Baht)); got != 0 {
				t.Errorf("the banks gave %v beside the gateway", -got)
			}
		})
	}
}

// takesQR has the house's account payable by QR code.
func (s *env) takesQR() {
	s.t.Helper()
	channels, err := s.App.Channels.AllChannels(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	for _, c := range channels {
		if c.AccountNo == houseNo {
			c.Mode, c.TakesQR = channel.SMS, true
			if err := s.App.Channels.PutChannels(context.Background(), c); err != nil {
				s.t.Fatal(err)
			}
		}
	}
}

// TestASlipsOwnLineThatOperatorsMatchFreesTheLineThatWasTakenForIt: both are the member's, and each has its entry.
func TestASlipsOwnLineThatOperatorsMatchFreesTheLineThatWasTakenForIt(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made := s.pay(somchai, "100")
	s.arrives("KBANK", houseNo, money.Units(100), bankaccount.Payer{Account: bankaccount.Account{Bank: "SCB"}}, "")
	if got := s.decided(somchai, s.upload(somchai, made.picture).Reference); got != "SUCCESS" {
		t.Fatal(got)
	}
	s.line(made, money.Units(100), payerOf(somchai), made.TransactionReference)
	if last := s.lastWaiting(); last.Reason != deposit.SeveralMatches {
		t.Fatalf("%+v", last)
	}
	s.agreed(s.match(s.lastWaiting().ID, somchai))
	s.paidOnce(money.Units(200), money.Units(200))
	s.eachListed(somchai, 2)
}

// TestALineOfAnotherAmountThanItsSlipHasAnEntryOfItsOwn: one reference with two amounts is two payments, in the list as
// in the statement.
func TestALineOfAnotherAmountThanItsSlipHasAnEntryOfItsOwn(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made := s.pay(somchai, "100")
	if got := s.decided(somchai, s.upload(somchai, made.picture).Reference); got != "SUCCESS" {
		t.Fatal(got)
	}
	s.line(made, money.Units(150), payerOf(somchai), made.TransactionReference)
	s.agreed(s.match(s.lastWaiting().ID, somchai))
	s.paidOnce(money.Units(250), money.Units(250))
	s.eachListed(somchai, 2)
}
