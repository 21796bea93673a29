package portaltest_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"testing"

	"krapao/server/app"
	"krapao/server/fault"
	operatorhttp "krapao/server/httpapi/operator"
	"krapao/server/id"
	"krapao/server/operation"
	"krapao/server/portaltest"
)

// operators answers the fault that the token names; the token "good" is an operator's, "slow" one that waits and then
// is none.
type operators struct{ entered, release chan struct{} }

func (o operators) ReadOperatorSession(_ context.Context, token string, _ netip.Addr) (operatorhttp.Session, error) {
	if token == "slow" {
		o.entered <- struct{}{}
		<-o.release
		token = "invalid-token"
	}
	if token == "broken" {
		panic("a defect")
	}
	if token == "good" {
		return operatorhttp.Session{ID: id.NewID(), Username: "noi"}, nil
	}
	return operatorhttp.Session{}, fault.New(fault.Unauthenticated, fault.Code(token))
}

func everyOfOperators(t *testing.T) []portaltest.Call {
	t.Helper()
	calls, err := portaltest.OperatorCalls()
	if err != nil {
		t.Fatal(err)
	}
	if len(calls) < 24 {
		t.Fatalf("the contract has %d calls", len(calls))
	}
	return calls
}

func TestEveryCallOfAnOperatorRefusesEverySessionThatIsNotOne(t *testing.T) {
	t.Parallel()
	server := portaltest.Start(t, portaltest.WithApp(app.WithOperators(operators{})))
	client := server.OperatorClient(t)
	for _, call := range everyOfOperators(t) {
		if call.Public {
			continue
		}
		expectStatus(t, call, send(client, call), http.StatusUnauthorized, "UNAUTHORIZED")
		for _, code := range []string{"invalid-token", "EXPIRED_AUTH_TOKEN", "INACTIVE_USER"} {
			expectStatus(t, call, send(client.As(code), call), http.StatusUnauthorized, code)
		}
	}
}

func TestEveryCallOfAnOperatorIsThrottledAndShed(t *testing.T) {
	t.Parallel()
	throttled := portaltest.Start(t, portaltest.WithApp(app.WithOperators(operators{})), portaltest.WithConfig(func(c *app.Config) { c.RequestsPerMinute = 1 }))
	throttled.OperatorClient(t).Do(http.MethodPost, "/operator/login", `{}`)
	for _, call := range everyOfOperators(t) {
		expectStatus(t, call, send(throttled.OperatorClient(t).As("good"), call), http.StatusTooManyRequests, "REQUEST_LIMIT")
	}
	held := operators{entered: make(chan struct{}), release: make(chan struct{})}
	full := portaltest.Start(t, portaltest.WithApp(app.WithOperators(held)), portaltest.WithConfig(func(c *app.Config) { c.MaxInFlight, c.MaxLogins = 1, 1 }))
	var slow sync.WaitGroup
	for _, call := range everyOfOperators(t) {
		switch operation.Name(call.Operation) {
		case operation.GetOperatorSettings, operation.EnrolOperatorTotp: // one of each budget
			slow.Go(func() { send(full.OperatorClient(t).As("slow"), call) })
			<-held.entered
		}
	}
	for _, call := range everyOfOperators(t) {
		expectStatus(t, call, send(full.OperatorClient(t).As("good"), call), http.StatusServiceUnavailable, "SERVER_BUSY")
	}
	close(held.release)
	slow.Wait()
}

func TestADefectIsAnsweredAlikeByEveryCallOfAnOperator(t *testing.T) {
	t.Parallel()
	server := portaltest.Start(t, portaltest.WithApp(app.WithOperators(operators{})))
	server.App.DB.Close() // the login reads no session
	for _, call := range everyOfOperators(t) {
		if call.Operation == "OpenOperatorChatSocket" { // without an upgrade it answers before it asks anybody
			continue
		}
		if answer := send(server.OperatorClient(t).As("broken"), call); answer.Code() != "INTERNAL_SERVER_ERROR" {
			t.Errorf("%s: %d %s", call.Operation, answer.Status, answer.Body)
		}
	}
}

