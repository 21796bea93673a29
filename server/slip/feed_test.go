package slip_test

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"

	"krapao/server/audit"
	"krapao/server/bankaccount"
	"krapao/server/deposit"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

// line is what the bank feed tells of a transfer.
func (s *env) line(made paid, amount money.Amount, payer bankaccount.Payer, reference string) {
	s.t.Helper()
	_, err := s.App.Intake.ReceiveLines(context.Background(), []deposit.BankLine{{
		BankCode: "KBANK", AccountNo: houseNo, LineID: "L" + made.TransactionReference, Reference: reference, Amount: amount, Currency: money.Baht, Payer: payer, TransferredAt: s.Clock.Now(),
	}})
	if err != nil {
		s.t.Fatal(err)
	}
}

func payerOf(who id.MemberID) bankaccount.Payer {
	own := accounts[who]
	return bankaccount.Payer{Account: bankaccount.Account{Bank: own.BankCode, Number: own.Number, Holder: own.Name}}
}

func TestASlipAndALineOfTheFeedOfOnePaymentCreditOnce(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	due, total := money.Units(40), money.Amount(0)
	nobody := bankaccount.Payer{Account: bankaccount.Account{Bank: "SCB"}}
	for name, row := range map[string]struct {
		payer                bankaccount.Payer
		reference, lineFirst bool
	}{
		"the line first":                        {payerOf(somchai), true, true},
		"the slip first":                        {payerOf(somchai), true, false},
		"the line without a reference first":    {payerOf(somchai), false, true},
		"the slip, then one without reference":  {payerOf(somchai), false, false},
		"a line that matched nobody first":      {nobody, true, true},
		"the slip, then a line of nobody known": {nobody, true, false},
	} {
		due += 100 // each its own amount: a line without a reference is known by it
		made := s.pay(somchai, due.String())
		tell := func() {
			reference := ""
			if row.reference {
				reference = made.TransactionReference
			}
			s.line(made, due, row.payer, reference)
		}
		if row.lineFirst {
			tell()
		}
		receipt := s.upload(somchai, made.picture)
		if got := s.decided(somchai, receipt.Reference); got != "SUCCESS" {
			t.Errorf("%s: %s", name, got)
		}
		if !row.lineFirst {
			tell()
		}
		total += due
		s.wantBalance(somchai, total)
		if got := s.house(ledger.Suspense(money.Baht)); got != 0 {
			t.Errorf("%s: suspense holds %v", name, got)
		}
		if list := s.slips(somchai); list.Slips[0].Amount != due {
			t.Errorf("%s: %+v", name, list.Slips[0])
		}
	}
}

func TestASlipWhosePaymentTheFeedGaveSomebodyElseIsADuplicate(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made := s.pay(somchai, "40")
	asMalee := payerOf(malee)
	asMalee.Bank = "SCB" // the feed has it wrong, and an operator believed it
	s.line(made, money.Units(40), asMalee, made.TransactionReference)
	waiting, _, err := s.App.Intake.Waiting(t.Context(), audit.Page{Limit: 1})
	if err != nil || len(waiting) != 1 {
		t.Fatal(waiting, err)
	}
	var asked struct{ ApprovalID string }
	answer := s.Operator(t, "noi").Do(http.MethodPost, "/operator/suspense/"+waiting[0].ID.String()+"/match", `{"memberId":"`+malee.String()+`","note":"by the phone call"}`)
	if err := json.Unmarshal(answer.Body, &asked); err != nil || answer.Status != http.StatusOK {
		t.Fatalf("%d %s %v", answer.Status, answer.Body, err)
	}
	s.agreed(asked.ApprovalID)
	if got := s.decided(somchai, s.upload(somchai, made.picture).Reference); got != "FAILED SLIP_REFNO_DUPLICATED" {
		t.Error(got)
	}
	s.wantBalance(somchai, 0)
	s.wantBalance(malee, money.Units(40))
}

func TestAnAmountThatTheFeedContradictsWaitsForTheOperator(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made := s.pay(somchai, "40")
	s.line(made, money.Units(30), payerOf(somchai), made.TransactionReference)
	receipt := s.upload(somchai, made.picture)
	s.until("the slip waits for the operator", func() bool { return s.count("slip where review = 'CREDIT_DIFFERS'") == 1 })
	if got := s.slips(somchai).Slips[0]; got.Status != "PENDING" || got.Reference != receipt.Reference || got.Amount != 0 {
		t.Errorf("%+v", got)
	}
	s.wantBalance(somchai, money.Units(30))
}
