package withdrawal_test

import (
	"encoding/json"
	"net/http"
	"sync"

	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

func (s *base) balance(member id.MemberID) money.Amount {
	s.t.Helper()
	wallet, err := s.Book.Wallet(s.t.Context(), member)
	if err != nil {
		s.t.Fatal(err)
	}
	return wallet.Main
}

func (s *base) house(account ledger.Account) money.Amount {
	s.t.Helper()
	balance, err := s.Book.House(s.t.Context(), account)
	if err != nil {
		s.t.Fatal(err)
	}
	return balance
}

// sound fails unless every invariant of the ledger holds.
func (s *base) sound() {
	s.t.Helper()
	findings, err := s.Database.DB.Check(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	for _, finding := range findings {
		if !finding.OK {
			s.t.Errorf("the ledger: %+v", finding)
		}
	}
}

// statement gives a member's whole history, newest first.
func (s *base) statement(member id.MemberID) portal.StatementPage {
	s.t.Helper()
	answer := s.As(member).Do(http.MethodPost, "/api/statement", `{"page":1,"limit":100}`)
	var page portal.StatementPage
	if err := json.Unmarshal(answer.Body, &page); err != nil || answer.Status != http.StatusOK {
		s.t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	return page
}

// parallel sends fifty at the same moment.
func (s *base) parallel(send func(i int)) {
	var group sync.WaitGroup
	for i := range parallel {
		group.Go(func() { send(i) })
	}
	group.Wait()
}