func TestEveryCallOfAnOperatorRefusesMalformedInput(t *testing.T) {
	t.Parallel()
	server := portaltest.Start(t, portaltest.WithApp(app.WithOperators(operators{})))
	client := server.OperatorClient(t).As("good")
	for _, call := range everyOfOperators(t) {
		switch {
		case call.Body != "":
			expect(t, call, "KEY_INVALID", client.Do(call.Method, call.Path, `{"a":1,"a":2}`))
			expect(t, call, "KEY_MISSING", client.Do(call.Method, call.Path, ""))
			expect(t, call, "KEY_INVALID", client.Do(call.Method, call.Path, strings.Replace(call.Body, "{", `{"unheardOf":1,`, 1)))
		case call.Operation == "ListOperatorConversationMessages": // it has no pages: chat/people_test.go
		case call.Declares("KEY_INVALID") && !call.Upload:
			expect(t, call, "KEY_INVALID", client.Do(call.Method, strings.SplitN(call.Path, "?", 2)[0]+"?page=0&phone=%27&days=-1", ""))
		}
		if code := strings.TrimSuffix(call.Path, "/KTB"); code != call.Path {
			for _, odd := range []string{"%2F..%2F", "%00", "k%20b", strings.Repeat("A", 10_000)} {
				expect(t, call, "KEY_INVALID", client.Do(call.Method, code+"/"+odd, call.Body))
			}
		}
	}
}

func TestNoCallOfAnOperatorIsADefectWhenTheDatabaseIsGone(t *testing.T) {
	t.Parallel()
	server := portaltest.Start(t, portaltest.WithApp(app.WithOperators(operators{})))
	client := server.OperatorClient(t).As("good")
	server.App.DB.Close()
	for _, call := range everyOfOperators(t) {
		if answer := send(client, call); answer.Status == http.StatusInternalServerError {
			t.Errorf("%s: %d %s, want 503", call.Operation, answer.Status, answer.Body)
		}
	}
}

// Every example of the contract is a change that can be made: it fits what the server accepts, and its line is in the
// audit log once.
func TestEveryChangeOfAnOperatorIsInTheAuditLogOnce(t *testing.T) {
	t.Parallel()
	server := portaltest.Start(t, portaltest.WithApp(app.WithOperators(operators{})))
	client := server.OperatorClient(t).As("good")
	type entry struct {
		Actor, Via, Action, Subject, RequestID string
		After                                  map[string]any
	}
	lines := func() []entry {
		var page struct{ Entries []entry }
		answer := client.Do(http.MethodGet, "/operator/audit?limit=100", "")
		if err := json.Unmarshal(answer.Body, &page); err != nil {
			t.Fatalf("%s: %v", answer.Body, err)
		}
		return page.Entries
	}
	for _, call := range everyOfOperators(t) {
		if call.Public || call.Upload || needsSomebody(call) {
			continue
		}
		change := call
		change.Body = strings.NewReplacer(`"position":1`, `"position":77`, `"position":4`, `"position":77`, `"minimum":100`, `"minimum":101`, `"slipMaxAgeMinutes":60`,
			`"slipMaxAgeMinutes":61`, `"registerOTP":true`, `"registerOTP":false`).Replace(call.Body)
		before := len(lines())
		answer := send(client, change)
		if answer.Status != http.StatusOK && answer.Status != http.StatusAccepted {
			t.Errorf("%s with its own example: %d %s", call.Operation, answer.Status, answer.Body)
			continue
		}
		after := lines()
		switch changes := call.Method != http.MethodGet && call.Operation != "DeleteOperatorContactQr" && !strings.HasPrefix(call.Operation, "Preview"); {
		case !changes && len(after) != before:
			t.Errorf("%s changes nothing and left %+v", call.Operation, after[0])
		case changes && len(after) != before+1:
			t.Errorf("%s left %d lines", call.Operation, len(after)-before)
		case changes && (after[0].Actor != "noi" || after[0].Via != "CONSOLE" || after[0].Action == "" || after[0].RequestID != answer.Header.Get("X-Request-Id")):
			t.Errorf("%s left %+v", call.Operation, after[0])
		}
		if send(client, change); call.Operation != "LogOutOperator" && len(lines()) != len(after) {
			t.Errorf("%s again, without a change, left a line", call.Operation)
		}
	}
}

// needsSomebody: its example speaks of a member, a request or an operator that must be there first; each has tests of
// its own.
func needsSomebody(call portaltest.Call) bool {
	return call.Declares("NO_DATA") || call.Declares("TOTP_INVALID") || call.Operation == "FindMembers"
}

func expectStatus(t *testing.T, call portaltest.Call, answer portaltest.Answer, status int, code string) {
	t.Helper()
	if answer.Status != status || answer.Code() != code {
		t.Errorf("%s: %d %s, want %d %s", call.Operation, answer.Status, answer.Body, status, code)
	}
}
