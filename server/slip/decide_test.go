package slip_test

import (
	"encoding/json"
	"net/http"
	"sync"
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/httpapi/api/operator"
	"krapao/server/money"
	"krapao/server/portaltest"
)

// TestASecondPersonAndALineAtTheSameMomentCreditOnce: whoever is first, the approval is done or stale and never an
// error of ours.
func TestASecondPersonAndALineAtTheSameMomentCreditOnce(t *testing.T) {
	t.Parallel()
	s := newEnv(t, portaltest.WithConfig(func(config *app.Config) { config.Slip.CheckTries = 1 }))
	noi, dao := s.Operator(t, "noi"), s.Operator(t, "dao")
	s.answering(http.StatusServiceUnavailable, `{"code":"INTERNAL","message":"down"}`)
	const rounds = 8
	total := money.Amount(0)
	for round := range rounds {
		amount := money.Units(10 + int64(round))
		made := s.pay(somchai, amount.String())
		s.upload(somchai, made.picture)
		var shown operator.OperatorSlip
		answer := noi.Do(http.MethodPost, "/operator/slips/"+s.waiting(1)[0].ID+"/approve", `{"amount":`+amount.String()+`,"note":"seen"}`)
		if err := json.Unmarshal(answer.Body, &shown); err != nil || answer.Status != http.StatusOK {
			t.Fatalf("%d %s %v", answer.Status, answer.Body, err)
		}
		var approved portaltest.Answer
		var group sync.WaitGroup
		group.Go(func() {
			approved = dao.Do(http.MethodPost, "/operator/approvals/"+text(shown.ApprovalID)+"/approve", "")
		})
		group.Go(func() {
			time.Sleep(time.Duration(round%4) * time.Millisecond) // the requests of the approval take a moment
			s.line(made, amount, payerOf(somchai), made.TransactionReference)
		})
		group.Wait()
		if approved.Status != http.StatusOK {
			t.Fatalf("%d %s", approved.Status, approved.Body)
		}
		total += amount
		s.wantBalance(somchai, total)
		s.Clock.Advance(time.Minute)
	}
}
