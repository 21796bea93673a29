package slip_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/bankaccount"
	"krapao/server/deposit"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/slip"
)

var masked = bankaccount.Payer{Account: bankaccount.Account{Bank: "SCB", Number: "xxxxxx4567"}}

// lastWaiting gives the newest payment in suspense.
func (s *env) lastWaiting() deposit.Suspense {
	s.t.Helper()
	waiting, total, err := s.App.Intake.Waiting(s.t.Context(), audit.Page{Limit: 100})
	if err != nil || total == 0 {
		s.t.Fatal(total, err)
	}
	return waiting[total-1]
}

// TestALineIsNotSentBackWhoseSlipTookAnother: of two transfers alike, the first one's slip took the second one's line,
// which has no reference. Sent back, the first one's own line would leave the second slip without a line, and it would
// be credited beside the line.
func TestALineIsNotSentBackWhoseSlipTookAnother(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	first := s.pay(somchai, "100")
	s.Clock.Advance(15 * time.Second)
	second := s.pay(somchai, "100")
	s.arrives("KBANK", houseNo, money.Units(100), payerOf(somchai), "")
	if got := s.decided(somchai, s.upload(somchai, first.picture).Reference); got != "SUCCESS" {
		t.Fatal(got)
	}
	s.line(first, money.Units(100), bankaccount.Payer{Account: bankaccount.Account{Bank: "SCB"}}, first.TransactionReference)
	s.wantBalance(somchai, money.Units(100))
	s.refused("I16: sent back", s.Operator(t, "noi").Do(http.MethodPost, "/operator/suspense/"+s.lastWaiting().ID.String()+"/return", `{"note":"sent back"}`), http.StatusBadRequest, "KEY_INVALID")
	s.agreed(s.match(s.lastWaiting().ID, somchai))
	if got := s.decided(somchai, s.upload(somchai, second.picture).Reference); got != "SUCCESS" {
		t.Error(got)
	}
	s.wantBalance(somchai, money.Units(200))
}

// sentBack has two operators send the newest payment in suspense back.
func (s *env) sentBack() {
	s.t.Helper()
	var asked struct{ ApprovalID string }
	answer := s.Operator(s.t, "noi").Do(http.MethodPost, "/operator/suspense/"+s.lastWaiting().ID.String()+"/return", `{"note":"sent back"}`)
	if err := json.Unmarshal(answer.Body, &asked); err != nil || answer.Status != http.StatusOK {
		s.t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	s.agreed(asked.ApprovalID)
}

func TestASlipOfALineThatWasSentBackCreditsNothingByItself(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		payer bankaccount.Payer
		named bool
	}{
		"without a reference, nothing told": {},
		"without a reference, masked":       {payer: masked},
		"without a reference, the bank":     {payer: bankaccount.Payer{Account: bankaccount.Account{Bank: "SCB"}}},
		"by its reference":                  {payer: bankaccount.Payer{Account: bankaccount.Account{Bank: "SCB", Number: "9998887777"}}, named: true},
		"by its reference, whoever paid":    {named: true},
		"by its reference, masked":          {payer: masked, named: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newEnv(t)
			made, reference := s.pay(somchai, "90"), ""
			if c.named {
				reference = made.TransactionReference
			}
			s.line(made, money.Units(90), c.payer, reference)
			s.sentBack()
			s.upload(somchai, made.picture)
			slip := s.waiting(1)[0]
			if text(slip.Review) != "LINE_RETURNED" || slip.Status != "PENDING" || slip.Amount != 0 {
				t.Errorf("%+v", slip)
			}
			s.wantBalance(somchai, 0)
			if owed := s.house(ledger.Clearing("bank", money.Baht)); owed != 0 {
				t.Errorf("the banks hold %v", owed)
			}
			noi := s.Operator(t, "noi")
			if c.named {
				s.refused("I16: what was sent back", noi.Do(http.MethodPost, "/operator/slips/"+slip.ID+"/approve", `{"amount":90,"note":"seen"}`), http.StatusBadRequest, "KEY_INVALID")
				s.refused("rejecting it", noi.Do(http.MethodPost, "/operator/slips/"+slip.ID+"/reject", `{"reason":"NOT_MATCH"}`), http.StatusOK, "")
				s.wantBalance(somchai, 0)
				return
			}
			s.approved(slip.ID, "90") // by two who looked: it was another one
			s.wantBalance(somchai, money.Units(90))
		})
	}
}

func TestASlipThatIsNoLineThatWasSentBackIsCredited(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	total := money.Amount(0)
	for i, payer := range []bankaccount.Payer{{Account: bankaccount.Account{Bank: "KTB"}}, {Account: bankaccount.Account{Bank: "SCB", Number: "9998887777"}}, {Account: bankaccount.Account{Bank: "SCB", Holder: "MALEE SUKJAI"}}} {
		due := money.Units(int64(90 + i))
		made := s.pay(somchai, due.String())
		s.line(made, due, payer, "")
		s.sentBack()
		if got := s.decided(somchai, s.upload(somchai, made.picture).Reference); got != "SUCCESS" {
			t.Errorf("%+v: %s", payer, got)
		}
		total += due
		s.wantBalance(somchai, total)
	}
	made := s.pay(somchai, "50")
	s.line(made, money.Units(51), bankaccount.Payer{}, "")
	s.sentBack()
	s.line(paid{TransactionReference: "EARLY"}, money.Units(50), bankaccount.Payer{}, "")
	s.sentBack()
	s.Clock.Advance(16 * time.Minute)
	made = s.pay(somchai, "50")
	if got := s.decided(somchai, s.upload(somchai, made.picture).Reference); got != "SUCCESS" {
		t.Error(got)
	}
	s.wantBalance(somchai, total+money.Units(50))
}

