package slip_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"krapao/server/bankaccount"
	"krapao/server/channel"
	"krapao/server/deposit"
	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

const houseKip = "1601100001234"

// newKipEnv is an env whose house has an account in kip too.
func newKipEnv(t *testing.T) *env {
	t.Helper()
	s := newEnv(t)
	if err := s.App.Channels.PutChannels(t.Context(), channel.Channel{
		Code: "BCEL1", Kind: channel.Bank, BankCode: "BCEL", Mode: channel.Auto, NameTH: "ບີເຊຍແອລ", NameEN: "BCEL", AccountName: "KRAPAO", AccountNo: houseKip,
		Currency: money.Kip, MinDeposit: money.Units(1), Open: true,
	}); err != nil {
		t.Fatal(err)
	}
	return s
}

// payKip is a transfer of bounmy's whose slip waits for the operator; it gives that slip and the transfer.
func (s *env) payKip(amount string) (operator.OperatorSlip, paid) {
	s.t.Helper()
	made := s.pay(bounmy, amount, "currency", "LAK", "toBankCode", "BCEL", "toAccountNo", houseKip)
	s.upload(bounmy, made.picture)
	return s.waiting(1)[0], made
}

// kipLine is what the feed tells of a transfer in kip.
func (s *env) kipLine(made paid, amount money.Amount, payer bankaccount.Payer) {
	s.t.Helper()
	if _, err := s.App.Intake.ReceiveLines(context.Background(), []deposit.BankLine{{
		BankCode: "BCEL", AccountNo: houseKip, LineID: "L" + made.TransactionReference, Reference: made.TransactionReference, Amount: amount, Currency: money.Kip,
		Payer: payer, TransferredAt: s.Clock.Now(),
	}}); err != nil {
		s.t.Fatal(err)
	}
}

// approving is the body of an operator who read a slip.
func approving(bank, reference string, amount int) string {
	return fmt.Sprintf(`{"bankCode":%q,"transactionReference":%q,"amount":%d,"note":"seen on the statement"}`, bank, reference, amount)
}

// asked has an operator ask for a slip's credit, and gives the request.
func (s *env) asked(slip, body string) string {
	s.t.Helper()
	var shown operator.OperatorSlip
	answer := s.Operator(s.t, "noi").Do(http.MethodPost, "/operator/slips/"+slip+"/approve", body)
	if err := json.Unmarshal(answer.Body, &shown); err != nil || answer.Status != http.StatusOK || shown.Status != "PENDING" || text(shown.ApprovalID) == "" {
		s.t.Fatalf("%d %s %v", answer.Status, answer.Body, err)
	}
	return *shown.ApprovalID
}

func (s *env) agreed(approvalID string) {
	s.t.Helper()
	if answer := s.Operator(s.t, "dao").Do(http.MethodPost, "/operator/approvals/"+approvalID+"/approve", ""); answer.Status != http.StatusOK {
		s.t.Fatalf("%d %s", answer.Status, answer.Body)
	}
}

