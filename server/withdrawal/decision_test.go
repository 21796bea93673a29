package withdrawal_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/server/approval"
	"krapao/server/httpapi/api/operator"
	"krapao/server/id"
	"krapao/server/money"
)

func TestAMembersTokenIsRefusedOnEveryCallOfWithdrawals(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made := s.withdraw(somchai, "500")
	thief := s.OperatorClient(t).As(somchai.String())
	for _, what := range []string{"approve", "reject", "paid", "retry"} {
		if answer := thief.Do(http.MethodPost, "/operator/withdrawals/"+made.Reference+"/"+what, `{}`); answer.Status != http.StatusUnauthorized {
			t.Errorf("%s: %d %s", what, answer.Status, answer.Body)
		}
	}
	for _, path := range []string{"/operator/withdrawals", "/operator/withdrawals/" + made.Reference} {
		if answer := thief.Do(http.MethodGet, path, ""); answer.Status != http.StatusUnauthorized {
			t.Errorf("%s: %d %s", path, answer.Status, answer.Body)
		}
	}
}

func TestARejectedWithdrawalIsBackWithItsReason(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made := s.withdraw(somchai, "500")
	for _, bad := range []string{`{"reason":"  "}`, `{"reason":"two\nlines"}`} {
		if answer := s.operate(made.Reference, "reject", bad); answer.Code() != "KEY_INVALID" {
			t.Errorf("%s: %d %s", bad, answer.Status, answer.Body)
		}
	}
	s.parallel(func(int) { s.operate(made.Reference, "reject", `{"reason":"The account is closed."}`) })
	record := s.listed(somchai)[0]
	if record.Status != "RETURNED" || record.Reason == nil || *record.Reason != "The account is closed." || record.CanCancel {
		t.Errorf("%+v", record)
	}
	s.holds(somchai, money.Units(1000), 0, 0)
	if lines := s.audited("WITHDRAWAL"); lines != 1 {
		t.Errorf("%d lines in the audit log", lines)
	}
	for _, what := range []string{"approve", "retry"} {
		if answer := s.operate(made.Reference, what, ""); answer.Code() != "APPROVAL_STALE" {
			t.Errorf("%s: %d %s", what, answer.Status, answer.Body)
		}
	}
}

// audited counts the lines of an action in the audit log.
func (s *env) audited(action string) (lines int) {
	s.t.Helper()
	if err := s.Database.DB.Querier(s.t.Context()).QueryRow(s.t.Context(), "select count(*) from operator_audit where action = $1", action).Scan(&lines); err != nil {
		s.t.Fatal(err)
	}
	return lines
}

func TestWhereNoGatewayPaysPeopleDo(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.limits(money.Baht, 100, 50_000, "")
	made := s.withdraw(somchai, "500")
	const paid = `{"bankReference":"KTB20251121-000815"}`
	if answer := s.operate(made.Reference, "paid", paid); answer.Code() != "APPROVAL_STALE" {
		t.Errorf("before the approval: %d %s", answer.Status, answer.Body)
	}
	s.approve(made.Reference)
	if answer := s.operate(made.Reference, "retry", ""); answer.Code() != "APPROVAL_STALE" {
		t.Errorf("nothing to retry: %d %s", answer.Status, answer.Body)
	}
	s.parallel(func(int) { s.operate(made.Reference, "paid", paid) })
	got := s.seen(made.Reference)
	if got.Step != isPaid || text(got.BankReference) != "KTB20251121-000815" || text(got.DecidedBy) != "noi" || got.Phone != "0800000000" || got.Member != somchai.String() || got.Payout != nil {
		t.Errorf("%+v", got)
	}
	s.holds(somchai, money.Units(500), 0, money.Units(500))
	if lines := s.audited("WITHDRAWAL"); lines != 2 {
		t.Errorf("%d lines in the audit log", lines)
	}
}

