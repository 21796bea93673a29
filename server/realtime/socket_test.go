package realtime_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"krapao/server/httpapi/api/portal"
)

func TestAMessageReachesEverySocketOfItsRoomOnEveryServer(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	other := e.twin()
	here, there, foreign := e.joined(asMember(somchai)), other.joined(asMember(somchai)), other.joined(asMember(malee))
	e.tell(somchai, "hello")
	for _, l := range []line{here, there} {
		if said := l.said(); said != "hello" {
			t.Errorf("heard %q", said)
		}
	}
	other.tell(somchai, strings.Repeat("ก", 2000)) // more than the bus carries
	for _, l := range []line{here, there} {
		if said := l.said(); len(said) != 6000 {
			t.Errorf("heard %d bytes", len(said))
		}
	}
	other.tell(malee, "mine")
	if said := foreign.said(); said != "mine" {
		t.Errorf("malee hears %q", said)
	}
}

func TestOnlyTheOwnRoomOpens(t *testing.T) {
	t.Parallel()
	t.Log("CHAT: who joins hears their own room only")
	e := newEnv(t)
	_, guest := newGuest()
	stranger, _ := newGuest()
	for what, try := range map[string]struct {
		join map[string]string
		code string
	}{
		"another member's room":  {map[string]string{"room": "krapao-" + malee.String(), "token": somchai.String()}, "KEY_INVALID"},
		"a guest's room":         {map[string]string{"room": guest["room"], "token": somchai.String()}, "KEY_INVALID"},
		"another guest's room":   {map[string]string{"room": guest["room"], "guestId": stranger}, "KEY_INVALID"},
		"a member's, by a guest": {map[string]string{"room": "krapao-" + malee.String(), "guestId": stranger}, "KEY_INVALID"},
		"no credential":          {map[string]string{"room": "krapao-" + malee.String()}, "UNAUTHORIZED"},
		"a token that is none":   {map[string]string{"room": "krapao-" + malee.String(), "token": "x"}, "invalid-token"},
		"a guest id of no form":  {map[string]string{"room": "krapao-guest-1", "guestId": "guest-1"}, "KEY_INVALID"},
	} {
		l := e.dial()
		l.say("join", try.join)
		if got := read[portal.APIError](t, l.hears("error")); got.Message != try.code {
			t.Errorf("%s: %s", what, got.Message)
		}
		l.say("typing", map[string]any{"isTyping": true}) // outside of every room nothing happens
		_ = l.Close()
	}
	if l := e.joined(guest); l.Conn == nil {
		t.Error("the guest's own room")
	}
}

func TestASocketWhoseSessionEndedIsClosedWithinFiveSeconds(t *testing.T) {
	t.Parallel()
	t.Log("CHAT: a session that ended opens nothing")
	e := newEnv(t)
	l, others := e.joined(asMember(somchai)), e.joined(asMember(malee))
	e.sessions.end(somchai.String())
	began := time.Now()
	if got := read[portal.APIError](t, l.hears("error")); got.Message != "INVALID_USER_2" {
		t.Errorf("told %s", got.Message)
	}
	if _, open := l.next("messaging"); open {
		t.Error("it is still open")
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
	e.tell(malee, "still here")
	if said := others.said(); said != "still here" {
		t.Errorf("malee hears %q", said)
	}
}

// A question about sessions that nobody answers closes no socket, and keeps nobody's session from the next one.
func TestALookAtSessionsThatStallsClosesNobodyAndIsMadeUpFor(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	l, others := e.joined(asMember(somchai)), e.joined(asMember(malee))
	e.sessions.stalls.Store(true)
	time.Sleep(6 * time.Second) // the look before it, and one that is given up
	e.sessions.end(somchai.String())
	e.sessions.stalls.Store(false)
	if got := read[portal.APIError](t, l.hears("error")); got.Message != "INVALID_USER_2" {
		t.Errorf("told %s", got.Message)
	}
	e.tell(malee, "still here")
	if said := others.said(); said != "still here" {
		t.Errorf("malee hears %q", said)
	}
}

func TestAGuestWhoLogsInJoinsTheMembersRoomInTheSameSocket(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	secret, join := newGuest()
	l, second := e.joined(join), e.joined(join)
	e.Client(t).Do(http.MethodPost, "/api/chat/send-message", `{"guestId":"`+secret+`","message":{"message_type":"text","payload":{"message":"before"}}}`)
	if said := l.said(); said != "before" {
		t.Fatalf("heard %q", said)
	}
	l.say("join", map[string]string{"room": "krapao-" + somchai.String(), "token": somchai.String(), "guestId": secret})
	if got := read[portal.ChatJoined](t, l.hears("joined")); got.Seq == 0 {
		t.Error("the guest's messages are not in the member's room")
	}
	e.tell(somchai, "after")
	if said := l.said(); said != "after" {
		t.Errorf("heard %q", said)
	}
	if _, open := second.next("error"); !open {
		t.Error("the guest's other socket was not told")
	}
	if _, open := second.next("messaging"); open {
		t.Error("the dead guest's room is still open")
	}
}

func TestPagesOfOtherSitesOpenNoSocket(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	host := strings.TrimPrefix(e.URL(), "http://")
	for _, origin := range []string{
		"https://evil.example", "http://evil.example", "null", "http://localhost", "http://localhost:8081", "https://localhost:8080", "http://" + host + ".evil.example",
		"http://evil.example/" + host, "http://" + host + "@evil.example", "http://evil.example@" + host, "file://", "chrome-extension://abc", "//" + host, host,
		"javascript:alert(1)", "data:text/html,x", "http://", "http://" + host + "/path", "HTTP://" + strings.ToUpper("localhost:8080"), "ftp://" + host,
	} {
		opened, response, err := dial(e.URL(), http.Header{"Origin": {origin}})
		if err == nil {
			_ = opened.Close()
			t.Errorf("%s opened a socket", origin)
		} else if response == nil || response.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: %v %v", origin, err, response)
		}
	}
	for _, origin := range []string{"http://localhost:8080", "http://" + host} {
		opened, _, err := dial(e.URL(), http.Header{"Origin": {origin}})
		if err != nil {
			t.Errorf("%s: %v", origin, err)
			continue
		}
		_ = opened.Close()
	}
	if answer := e.Client(t).Do(http.MethodGet, "/api/chat/socket", ""); answer.Code() != "KEY_INVALID" {
		t.Errorf("without an upgrade: %d %s", answer.Status, answer.Body)
	}
}

