package slip_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"krapao/server/audit"
	"krapao/server/bankaccount"
	"krapao/server/deposit"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/portaltest"
)

func TestASlipBringsTheOneLineWithoutAReferenceThatIsItsTransferOutOfSuspense(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	total := money.Amount(0)
	masked := bankaccount.Payer{Account: bankaccount.Account{Bank: "SCB", Number: "xxxxxx4567"}}
	other := bankaccount.Payer{Account: bankaccount.Account{Bank: "SCB", Number: "9998887777"}}
	bankOnly := bankaccount.Payer{Account: bankaccount.Account{Bank: "SCB"}}
	for i, row := range []struct {
		name  string
		lines []bankaccount.Payer // that wait
		left  int                 // of them, after the slip
	}{
		{"one that may be it", []bankaccount.Payer{masked}, 0},
		{"one that may be it, and one that is not", []bankaccount.Payer{masked, other}, 1},
		{"one of another person", []bankaccount.Payer{other}, 1},
		{"one of another bank", []bankaccount.Payer{{Account: bankaccount.Account{Bank: "KTB"}}}, 1},
		{"two that the member paid", []bankaccount.Payer{masked, masked}, 1},
		{"one that the member paid, and one that may be it", []bankaccount.Payer{bankOnly, masked}, 1},
		{"two that may be it", []bankaccount.Payer{bankOnly, bankOnly}, 2},
	} {
		due := money.Units(int64(100 + i))
		made := s.pay(somchai, due.String())
		before := s.house(ledger.Suspense(money.Baht))
		for n, payer := range row.lines {
			s.line(paid{TransactionReference: made.TransactionReference + string(rune('A'+n))}, due, payer, "")
		}
		if got := s.decided(somchai, s.upload(somchai, made.picture).Reference); got != "SUCCESS" {
			t.Errorf("%s: %s", row.name, got)
		}
		total += due
		s.wantBalance(somchai, total)
		if got := s.house(ledger.Suspense(money.Baht)) - before; got != money.Amount(row.left)*due {
			t.Errorf("I7: %s: suspense has %v", row.name, got)
		}
		s.line(paid{TransactionReference: made.TransactionReference + "late"}, due, payerOf(somchai), "") // the next transfer, or that of the slip
		if row.left == len(row.lines) {
			total -= due
		}
		total += due
		s.wantBalance(somchai, total)
	}
}

func TestMoneyThatASlipHasCreditedIsNotSentBack(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made := s.pay(somchai, "90")
	s.line(made, money.Units(90), bankaccount.Payer{}, "")
	waiting, _, err := s.App.Intake.Waiting(t.Context(), audit.Page{Limit: 1})
	if err != nil || len(waiting) != 1 {
		t.Fatal(waiting, err)
	}
	noi, lek := s.Operator(t, "noi"), s.Operator(t, "lek")
	back := func() (asked struct{ ApprovalID string }, code string) {
		answer := noi.Do(http.MethodPost, "/operator/suspense/"+waiting[0].ID.String()+"/return", `{"note":"sent back"}`)
		if answer.Status == http.StatusOK {
			err = json.Unmarshal(answer.Body, &asked)
		}
		return asked, answer.Code()
	}
	asked, code := back()
	if code != "" || err != nil {
		t.Fatal(code, err)
	}
	if got := s.decided(somchai, s.upload(somchai, made.picture).Reference); got != "SUCCESS" {
		t.Error(got)
	}
	s.refused("a request from before the slip", lek.Do(http.MethodPost, "/operator/approvals/"+asked.ApprovalID+"/approve", ""), http.StatusConflict, "APPROVAL_STALE")
	if _, code := back(); code != "KEY_INVALID" {
		t.Errorf("%q", code)
	}
	s.Clock.Advance(48 * time.Hour)
	s.wantBalance(somchai, money.Units(90))
}

func TestAClaimIsNotSettledWithMoneyThatASlipHasCredited(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made := s.pay(somchai, "90")
	s.line(made, money.Units(90), bankaccount.Payer{}, "")
	noi, lek := s.Operator(t, "noi"), s.Operator(t, "lek")
	waiting, _, err := s.App.Intake.Waiting(t.Context(), audit.Page{Limit: 1})
	if err != nil || len(waiting) != 1 {
		t.Fatal(waiting, err)
	}
	var asked struct{ ApprovalID string }
	claims := func(claim string) string {
		answer := noi.Do(http.MethodPost, "/operator/claims/"+claim+"/approve", `{"suspenseId":"`+waiting[0].ID.String()+`","note":"the same payment"}`)
		if err := json.Unmarshal(answer.Body, &asked); err != nil {
			t.Fatal(err)
		}
		return answer.Code()
	}
	s.Clock.Advance(time.Minute)
	before := s.claimed("90")
	if code := claims(before); code != "" {
		t.Fatal(code)
	}
	if got := s.decided(somchai, s.upload(somchai, made.picture).Reference); got != "SUCCESS" { // and the claim is the slip's
		t.Error(got)
	}
	s.refused("a request from before the slip", lek.Do(http.MethodPost, "/operator/approvals/"+asked.ApprovalID+"/approve", ""), http.StatusConflict, "APPROVAL_STALE")
	s.Clock.Advance(time.Minute)
	again := s.claimed("90")
	if code := claims(again); code != "KEY_INVALID" {
		t.Errorf("%q", code)
		lek.Do(http.MethodPost, "/operator/approvals/"+asked.ApprovalID+"/approve", "")
	}
	s.wantBalance(somchai, money.Units(90))
	if claims := s.count("deposit_claim where status = 'CREDITED'"); claims != 1 {
		t.Errorf("%d claims of 90.00 are credited, the member has 90.00", claims)
	}
}

