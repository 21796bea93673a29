package deposit_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"krapao/server/deposit"
	"krapao/server/httpapi/api/operator"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/portaltest/paymenttest"
)

// waiting gives the operator's queue.
func (s *intakeEnv) waiting() (page operator.SuspensePage) {
	s.t.Helper()
	answer := s.noi.Do(http.MethodGet, "/operator/suspense?limit=100", "")
	if err := json.Unmarshal(answer.Body, &page); err != nil || answer.Status != http.StatusOK {
		s.t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	return page
}

// firstWaiting gives the id of the oldest payment in the queue.
func (s *intakeEnv) firstWaiting() string {
	s.t.Helper()
	page := s.waiting()
	if len(page.Suspense) == 0 {
		s.t.Fatal("nothing waits")
	}
	return page.Suspense[0].ID
}

func (s *intakeEnv) match(suspense string, who id.MemberID) string {
	s.t.Helper()
	return s.asked(s.noi.Do(http.MethodPost, "/operator/suspense/"+suspense+"/match", `{"memberId":"`+who.String()+`","note":"by the phone call"}`))
}

func TestALatePaymentIsCreditedByTwoOperators(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	qr := s.made(somchai, gateway, "100")
	s.Clock.Advance(deposit.Lifetime + time.Second)
	s.taken(s.event(qr), paymenttest.Signed{})
	s.suspended(money.Baht, hundred, "LATE")
	page := s.waiting()
	if row := page.Suspense[0]; page.Total != 1 || row.Source != "GATEWAY" || row.SourceCode != gateway || row.Reason != "LATE" || row.Amount != hundred ||
		text(row.MemberID) != somchai.String() || text(row.Payer) != "SCB" {
		t.Errorf("the operator sees %+v", row)
	}
	if story := s.story(somchai); story != "1 QR PROMPTPAY1 100.00 PENDING STARTED EXPIRED PAID REVIEW" {
		t.Errorf("the member sees %q", story)
	}
	request := s.match(page.Suspense[0].ID, somchai)
	if answer := s.noi.Do(http.MethodPost, "/operator/approvals/"+request+"/approve", ""); answer.Code() != "APPROVAL_SELF" {
		t.Errorf("one person alone: %d %s", answer.Status, answer.Body)
	}
	s.wantBalance(somchai, 0)
	s.parallel(func(int) { s.approve(request) })
	s.wantBalance(somchai, hundred)
	s.suspended(money.Baht, 0, "LATE")
	s.taken(s.event(qr), paymenttest.Signed{}) // and the gateway says it again
	s.wantBalance(somchai, hundred)
	if story := s.story(somchai); story != "1 QR PROMPTPAY1 100.00 SUCCESS STARTED EXPIRED PAID REVIEW CREDITED" {
		t.Errorf("the member sees %q", story)
	}
	if left := s.waiting(); left.Total != 0 {
		t.Errorf("%d still wait", left.Total)
	}
}

func TestALineInSuspenseIsCreditedOnce(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	line := s.lineFrom(somchai, hundred)
	line.Payer.AccountNo = to("4050000000")
	s.arrived(fed{}, line)
	suspense := s.firstWaiting()
	first, second := s.match(suspense, somchai), s.match(suspense, malee)
	s.parallel(func(i int) {
		if i%2 == 0 {
			s.approve(first)
		} else {
			s.approve(second)
		}
	})
	if total := s.balance(somchai) + s.balance(malee); total != hundred {
		t.Errorf("%v came of 100.00", total)
	}
	s.sound()
	s.arrived(fed{}, line)
	winner := somchai
	if s.balance(malee) > 0 {
		winner = malee
	}
	if story := s.story(winner); story != "1 BANK SCB 100.00 SUCCESS PAID REVIEW CREDITED" {
		t.Errorf("the member sees %q", story)
	}
	for _, request := range []string{first, second} {
		if answer := s.approve(request); answer.Code() != "APPROVAL_STALE" {
			t.Errorf("%d %s", answer.Status, answer.Body)
		}
	}
}

func TestAPaymentInSuspenseSettlesAClaim(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	line := s.lineFrom(somchai, hundred)
	line.Payer.AccountNo = to("4050000000")
	s.arrived(fed{}, line)
	claim, suspense := s.claimed(somchai, "100"), s.firstWaiting()
	if paid := s.waiting().Suspense[0].AccountNo; paid == nil || *paid != houseSCB {
		t.Errorf("the account that was paid: %v", paid)
	}
	for body, code := range map[string]string{
		`{"suspenseId":"none","note":"x"}`: "NO_DATA", `{"suspenseId":"` + id.NewID().String() + `","note":"x"}`: "NO_DATA", `{"note":""}`: "KEY_MISSING",
	} {
		if answer := s.noi.Do(http.MethodPost, "/operator/claims/"+claim+"/approve", body); answer.Code() != code {
			t.Errorf("%s: %d %s", body, answer.Status, answer.Body)
		}
	}
	request := s.asked(s.noi.Do(http.MethodPost, "/operator/claims/"+claim+"/approve", `{"suspenseId":"`+suspense+`","note":"the same payment"}`))
	if answer := s.approve(request); answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	s.wantBalance(somchai, hundred)
	s.suspended(money.Baht, 0, "NO_MATCH")
	if s.waitingClaims().Total != 0 || s.story(somchai) != "1 BANK SCB 100.00 SUCCESS PAID REVIEW CREDITED" {
		t.Errorf("the member sees %q", s.story(somchai))
	}
}

func TestAPaymentThatWasSentBackLeavesSuspense(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	line := s.lineFrom(somchai, hundred)
	line.Payer = nil
	s.arrived(fed{}, line)
	suspense := s.firstWaiting()
	request := s.asked(s.noi.Do(http.MethodPost, "/operator/suspense/"+suspense+"/return", `{"note":"sent back"}`))
	matched := s.match(suspense, somchai)
	if answer := s.approve(request); answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	if answer := s.approve(matched); answer.Code() != "APPROVAL_STALE" {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	s.wantBalance(somchai, 0)
	s.suspended(money.Baht, 0, "NO_MATCH")
	if owed := s.house(ledger.Clearing(deposit.ClearingBank, money.Baht)); owed != 0 {
		t.Errorf("the banks hold %v", owed)
	}
	s.arrived(fed{}, line)
	s.wantBalance(somchai, 0)
}

func TestWhatIsNotInSuspenseCannotBeMatched(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	line := s.lineFrom(somchai, hundred)
	line.Payer = nil
	s.arrived(fed{}, line)
	suspense := s.firstWaiting()
	for _, c := range []struct{ path, body, code string }{
		{"none/match", `{"memberId":"10000001","note":"x"}`, "NO_DATA"},
		{id.NewID().String() + "/match", `{"memberId":"10000001","note":"x"}`, "NO_DATA"},
		{suspense + "/match", `{"memberId":"10000077","note":"x"}`, "NO_DATA"},
		{suspense + "/match", `{"memberId":"00000001","note":"x"}`, "NO_DATA"},
		{suspense + "/match", `{"memberId":"10000003","note":"x"}`, "KEY_INVALID"},            // counts kip
		{suspense + "/match", `{"memberId":"10000001","amount":5,"note":"x"}`, "KEY_INVALID"}, // its amount is known
		{suspense + "/match", `{"memberId":"10000001"}`, "KEY_MISSING"},
		{"none/return", `{"note":"x"}`, "NO_DATA"},
		{id.NewID().String() + "/return", `{"note":"x"}`, "NO_DATA"},
		{suspense + "/return", `{"note":""}`, "KEY_MISSING"},
	} {
		if answer := s.noi.Do(http.MethodPost, "/operator/suspense/"+c.path, c.body); answer.Code() != c.code {
			t.Errorf("%s %s: %d %s", c.path, c.body, answer.Status, answer.Body)
		}
	}
	s.suspended(money.Baht, hundred, "NO_MATCH")
}
