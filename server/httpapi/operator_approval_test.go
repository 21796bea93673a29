package httpapi_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/server/id"
	"krapao/server/portaltest"
)

// requested is a request for approval as an operator reads it.
type requested struct {
	ID, Kind, Subject, Note, Requester, State, Decider, Reason string
	Details                                                    map[string]any
}

func (s town) number(p *person) string { return p.profile().Profile.ID }

// adjust asks for a correction of a member's main wallet.
func adjust(t testing.TB, operator *portaltest.Client, number, direction, amount string) requested {
	t.Helper()
	return read[requested](t, want(t, "asking for an adjustment", operator.Do(http.MethodPost, "/operator/members/"+number+"/adjustments",
		`{"direction":"`+direction+`","amount":`+amount+`,"reason":"because"}`), ""))
}

func approve(operator *portaltest.Client, request string) portaltest.Answer {
	return operator.Do(http.MethodPost, "/operator/approvals/"+request+"/approve", "")
}

func reject(operator *portaltest.Client, request string) portaltest.Answer {
	return operator.Do(http.MethodPost, "/operator/approvals/"+request+"/reject", `{"reason":"no"}`)
}

// wallet gives the member's main wallet as the back office sees it.
func wallet(t testing.TB, operator *portaltest.Client, number string) float64 {
	t.Helper()
	return read[struct{ Balances struct{ Main float64 } }](t, want(t, "the member", operator.Do(http.MethodGet, "/operator/members/"+number, ""), "")).Balances.Main
}

func TestWhatTakesTwoPeopleIsDoneByTheSecondOnce(t *testing.T) {
	t.Parallel()
	city := open(t)
	number := city.number(city.join(t, "0812345678", nil))
	noi, kam := city.Operator(t, "noi"), city.Operator(t, "kam")
	asked := adjust(t, noi, number, "CREDIT", "100.25")
	if asked.State != "WAITING" || asked.Requester != "noi" || asked.Subject != number || asked.Details["amount"] != 100.25 {
		t.Errorf("%+v", asked)
	}
	want(t, "one person", approve(noi, asked.ID), "APPROVAL_SELF")
	if main := wallet(t, noi, number); main != 0 {
		t.Errorf("%v before it was approved", main)
	}
	done := read[requested](t, want(t, "the second person", approve(kam, asked.ID), ""))
	if done.State != "APPROVED" || done.Decider != "kam" || wallet(t, noi, number) != 100.25 {
		t.Errorf("%+v, %v", done, wallet(t, noi, number))
	}
	for name, answer := range map[string]portaltest.Answer{"approving": approve(kam, asked.ID), "rejecting": reject(noi, asked.ID)} {
		want(t, name+" it again", answer, "APPROVAL_STALE")
	}
	nobody := id.NewID().String()
	for name, answer := range map[string]portaltest.Answer{
		"approving": approve(kam, nobody), "rejecting": reject(kam, nobody), "reading": kam.Do(http.MethodGet, "/operator/approvals/"+nobody, ""),
		"no id": kam.Do(http.MethodGet, "/operator/approvals/"+strings.Repeat("z", 36), ""),
	} {
		want(t, name+" what is not there", answer, "NO_DATA")
	}
	page := read[struct {
		Total     int
		Approvals []requested
	}](t, want(t, "the list", kam.Do(http.MethodGet, "/operator/approvals?state=APPROVED&kind=ADJUSTMENT", ""), ""))
	if page.Total != 1 || page.Approvals[0].ID != asked.ID {
		t.Errorf("%+v", page)
	}
	var states []any
	for _, line := range auditOf(t, noi, "APPROVAL") {
		states = append(states, line.Actor, line.After["state"])
	}
	if len(states) != 4 || states[0] != "kam" || states[1] != "APPROVED" || states[2] != "noi" || states[3] != "WAITING" {
		t.Errorf("the audit log has %v", states)
	}
}

func TestTheDatabaseItselfRefusesOnePersonAndASecondDecision(t *testing.T) {
	t.Parallel()
	city := open(t)
	number := city.number(city.join(t, "0812345678", nil))
	noi := city.Operator(t, "noi")
	asked := adjust(t, noi, number, "CREDIT", "5")
	owner, err := connect(t.Context(), city.Database.OwnerURL)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = owner.Close(t.Context()) }()
	for _, name := range []string{"noi", "NOI", "system", ""} {
		if _, err := owner.Exec(t.Context(), "update approval_request set state = 'APPROVED', approver = $1, decided_at = now()", name); err == nil {
			t.Errorf("%q approved what noi asked for", name)
		}
	}
	if _, err := owner.Exec(t.Context(), "update approval_request set requester = 'kam'"); err == nil {
		t.Error("the requester was changed")
	}
	want(t, "taking it back", reject(noi, asked.ID), "")
	for _, statement := range []string{"update approval_request set state = 'WAITING', rejecter = null, decided_at = null", "delete from approval_request"} {
		if _, err := owner.Exec(t.Context(), statement); err == nil {
			t.Errorf("%s: done by the owner", statement)
		}
	}
}

