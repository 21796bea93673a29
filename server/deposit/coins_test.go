package deposit_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/portaltest/paymenttest"
)

// coinRule sets how deposits in baht bring coins; two operators see to it.
func (s *env) coinRule(body string) {
	s.t.Helper()
	noi, kam := s.Operator(s.t, "ruler"), s.Operator(s.t, "judge")
	answer := noi.Do(http.MethodPut, "/operator/spin/rules/BAHT", body)
	var asked struct{ ID string }
	if err := json.Unmarshal(answer.Body, &asked); err != nil || answer.Status != http.StatusAccepted {
		s.t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	if answer := kam.Do(http.MethodPost, "/operator/approvals/"+asked.ID+"/approve", ""); answer.Status != http.StatusOK {
		s.t.Fatalf("%d %s", answer.Status, answer.Body)
	}
}

func (s *env) coins(owner id.MemberID) money.Amount {
	s.t.Helper()
	wallet, err := s.Book.Wallet(s.t.Context(), owner)
	if err != nil {
		s.t.Fatal(err)
	}
	return money.Amount(wallet.Coins)
}

func TestADepositBringsItsCoinsOnceInItsOwnTransaction(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	before := s.event(s.made(malee, gateway, "100"))
	s.taken(before, paymenttest.Signed{})
	s.coinRule(`{"perAmount":50,"coins":2,"maxCoins":7,"reviewAbove":0}`)
	event := s.event(s.made(somchai, gateway, "120"))
	s.parallel(func(int) { s.taken(event, paymenttest.Signed{}) })
	again := event
	again.EventID += "-2"
	s.taken(again, paymenttest.Signed{})
	s.taken(before, paymenttest.Signed{})
	if got := s.coins(somchai); got != 4 {
		t.Errorf("I12: %d coins for 120 baht, not 4", got)
	}
	if got := s.coins(malee); got != 0 {
		t.Errorf("I12: a deposit from before the rule brought %d coins", got)
	}
	if got := s.balance(somchai); got != money.Units(120) {
		t.Errorf("I12: %v in the wallet", got)
	}
	if got := s.house(ledger.House("spin", ledger.Coin)); got != -4 {
		t.Errorf("I3: the house has %d coins", got)
	}
	large := s.event(s.made(somchai, gateway, "5000"))
	s.taken(large, paymenttest.Signed{})
	if got := s.coins(somchai); got != 4+7 {
		t.Errorf("I12: %d coins after a deposit beyond the rule's most, not 11", got)
	}
	s.sound()
}

func TestEveryWayInBringsCoinsAndAReturnedPaymentNone(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	s.coinRule(`{"perAmount":100,"coins":1,"maxCoins":10,"reviewAbove":0}`)
	s.feed(fed{}, s.lineFrom(somchai, money.Units(250)))
	if got := s.coins(somchai); got != 2 {
		t.Errorf("I12: %d coins for a bank line of 250", got)
	}
	if answer := s.feed(fed{}, s.lineFrom(bounmy, money.Units(250))); answer.Status != http.StatusOK {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	if got := s.coins(bounmy); got != 0 {
		t.Errorf("I12: a payment that matched nobody brought %d coins", got)
	}
	s.sound()
}
