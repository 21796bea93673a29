package withdrawal_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"

	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/portaltest"
)

// cancel takes a withdrawal back, and fails unless the answer is this.
func (s *env) cancel(owner id.MemberID, reference string, status int, code string) (record portal.WithdrawalRecord) {
	s.t.Helper()
	answer := s.As(owner).Do(http.MethodPost, "/api/wallet/withdrawals/"+reference+"/cancel", "")
	if answer.Status != status || answer.Code() != code {
		s.t.Errorf("%d %s, not %d %s", answer.Status, answer.Body, status, code)
	}
	if status == http.StatusOK {
		if err := json.Unmarshal(answer.Body, &record); err != nil {
			s.t.Fatal(err)
		}
	}
	return record
}

func TestAWithdrawalIsTakenBackOnceAndOnlyByItsMember(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made := s.withdraw(somchai, "100")
	for _, odd := range []string{"W0", "x%00y", "..%2F..", "%F0%9F%92%B0", strings.Repeat("W", 5000), id.NewID().String()} {
		s.cancel(somchai, odd, http.StatusNotFound, "NO_DATA")
	}
	s.cancel(malee, made.Reference, http.StatusNotFound, "NO_DATA")
	s.holds(somchai, money.Units(900), money.Units(100), 0)
	s.parallel(func(int) { s.As(somchai).Do(http.MethodPost, "/api/wallet/withdrawals/"+made.Reference+"/cancel", "") })
	record := s.cancel(somchai, made.Reference, http.StatusOK, "")
	if record.Status != portal.WithdrawalStatusRETURNED || record.CanCancel || len(record.Timeline) != 2 || record.Timeline[1].Step != portal.WithdrawalStepCANCELLED {
		t.Errorf("%+v", record)
	}
	s.holds(somchai, money.Units(1000), 0, 0)
	lines := s.statement(somchai).Statements
	if back, out := lines[0], lines[1]; back.ReturnOf == nil || *back.ReturnOf != portal.StatementTypeWITHDRAW || out.ReturnOf != nil {
		t.Errorf("the money back is not told from a transfer: %+v, %+v", back, out)
	}
	if back, out := lines[0], lines[1]; back.WalletChange != money.Units(100) || back.From != "KTB" || back.Status != portal.StatementStatusSUCCESS || out.Status != portal.StatementStatusFAILED || out.WalletChange != -money.Units(100) {
		t.Errorf("%+v, %+v", back, out)
	}
	next := s.withdraw(somchai, "200") // and there can be another
	s.approve(next.Reference)
	s.cancel(somchai, next.Reference, http.StatusConflict, "WITHDRAW_APPROVED")
}

func TestAWithdrawalThatIsBackAlreadyIsAnsweredAsItIs(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made := s.withdraw(somchai, "100")
	if answer := s.operate(made.Reference, "reject", `{"reason":"a test"}`); answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	for range 2 {
		record := s.cancel(somchai, made.Reference, http.StatusOK, "")
		if last := record.Timeline[len(record.Timeline)-1]; record.Status != portal.WithdrawalStatusRETURNED || len(record.Timeline) != 2 || last.Step != portal.WithdrawalStepREJECTED {
			t.Errorf("%+v", record)
		}
	}
	s.cancel(malee, made.Reference, http.StatusNotFound, "NO_DATA")
	s.holds(somchai, money.Units(1000), 0, 0)
	if lines := len(s.statement(somchai).Statements); lines != 3 { // the deposit, the withdrawal, the money back
		t.Errorf("%d lines: the money came back once", lines)
	}
}

func TestOfApprovingAndCancellingAtTheSameMomentOneWins(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.limits(money.Baht, 100, 50_000, "")
	var approved int
	for range 20 {
		made := s.withdraw(somchai, "100")
		var group sync.WaitGroup
		var cancel, approve portaltest.Answer
		group.Go(func() {
			cancel = s.As(somchai).Do(http.MethodPost, "/api/wallet/withdrawals/"+made.Reference+"/cancel", "")
		})
		group.Go(func() { approve = s.operate(made.Reference, "approve", "") })
		group.Wait()
		switch {
		case cancel.Status == http.StatusOK && approve.Code() == "APPROVAL_STALE":
		case approve.Status == http.StatusOK && cancel.Code() == "WITHDRAW_APPROVED":
			approved++
			if answer := s.operate(made.Reference, "reject", `{"reason":"a test"}`); answer.Status != http.StatusOK {
				t.Fatalf("%d %s", answer.Status, answer.Body)
			}
		default:
			t.Fatalf("I11: cancel: %d %s, approve: %d %s", cancel.Status, cancel.Body, approve.Status, approve.Body)
		}
	}
	t.Logf("%d of 20 were approved", approved)
	s.holds(somchai, money.Units(1000), 0, 0)
}