func TestASlipInKipWaitsForAPersonWhoReadsIt(t *testing.T) {
	t.Parallel()
	s := newKipEnv(t)
	waiting, made := s.payKip("250000")
	if text(waiting.Review) != "READ_BY_HAND" || waiting.Member != bounmy.String() || waiting.Currency != "LAK" || waiting.BankNo != nil {
		t.Errorf("%+v", waiting)
	}
	if mine := s.slips(bounmy).Slips[0]; mine.Status != "PENDING" || mine.Note != nil || mine.InReview == nil || !*mine.InReview {
		t.Errorf("the member reads %+v", mine)
	}
	s.follows(bounmy, "STARTED", "REVIEW")
	noi, path := s.Operator(t, "noi"), "/operator/slips/"+waiting.ID+"/approve"
	for name, body := range map[string]string{
		"no bank": approving("", made.TransactionReference, 250_000), "no reference": approving("BCEL", " ", 250_000), "no amount": approving("BCEL", made.TransactionReference, 0),
		"a bank of nobody": approving("NONE", made.TransactionReference, 250_000), "a reference of two lines": approving("BCEL", "A\nB", 250_000),
		"a reference in Lao": approving("BCEL", "ໂອນ", 250_000),
	} {
		s.refused(name, noi.Do(http.MethodPost, path, body), http.StatusBadRequest, "KEY_INVALID")
	}
	request := s.asked(waiting.ID, approving("BCEL", " "+made.TransactionReference+" ", 250_000))
	s.wantBalance(bounmy, 0)
	s.refused("by the same person", noi.Do(http.MethodPost, "/operator/approvals/"+request+"/approve", ""), http.StatusConflict, "APPROVAL_SELF")
	s.agreed(request)
	s.wantBalance(bounmy, money.Units(250_000))
	if mine := s.slips(bounmy).Slips[0]; mine.Status != "SUCCESS" || mine.Amount != money.Units(250_000) || mine.InReview != nil {
		t.Errorf("the member reads %+v", mine)
	}
	s.follows(bounmy, "STARTED", "REVIEW", "CREDITED")
	var page operator.OperatorSlipPage
	answer := noi.Do(http.MethodGet, "/operator/slips?show=SUCCESS", "")
	if err := json.Unmarshal(answer.Body, &page); err != nil || page.Total != 1 || text(page.Slips[0].ReadBy) != "noi" || text(page.Slips[0].DecidedBy) != "dao" ||
		text(page.Slips[0].BankNo) != "BCEL" || text(page.Slips[0].TransactionReference) != made.TransactionReference {
		t.Errorf("%s %v", answer.Body, err)
	}
	if lines := s.count("operator_audit where action = 'SLIP' and after->>'transactionReference' = $1", made.TransactionReference); lines != 1 {
		t.Errorf("%d lines in the audit log", lines)
	}
	s.kipLine(made, money.Units(250_000), payerOf(bounmy))
	s.wantBalance(bounmy, money.Units(250_000))
	if got := s.house(ledger.Suspense(money.Kip)); got != 0 {
		t.Errorf("suspense holds %v", got)
	}
	s.upload(bounmy, distinct(made.picture, 1))
	again := s.asked(s.waiting(1)[0].ID, approving("BCEL", made.TransactionReference+"X", 250_000))
	s.refused("another picture of it, once more", noi.Do(http.MethodPost, "/operator/slips/"+s.waiting(1)[0].ID+"/reject", `{"reason":"SLIP_REFNO_DUPLICATED"}`), http.StatusOK, "")
	s.refused("what was asked before", s.Operator(t, "dao").Do(http.MethodPost, "/operator/approvals/"+again+"/approve", ""), http.StatusConflict, "APPROVAL_STALE")
	if mine := s.slips(bounmy).Slips[0]; mine.Status != "FAILED" || mine.Note == nil || *mine.Note != "SLIP_REFNO_DUPLICATED" || mine.InReview != nil {
		t.Errorf("the member reads %+v", mine)
	}
	s.wantBalance(bounmy, money.Units(250_000))
}

// follows fails unless the newest deposit of a member's list is a slip that went so far.
func (s *env) follows(who id.MemberID, want ...string) {
	s.t.Helper()
	var page portal.DepositPage
	answer := s.as(who).Do(http.MethodPost, "/api/wallet/deposits", `{"page":1,"limit":10}`)
	if err := json.Unmarshal(answer.Body, &page); err != nil || page.Total != 1 || page.Deposits[0].Kind != "SLIP" {
		s.t.Fatalf("%s %v", answer.Body, err)
	}
	var steps []string
	for _, step := range page.Deposits[0].Timeline {
		steps = append(steps, string(step.Step))
	}
	if fmt.Sprint(steps) != fmt.Sprint(want) {
		s.t.Errorf("%v, not %v", steps, want)
	}
}

