package deposit_test

import (
	"context"
	"net/http"
	"sync"
	"testing"

	"krapao/server/money"
	"krapao/server/portaltest"
)

// TestAskingAndApprovingAtOnceNeverWaitForEachOther has an operator ask for something again while another one approves
// it. Both wait for the row that it is about, which somebody else holds; who asked comes first.
func TestAskingAndApprovingAtOnceNeverWaitForEachOther(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(s *intakeEnv) (row, path, body string){
		"matching a payment": func(s *intakeEnv) (row, path, body string) {
			id := s.strayed()
			return "suspense_payment where id = '" + id + "'", "/operator/suspense/" + id + "/match", `{"memberId":"10000001","note":"seen"}`
		},
		"returning a payment": func(s *intakeEnv) (row, path, body string) {
			id := s.strayed()
			return "suspense_payment where id = '" + id + "'", "/operator/suspense/" + id + "/return", `{"note":"sent back"}`
		},
		"a claim": func(s *intakeEnv) (row, path, body string) {
			s.As(somchai).Do(http.MethodPost, "/api/wallet/add", `{"amount":100}`)
			var id string
			if err := s.Database.DB.Querier(s.t.Context()).QueryRow(s.t.Context(), "select id::text from deposit_claim").Scan(&id); err != nil {
				s.t.Fatal(err)
			}
			return "deposit_claim where id = '" + id + "'", "/operator/claims/" + id + "/approve", `{"note":"seen"}`
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newIntakeEnv(t)
			s.deadlocksLast()
			row, path, body := prepare(s)
			ask := func() portaltest.Answer { return s.noi.Do(http.MethodPost, path, body) }
			request := s.asked(ask())
			var group sync.WaitGroup
			s.while(func(ctx context.Context) {
				if _, err := s.Database.DB.Querier(ctx).Exec(ctx, "select from "+row+" for update"); err != nil {
					t.Fatal(err)
				}
				group.Go(func() {
					if answer := ask(); answer.Status != http.StatusOK && answer.Status != http.StatusNotFound {
						t.Errorf("asking: %d %s", answer.Status, answer.Body)
					}
				})
				s.stuck(1)
				group.Go(func() {
					if answer := s.approve(request); answer.Status != http.StatusOK {
						t.Errorf("approving: %d %s", answer.Status, answer.Body)
					}
				})
				s.stuck(2)
			})
			group.Wait()
			s.sound()
		})
	}
}

// strayed is a payment that is nobody's, in suspense.
func (s *intakeEnv) strayed() (suspense string) {
	s.t.Helper()
	line := s.lineFrom(somchai, hundred)
	line.Payer = nil
	s.arrived(fed{}, line)
	s.suspended(money.Baht, hundred, "NO_MATCH")
	return s.firstWaiting()
}
