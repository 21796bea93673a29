package slip_test

import (
	"net/http"
	"testing"
	"time"

	"krapao/server/bankaccount"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

// TestASlipIsNotCreditedForALineThatWasSentBackAfterOperatorsLooked: what they looked at was another one.
func TestASlipIsNotCreditedForALineThatWasSentBackAfterOperatorsLooked(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.line(paid{TransactionReference: "ANOTHER"}, money.Units(90), masked, "")
	s.sentBack()
	made := s.pay(somchai, "90")
	s.upload(somchai, made.picture)
	slip := s.waiting(1)[0]
	if text(slip.Review) != "LINE_RETURNED" {
		t.Fatalf("%+v", slip)
	}
	request := s.asked(slip.ID, `{"amount":90,"note":"another"}`)
	s.line(made, money.Units(90), masked, "") // its own
	s.sentBack()
	dao := s.Operator(t, "dao")
	s.refused("who asked had not seen its own", dao.Do(http.MethodPost, "/operator/approvals/"+request+"/approve", ""), http.StatusConflict, "APPROVAL_STALE")
	s.wantBalance(somchai, 0)
	if owed := s.house(ledger.Clearing("bank", money.Baht)); owed != 0 {
		t.Errorf("the house paid twice: the banks hold %v", owed)
	}
	s.agreed(s.asked(slip.ID, `{"amount":90,"note":"both are others"}`))
	s.wantBalance(somchai, money.Units(90))
}

// TestLinesLikeASlipsAreSeenHoweverMany: of those that wait and those that were sent back none hides another.
func TestLinesLikeASlipsAreSeenHoweverMany(t *testing.T) {
	t.Parallel()
	stranger := bankaccount.Payer{Account: bankaccount.Account{Bank: "SCB", Number: "9998887777"}}
	for name, sentBack := range map[string]bool{"many that were sent back, and its own waits": true, "many that wait, and its own was sent back": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newEnv(t)
			for range 60 {
				s.manyBefore(stranger, sentBack)
			}
			made := s.pay(somchai, "90")
			s.line(made, money.Units(90), masked, "")
			if !sentBack {
				s.sentBack()
			}
			receipt := s.upload(somchai, made.picture)
			if !sentBack {
				if slip := s.waiting(1)[0]; text(slip.Review) != "LINE_RETURNED" {
					t.Errorf("%+v", slip)
				}
				return
			}
			if got := s.decided(somchai, receipt.Reference); got != "SUCCESS" {
				t.Error(got)
			}
			if left := s.count("suspense_payment where resolved_at is null"); left != 0 {
				t.Errorf("%d lines wait that the slip is", left)
			}
		})
	}
}

// manyBefore writes a line of somebody else's payment of 90 into the queue, or one that was sent back.
func (s *env) manyBefore(payer bankaccount.Payer, sentBack bool) {
	s.t.Helper()
	resolution := any(nil)
	resolvedAt := any(nil)
	if sentBack {
		resolution, resolvedAt = "RETURNED", s.Clock.Now()
	}
	line := id.NewID().String()
	if _, err := s.Database.DB.Querier(s.t.Context()).Exec(s.t.Context(), `insert into suspense_payment
			(id, source, external_id, amount, currency, reason, reference, payer, paid_at, received_at, resolved_at, resolution)
		values ($1, 'feed:kbank', $2, $3, 'BAHT', 'NO_MATCH', $2, $4, $5, $5, $6, $7)`,
		id.NewID(), line, money.Units(90), payer, s.Clock.Now().Add(-time.Second), resolvedAt, resolution); err != nil {
		s.t.Fatal(err)
	}
}
