package withdrawal_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/simulator"
	"krapao/server/simulator/api/webhook"
)

// sent gives a withdrawal whose order a gateway took and did not pay yet, and the honest report that it is paid.
func (s *env) sent(amount string) (reference string, report webhook.PayoutEvent) {
	s.t.Helper()
	made := s.withdraw(somchai, amount)
	s.approve(made.Reference)
	for end := time.Now().Add(20 * time.Second); s.seen(made.Reference).Step != isSent; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			s.t.Fatalf("%+v", s.seen(made.Reference))
		}
		s.payOut()
	}
	now := s.Clock.Now()
	out := s.paidOut()[0]
	return made.Reference, webhook.PayoutEvent{
		EventID: "evt_" + id.NewID().String(), Type: webhook.PayoutEventTypePAID, Reference: out.Reference, PayoutReference: out.PayoutReference,
		Amount: made.Amount, Currency: webhook.BAHT, PaidAt: &now,
	}
}

// tell sends a report about a payout.
func (s *env) tell(event webhook.PayoutEvent, how signed) portaltest.Answer {
	s.t.Helper()
	body, err := json.Marshal(event)
	if err != nil {
		s.t.Fatal(err)
	}
	how.path = "/webhooks/payout/"
	return s.send(body, how)
}

func TestAReportThatIsNotSignedAsAgreedPaysNothing(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	reference, event := s.sent("500")
	for name, how := range map[string]signed{
		"tampered":                   {tamper: func(body []byte) []byte { return []byte(strings.Replace(string(body), "500", "501", 1)) }},
		"signed by another gateway":  {secret: credentials.Secret(simulator.GatewayParty(otherGateway))},
		"signed by nobody":           {signature: strings.Repeat("00", 32)},
		"six minutes old":            {age: 6 * time.Minute},
		"six minutes ahead":          {age: -6 * time.Minute},
		"from a gateway that is not": {gateway: "NOBODY1"},
	} {
		if answer := s.tell(event, how); answer.Status != http.StatusUnauthorized {
			t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
		}
	}
	if got := s.seen(reference); got.Step != isSent {
		t.Errorf("%+v", got)
	}
	s.holds(somchai, money.Units(500), money.Units(500), 0)
}

func TestAReportThatDoesNotFitChangesNothingAndAlarmsTheOperator(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*webhook.PayoutEvent, *signed)
		alarm  string
	}{
		"another amount":    {func(e *webhook.PayoutEvent, _ *signed) { e.Amount++ }, "AMOUNT_DIFFERS"},
		"another currency":  {func(e *webhook.PayoutEvent, _ *signed) { e.Currency = webhook.LAK }, "CURRENCY_DIFFERS"},
		"another name":      {func(e *webhook.PayoutEvent, _ *signed) { e.PayoutReference = "PO-OTHER" }, "REFERENCE_DIFFERS"},
		"an unknown payout": {func(e *webhook.PayoutEvent, _ *signed) { e.Reference = id.NewID().String() }, ""},
		"no payout":         {func(e *webhook.PayoutEvent, _ *signed) { e.Reference = "no-such-reference" }, ""},
		"another gateway":   {func(_ *webhook.PayoutEvent, how *signed) { how.gateway = otherGateway }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newEnv(t)
			reference, event := s.sent("500")
			var how signed
			c.change(&event, &how)
			for range 2 {
				if answer := s.tell(event, how); answer.Status != http.StatusOK {
					t.Errorf("%d %s", answer.Status, answer.Body)
				}
			}
			if got := s.seen(reference); got.Step != isSent || text(got.Payout.Alarm) != c.alarm {
				t.Errorf("%+v", got)
			}
			s.holds(somchai, money.Units(500), money.Units(500), 0)
			if !strings.Contains(s.Logs.String(), "cannot be believed") {
				t.Error("nobody is told")
			}
			waiting, err := s.App.Withdrawals.WithdrawalsWaiting(t.Context())
			trouble := 0
			for _, of := range waiting {
				trouble += of.Trouble
			}
			if err != nil || trouble != 1 {
				t.Errorf("%+v %v", waiting, err)
			}
		})
	}
}