func TestSocketsThatNeverJoinAreFewAndShort(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	member := e.joined(asMember(somchai))
	var idle []line
	refused := 0
	for range 40 {
		opened, response, err := dial(e.URL(), nil)
		switch {
		case err == nil:
			idle = append(idle, line{opened, t})
		case response != nil && response.StatusCode == http.StatusTooManyRequests:
			refused++
		default:
			t.Fatal(err)
		}
	}
	if len(idle) > 32 || refused == 0 {
		t.Errorf("%d sockets wait outside, %d were refused", len(idle), refused)
	}
	e.tell(somchai, "others go on")
	if said := member.said(); said != "others go on" {
		t.Errorf("heard %q", said)
	}
	for _, l := range idle {
		if _, open := l.next("error"); open {
			_, open = l.next("messaging")
			if open {
				t.Fatal("a socket stays outside of every room")
			}
		}
		_ = l.Close()
	}
	e.joined(asMember(malee)) // there is room again
}

func TestABinaryFrameClosesTheSocketByItsCode(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	for what, l := range map[string]line{"a member's": e.joined(asMember(somchai)), "an operator's": e.dialOperator()} {
		if err := l.WriteMessage(websocket.BinaryMessage, []byte("x")); err != nil {
			t.Fatal(err)
		}
		_ = l.SetReadDeadline(time.Now().Add(20 * time.Second))
		var err error
		for err == nil {
			_, _, err = l.ReadMessage()
		}
		if !websocket.IsCloseError(err, websocket.CloseUnsupportedData) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestAnErrorFrameQuotesTheRequestThatOpenedTheSocket(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	seen := map[string]bool{}
	for _, l := range []line{e.dial(), e.dial(), e.dialOperator()} {
		l.say("join", map[string]string{"room": "x"})
		got := read[portal.APIError](t, l.hears("error"))
		if len(got.RequestID) != 36 || seen[got.RequestID] {
			t.Errorf("%+v", got)
		}
		seen[got.RequestID] = true
	}
}

func TestFramesThatAreTooLongTooManyOrOfNoFormAreRefused(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	l := e.joined(asMember(somchai))
	for _, bad := range []string{"{", "[]", `{"event":"messaging","data":{}}`, `{"event":"join","data":7}`} {
		if err := l.WriteMessage(websocket.TextMessage, []byte(bad)); err != nil {
			t.Fatal(err)
		}
		if got := read[portal.APIError](t, l.hears("error")); got.Message != "KEY_INVALID" {
			t.Errorf("%s: %s", bad, got.Message)
		}
	}
	if err := l.WriteMessage(websocket.TextMessage, []byte(strings.Repeat("x", 17<<10))); err != nil {
		t.Fatal(err)
	}
	if _, open := l.next("error"); open {
		t.Error("a frame of 17 KiB is read")
	}
	flood := e.joined(asMember(malee))
	for range 100 {
		if flood.WriteMessage(websocket.TextMessage, []byte(`{"event":"typing","data":{"isTyping":true}}`)) != nil {
			break
		}
	}
	if got := read[portal.APIError](t, flood.hears("error")); got.Message != "REQUEST_LIMIT" {
		t.Errorf("a flood of frames is told %s", got.Message)
	}
	if _, open := flood.next("messaging"); open {
		t.Error("a flood of frames is read")
	}
}

func TestAServerThatStopsSaysSoAndNothingIsMissedAfterwards(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	other := e.twin()
	l := e.joined(asMember(somchai))
	e.tell(somchai, "one")
	l.said()
	stopped := make(chan error, 1)
	go func() { stopped <- e.Stop() }()
	var closed *websocket.CloseError
	_ = l.SetReadDeadline(time.Now().Add(20 * time.Second))
	for closed == nil {
		if _, _, err := l.ReadMessage(); err != nil {
			closed, _ = err.(*websocket.CloseError) //nolint:errorlint // the library's own
			if closed == nil {
				t.Fatalf("closed by %v", err)
			}
		}
	}
	if closed.Code != websocket.CloseServiceRestart {
		t.Errorf("closed with %d", closed.Code)
	}
	other.tell(somchai, "two")
	if err := <-stopped; err != nil {
		t.Error(err)
	}
	again := other.joined(asMember(somchai))
	other.tell(somchai, "three")
	if said := again.said(); said != "three" {
		t.Errorf("heard %q", said)
	}
	page := other.Client(t).As(somchai.String()).Do(http.MethodPost, "/api/chat/history", `{"limit":10,"skip":0}`)
	for _, said := range []string{"one", "two", "three"} {
		if strings.Count(string(page.Body), fmt.Sprintf(`"message":%q`, said)) != 1 {
			t.Errorf("%s is not there once: %s", said, page.Body)
		}
	}
}
