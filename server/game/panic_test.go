package game_test

import (
	"context"
	"testing"

	"krapao/server/game"
	"krapao/server/money"
)

// stumbling is a provider's adapter with a defect: it panics over one game.
type stumbling struct {
	game.Gateway
	game string
}

func (s stumbling) Balance(ctx context.Context, code, username string) (game.Balance, error) {
	if code == s.game {
		panic("a defect")
	}
	return s.Gateway.Balance(ctx, code, username)
}

func TestAPanicOverOneProviderLeavesItsAccountAndTheOthersAreRefreshed(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	naga, goal := s.open(somchai, linked), s.open(somchai, posted)
	s.fund(somchai, linked, naga, money.Units(10))
	s.fund(somchai, posted, goal, money.Units(10))
	s.setBalance(linked, naga, "20")
	s.setBalance(posted, goal, "20")
	s.App.Games.Gateway = stumbling{s.App.Games.Gateway, linked}
	report := s.refresh(somchai)
	if got := of(report, linked); got.IsFresh || got.Amount != money.Units(10) {
		t.Errorf("%+v", got)
	}
	if got := of(report, posted); !got.IsFresh || got.Amount != money.Units(20) {
		t.Errorf("%+v", got)
	}
}