func TestALineInSuspenseIsTheSlipThatTheSecondPersonRead(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	for range 2 {
		made := s.pay(somchai, "90")
		if got := s.decided(somchai, s.upload(somchai, made.picture).Reference); got != "SUCCESS" {
			t.Fatal(got)
		}
		s.line(made, money.Units(90), bankaccount.Payer{}, "")
	}
	waiting, _, err := s.App.Intake.Waiting(t.Context(), audit.Page{Limit: 2})
	if err != nil || len(waiting) != 2 {
		t.Fatal(waiting, err)
	}
	noi, lek := s.Operator(t, "noi"), s.Operator(t, "lek")
	match := func(of deposit.Suspense) (asked struct{ ApprovalID string }) {
		answer := noi.Do(http.MethodPost, "/operator/suspense/"+of.ID.String()+"/match", `{"memberId":"`+somchai.String()+`","note":"by the phone call"}`)
		if err := json.Unmarshal(answer.Body, &asked); err != nil || answer.Status != http.StatusOK {
			t.Fatalf("%d %s %v", answer.Status, answer.Body, err)
		}
		return asked
	}
	approve := func(request string) portaltest.Answer {
		return lek.Do(http.MethodPost, "/operator/approvals/"+request+"/approve", "")
	}
	first, second := match(waiting[0]), match(waiting[1])
	s.refused("the first line, with the first slip", approve(first.ApprovalID), http.StatusOK, "")
	s.refused("the second, with that slip too", approve(second.ApprovalID), http.StatusConflict, "APPROVAL_STALE")
	s.refused("the second, with the other slip", approve(match(waiting[1]).ApprovalID), http.StatusOK, "")
	s.wantBalance(somchai, money.Units(180))
	if got := s.house(ledger.Suspense(money.Baht)); got != 0 {
		t.Errorf("suspense holds %v", got)
	}
}

// TestOfSeveralLinesThatAMemberPaidTheNearestInTimeLeavesWithTheSlip: the other waits on, for its own slip.
func TestOfSeveralLinesThatAMemberPaidTheNearestInTimeLeavesWithTheSlip(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.line(paid{TransactionReference: "FIRST"}, money.Units(90), masked, "")
	s.Clock.Advance(4 * time.Minute)
	made := s.pay(somchai, "90")
	s.line(made, money.Units(90), masked, "")
	if got := s.decided(somchai, s.upload(somchai, made.picture).Reference); got != "SUCCESS" {
		t.Error(got)
	}
	s.wantBalance(somchai, money.Units(90))
	if left := s.count("bank_line where status = 'SUSPENSE' and line_id = 'LFIRST'"); left != 1 || s.house(ledger.Suspense(money.Baht)) != money.Units(90) {
		t.Errorf("%d: the other line left, or both did", left)
	}
	again := s.pay(somchai, "90")
	if got := s.decided(somchai, s.upload(somchai, again.picture).Reference); got != "SUCCESS" {
		t.Error(got)
	}
	s.wantBalance(somchai, money.Units(180))
	if got := s.house(ledger.Suspense(money.Baht)); got != 0 {
		t.Errorf("suspense holds %v", got)
	}
}

// TestASlipWhoseLineIsInSuspenseCreditsNothingThatAClaimHasCredited: the line of the transfer names its bank and
// reference but not its payer, operators vouched for the claim, and the slip comes last.
func TestASlipWhoseLineIsInSuspenseCreditsNothingThatAClaimHasCredited(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made := s.pay(somchai, "500")
	s.line(made, money.Units(500), bankaccount.Payer{Account: bankaccount.Account{Bank: "SCB"}}, made.TransactionReference)
	s.vouched(s.claimed("500"))
	if got := s.decided(somchai, s.upload(somchai, made.picture).Reference); got != "SUCCESS" {
		t.Error(got)
	}
	s.wantBalance(somchai, money.Units(500))
	for account, left := range map[string]money.Amount{
		"in suspense": s.house(ledger.Suspense(money.Baht)), "vouched for": s.house(ledger.Clearing("manual", money.Baht)),
	} {
		if left != 0 {
			t.Errorf("I7: %v are still %s", left, account)
		}
	}
}

func TestASlipThatBringsItsLineOutOfSuspenseClosesTheClaim(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made := s.pay(somchai, "500")
	s.line(made, money.Units(500), bankaccount.Payer{Account: bankaccount.Account{Bank: "SCB"}}, made.TransactionReference)
	s.claimed("500")
	if got := s.decided(somchai, s.upload(somchai, made.picture).Reference); got != "SUCCESS" {
		t.Error(got)
	}
	s.wantBalance(somchai, money.Units(500))
	if waiting := s.count("deposit_claim where status = 'PENDING'"); waiting != 0 {
		t.Errorf("%d claims wait to be credited once more", waiting)
	}
}