func TestNobodyPaysByHandWhileAGatewayMayBePaying(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.fault(`{"mode":"lose"}`) // it takes every order, and nobody hears of it
	made := s.withdraw(somchai, "500")
	s.approve(made.Reference)
	for end := time.Now().Add(20 * time.Second); len(s.paidOut()) == 0 && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		s.payOut()
	}
	if got := s.seen(made.Reference); got.Step != isApproved || !got.Payout.UnderWay {
		t.Errorf("%+v", got)
	}
	for what, body := range map[string]string{"paid": `{"bankReference":"KTB-1"}`, "reject": `{"reason":"a test"}`} {
		if answer := s.operate(made.Reference, what, body); answer.Code() != "APPROVAL_STALE" {
			t.Errorf("%s: %d %s", what, answer.Status, answer.Body)
		}
	}
	s.cancel(somchai, made.Reference, http.StatusConflict, "WITHDRAW_APPROVED")
	s.holds(somchai, money.Units(500), money.Units(500), 0)
}

func TestWhatAGatewayDidNotTakeForCertainCanGoAnotherWay(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	unauthorized := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = w.Write([]byte(`{"code":"WRONG_KEY","message":"no"}`))
	})
	s.Intercept.Store(&unauthorized)
	refused := func() operator.OperatorWithdrawal {
		t.Helper()
		made := s.withdraw(somchai, "500")
		s.approve(made.Reference)
		for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
			s.payOut()
			if got := s.seen(made.Reference); got.Payout.Problem != nil {
				if got.Payout.UnderWay || got.Step != isApproved || !strings.Contains(*got.Payout.Problem, "401") {
					t.Errorf("%+v", got)
				}
				return got
			}
		}
		t.Fatal("no problem")
		return operator.OperatorWithdrawal{}
	}
	byHand := refused()
	if answer := s.operate(byHand.Reference, "paid", `{"bankReference":"KTB-1"}`); answer.Status != http.StatusOK {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	s.holds(somchai, money.Units(500), 0, money.Units(500))
	other := refused()
	s.limits(money.Baht, 100, 50_000, otherGateway)
	s.Intercept.Store(nil)
	s.runSimulator()
	if answer := s.operate(other.Reference, "retry", ""); answer.Status != http.StatusOK {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	s.settled(other.Reference, isPaid)
	if got := s.seen(other.Reference); got.Payout.GatewayCode != otherGateway {
		t.Errorf("%+v", got.Payout)
	}
	s.holds(somchai, 0, 0, money.Units(1000))
	if outs := s.paidOut(); len(outs) != 1 {
		t.Errorf("%+v", outs)
	}
}

func TestALargeWithdrawalNeedsASecondPerson(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.runSimulator()
	s.fund(somchai, money.Units(50_000))
	made := s.withdraw(somchai, "20000.01")
	if !s.seen(made.Reference).NeedsSecondPerson {
		t.Error("the queue does not tell")
	}
	var asked operator.OperatorWithdrawal
	for range 2 {
		answer := s.operate(made.Reference, "approve", "")
		if err := json.Unmarshal(answer.Body, &asked); err != nil || asked.ApprovalID == nil || asked.Step != operator.OperatorWithdrawalStepREQUESTED {
			t.Fatalf("%d %s", answer.Status, answer.Body)
		}
	}
	path := "/operator/approvals/" + *asked.ApprovalID + "/approve"
	if answer := s.noi.Do(http.MethodPost, path, ""); answer.Code() != "APPROVAL_SELF" {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	if answer := s.Operator(t, "ploy").Do(http.MethodPost, path, ""); answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	if got := s.seen(made.Reference); text(got.DecidedBy) != "ploy" {
		t.Errorf("%+v", got)
	}
	s.settled(made.Reference, isPaid)
	s.holds(somchai, money.Units(51_000)-2_000_001, 0, 2_000_001)
}

func TestOnePersonCannotSwitchTheSecondOff(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.fund(somchai, money.Units(50_000))
	made := s.withdraw(somchai, "30000")
	answer := s.noi.Do(http.MethodPut, "/operator/withdraw-limits/BAHT", `{"minimum":100,"maximum":50000,"reviewAbove":50000}`)
	var raised operator.Approval
	if err := json.Unmarshal(answer.Body, &raised); err != nil || answer.Status != http.StatusAccepted {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	s.operate(made.Reference, "approve", "")
	if got := s.seen(made.Reference); got.Step != operator.OperatorWithdrawalStepREQUESTED || !got.NeedsSecondPerson {
		t.Fatalf("one person raised the limit and approved what was above it: %+v", got)
	}
	if answer := s.Operator(t, "ploy").Do(http.MethodPost, "/operator/approvals/"+raised.ID+"/approve", ""); answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	s.approve(made.Reference)
}

func TestASecondPersonCannotApproveWhatWasTakenBack(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.fund(somchai, money.Units(50_000))
	made := s.withdraw(somchai, "30000")
	ctx, services := s.commands("noi")
	_, asked, err := services.Withdrawals.ApproveWithdrawal(ctx, made.Reference)
	if err != nil || asked.IsZero() {
		t.Fatal(asked, err)
	}
	s.cancel(somchai, made.Reference, http.StatusOK, "")
	ctx, services = s.commands("ploy")
	if _, err := services.Approvals.Approve(ctx, asked); !errors.Is(err, approval.ErrStale) {
		t.Error(err)
	}
	s.holds(somchai, money.Units(51_000), 0, 0)
}

func TestTheQueueIsFilteredAndPaged(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.limits(money.Baht, 100, 50_000, "")
	first, second := s.withdraw(somchai, "100"), s.withdraw(malee, "200")
	s.fund(bounmy, money.Units(500_000))
	kip := s.withdraw(bounmy, "100000")
	s.approve(second.Reference)
	expect := func(query string, want ...string) {
		t.Helper()
		var page operator.OperatorWithdrawalPage
		answer := s.noi.Do(http.MethodGet, "/operator/withdrawals?"+query, "")
		if err := json.Unmarshal(answer.Body, &page); err != nil || answer.Status != http.StatusOK {
			t.Fatalf("%s: %d %s", query, answer.Status, answer.Body)
		}
		var got []string
		for _, one := range page.Withdrawals {
			got = append(got, one.Reference)
		}
		if strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%s: %v, not %v", query, got, want)
		}
	}
	expect("show=OPEN", first.Reference, second.Reference, kip.Reference)
	expect("", kip.Reference, second.Reference, first.Reference)
	expect("show=WAITING&currency=BAHT", first.Reference)
	expect("show=APPROVED", second.Reference)
	expect("member="+bounmy.String(), kip.Reference)
	expect("show=OPEN&page=2&limit=2", kip.Reference)
	for _, none := range []string{"show=TROUBLE", "show=PAID", "show=RETURNED", "page=9"} {
		expect(none)
	}
	for _, bad := range []string{"show=ODD", "member=1", "member=00000001", "page=0"} {
		if answer := s.noi.Do(http.MethodGet, "/operator/withdrawals?"+bad, ""); answer.Code() != "KEY_INVALID" {
			t.Errorf("%s: %d %s", bad, answer.Status, answer.Body)
		}
	}
	for _, what := range []string{"approve", "retry"} {
		for _, odd := range []string{"W0", "%00", id.NewID().String(), strings.Repeat("W", 3000)} {
			if answer := s.operate(odd, what, ""); answer.Code() != "NO_DATA" {
				t.Errorf("%s %.20s: %d %s", what, odd, answer.Status, answer.Body)
			}
		}
	}
	for what, body := range map[string]string{"reject": `{"reason":"x"}`, "paid": `{"bankReference":"KTB-1"}`} {
		if answer := s.operate("W0", what, body); answer.Code() != "NO_DATA" {
			t.Errorf("%s: %d %s", what, answer.Status, answer.Body)
		}
	}
	if answer := s.noi.Do(http.MethodGet, "/operator/withdrawals/W0", ""); answer.Code() != "NO_DATA" {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
}

func TestThePayoutGatewayIsAChannelOfTheCurrency(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	for _, bad := range []string{kipGateway, "NOBODY1"} {
		if answer := s.noi.Do(http.MethodPut, "/operator/withdraw-limits/BAHT", `{"minimum":100,"maximum":200,"payoutGateway":"`+bad+`"}`); answer.Code() != "KEY_INVALID" {
			t.Errorf("%s: %d %s", bad, answer.Status, answer.Body)
		}
	}
	answer := s.noi.Do(http.MethodPut, "/operator/withdraw-limits/BAHT", `{"minimum":100,"maximum":200}`)
	var limits operator.OperatorWithdrawLimit
	if err := json.Unmarshal(answer.Body, &limits); err != nil || limits.PayoutGateway != gateway || limits.ReviewAbove != money.Units(20_000) {
		t.Errorf("what was not given changed: %s", answer.Body)
	}
}
