package slip_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"testing"
	"time"

	"krapao/server/audit"
	"krapao/server/bankaccount"
	"krapao/server/channel"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/member"
	"krapao/server/money"
	"krapao/server/postgres"
	"krapao/server/slip"
)

// claimed has somchai say what they paid, and gives the claim's id.
func (s *env) claimed(amount string) string {
	s.t.Helper()
	answer := s.as(somchai).Do(http.MethodPost, "/api/wallet/add", `{"amount":`+amount+`}`)
	var claim portal.DepositClaim
	if err := json.Unmarshal(answer.Body, &claim); err != nil || answer.Status != http.StatusOK {
		s.t.Fatalf("%d %s %v", answer.Status, answer.Body, err)
	}
	return claim.UnderscoreID
}

// vouched has two operators credit a claim on their word.
func (s *env) vouched(claim string) {
	s.t.Helper()
	noi, dao := s.Operator(s.t, "noi"), s.Operator(s.t, "dao")
	var asked struct{ ApprovalID string }
	answer := noi.Do(http.MethodPost, "/operator/claims/"+claim+"/approve", `{"note":"seen in the bank's application"}`)
	if err := json.Unmarshal(answer.Body, &asked); err != nil || answer.Status != http.StatusOK {
		s.t.Fatalf("%d %s %v", answer.Status, answer.Body, err)
	}
	if answer := dao.Do(http.MethodPost, "/operator/approvals/"+asked.ApprovalID+"/approve", ""); answer.Status != http.StatusOK {
		s.t.Fatalf("%d %s", answer.Status, answer.Body)
	}
}

func TestASlipOfAPaymentThatOperatorsHaveVouchedForCreditsNothingMore(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made := s.pay(somchai, "500")
	s.vouched(s.claimed("500"))
	s.wantBalance(somchai, money.Units(500))
	if got := s.decided(somchai, s.upload(somchai, made.picture).Reference); got != "SUCCESS" {
		t.Error(got)
	}
	s.wantBalance(somchai, money.Units(500))
	if left := s.house(ledger.Clearing("manual", money.Baht)); left != 0 {
		t.Errorf("%v are still vouched for", left)
	}
	s.line(made, money.Units(500), payerOf(somchai), made.TransactionReference)
	s.wantBalance(somchai, money.Units(500))
	if got := s.decided(somchai, s.upload(somchai, s.pay(somchai, "500").picture).Reference); got != "SUCCESS" {
		t.Error(got)
	}
	s.wantBalance(somchai, money.Units(1000)) // another payment of the same amount
}

func TestASlipOfAPaymentWhoseLineWasAVouchedForClaimsCreditsNothingMore(t *testing.T) {
	t.Parallel()
	for name, named := range map[string]bool{"by its reference": true, "by amount and time": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newEnv(t)
			made := s.pay(somchai, "500")
			s.vouched(s.claimed("500"))
			reference := ""
			if named {
				reference = made.TransactionReference
			}
			s.line(made, money.Units(500), payerOf(somchai), reference)
			if got := s.decided(somchai, s.upload(somchai, made.picture).Reference); got != "SUCCESS" {
				t.Error(got)
			}
			s.wantBalance(somchai, money.Units(500))
		})
	}
}

func TestASlipClosesTheClaimOfItsPayment(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made := s.pay(somchai, "500")
	s.claimed("500")
	if got := s.decided(somchai, s.upload(somchai, made.picture).Reference); got != "SUCCESS" {
		t.Error(got)
	}
	s.wantBalance(somchai, money.Units(500))
	if waiting := s.count("deposit_claim where status = 'PENDING'"); waiting != 0 {
		t.Errorf("%d claims wait to be credited once more", waiting)
	}
	answer := s.as(somchai).Do(http.MethodPost, "/api/wallet/deposits", `{"page":1,"limit":10}`)
	var page portal.DepositPage
	if err := json.Unmarshal(answer.Body, &page); err != nil || page.Total != 1 {
		t.Errorf("one payment is listed as %d: %s %v", page.Total, answer.Body, err)
	}
}

