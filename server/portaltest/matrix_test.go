package portaltest_test

import (
	"context"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"testing"

	"krapao/server/app"
	"krapao/server/fault"
	"krapao/server/httpapi/middleware"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/operation"
	"krapao/server/portaltest"
)

func TestMain(m *testing.M) { portaltest.Main(m) }

// sessions answers the fault that the token names; the token "good" is a member's, "slow" one that waits.
type sessions struct{ entered, release chan struct{} }

func (s sessions) ReadSession(_ context.Context, token string, _ netip.Addr) (middleware.Session, error) {
	if token == "slow" {
		s.entered <- struct{}{}
		<-s.release
		token = "good"
	}
	if token == "good" {
		return middleware.Session{ID: id.NewID(), Member: 10_000_001, Currency: money.Baht}, nil
	}
	return middleware.Session{}, fault.New(fault.Unauthenticated, fault.Code(token))
}

// shut is a site that the operator has closed.
type shut struct{}

func (shut) Terminated(context.Context) bool { return true }

func every(t *testing.T) []portaltest.Call {
	t.Helper()
	calls, err := portaltest.Calls()
	if err != nil {
		t.Fatal(err)
	}
	if len(calls) < 69 {
		t.Fatalf("the contract has %d calls", len(calls))
	}
	return calls
}

func send(client *portaltest.Client, call portaltest.Call, headers ...portaltest.Header) portaltest.Answer {
	return client.Do(call.Method, call.Path, call.Body, headers...)
}

func TestEveryCallOfAMemberRefusesEverySessionThatIsNotOne(t *testing.T) {
	t.Parallel()
	server := portaltest.Start(t, portaltest.WithApp(app.WithSessions(sessions{})))
	client := server.Client(t)
	for _, call := range every(t) {
		if call.Public && (!call.Declares("INVALID_USER_1") || call.Operation == "OpenChatSocket") { // it reads no token, or only that of a socket
			continue
		}
		if answer := send(client, call); !call.Public && (answer.Status != http.StatusUnauthorized || answer.Code() != "UNAUTHORIZED") {
			t.Errorf("%s without a token: %d %s", call.Operation, answer.Status, answer.Body)
		}
		for _, code := range []string{"invalid-token", "EXPIRED_AUTH_TOKEN", "INVALID_USER_1", "INVALID_USER_2", "INVALID_USER_3", "INVALID_USER_4", "INVALID_IP", "INACTIVE_USER"} {
			if answer := send(client.As(code), call); answer.Status != http.StatusUnauthorized || answer.Code() != code {
				t.Errorf("%s with a session that is %s: %d %s", call.Operation, code, answer.Status, answer.Body)
			}
		}
	}
}

func TestEveryCallOfAShutSiteIsGone(t *testing.T) {
	t.Parallel()
	server := portaltest.Start(t, portaltest.WithApp(app.WithSessions(sessions{}), app.WithSite(shut{})))
	for _, call := range every(t) {
		answer := send(server.Client(t).As("good"), call)
		if gone := answer.Status == http.StatusGone && answer.Code() == "gone"; gone != call.Declares("gone") {
			t.Errorf("%s: %d %s; it declares gone: %v", call.Operation, answer.Status, answer.Body, call.Declares("gone"))
		}
	}
}

func TestEveryCallIsThrottled(t *testing.T) {
	t.Parallel()
	server := portaltest.Start(t, portaltest.WithApp(app.WithSessions(sessions{})), portaltest.WithConfig(func(c *app.Config) { c.RequestsPerMinute = 1 }))
	client := server.Client(t).As("good")
	client.Do(http.MethodPost, "/api/login", `{}`)
	for _, call := range every(t) {
		if answer := send(client, call); answer.Status != http.StatusTooManyRequests || answer.Code() != "REQUEST_LIMIT" {
			t.Errorf("%s: %d %s", call.Operation, answer.Status, answer.Body)
		}
	}
}