func TestFiftyApprovalsAtOncePostOnce(t *testing.T) {
	t.Parallel()
	city := open(t)
	number := city.number(city.join(t, "0812345678", nil))
	noi, kam, lek := city.Operator(t, "noi"), city.Operator(t, "kam"), city.Operator(t, "lek")
	var mu sync.Mutex
	var group sync.WaitGroup
	ids, codes := map[string]int{}, map[string]int{}
	for range 50 {
		group.Go(func() {
			asked := read[requested](t, want(t, "asking", patiently(func() portaltest.Answer {
				return noi.Do(http.MethodPost, "/operator/members/"+number+"/adjustments", `{"direction":"CREDIT","amount":7,"reason":"because"}`)
			}), ""))
			mu.Lock()
			defer mu.Unlock()
			ids[asked.ID]++
		})
	}
	group.Wait()
	if len(ids) != 1 {
		t.Fatalf("50 equal requests at once are %d requests", len(ids))
	}
	for asked := range ids {
		for i := range 50 {
			group.Go(func() {
				code := patiently(func() portaltest.Answer { return approve([]*portaltest.Client{kam, lek}[i%2], asked) }).Code()
				mu.Lock()
				defer mu.Unlock()
				codes[code]++
			})
		}
	}
	group.Wait()
	if codes[""] != 1 || codes["APPROVAL_STALE"] != 49 || wallet(t, noi, number) != 7 {
		t.Errorf("%v, and the wallet has %v", codes, wallet(t, noi, number))
	}
}

func TestARequestThatNobodyApprovedRunsOutAfterSevenDays(t *testing.T) {
	t.Parallel()
	city := open(t)
	number := city.number(city.join(t, "0812345678", nil))
	noi := city.Operator(t, "noi")
	asked := adjust(t, noi, number, "CREDIT", "5")
	city.Clock.Advance(7 * 24 * time.Hour)
	kam := city.Operator(t, "kam")
	want(t, "after seven days", approve(kam, asked.ID), "APPROVAL_STALE")
	again := adjust(t, city.Operator(t, "noi"), number, "CREDIT", "5")
	if again.ID == asked.ID {
		t.Error("the old request was given for a new one")
	}
	city.Clock.Advance(7 * 24 * time.Hour)
	if err := city.App.Approvals.Expire(t.Context()); err != nil {
		t.Fatal(err)
	}
	noi = city.Operator(t, "noi")
	for _, request := range []string{asked.ID, again.ID} {
		if got := read[requested](t, noi.Do(http.MethodGet, "/operator/approvals/"+request, "")); got.State != "EXPIRED" || got.Decider != "" {
			t.Errorf("%+v", got)
		}
	}
	if lines := auditOf(t, noi, "APPROVAL"); len(lines) != 4 || lines[0].Actor != "system" || lines[0].After["state"] != "EXPIRED" {
		t.Errorf("%+v", lines)
	}
}

func TestAnAdjustmentNeverTakesAWalletBelowZeroAndShowsInTheStatement(t *testing.T) {
	t.Parallel()
	city := open(t)
	member := city.join(t, "0812345678", nil)
	number := city.number(member)
	noi, kam := city.Operator(t, "noi"), city.Operator(t, "kam")
	want(t, "giving 30", approve(kam, adjust(t, noi, number, "CREDIT", "30").ID), "")
	taken := adjust(t, noi, number, "DEBIT", "30.01")
	want(t, "taking more than there is", approve(kam, taken.ID), "MONEY_NOT_ENOUGH")
	if got := read[requested](t, kam.Do(http.MethodGet, "/operator/approvals/"+taken.ID, "")); got.State != "WAITING" {
		t.Errorf("afterwards it is %s", got.State)
	}
	want(t, "taking 12.50", approve(kam, adjust(t, noi, number, "DEBIT", "12.50").ID), "")
	statement := read[struct {
		Total      int
		Statements []struct {
			StatementType, From, To string
			WalletChange            float64
		}
	}](t, want(t, "the statement", member.post("/api/statement", fields{"page": 1, "limit": 10}), ""))
	if lines := statement.Statements; statement.Total != 2 || wallet(t, noi, number) != 17.5 || lines[0].StatementType != "WITHDRAW" || lines[0].WalletChange != -12.5 ||
		lines[0].From != "WALLET" || lines[1].StatementType != "DEPOSIT" || lines[1].To != "WALLET" {
		t.Errorf("%+v, %v", statement, wallet(t, noi, number))
	}
	if lines := auditOf(t, noi, "MEMBER"); len(lines) != 2 || lines[0].Actor != "kam" || lines[0].After["adjustment"] != "-12.50" {
		t.Errorf("%+v", lines)
	}
	for _, wrong := range []string{"0", "-1", "1.005", "1e300"} {
		want(t, wrong, noi.Do(http.MethodPost, "/operator/members/"+number+"/adjustments", `{"direction":"CREDIT","amount":`+wrong+`,"reason":"x"}`), "KEY_INVALID")
	}
	want(t, "nobody", noi.Do(http.MethodPost, "/operator/members/99999999/adjustments", `{"direction":"CREDIT","amount":1,"reason":"x"}`), "NO_DATA")
	if findings, err := city.App.DB.Check(t.Context()); err != nil || len(findings) == 0 {
		t.Error(err)
	} else {
		for _, finding := range findings {
			if !finding.OK {
				t.Errorf("%+v", finding)
			}
		}
	}
}