func TestASlipAndALineWithoutAReferenceAtTheSameMomentCreditOnce(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	noi, total := audit.WithActor(context.Background(), audit.Actor{Name: "noi", Via: audit.Command}), money.Amount(0)
	for i := range 6 {
		due := money.Units(int64(40 + i))
		total += due
		made := s.pay(somchai, due.String())
		s.answering(http.StatusServiceUnavailable, `{"code":"INTERNAL","message":"later"}`)
		receipt := s.upload(somchai, made.picture)
		s.waiting(1)
		s.honest()
		held, err := s.App.Slips.Slip(t.Context(), somchai, receipt.Reference)
		if err != nil {
			t.Fatal(err)
		}
		held.Transfer = &slip.Transfer{
			BankNo: held.BankNo, Reference: held.TransactionReference, Amount: due, Currency: money.Baht, TransferredAt: s.Clock.Now(), Payer: payerOf(somchai),
			Receiver: bankaccount.Payer{Account: bankaccount.Account{Bank: "KBANK", Number: houseNo}},
		}
		held.Review = slip.VerifierSilent
		if err := s.App.Slips.Store.PutSlip(t.Context(), held, s.Clock.Now()); err != nil {
			t.Fatal(err)
		}
		var both sync.WaitGroup
		both.Go(func() { s.line(made, due, payerOf(somchai), "") })
		both.Go(func() {
			if _, _, err := s.App.Slips.Approve(noi, slip.ApproveInput{Slip: held.ID, Note: "seen"}); err != nil {
				t.Error(err)
			}
		})
		both.Wait()
	}
	s.wantBalance(somchai, total)
}