func TestASlipWhoseTransferTheFeedHasCreditedIsClosedByOnePerson(t *testing.T) {
	t.Parallel()
	s := newKipEnv(t)
	waiting, made := s.payKip("90000")
	s.kipLine(made, money.Units(90_000), payerOf(bounmy))
	s.wantBalance(bounmy, money.Units(90_000))
	noi, path := s.Operator(t, "noi"), "/operator/slips/"+waiting.ID+"/approve"
	s.refused("a letter misread", noi.Do(http.MethodPost, path, approving("BCEL", "0"+made.TransactionReference[1:], 90_000)), http.StatusBadRequest, "KEY_INVALID")
	s.refused("the bank misread", noi.Do(http.MethodPost, path, approving("LDB", made.TransactionReference, 90_000)), http.StatusBadRequest, "KEY_INVALID")
	s.refused("the amount misread", noi.Do(http.MethodPost, path, approving("BCEL", made.TransactionReference, 900_000)), http.StatusBadRequest, "KEY_INVALID")
	if answer := noi.Do(http.MethodPost, path, approving("BCEL", made.TransactionReference, 90_000)); answer.Status != http.StatusOK {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	s.wantBalance(bounmy, money.Units(90_000))
	s.follows(bounmy, "STARTED", "REVIEW", "CREDITED")
}

func TestASlipThatWasMisreadAndTheLineOfItsTransferCreditOnce(t *testing.T) {
	t.Parallel()
	for name, misread := range map[string]func(made paid) string{
		"a letter": func(made paid) string { return approving("BCEL", "0"+made.TransactionReference[1:], 70_000) },
		"the bank": func(made paid) string { return approving("LDB", made.TransactionReference, 70_000) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newKipEnv(t)
			waiting, made := s.payKip("70000")
			s.agreed(s.asked(waiting.ID, misread(made)))
			s.kipLine(made, money.Units(70_000), payerOf(bounmy))
			if wallet, err := s.book.Wallet(t.Context(), bounmy); err != nil || wallet.Main != money.Units(70_000) {
				t.Fatalf("I7: one transfer of 70000 gave %v (%v)", wallet.Main, err)
			}
			s.wantBalance(bounmy, money.Units(70_000))
			if waits := s.count("suspense_payment where reason = 'SLIP_MISREAD' and resolved_at is null"); waits != 1 {
				t.Fatalf("%d payments in suspense", waits)
			}
			var suspense id.ID
			if err := s.Database.DB.Querier(t.Context()).QueryRow(t.Context(), "select id from suspense_payment").Scan(&suspense); err != nil {
				t.Fatal(err)
			}
			s.refused("its money once more", s.Operator(t, "noi").Do(http.MethodPost, "/operator/suspense/"+suspense.String()+"/match",
				`{"memberId":"`+bounmy.String()+`","note":"by the phone call"}`), http.StatusBadRequest, "KEY_INVALID")
			s.Clock.Advance(time.Hour)
			other := s.pay(bounmy, "70000", "currency", "LAK", "toBankCode", "BCEL", "toAccountNo", houseKip)
			s.kipLine(other, money.Units(70_000), payerOf(bounmy))
			s.wantBalance(bounmy, money.Units(140_000)) // another payment of the same amount
		})
	}
}

func TestAMisreadRequestIsStaleOnceTheLineCameFirst(t *testing.T) {
	t.Parallel()
	s := newKipEnv(t)
	waiting, made := s.payKip("70000")
	wrong, right := s.asked(waiting.ID, approving("BCEL", "0"+made.TransactionReference[1:], 70_000)), s.asked(waiting.ID, approving("BCEL", made.TransactionReference, 70_000))
	s.kipLine(made, money.Units(70_000), payerOf(bounmy))
	s.refused("the misread one", s.Operator(t, "dao").Do(http.MethodPost, "/operator/approvals/"+wrong+"/approve", ""), http.StatusConflict, "APPROVAL_STALE")
	s.agreed(right)
	s.wantBalance(bounmy, money.Units(70_000))
}

func TestASlipReadByHandBringsItsTransferOutOfSuspense(t *testing.T) {
	t.Parallel()
	s := newKipEnv(t)
	waiting, made := s.payKip("60000")
	s.kipLine(made, money.Units(60_000), bankaccount.Payer{Account: bankaccount.Account{Bank: "BCEL"}})
	if got := s.house(ledger.Suspense(money.Kip)); got != money.Units(60_000) {
		t.Fatalf("suspense holds %v", got)
	}
	s.agreed(s.asked(waiting.ID, approving("BCEL", made.TransactionReference, 60_000)))
	s.wantBalance(bounmy, money.Units(60_000))
	if got := s.house(ledger.Suspense(money.Kip)); got != 0 {
		t.Errorf("suspense holds %v", got)
	}
}

func TestASlipReadByHandTakesOnlyALineThatItsMemberPaid(t *testing.T) {
	t.Parallel()
	const due = 60_000
	for name, row := range map[string]struct {
		payer bankaccount.Payer
		left  money.Amount
	}{
		"nothing but its bank is told":        {bankaccount.Payer{Account: bankaccount.Account{Bank: "BCEL"}}, money.Units(due)},
		"the name only":                       {bankaccount.Payer{Account: bankaccount.Account{Bank: "BCEL", Holder: "BOUNMY VONG"}}, money.Units(due)},
		"three digits":                        {bankaccount.Payer{Account: bankaccount.Account{Bank: "BCEL", Number: "xxxxxxxxxx876"}}, money.Units(due)},
		"the member's number at another bank": {bankaccount.Payer{Account: bankaccount.Account{Bank: "LDB", Number: "xxxxxxxxx9876"}}, money.Units(due)},
		"the member's number":                 {bankaccount.Payer{Account: bankaccount.Account{Bank: "BCEL", Number: "xxxxxxxxx9876"}}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newKipEnv(t)
			s.kipLine(paid{}, money.Units(due), row.payer)
			s.Clock.Advance(10 * time.Hour)
			waiting, made := s.payKip("60000")
			s.agreed(s.asked(waiting.ID, approving(row.payer.Bank, made.TransactionReference, due)))
			s.wantBalance(bounmy, money.Units(due))
			if got := s.house(ledger.Suspense(money.Kip)); got != row.left {
				t.Errorf("suspense holds %v, not %v", got, row.left)
			}
		})
	}
}

