package withdrawal_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/withdrawal"
)

func TestAWithdrawalOfTheStatementAndItsReturnLeadToIt(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.condition.state.Store(withdrawal.ConditionMet)
	made := s.withdraw(somchai, "100")
	s.cancel(somchai, made.Reference, http.StatusOK, "")
	var leads []string
	for _, line := range s.statement(somchai).Statements {
		leads = append(leads, string(line.StatementType)+" "+text(line.Reference))
	}
	// What a met condition cut and what came back of it, and what nobody's deposit is, have no entry of their own.
	if got, want := strings.Join(leads, ", "), "FINISH_BONUS , TRANSFER "+made.Reference+", FINISH_BONUS , WITHDRAW "+made.Reference+", DEPOSIT "; got != want {
		t.Errorf("%s, not %s", got, want)
	}
	for types, want := range map[string]string{
		`["WITHDRAW"]`: "TRANSFER, WITHDRAW", `["TRANSFER"]`: "", `["DEPOSIT"]`: "DEPOSIT", `["BONUS","FINISH_BONUS"]`: "FINISH_BONUS, FINISH_BONUS",
		`[]`: "FINISH_BONUS, TRANSFER, FINISH_BONUS, WITHDRAW, DEPOSIT",
	} {
		if got := s.statementOf(somchai, types); got != want {
			t.Errorf("%s: %s, not %s", types, got, want)
		}
	}
	for _, odd := range []string{`["GIFT"]`, `"DEPOSIT"`, `[1]`, `[null]`} {
		if answer := s.As(somchai).Do(http.MethodPost, "/api/statement", `{"page":1,"limit":10,"types":`+odd+`}`); answer.Code() != "KEY_INVALID" {
			t.Errorf("%s: %d %s", odd, answer.Status, answer.Body)
		}
	}
	answer := s.As(somchai).Do(http.MethodGet, "/api/wallet/withdrawals/"+made.Reference, "")
	var record portal.WithdrawalRecord
	if err := json.Unmarshal(answer.Body, &record); err != nil || fmt.Sprintf("%+v", record) != fmt.Sprintf("%+v", s.listed(somchai)[0]) {
		t.Errorf("%d %s; the list has %+v", answer.Status, answer.Body, s.listed(somchai)[0])
	}
	for who, references := range map[id.MemberID][]string{malee: {made.Reference}, somchai: {"W0", "x%00y", "..%2F..", strings.Repeat("W", 5000), id.NewID().String()}} {
		for _, odd := range references {
			if answer := s.As(who).Do(http.MethodGet, "/api/wallet/withdrawals/"+odd, ""); answer.Status != http.StatusNotFound || answer.Code() != "NO_DATA" {
				t.Errorf("%.20s: %d %s", odd, answer.Status, answer.Body)
			}
		}
	}
}

// statementOf gives the types of a member's lines of some types, as the wire names both.
func (s *base) statementOf(member id.MemberID, types string) string {
	s.t.Helper()
	answer := s.As(member).Do(http.MethodPost, "/api/statement", `{"page":1,"limit":100,"types":`+types+`}`)
	var page portal.StatementPage
	if err := json.Unmarshal(answer.Body, &page); err != nil || answer.Status != http.StatusOK || page.Total != len(page.Statements) {
		s.t.Fatalf("%s: %d %s", types, answer.Status, answer.Body)
	}
	shown := make([]string, len(page.Statements))
	for i, line := range page.Statements {
		shown[i] = string(line.StatementType)
	}
	return strings.Join(shown, ", ")
}
