package withdrawal_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"krapao/server/httpapi/api/operator"
	"krapao/server/id"
	"krapao/server/member"
	"krapao/server/money"
	"krapao/server/portaltest/paymenttest"
	"krapao/server/simulator/api/webhook"
)

const (
	isApproved = operator.OperatorWithdrawalStepAPPROVED
	isSent     = operator.OperatorWithdrawalStepSENT
	isPaid     = operator.OperatorWithdrawalStepPAID
	isRefused  = operator.OperatorWithdrawalStepREFUSED
)

func TestAnApprovedWithdrawalIsPaidByTheGatewayToTheCopiedAccount(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.runSimulator()
	made := s.withdraw(somchai, "500")
	if err := s.members.PutBank(t.Context(), somchai, member.BankAccount{BankCode: "SCB", Number: "7777777777", Name: "SOMEBODY ELSE"}, s.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	s.approve(made.Reference)
	s.settled(made.Reference, isPaid)
	outs := s.paidOut()
	if len(outs) != 1 || outs[0].Destination.BankCode != "KTB" || outs[0].Destination.AccountNo != "1234567890" || outs[0].Amount != money.Units(500) {
		t.Errorf("I11: not paid where it was held for: %+v", outs)
	}
	if steps := s.steps(made.Reference); steps != "REQUESTED APPROVED SENT PAID" {
		t.Error(steps)
	}
	s.holds(somchai, money.Units(500), 0, money.Units(500))
	if line := s.statement(somchai).Statements[0]; line.Status != "SUCCESS" || line.WalletChange != -money.Units(500) {
		t.Errorf("%+v", line)
	}
}

// Each fault that the sandbox knows, and what becomes of a withdrawal under it: it is paid once, returned, or waits for
// a person.
func TestWhateverTheGatewayDoesTheMemberIsPaidOnceOrNot(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		faults []string
		ends   operator.OperatorWithdrawalStep
		alarm  string
	}{
		"it answers late":                    {[]string{`{"mode":"late","seconds":0.3,"count":2}`}, isPaid, ""},
		"its answer is lost":                 {[]string{`{"mode":"lose","count":2}`}, isPaid, ""},
		"it says 500 after it took it":       {[]string{`{"mode":"error-after","count":2}`}, isPaid, ""},
		"it says 500 and took nothing":       {[]string{`{"mode":"error-before","count":2}`}, isPaid, ""},
		"it is down":                         {[]string{`{"mode":"down","count":2}`}, isPaid, ""},
		"it takes it long after":             {[]string{`{"mode":"apply-late","seconds":0.5,"count":1}`}, isPaid, ""},
		"it refuses":                         {[]string{`{"mode":"reject"}`}, isRefused, ""},
		"its report comes three times":       {[]string{`{"mode":"webhook-repeat"}`}, isPaid, ""},
		"its report comes late":              {[]string{`{"mode":"webhook-late","seconds":1}`}, isPaid, ""},
		"its report never comes":             {[]string{`{"mode":"webhook-lose"}`}, isPaid, ""},
		"its answer lies about the amount":   {[]string{`{"mode":"lie"}`, `{"mode":"webhook-lose"}`}, isApproved, "AMOUNT_DIFFERS"},
		"answer and report are lost":         {[]string{`{"mode":"lose","count":1}`, `{"mode":"webhook-lose"}`}, isPaid, ""},
		"it is down, and its report is lost": {[]string{`{"mode":"error-after","count":1}`, `{"mode":"webhook-lose"}`}, isPaid, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newEnv(t)
			s.runSimulator()
			for _, fault := range c.faults {
				s.fault(fault)
			}
			made := s.withdraw(somchai, "500")
			s.approve(made.Reference)
			if c.alarm != "" {
				s.alarmed(made.Reference, c.alarm)
			}
			s.settled(made.Reference, c.ends)
			switch c.ends {
			case isPaid:
				s.holds(somchai, money.Units(500), 0, money.Units(500))
			case isRefused:
				s.holds(somchai, money.Units(1000), 0, 0)
				if reason := s.listed(somchai)[0].Reason; reason == nil || *reason != "OTHER" {
					t.Errorf("%+v", s.listed(somchai)[0])
				}
			default:
				s.holds(somchai, money.Units(500), money.Units(500), 0)
			}
			if outs := s.paidOut(); len(outs) != 1 {
				t.Errorf("ordered %d times: %+v", len(outs), outs)
			}
		})
	}
}

// alarmed waits until the operator's queue has the alarm.
func (s *env) alarmed(reference, alarm string) {
	s.t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if payout := s.seen(reference).Payout; payout != nil && text(payout.Alarm) == alarm {
			return
		}
		s.payOut()
	}
	s.t.Fatalf("no %s: %+v", alarm, s.seen(reference).Payout)
}

