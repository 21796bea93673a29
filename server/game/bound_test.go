package game_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"krapao/server/httpapi/api/operator"
	"krapao/server/money"
	"krapao/server/portaltest"
)

// operate is a call of an operator that must succeed with a status.
func operate[T any](s *env, who *portaltest.Client, method, path, body string, status int) (answer T) {
	s.t.Helper()
	got := who.Do(method, path, body)
	if err := json.Unmarshal(got.Body, &answer); err != nil || got.Status != status {
		s.t.Fatalf("%s %s: %d %s", method, path, got.Status, got.Body)
	}
	return answer
}

func (s *env) heldResults(who *portaltest.Client, show string) []operator.OperatorGameResult {
	s.t.Helper()
	return operate[operator.OperatorGameResultPage](s, who, http.MethodGet, "/operator/game-results?show="+show, "", http.StatusOK).Results
}

func TestAWinBeyondTheBoundWaitsForTheOperatorAndIsInNoBalance(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	noi := s.Operator(t, "noi")
	operate[operator.OperatorGameBound](s, noi, http.MethodPut, "/operator/game-bounds/"+linked+"/BAHT", `{"maximumResult":1000,"reviewAbove":5000}`, http.StatusOK)
	naga, goal := s.open(somchai, linked), s.open(somchai, posted)
	s.fund(somchai, linked, naga, money.Units(100))
	s.fund(somchai, posted, goal, money.Units(100))
	s.setBalance(linked, naga, "1100.01")
	s.setBalance(posted, goal, "1100.01") // its bound is the default
	for range 2 {
		report := s.refresh(somchai)
		if got := of(report, linked); got.IsFresh || got.Amount != money.Units(100) || got.IsHeld == nil || !*got.IsHeld {
			t.Errorf("I9: the member is shown %+v", got)
		}
		if got := of(report, posted); !got.IsFresh || got.IsHeld != nil || got.Amount.String() != "1100.01" {
			t.Errorf("the other provider: %+v", got)
		}
		s.later(10 * time.Second)
	}
	if balance := s.inLedger(somchai, linked).Balance; balance != money.Units(100) {
		t.Errorf("I9: the ledger has %v", balance)
	}
	held := s.heldResults(noi, "OPEN")
	if len(held) != 1 || held[0].Result.String() != "1000.01" || held[0].Balance.String() != "1100.01" || held[0].Bound != money.Units(1000) || held[0].Status != operator.HELD ||
		held[0].NeedsSecondPerson || held[0].Member != somchai.String() {
		t.Fatalf("the operator is shown %+v", held)
	}
	path := "/operator/game-results/" + held[0].ID + "/release"
	if answer := noi.Do(http.MethodPost, path, `{"result":1000}`); answer.Code() != "APPROVAL_STALE" {
		t.Errorf("another result than there is: %d %s", answer.Status, answer.Body)
	}
	released := operate[operator.OperatorGameResult](s, noi, http.MethodPost, path, `{"result":1000.01}`, http.StatusOK)
	if released.Status != operator.RELEASED || released.ReleasedBy == nil || *released.ReleasedBy != "noi" || released.ApprovalID != nil {
		t.Errorf("%+v", released)
	}
	s.setBalance(linked, naga, "1090") // they played on meanwhile
	if got := of(s.refresh(somchai), linked); !got.IsFresh || got.IsHeld != nil || got.Amount != money.Units(1090) {
		t.Errorf("released: %+v", got)
	}
	if open, all := s.heldResults(noi, "OPEN"), s.heldResults(noi, "ALL"); len(open) != 0 || len(all) != 1 || all[0].Status != operator.DROPPED && all[0].Status != operator.BOOKED {
		t.Errorf("afterwards: open %+v, all %+v", open, all)
	}
	if result := one[int64](s, "select sum(result)::bigint from game_day where member_id = $1", somchai); result != 99_000+100_001 {
		t.Errorf("I12: the day's result: %d", result)
	}
	if lines := one[int](s, "select count(*) from operator_audit where action = 'GAME_RESULT' and actor = 'noi'"); lines != 1 {
		t.Errorf("%d lines in the audit log", lines)
	}
}

