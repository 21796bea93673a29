package game_test

import (
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"krapao/server/game"
	"krapao/server/money"
)

func TestWhoInsistsOnARefreshGetsOneThatBeganAfterTheyAsked(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	naga := s.open(somchai, linked)
	s.fund(somchai, linked, naga, money.Units(100))
	var first sync.Once
	looked, goOn := make(chan struct{}), make(chan struct{})
	s.interceptWith("/balance", func(w http.ResponseWriter, r *http.Request) {
		answer := httptest.NewRecorder()
		s.simulator.Handler().ServeHTTP(answer, r)
		first.Do(func() {
			close(looked)
			<-goOn
		})
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(answer.Code)
		_, _ = w.Write(answer.Body.Bytes())
	})
	insist := func() money.Amount {
		report, err := s.App.Games.Refresh(t.Context(), game.RefreshInput{Member: somchai, Force: true})
		if err != nil || len(report.Accounts) != 1 {
			t.Errorf("%+v, %v", report, err)
			return 0
		}
		return report.Accounts[0].Balance
	}
	var refreshes sync.WaitGroup
	refreshes.Go(func() { insist() })
	<-looked
	s.setBalance(linked, naga, "250")
	refreshes.Go(func() {
		if got := insist(); got != money.Units(250) {
			t.Errorf("%v: what was there before they asked", got)
		}
	})
	time.Sleep(200 * time.Millisecond) // the second has joined by now, where it may
	close(goOn)
	refreshes.Wait()
}