func TestAReportThatLiesIsNotBelievedUntilAnOperatorAsksAgain(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.fault(`{"mode":"webhook-lie","count":1}`)
	s.runSimulator()
	made := s.withdraw(somchai, "500")
	s.approve(made.Reference)
	s.payOut()
	s.Clock.Advance(1900 * time.Millisecond) // not yet time to ask
	s.Clock.Advance(200 * time.Millisecond)  // the simulator pays, and its report lies
	s.untilAlarm(made.Reference)
	var page operator.OperatorWithdrawalPage
	if err := json.Unmarshal(s.noi.Do(http.MethodGet, "/operator/withdrawals?show=TROUBLE", "").Body, &page); err != nil || page.Total != 1 || page.Withdrawals[0].Reference != made.Reference {
		t.Errorf("the queue: %+v %v", page, err)
	}
	for range 3 {
		s.Clock.Advance(time.Minute)
		s.payOut()
	}
	s.holds(somchai, money.Units(500), money.Units(500), 0)
	for _, what := range []string{"reject", "paid"} {
		if answer := s.operate(made.Reference, what, map[string]string{"reject": `{"reason":"a test"}`, "paid": `{"bankReference":"KTB-1"}`}[what]); answer.Code() != "APPROVAL_STALE" {
			t.Errorf("%s: %d %s", what, answer.Status, answer.Body)
		}
	}
	if answer := s.operate(made.Reference, "retry", ""); answer.Status != http.StatusOK {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	s.settled(made.Reference, isPaid)
	s.holds(somchai, money.Units(500), 0, money.Units(500))
}

// untilAlarm waits for what a report makes, without asking the gateway.
func (s *env) untilAlarm(reference string) {
	s.t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if payout := s.seen(reference).Payout; payout != nil && payout.Alarm != nil {
			return
		}
	}
	s.t.Fatal("no alarm")
}

func TestReportsInAnyNumberAndOrderPayOnce(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	reference, event := s.sent("500")
	s.parallel(func(i int) {
		copied := event
		if i%2 == 0 {
			copied.EventID = id.NewID().String()
		}
		if answer := s.tell(copied, paymenttest.Signed{}); answer.Status != http.StatusOK {
			t.Errorf("I11: a report of the same end: %d %s", answer.Status, answer.Body)
		}
	})
	s.holds(somchai, money.Units(500), 0, money.Units(500))
	reason := webhook.PayoutRejection("NO_ACCOUNT")
	late := event
	late.EventID, late.Type, late.Reason, late.PaidAt = "evt_contradiction", webhook.PayoutEventTypeREJECTED, &reason, nil
	s.tell(late, paymenttest.Signed{})
	if got := s.seen(reference); got.Step != isPaid || text(got.Payout.Alarm) != "CONTRADICTION" {
		t.Errorf("%+v", got)
	}
	s.holds(somchai, money.Units(500), 0, money.Units(500))
	if answer := s.operate(reference, "retry", ""); answer.Status != http.StatusOK || s.seen(reference).Payout.Alarm != nil {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
}

func TestAReportThatOvertakesTheAnswerSettles(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.fault(`{"mode":"lose"}`)
	made := s.withdraw(somchai, "500")
	now := s.Clock.Now()
	event := webhook.PayoutEvent{EventID: "evt_early", Type: webhook.PayoutEventTypePAID, PayoutReference: "PO1", Amount: made.Amount, Currency: webhook.BAHT, PaidAt: &now}
	event.Reference = s.idOf(made.Reference)
	s.tell(event, paymenttest.Signed{}) // of what nobody ordered yet: alarms and pays nothing
	s.holds(somchai, money.Units(500), money.Units(500), 0)
	s.approve(made.Reference)
	for end := time.Now().Add(20 * time.Second); len(s.paidOut()) == 0 && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		s.payOut()
	}
	event.EventID, event.PayoutReference = "evt_overtaking", s.paidOut()[0].PayoutReference
	s.tell(event, paymenttest.Signed{})
	if steps := s.steps(made.Reference); steps != "REQUESTED APPROVED SENT PAID" {
		t.Error(steps)
	}
	s.holds(somchai, money.Units(500), 0, money.Units(500))
}

// idOf gives what the gateway knows a withdrawal by.
func (s *env) idOf(reference string) (withdrawal string) {
	s.t.Helper()
	if err := s.Database.DB.Querier(s.t.Context()).QueryRow(s.t.Context(), "select id::text from withdrawal where reference = $1", reference).Scan(&withdrawal); err != nil {
		s.t.Fatal(err)
	}
	return withdrawal
}

func TestAnAccountThatTheBankDoesNotKnowGetsTheMoneyBack(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.runSimulator()
	if err := s.members.PutBank(t.Context(), somchai, member.BankAccount{BankCode: "KTB", Number: "0000000000", Name: "NOBODY"}, s.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	made := s.withdraw(somchai, "500")
	s.approve(made.Reference)
	s.settled(made.Reference, isRefused)
	record := s.listed(somchai)[0]
	if record.Status != "RETURNED" || record.Reason == nil || *record.Reason != "NO_ACCOUNT" || s.steps(made.Reference) != "REQUESTED APPROVED SENT REFUSED" {
		t.Errorf("%+v", record)
	}
	s.holds(somchai, money.Units(1000), 0, 0)
}
