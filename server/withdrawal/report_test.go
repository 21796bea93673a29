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
	"krapao/server/portaltest/paymenttest"
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
func (s *env) tell(event webhook.PayoutEvent, how paymenttest.Signed) portaltest.Answer {
	s.t.Helper()
	body, err := json.Marshal(event)
	if err != nil {
		s.t.Fatal(err)
	}
	how.Path = "/webhooks/payout/"
	return s.Send(body, how)
}

func TestAReportThatIsNotSignedAsAgreedPaysNothing(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	reference, event := s.sent("500")
	for name, how := range map[string]paymenttest.Signed{
		"tampered":                   {Tamper: func(body []byte) []byte { return []byte(strings.Replace(string(body), "500", "501", 1)) }},
		"signed by another gateway":  {Secret: paymenttest.Credentials.Secret(simulator.GatewayParty(otherGateway))},
		"signed by nobody":           {Signature: strings.Repeat("00", 32)},
		"six minutes old":            {Age: 6 * time.Minute},
		"six minutes ahead":          {Age: -6 * time.Minute},
		"from a gateway that is not": {Gateway: "NOBODY1"},
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
		change func(*webhook.PayoutEvent, *paymenttest.Signed)
		alarm  string
	}{
		"another amount":    {func(e *webhook.PayoutEvent, _ *paymenttest.Signed) { e.Amount++ }, "AMOUNT_DIFFERS"},
		"another currency":  {func(e *webhook.PayoutEvent, _ *paymenttest.Signed) { e.Currency = webhook.LAK }, "CURRENCY_DIFFERS"},
		"another name":      {func(e *webhook.PayoutEvent, _ *paymenttest.Signed) { e.PayoutReference = "PO-OTHER" }, "REFERENCE_DIFFERS"},
		"an unknown payout": {func(e *webhook.PayoutEvent, _ *paymenttest.Signed) { e.Reference = id.NewID().String() }, ""},
		"no payout":         {func(e *webhook.PayoutEvent, _ *paymenttest.Signed) { e.Reference = "no-such-reference" }, ""},
		"another gateway":   {func(_ *webhook.PayoutEvent, how *paymenttest.Signed) { how.Gateway = otherGateway }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newEnv(t)
			reference, event := s.sent("500")
			var how paymenttest.Signed
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
