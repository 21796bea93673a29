package game_test

import (
	"net/http"
	"testing"
	"time"

	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/money"
)

func (s *env) days(member id.MemberID, query string) portal.GameResultPage {
	s.t.Helper()
	return do[portal.GameResultPage](s, member, http.MethodGet, "/api/game-result"+query)
}

func TestAMemberSeesWhatEachGameWonOrLostByDay(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	naga, goal := s.open(somchai, linked), s.open(somchai, posted)
	s.fund(somchai, linked, naga, money.Units(100))
	s.fund(somchai, posted, goal, money.Units(50))
	if none := s.days(somchai, ""); none.Total != 0 || len(none.Days) != 0 {
		t.Errorf("before any play: %+v", none)
	}
	// The last moment of a month in Bangkok, and the next one.
	last := time.Date(s.Clock.Now().Year()+1, time.January, 31, 16, 59, 59, 999_000_000, time.UTC)
	s.Clock.Set(last)
	s.setBalance(linked, naga, "40.50")
	s.setBalance(posted, goal, "60")
	s.refresh(somchai)
	s.Clock.Advance(5 * time.Millisecond)
	s.setBalance(linked, naga, "41")
	s.Clock.Advance(4 * time.Second)
	s.refresh(somchai)
	found := s.days(somchai, "")
	if found.Total != 2 || len(found.Days) != 2 {
		t.Fatalf("%+v", found)
	}
	next, day := found.Days[0], found.Days[1]
	if next.Day.Format("01-02") != "02-01" || next.Result.String() != "0.50" || len(next.Games) != 1 || next.Games[0].Code != linked {
		t.Errorf("the first of the month: %+v", next)
	}
	if day.Day.Format("01-02") != "01-31" || day.Result.String() != "-49.50" || len(day.Games) != 2 {
		t.Fatalf("the last of the month: %+v", day)
	}
	if one, other := day.Games[0], day.Games[1]; one.Code != posted || one.Result.String() != "10.00" || other.Code != linked || other.Result.String() != "-59.50" || other.Name == "" {
		t.Errorf("game by game: %+v", day.Games)
	}
	if second := s.days(somchai, "?page=2&limit=1"); second.Total != 2 || len(second.Days) != 1 || second.Days[0].Day != day.Day {
		t.Errorf("page 2: %+v", second)
	}
	if others := s.days(malee, ""); others.Total != 0 || len(others.Days) != 0 {
		t.Errorf("another member's results: %+v", others)
	}
	s.refused(somchai, http.MethodGet, "/api/game-result?page=0", "KEY_INVALID")
}
