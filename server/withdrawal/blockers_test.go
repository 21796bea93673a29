package withdrawal_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"testing"
	"time"

	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/withdrawal"
)

func (s *env) blockers(owner id.MemberID) (found portal.WithdrawBlockers) {
	s.t.Helper()
	answer := s.As(owner).Do(http.MethodGet, "/api/withdraw/blockers", "")
	if err := json.Unmarshal(answer.Body, &found); err != nil || answer.Status != http.StatusOK {
		s.t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	return found
}

func (s *env) set(sql string, args ...any) {
	s.t.Helper()
	if _, err := s.Database.DB.Querier(s.t.Context()).Exec(s.t.Context(), sql, args...); err != nil {
		s.t.Fatal(err)
	}
}

func TestWhoHasNoWalletHasNothingToWithdraw(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	if code := s.As(99999999).Do(http.MethodGet, "/api/withdraw/blockers", "").Code(); code != "NO_WALLET" {
		t.Errorf("got %q", code)
	}
}

// Each reason is looked for, and the withdrawal itself is refused with its code.
func TestEveryReasonWhyAWithdrawalIsRefusedIsToldBefore(t *testing.T) {
	t.Parallel()
	for code, c := range map[string]struct {
		prepare func(s *env)
		lift    portal.WithdrawBlockerLift
	}{
		"BONUS_REMAINING":  {func(s *env) { s.condition.state.Store(withdrawal.ConditionOpen) }, "MEET_CONDITION"},
		"WITHDRAW_PENDING": {func(s *env) { s.withdraw(somchai, "100") }, "CANCEL_WITHDRAWAL"},
		"WITHDRAW_HOLD": {func(s *env) {
			s.set("update member set withdraw_hold_until = $2 where id = $1", somchai, s.Clock.Now().Add(time.Hour))
		}, "WAIT"},
		"NO_BANK": {func(s *env) { s.set("delete from member_bank where member_id = $1", somchai) }, "CONTACT_SUPPORT"},
		"BANK_ACCOUNT_NAME_ENG": {func(s *env) {
			s.set("update member_bank set account_name = 'สมชาย ใจดี' where member_id = $1", somchai)
		}, "EDIT_BANK_ACCOUNT_NAME"},
	} {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			s := newEnv(t)
			if free := s.blockers(somchai); !free.CanWithdraw || len(free.Blockers) != 0 || free.Total.String() != "1000.00" || free.Minimum <= 0 || free.Maximum < free.Minimum {
				t.Errorf("before: %+v", free)
			}
			c.prepare(s)
			found := s.blockers(somchai)
			if found.CanWithdraw || len(found.Blockers) != 1 || string(found.Blockers[0].Code) != code || found.Blockers[0].LiftedBy != c.lift {
				t.Fatalf("%+v", found)
			}
			blocker := found.Blockers[0]
			if (blocker.Until != nil) != (code == "WITHDRAW_HOLD") || (blocker.Reference != nil) != (code == "WITHDRAW_PENDING") || (blocker.Condition != nil) != (code == "BONUS_REMAINING") {
				t.Errorf("%+v", blocker)
			}
			for _, path := range []string{"/api/wallet/withdraw", "/api/wallet/withdrawAll"} {
				if answer := s.As(somchai).Do(http.MethodPost, path, `{"amount":200}`); answer.Code() != code {
					t.Errorf("%s: %d %s", path, answer.Status, answer.Body)
				}
			}
			if others := s.blockers(malee); code != "BONUS_REMAINING" && !others.CanWithdraw {
				t.Errorf("another member: %+v", others)
			}
		})
	}
}

func TestAMetConditionAndALackOfMoneyAreToldTogether(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.condition.state.Store(withdrawal.ConditionMet)
	if met := s.blockers(somchai); !met.CanWithdraw || !met.CutsRest {
		t.Errorf("met: %+v", met)
	}
	s.condition.state.Store(withdrawal.ConditionOpen)
	s.set("update withdraw_limit set minimum = 100100, maximum = 200000 where currency = 'BAHT'")
	found := s.blockers(somchai)
	if found.CanWithdraw || !slices.ContainsFunc(found.Blockers, func(b portal.WithdrawBlocker) bool { return b.Code == "WITHDRAW_MINIMUM" && b.LiftedBy == "ADD_MONEY" }) || len(found.Blockers) != 2 {
		t.Errorf("%+v", found)
	}
}