// approved has two operators credit a slip that waits.
func (s *env) approved(slip, amount string) {
	s.t.Helper()
	noi, dao := s.Operator(s.t, "noi"), s.Operator(s.t, "dao")
	var shown struct{ ApprovalID string }
	answer := noi.Do(http.MethodPost, "/operator/slips/"+slip+"/approve", `{"amount":`+amount+`,"note":"seen"}`)
	if err := json.Unmarshal(answer.Body, &shown); err != nil || answer.Status != http.StatusOK || shown.ApprovalID == "" {
		s.t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	if answer := dao.Do(http.MethodPost, "/operator/approvals/"+shown.ApprovalID+"/approve", ""); answer.Status != http.StatusOK {
		s.t.Fatalf("%d %s", answer.Status, answer.Body)
	}
}

func TestASlipThatNoBankConfirmedAndALineWithoutAReferenceCreditOnce(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.answering(http.StatusServiceUnavailable, `{"code":"INTERNAL","message":"down"}`)
	for i, lineFirst := range []bool{true, false} {
		made := s.pay(somchai, "70")
		if lineFirst {
			s.line(made, money.Units(70), payerOf(somchai), "")
		}
		s.Clock.Advance(50 * time.Minute)
		s.upload(somchai, made.picture)
		s.approved(s.waiting(1)[0].ID, "70")
		if !lineFirst {
			s.Clock.Advance(-50 * time.Minute)
			s.line(made, money.Units(70), payerOf(somchai), "")
		}
		s.wantBalance(somchai, money.Units(70*int64(i+1)))
		s.Clock.Advance(48 * time.Hour)
	}
}

func TestALineInSuspenseIsNotMatchedToWhoHasItsMoneyThroughASlip(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made := s.pay(somchai, "90")
	s.line(made, money.Units(90), bankaccount.Payer{}, "")
	if got := s.decided(somchai, s.upload(somchai, made.picture).Reference); got != "SUCCESS" {
		t.Error(got)
	}
	waiting, _, err := s.App.Intake.Waiting(t.Context(), audit.Page{Limit: 1})
	if err != nil || len(waiting) != 1 {
		t.Fatal(waiting, err)
	}
	noi, path := s.Operator(t, "noi"), "/operator/suspense/"+waiting[0].ID.String()+"/match"
	var asked struct{ ApprovalID string }
	answer := noi.Do(http.MethodPost, path, `{"memberId":"10000001","note":"by the phone call"}`)
	if err := json.Unmarshal(answer.Body, &asked); err != nil || answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	if answer := noi.Do(http.MethodPost, path, `{"memberId":"10000002","note":"by the phone call"}`); answer.Status != http.StatusOK {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	s.agreed(asked.ApprovalID) // whose it is: it leaves suspense, and credits nothing
	s.wantBalance(somchai, money.Units(90))
	if got := s.house(ledger.Suspense(money.Baht)); got != 0 {
		t.Errorf("suspense holds %v", got)
	}
	if got := s.decided(somchai, s.upload(somchai, s.pay(somchai, "90").picture).Reference); got != "SUCCESS" {
		t.Errorf("the next payment, whose line was not sent back: %s", got)
	}
	s.wantBalance(somchai, money.Units(180))
}

func TestASlipWithoutANameCanOnlyBeRefused(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.answering(http.StatusServiceUnavailable, `{"code":"INTERNAL","message":"down"}`)
	s.upload(somchai, s.pay(somchai, "90").picture)
	path := "/operator/slips/" + s.waiting(1)[0].ID
	if _, err := s.Database.DB.Querier(t.Context()).Exec(t.Context(), "update slip set bank_no = '999'"); err != nil {
		t.Fatal(err)
	}
	noi := s.Operator(t, "noi")
	s.refused("a bank of nobody", noi.Do(http.MethodPost, path+"/approve", `{"amount":90,"note":"seen"}`), http.StatusBadRequest, "KEY_INVALID")
	if answer := noi.Do(http.MethodPost, path+"/reject", `{"reason":"INVALID_SLIP"}`); answer.Status != http.StatusOK {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
}

func TestASlipOfAPaymentByQRCodeWaitsForTheOperator(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	channels, err := s.App.Channels.AllChannels(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range channels {
		if c.AccountNo == houseNo {
			c.Mode, c.TakesQR = channel.SMS, true // its gateway reports what was paid
			if err := s.App.Channels.PutChannels(context.Background(), c); err != nil {
				t.Fatal(err)
			}
		}
	}
	made := s.pay(somchai, "500")
	s.line(made, money.Units(500), payerOf(somchai), made.TransactionReference)
	s.upload(somchai, made.picture)
	slip := s.waiting(1)[0]
	if text(slip.Review) != "RECEIVER_UNSURE" {
		t.Errorf("%+v", slip)
	}
	s.wantBalance(somchai, 0)
	s.approved(slip.ID, "500")
	s.wantBalance(somchai, money.Units(500))
	nobodys := s.pay(somchai, "300")
	s.line(nobodys, money.Units(300), payerOf(somchai), nobodys.TransactionReference)
	s.Clock.Advance(40 * time.Minute)
	if err := s.App.Intake.SettleWaiting(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.wantBalance(somchai, money.Units(500))
	if got := s.house(ledger.Suspense(money.Baht)); got != money.Units(300) {
		t.Errorf("suspense holds %v", got)
	}
}

func TestALineWithAnotherAmountThanItsSlipIsNotDropped(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made := s.pay(somchai, "40")
	if got := s.decided(somchai, s.upload(somchai, made.picture).Reference); got != "SUCCESS" {
		t.Error(got)
	}
	s.line(made, money.Units(30), payerOf(somchai), made.TransactionReference)
	s.wantBalance(somchai, money.Units(40))
	if waiting := s.count("suspense_payment where reason = 'AMOUNT_DIFFERS' and amount = 3000"); waiting != 1 {
		t.Errorf("%d payments in suspense", waiting)
	}
}

func TestAStolenSlipIsNotCreditedToWhoRegisteredAnAccountThatLooksLikeIts(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	const thief = id.MemberID(10_000_004)
	lookalike := member.BankAccount{BankCode: "SCB", Number: "9991234567", Name: "SOMCHAI J"}
	if err := errors.Join((postgres.Members{DB: s.Database.DB}).AddMember(t.Context(), member.Member{
		ID: thief, Phone: "0844444444", Name: "Thief", Currency: money.Baht, Status: "ACTIVE", CreatedAt: s.Clock.Now(), LastLoginAt: s.Clock.Now(), Bank: &lookalike,
	}, "-"), s.book.OpenWallet(t.Context(), thief, money.Baht, s.Clock.Now())); err != nil {
		t.Fatal(err)
	}
	made := s.pay(somchai, "700", "fromAccountNo", "xxx-x-x3456-7", "fromAccountName", "SOMCHAI J")
	s.upload(thief, made.picture)
	if slip := s.waiting(1)[0]; text(slip.Review) != "PAYER_UNSURE" {
		t.Errorf("%+v", slip)
	}
	s.wantBalance(thief, 0)
}