func TestAVeryLargeWinTakesTwoPeople(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	noi, kam := s.Operator(t, "noi"), s.Operator(t, "kam")
	naga := s.open(somchai, linked)
	s.fund(somchai, linked, naga, money.Units(100))
	s.setBalance(linked, naga, "2000000")
	s.refresh(somchai)
	held := s.heldResults(noi, "OPEN")
	if len(held) != 1 || !held[0].NeedsSecondPerson || held[0].Bound != money.Units(500_000) {
		t.Fatalf("by default: %+v", held)
	}
	path := "/operator/game-results/" + held[0].ID + "/release"
	asked := operate[operator.OperatorGameResult](s, noi, http.MethodPost, path, `{"result":1999900}`, http.StatusOK)
	if asked.Status != operator.HELD || asked.ApprovalID == nil {
		t.Fatalf("%+v", asked)
	}
	s.later(10 * time.Second)
	if got := of(s.refresh(somchai), linked); got.IsFresh {
		t.Errorf("one person released it: %+v", got)
	}
	approve := "/operator/approvals/" + *asked.ApprovalID + "/approve"
	if answer := noi.Do(http.MethodPost, approve, ""); answer.Code() != "APPROVAL_SELF" {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	s.later(10 * time.Second)
	s.setBalance(linked, naga, "3000000") // more than what the second person is shown
	s.refresh(somchai)
	if answer := kam.Do(http.MethodPost, approve, ""); answer.Code() != "APPROVAL_STALE" {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	asked = operate[operator.OperatorGameResult](s, noi, http.MethodPost, path, `{"result":2999900}`, http.StatusOK)
	if answer := kam.Do(http.MethodPost, "/operator/approvals/"+*asked.ApprovalID+"/approve", ""); answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	s.later(10 * time.Second)
	if got := of(s.refresh(somchai), linked); !got.IsFresh || got.Amount != money.Units(3_000_000) {
		t.Errorf("released by two: %+v", got)
	}
}

func TestAHeldResultEndsWhenTheProviderTellsLess(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	noi := s.Operator(t, "noi")
	naga := s.open(somchai, linked)
	s.fund(somchai, linked, naga, money.Units(100))
	s.setBalance(linked, naga, "9000000")
	s.refresh(somchai)
	s.later(10 * time.Second)
	s.setBalance(linked, naga, "90")
	if got := of(s.refresh(somchai), linked); !got.IsFresh || got.IsHeld != nil || got.Amount != money.Units(90) {
		t.Errorf("%+v", got)
	}
	if all := s.heldResults(noi, "ALL"); len(all) != 1 || all[0].Status != operator.DROPPED {
		t.Errorf("%+v", all)
	}
}

func TestOnePersonCannotRaiseTheBound(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	noi, kam := s.Operator(t, "noi"), s.Operator(t, "kam")
	path := "/operator/game-bounds/" + linked + "/BAHT"
	bound := func() operator.OperatorGameBound {
		for _, one := range operate[operator.OperatorGameBoundList](s, noi, http.MethodGet, "/operator/game-bounds", "", http.StatusOK).Bounds {
			if one.Provider == linked && one.Currency == operator.BAHT {
				return one
			}
		}
		return operator.OperatorGameBound{}
	}
	for _, body := range []string{`{"maximumResult":500001,"reviewAbove":1000000}`, `{"maximumResult":500000,"reviewAbove":1000001}`} {
		asked := operate[operator.Approval](s, noi, http.MethodPut, path, body, http.StatusAccepted)
		if got := bound(); got.MaximumResult != money.Units(500_000) || got.ReviewAbove != money.Units(1_000_000) {
			t.Errorf("%s: %+v", body, got)
		}
		operate[operator.Approval](s, kam, http.MethodPost, "/operator/approvals/"+asked.ID+"/reject", `{"reason":"no"}`, http.StatusOK)
	}
	asked := operate[operator.Approval](s, noi, http.MethodPut, path, `{"maximumResult":700000,"reviewAbove":700000}`, http.StatusAccepted)
	operate[operator.Approval](s, kam, http.MethodPost, "/operator/approvals/"+asked.ID+"/approve", "", http.StatusOK)
	if got := bound(); got.MaximumResult != money.Units(700_000) || got.ReviewAbove != money.Units(700_000) {
		t.Errorf("approved: %+v", got)
	}
	for path, code := range map[string]string{"/operator/game-bounds/NONE/BAHT": "NO_DATA", "/operator/game-bounds/" + ofKip + "/BAHT": "KEY_INVALID"} {
		if answer := noi.Do(http.MethodPut, path, `{"maximumResult":1,"reviewAbove":1}`); answer.Code() != code {
			t.Errorf("%s: %d %s", path, answer.Status, answer.Body)
		}
	}
}