func TestEveryCallRefusesMalformedInput(t *testing.T) {
	t.Parallel()
	server := portaltest.Start(t, portaltest.WithApp(app.WithSessions(sessions{})))
	client := server.Client(t).As("good")
	for _, call := range every(t) {
		if call.Body != "" {
			expect(t, call, "KEY_INVALID", client.Do(call.Method, call.Path, `{"a":1,"a":2}`))
			if answer := client.Do(call.Method, call.Path, ""); answer.Code() == "KEY_MISSING" {
				continue
			}
			expect(t, call, "KEY_MISSING", client.Do(call.Method, call.Path, `{}`))
		}
		if call.Keyed {
			expect(t, call, "KEY_INVALID", send(client, call, portaltest.Header{Name: "Idempotency-Key", Value: "no good"}))
		}
		if call.Old {
			expect(t, call, "KEY_MISSING", send(client, call, portaltest.Header{Name: "X-Requested-With"}))
			expect(t, call, "KEY_INVALID", send(client, call, portaltest.Header{Name: "Sec-Purpose", Value: "prefetch"}))
		}
	}
}

// expect wants a code of a call that can answer it: one without anything required cannot miss a key.
func expect(t *testing.T, call portaltest.Call, code string, answer portaltest.Answer) {
	t.Helper()
	if answer.Code() != code && (code != "KEY_MISSING" || call.Declares(code) && strings.HasPrefix(answer.Code(), "KEY_")) {
		t.Errorf("%s: %d %s, want %s", call.Operation, answer.Status, answer.Body, code)
	}
}

// slowSockets is a site whose sockets wait while they are opened: no session is read of them.
type slowSockets struct{ sessions }

func (s slowSockets) Terminated(ctx context.Context) bool {
	if middleware.RequestInfoFrom(ctx).Request.URL.Path == "/api/chat/socket" {
		s.entered <- struct{}{}
		<-s.release
	}
	return false
}

func TestEveryCallIsShedBeyondTheBound(t *testing.T) {
	t.Parallel()
	held := sessions{entered: make(chan struct{}), release: make(chan struct{})}
	server := portaltest.Start(t, portaltest.WithApp(app.WithSessions(held), app.WithSite(slowSockets{held})),
		portaltest.WithConfig(func(c *app.Config) { c.MaxInFlight, c.MaxLogins, c.MaxProviderCalls, c.MaxOpenings = 1, 1, 1, 1 }))
	var slow sync.WaitGroup
	for _, call := range every(t) {
		switch operation.Name(call.Operation) {
		case operation.GetWallet, operation.ChangePassword, operation.RefreshGameAccounts, operation.OpenChatSocket: // one of each budget
			slow.Go(func() { send(server.Client(t).As("slow"), call) })
			<-held.entered
		}
	}
	client := server.Client(t).As("good")
	for _, call := range every(t) {
		if answer := send(client, call); answer.Status != http.StatusServiceUnavailable || answer.Code() != "SERVER_BUSY" {
			t.Errorf("%s: %d %s", call.Operation, answer.Status, answer.Body)
		}
	}
	close(held.release)
	slow.Wait()
}

// defective panics where every call asks.
type defective struct{}

func (defective) Terminated(context.Context) bool { panic("a defect") }

func TestADefectIsAnsweredAlikeByEveryCall(t *testing.T) {
	t.Parallel()
	server := portaltest.Start(t, portaltest.WithApp(app.WithSessions(sessions{}), app.WithSite(defective{})))
	client := server.Client(t).As("good")
	for _, call := range every(t) {
		if answer := send(client, call); call.Declares("gone") && (answer.Status != http.StatusInternalServerError || answer.Code() != "INTERNAL_SERVER_ERROR") {
			t.Errorf("%s: %d %s", call.Operation, answer.Status, answer.Body)
		}
	}
}

func TestNoCallIsADefectWhenTheDatabaseIsGone(t *testing.T) {
	t.Parallel()
	server := portaltest.Start(t, portaltest.WithApp(app.WithSessions(sessions{})))
	client := server.Client(t).As("good")
	server.App.DB.Close()
	for _, call := range every(t) {
		if call.Upload {
			continue
		}
		answer := send(client, call)
		if answer.Status == http.StatusInternalServerError {
			t.Errorf("%s: %d %s, want 503", call.Operation, answer.Status, answer.Body)
		}
	}
}