// TestASlipThatASecondPersonWasAskedAboutBeforeItsLineWasSentBackIsAskedAboutAgain: who asked did not know.
func TestASlipThatASecondPersonWasAskedAboutBeforeItsLineWasSentBackIsAskedAboutAgain(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.answering(http.StatusServiceUnavailable, `{"code":"INTERNAL","message":"down"}`)
	made := s.pay(somchai, "90")
	s.line(made, money.Units(90), masked, "")
	s.upload(somchai, made.picture)
	slip := s.waiting(1)[0]
	ask := func(who string) string {
		var shown struct{ ApprovalID string }
		answer := s.Operator(t, who).Do(http.MethodPost, "/operator/slips/"+slip.ID+"/approve", `{"amount":90,"note":"seen"}`)
		if err := json.Unmarshal(answer.Body, &shown); err != nil || answer.Status != http.StatusOK || shown.ApprovalID == "" {
			t.Fatalf("%d %s", answer.Status, answer.Body)
		}
		return shown.ApprovalID
	}
	first, second := ask("noi"), ask("tan")
	s.sentBack()
	s.refused("the first, which now says why it waits", s.Operator(t, "dao").Do(http.MethodPost, "/operator/approvals/"+first+"/approve", ""), http.StatusConflict, "APPROVAL_STALE")
	if requests := s.count("approval_request where kind = 'SLIP' and state = 'APPROVED'"); requests != 0 {
		t.Errorf("%d requests that credited nothing are shown as approved", requests)
	}
	if lines := s.count("operator_audit where action = 'SLIP' and after->>'review' = 'LINE_RETURNED'"); lines != 1 {
		t.Errorf("%d lines in the audit log", lines)
	}
	if slip := s.waiting(1)[0]; text(slip.Review) != "LINE_RETURNED" {
		t.Errorf("%+v", slip)
	}
	s.refused("a request that did not know", s.Operator(t, "lek").Do(http.MethodPost, "/operator/approvals/"+second+"/approve", ""), http.StatusConflict, "APPROVAL_STALE")
	s.wantBalance(somchai, 0)
	s.agreed(ask("noi"))
	s.wantBalance(somchai, money.Units(90))
}

// TestASlipAndTheReturnOfItsLineAtTheSameMomentMoveTheMoneyOnce: the second sees what the first did, whichever it is,
// though the first has not ended yet.
func TestASlipAndTheReturnOfItsLineAtTheSameMomentMoveTheMoneyOnce(t *testing.T) {
	t.Parallel()
	bankOnly := bankaccount.Payer{Account: bankaccount.Account{Bank: "SCB"}}
	for name, payer := range map[string]bankaccount.Payer{"nothing told": {}, "two that may be it": bankOnly, "two that the member paid": masked} {
		for order, returnFirst := range map[string]bool{"the return first": true, "the slip first": false} {
			t.Run(name+", "+order, func(t *testing.T) {
				t.Parallel()
				s := newEnv(t)
				made := s.pay(somchai, "90")
				s.line(made, money.Units(90), payer, "")
				if payer != (bankaccount.Payer{}) {
					s.line(paid{TransactionReference: "ANOTHER"}, money.Units(90), payer, "")
				}
				line := s.lastWaiting()
				pending := s.unsure(made, money.Units(90))
				back := func(ctx context.Context) error {
					return s.App.Intake.SettleReturn(ctx, approval.Request{Body: json.RawMessage(fmt.Sprintf(`{"suspense":%q}`, line.ID))})
				}
				credit := func(ctx context.Context) error {
					_, _, err := s.App.Slips.Approve(audit.WithActor(ctx, audit.Actor{Name: "noi", Via: audit.Command}), slip.ApproveInput{Slip: pending, Note: "seen"})
					return err
				}
				first, second := credit, back
				if returnFirst {
					first, second = back, credit
				}
				later := make(chan error, 1)
				if err := s.App.Intake.Store.InTx(t.Context(), func(ctx context.Context) error {
					if err := first(ctx); err != nil {
						return err
					}
					go func() { later <- s.App.Intake.Store.InTx(context.Background(), second) }()
					time.Sleep(200 * time.Millisecond)
					return nil
				}); err != nil {
					t.Fatal(err)
				}
				err, has := <-later, money.Units(90)
				if returnFirst {
					has = 0
					if pending := s.waiting(1)[0]; text(pending.Review) != "LINE_RETURNED" || err != nil {
						t.Errorf("%+v %v", pending, err)
					}
				} else if another := payer == masked; errors.Is(err, approval.ErrStale) == another { // the slip took the first line: the second is another transfer
					t.Error(err)
				}
				s.wantBalance(somchai, has)
			})
		}
	}
}

// unsure gives a slip that one operator may credit, as the bank has confirmed it.
func (s *env) unsure(made paid, amount money.Amount) id.ID {
	s.t.Helper()
	s.answering(http.StatusServiceUnavailable, `{"code":"INTERNAL","message":"later"}`)
	receipt := s.upload(somchai, made.picture)
	s.waiting(1)
	s.honest()
	held, err := s.App.Slips.Slip(s.t.Context(), somchai, receipt.Reference)
	if err != nil {
		s.t.Fatal(err)
	}
	held.Transfer = &slip.Transfer{
		BankNo: held.BankNo, Reference: held.TransactionReference, Amount: amount, Currency: money.Baht, TransferredAt: s.Clock.Now(), Payer: payerOf(somchai),
		Receiver: bankaccount.Payer{Account: bankaccount.Account{Bank: "KBANK", Number: houseNo}},
	}
	held.Review = slip.VerifierSilent
	if err := s.App.Slips.Store.PutSlip(s.t.Context(), held, s.Clock.Now()); err != nil {
		s.t.Fatal(err)
	}
	return held.ID
}
