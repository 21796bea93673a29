package httpapi_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/audit"
	"krapao/server/portaltest"
	"krapao/server/secret"
)

// auditLine is a line of the audit log as an operator reads it.
type auditLine struct {
	Actor, Via, Address, Action, Subject string
	Before, After                        map[string]any
}

// auditOf gives the lines of an action, newest first.
func auditOf(t *testing.T, operator *portaltest.Client, action string) (lines []auditLine) {
	t.Helper()
	page := read[struct {
		Total   int
		Entries []auditLine
	}](t, want(t, "the audit log", operator.Do(http.MethodGet, "/operator/audit?limit=100", ""), ""))
	for _, line := range page.Entries {
		if line.Action == action {
			lines = append(lines, line)
		}
	}
	return lines
}

func logIn(client *portaltest.Client, username, password string, headers ...portaltest.Header) portaltest.Answer {
	return client.Do(http.MethodPost, "/operator/login", `{"username":"`+username+`","password":"`+password+`"}`, headers...)
}

func TestABackOfficeLoginTellsNobodyWhoIsAnOperator(t *testing.T) {
	t.Parallel()
	city := open(t)
	noi := city.Operator(t, "noi")
	visitor := city.OperatorClient(t)
	same := portaltest.Header{Name: "X-Request-Id", Value: "the-same-id"}
	known := want(t, "a wrong password", logIn(visitor, "noi", "wrong horse battery", same), "WRONG_CREDENTIAL")
	unknown := want(t, "an unknown name", logIn(visitor, "canary-pass-4711", "wrong horse battery", same), "WRONG_CREDENTIAL")
	if string(known.Body) != string(unknown.Body) {
		t.Errorf("%s and %s", known.Body, unknown.Body)
	}
	if err := city.App.Operators.SetActive(audit.WithActor(t.Context(), audit.Actor{Name: "root", Via: audit.Command}), "noi", false); err != nil {
		t.Fatal(err)
	}
	want(t, "her session", noi.Do(http.MethodGet, "/operator/settings", ""), "INACTIVE_USER")
	want(t, "deactivated, wrong password", logIn(visitor, "noi", "wrong horse battery"), "WRONG_CREDENTIAL")
	want(t, "deactivated, right password", logIn(visitor, "noi", portaltest.OperatorPassword), "INACTIVE_USER")
	if err := city.App.Operators.SetActive(t.Context(), "noi", true); err != nil {
		t.Fatal(err)
	}
	want(t, "the old session of one who is back", noi.Do(http.MethodGet, "/operator/settings", ""), "invalid-token")
	noi = city.Operator(t, "noi")
	var tries []string
	for _, line := range auditOf(t, noi, "LOGIN") {
		tries = append(tries, line.Actor+" "+line.After["outcome"].(string))
	}
	if want := []string{"noi OK", "noi INACTIVE_USER", "noi WRONG_CREDENTIAL", "unknown WRONG_CREDENTIAL", "noi WRONG_CREDENTIAL", "noi OK"}; !slices.Equal(tries, want) {
		t.Errorf("tries in the audit log: %v", tries)
	}
	accounts := auditOf(t, noi, "OPERATOR")
	if len(accounts) != 3 || accounts[1].Actor != "root" || accounts[1].Via != "COMMAND" || accounts[1].Subject != "noi" || accounts[1].After["active"] != false {
		t.Errorf("%+v", accounts)
	}
}

func TestABackOfficeSessionEndsWhenItMust(t *testing.T) {
	t.Parallel()
	city := open(t)
	noi := city.Operator(t, "noi")
	settings := func(client *portaltest.Client) portaltest.Answer {
		return client.Do(http.MethodGet, "/operator/settings", "")
	}
	want(t, "a member's token", noi.As(strings.Repeat("A", 43)).Do(http.MethodGet, "/operator/settings", ""), "invalid-token")
	want(t, "a forged one", noi.As("op_"+strings.Repeat("A", 43)).Do(http.MethodGet, "/operator/settings", ""), "invalid-token")
	city.Clock.Advance(8*time.Hour - time.Second)
	want(t, "before 8 hours", settings(noi), "")
	city.Clock.Advance(time.Second)
	want(t, "after 8 hours", settings(noi), "EXPIRED_AUTH_TOKEN")
	again, elsewhere := city.Operator(t, "noi"), city.Operator(t, "noi")
	want(t, "logging out", again.Do(http.MethodPost, "/operator/logout", ""), "")
	want(t, "afterwards", settings(again), "invalid-token")
	want(t, "her other session", settings(elsewhere), "")
	if lines := auditOf(t, elsewhere, "LOGOUT"); len(lines) != 1 || lines[0].Actor != "noi" {
		t.Errorf("%+v", lines)
	}
	if err := city.App.Operators.SetPassword(t.Context(), "noi", secret.NewText("staple battery horse")); err != nil {
		t.Fatal(err)
	}
	want(t, "after a new password", settings(elsewhere), "invalid-token")
	want(t, "the old password", logIn(elsewhere, "noi", portaltest.OperatorPassword), "WRONG_CREDENTIAL")
	want(t, "the new one", logIn(elsewhere, "noi", "staple battery horse"), "")
	city.Clock.Advance(33 * time.Hour)
	if err := city.App.Operators.ForgetSessions(t.Context()); err != nil {
		t.Fatal(err)
	}
	want(t, "a day after it ran out", settings(noi), "invalid-token")
}

