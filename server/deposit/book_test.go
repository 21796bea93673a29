package deposit_test

import (
	"encoding/json"
	"net/http"
	"strings"

	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/portaltest/paymenttest"
)

func (s *env) balance(member id.MemberID) money.Amount {
	s.t.Helper()
	wallet, err := s.Book.Wallet(s.t.Context(), member)
	if err != nil {
		s.t.Fatal(err)
	}
	return wallet.Main
}

func (s *env) house(account ledger.Account) money.Amount {
	s.t.Helper()
	balance, err := s.Book.House(s.t.Context(), account)
	if err != nil {
		s.t.Fatal(err)
	}
	return balance
}

// booked fails unless the ledger is sound, the member has this much, and suspense holds that much for these reasons.
func (s *env) booked(member id.MemberID, want, suspense money.Amount, reasons ...string) {
	s.t.Helper()
	if got := s.balance(member); got != want {
		s.t.Errorf("the member has %v, not %v", got, want)
	}
	currency := paymenttest.CurrencyOf(member)
	if got := s.house(ledger.Suspense(currency)); got != suspense {
		s.t.Errorf("I6: of what was acknowledged suspense holds %v, not %v", got, suspense)
	}
	if got := s.house(ledger.Clearing("payment", currency)); got != -want-suspense {
		s.t.Errorf("the gateways owe %v, not %v", got, want+suspense)
	}
	if got := s.queue(); got != strings.Join(reasons, " ") {
		s.t.Errorf("the operator's queue: %q, not %q", got, strings.Join(reasons, " "))
	}
	s.sound()
}

// sound fails unless every invariant of the ledger holds.
func (s *env) sound() {
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

// queue gives the reasons in the operator's queue, in order.
func (s *env) queue() (reasons string) {
	s.t.Helper()
	err := s.Database.DB.Querier(s.t.Context()).QueryRow(s.t.Context(), "select coalesce(string_agg(reason, ' ' order by id), '') from suspense_payment").Scan(&reasons)
	if err != nil {
		s.t.Fatal(err)
	}
	return reasons
}

func (s *env) count(table string) (rows int) {
	s.t.Helper()
	if err := s.Database.DB.Querier(s.t.Context()).QueryRow(s.t.Context(), "select count(*) from "+table).Scan(&rows); err != nil {
		s.t.Fatal(err)
	}
	return rows
}

// statement gives a member's whole history, newest first.
func (s *env) statement(member id.MemberID) portal.StatementPage {
	s.t.Helper()
	answer := s.As(member).Do(http.MethodPost, "/api/statement", `{"page":1,"limit":100}`)
	var page portal.StatementPage
	if err := json.Unmarshal(answer.Body, &page); err != nil || answer.Status != http.StatusOK {
		s.t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	return page
}
