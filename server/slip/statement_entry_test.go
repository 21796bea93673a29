package slip_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"krapao/server/httpapi/api/portal"
	"krapao/server/money"
)

func TestTheStatementsLineLeadsToTheSlipOfItsPayment(t *testing.T) {
	t.Parallel()
	for name, credit := range map[string]func(s *env, made paid){
		"the slip credited it":                   func(*env, paid) {},
		"its line did before":                    func(s *env, made paid) { s.line(made, money.Units(500), payerOf(somchai), made.TransactionReference) },
		"its line without a reference did":       func(s *env, made paid) { s.line(made, money.Units(500), payerOf(somchai), "") },
		"operators vouched for its claim before": func(s *env, _ paid) { s.vouched(s.claimed("500")) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newEnv(t)
			made := s.pay(somchai, "500")
			credit(s, made)
			if got := s.decided(somchai, s.upload(somchai, made.picture).Reference); got != "SUCCESS" {
				t.Fatal(got)
			}
			s.wantBalance(somchai, money.Units(500))
			var page portal.StatementPage
			answer := s.as(somchai).Do(http.MethodPost, "/api/statement", `{"page":1,"limit":10}`)
			if err := json.Unmarshal(answer.Body, &page); err != nil || page.Total != 1 || page.Statements[0].Reference == nil {
				t.Fatalf("%s %v", answer.Body, err)
			}
			var deposit portal.DepositRecord
			answer = s.as(somchai).Do(http.MethodGet, "/api/wallet/deposits/"+*page.Statements[0].Reference, "")
			if err := json.Unmarshal(answer.Body, &deposit); err != nil || deposit.Kind != "SLIP" || deposit.Amount != money.Units(500) {
				t.Errorf("%s %v", answer.Body, err)
			}
		})
	}
}