func TestBackOfficeLoginsAreLimitedPerNameAndAddress(t *testing.T) {
	t.Parallel()
	city := open(t)
	city.Operator(t, "noi")
	city.Clock.Advance(time.Minute)
	visitor := city.OperatorClient(t)
	for range 10 {
		want(t, "a try", logIn(visitor, "noi", "wrong horse battery", at("10.1.1.1")), "WRONG_CREDENTIAL")
	}
	want(t, "the right password from elsewhere", logIn(visitor, "noi", portaltest.OperatorPassword, at("10.1.1.2")), "")
	limited := want(t, "the right password from there", logIn(visitor, "noi", portaltest.OperatorPassword, at("10.1.1.1")), "REQUEST_LIMIT_1MIN")
	if limited.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	counts := map[string]int{}
	for i := range 40 {
		counts[logIn(visitor, "somebody"+string(rune('a'+i%26)), "wrong horse battery", at("10.1.1.3")).Code()]++
	}
	if counts["WRONG_CREDENTIAL"] != 30 || counts["REQUEST_LIMIT_1MIN"] != 10 {
		t.Errorf("40 tries from one address: %v", counts)
	}
	city.Clock.Advance(time.Minute)
	want(t, "a minute later", logIn(visitor, "noi", portaltest.OperatorPassword, at("10.1.1.3")), "")
}

func TestABackOfficeLoginComesBackLaterWhenOthersAreChecked(t *testing.T) {
	t.Parallel()
	city := open(t, func(c *app.Config) {
		c.Member.PasswordMemory, c.Member.PasswordIterations, c.Member.PasswordWait = 64<<10, 3, time.Millisecond
	})
	counts, mu := map[string]int{}, sync.Mutex{}
	var group sync.WaitGroup
	for range 6 {
		group.Go(func() {
			code := logIn(city.OperatorClient(t), "noi", "wrong horse battery").Code()
			mu.Lock()
			counts[code]++
			mu.Unlock()
		})
	}
	group.Wait()
	if counts["LOGIN_FAIL"] == 0 || counts["WRONG_CREDENTIAL"] == 0 {
		t.Errorf("%v", counts)
	}
}

func TestNoSecretOfAnOperatorIsLoggedOrKept(t *testing.T) {
	t.Parallel()
	city := open(t)
	const canary = "canary-pass-4711"
	city.Operator(t, "noi")
	if err := city.App.Operators.SetPassword(t.Context(), "noi", secret.NewText(canary)); err != nil {
		t.Fatal(err)
	}
	visitor := city.OperatorClient(t)
	want(t, "the wrong field", logIn(visitor, canary, canary), "WRONG_CREDENTIAL")
	token := read[struct{ Token string }](t, want(t, "a login", logIn(visitor, "noi", canary), "")).Token
	want(t, "a call", visitor.As(token).Do(http.MethodGet, "/operator/settings", ""), "")
	var kept strings.Builder
	for _, table := range []string{"operator", "operator_session", "operator_audit", "rate_limit"} {
		var rows string
		if err := city.App.DB.Querier(t.Context()).QueryRow(t.Context(), "select coalesce(string_agg(x::text, E'\\n'), '') from "+table+" x").Scan(&rows); err != nil {
			t.Fatal(err)
		}
		kept.WriteString(rows)
	}
	for name, text := range map[string]string{"log": city.Logs.String(), "database": kept.String()} {
		if strings.Contains(text, canary) || strings.Contains(text, token) {
			t.Errorf("a password or token is in the %s", name)
		}
	}
}

func TestTheAuditLogOnlyGrows(t *testing.T) {
	t.Parallel()
	city := open(t)
	noi := city.Operator(t, "noi")
	for _, statement := range []string{"update operator_audit set actor = 'x'", "delete from operator_audit", "truncate operator_audit"} {
		for role, url := range map[string]string{"the server": city.Database.URL, "the schema's owner": city.Database.OwnerURL} {
			if err := execute(t.Context(), url, statement); err == nil {
				t.Errorf("%s may %s", role, statement)
			}
		}
	}
	if lines := auditOf(t, noi, "LOGIN"); len(lines) != 1 || lines[0].Actor != "noi" || lines[0].Address == "" {
		t.Errorf("%+v", lines)
	}
	first := read[struct{ Total int }](t, want(t, "a page", noi.Do(http.MethodGet, "/operator/audit?page=1&limit=1", ""), ""))
	beyond := read[struct {
		Total   int
		Entries []auditLine
	}](t, want(t, "a page beyond", noi.Do(http.MethodGet, "/operator/audit?page=9&limit=500", ""), ""))
	if first.Total != 2 || beyond.Total != 2 || len(beyond.Entries) != 0 {
		t.Errorf("%+v %+v", first, beyond)
	}
}

func execute(ctx context.Context, url, statement string) error {
	connection, err := connect(ctx, url)
	if err != nil {
		return err
	}
	defer func() { _ = connection.Close(ctx) }()
	_, err = connection.Exec(ctx, statement)
	return err
}