func TestASlipReadByHandClosesTheClaimOfItsPayment(t *testing.T) {
	t.Parallel()
	s := newKipEnv(t)
	waiting, made := s.payKip("60000")
	if answer := s.as(bounmy).Do(http.MethodPost, "/api/wallet/add", `{"amount":60000}`); answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	s.agreed(s.asked(waiting.ID, approving("BCEL", made.TransactionReference, 60_000)))
	s.kipLine(made, money.Units(60_000), payerOf(bounmy))
	s.wantBalance(bounmy, money.Units(60_000))
	if open := s.count("deposit_claim where status = 'PENDING'"); open != 0 {
		t.Errorf("%d claims wait to be credited once more", open)
	}
	s.follows(bounmy, "STARTED", "REVIEW", "CREDITED")
}

func TestFiftyParallelApprovalsOfASlipReadByHandAndItsLineCreditOnce(t *testing.T) {
	t.Parallel()
	s := newKipEnv(t)
	waiting, made := s.payKip("80000")
	var requests []string
	for i := range 5 { // five notes: five requests
		body := fmt.Sprintf(`{"bankCode":"BCEL","transactionReference":%q,"amount":80000,"note":"look %d"}`, made.TransactionReference, i)
		requests = append(requests, s.asked(waiting.ID, body))
	}
	dao, all := s.Operator(t, "dao"), sync.WaitGroup{}
	start := make(chan struct{})
	for i := range 50 {
		all.Go(func() {
			<-start
			answer := dao.Do(http.MethodPost, "/operator/approvals/"+requests[i%5]+"/approve", "")
			if answer.Status != http.StatusOK && answer.Status != http.StatusConflict {
				t.Errorf("%d %s", answer.Status, answer.Body)
			}
		})
	}
	all.Go(func() {
		<-start
		s.kipLine(made, money.Units(80_000), payerOf(bounmy))
	})
	close(start)
	all.Wait()
	s.wantBalance(bounmy, money.Units(80_000))
	if mine := s.slips(bounmy).Slips[0]; mine.Status != "SUCCESS" {
		t.Errorf("the member reads %+v", mine)
	}
	if requests := s.count("approval_request where state = 'APPROVED'"); requests != 1 {
		t.Errorf("%d requests were approved", requests)
	}
}

func TestWhatACodeSaysIsNotSaidOtherwise(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made := s.pay(somchai, "10")
	s.answering(http.StatusServiceUnavailable, `{"code":"INTERNAL","message":"down"}`)
	s.upload(somchai, made.picture)
	waiting := s.waiting(1)[0]
	noi, path := s.Operator(t, "noi"), "/operator/slips/"+waiting.ID+"/approve"
	s.refused("another bank", noi.Do(http.MethodPost, path, approving("KTB", made.TransactionReference, 10)), http.StatusBadRequest, "KEY_INVALID")
	s.refused("another reference", noi.Do(http.MethodPost, path, approving("SCB", made.TransactionReference+"X", 10)), http.StatusBadRequest, "KEY_INVALID")
	s.agreed(s.asked(waiting.ID, approving("SCB", made.TransactionReference, 10)))
	s.wantBalance(somchai, money.Units(10))
}

func TestASlipInBahtOfALaoBankIsReadByAPerson(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	if _, err := s.Database.DB.Querier(t.Context()).Exec(t.Context(), "update member_bank set bank_code = 'BCEL' where member_id = $1", malee); err != nil {
		t.Fatal(err)
	}
	s.upload(malee, slipOf(t, ""))
	if waiting := s.waiting(1)[0]; text(waiting.Review) != "READ_BY_HAND" || waiting.Member != malee.String() || waiting.Currency != "BAHT" {
		t.Errorf("%+v", waiting)
	}
	if got := s.decided(somchai, s.upload(somchai, slipOf(t, "")).Reference); got != "FAILED CANNOT_READ_CROPPED_IMAGE" {
		t.Errorf("a Thai bank prints a code: %s", got)
	}
}
