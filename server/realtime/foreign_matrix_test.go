package realtime_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"krapao/server/chat"
	"krapao/server/chat/chattest"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/portaltest"
)

// somsak's session ends.
const somsak = id.MemberID(10_000_003)

// attacker is somebody who wants what is another's.
type attacker struct {
	name, token, guestID string
	// nothing: not even a room of their own opens.
	nothing bool
}

// body gives the body of a call: what differs, and what the attacker says of who they are.
func (a attacker) body(more map[string]any) string {
	if a.guestID != "" {
		more["guestId"] = a.guestID
	}
	text, _ := json.Marshal(more) // a map of texts
	return string(text)
}

// Rooms, histories, read marks, messages, files and typing of another are refused, by every call and frame, to
// everybody who is not them; and everything to whose session ended and to a guest who became a member.
func TestNothingOfAnotherOpensByAnyCallOrFrame(t *testing.T) {
	t.Parallel()
	t.Log("CHAT: what is another's is refused")
	e := newEnv(t)
	e.exec(`insert into member (id, phone, name, password_hash, currency, created_at, last_login_at) values ($1, '0810000003', 'Name', 'none', 'BAHT', now(), now())`, somsak)
	const secret = "victims-message-1"
	if err := e.send(somchai, "a secret", secret); err != nil {
		t.Fatal(err)
	}
	path := e.victimsFile()
	stranger, _ := newGuest()
	dead, deadJoin := newGuest()
	ended := e.joined(asMember(somsak))
	e.joined(deadJoin).say("join", map[string]string{"room": "krapao-" + malee.String(), "token": malee.String(), "guestId": dead})
	victim := e.joined(asMember(somchai))
	e.sessions.end(somsak.String())
	for open := true; open; _, open = ended.next("messaging") { // within five seconds and what the machine adds
	}
	var typed atomic.Int64
	e.App.Exchange.Subscribe(func(event chat.Event) {
		if event.Typing != nil {
			typed.Add(1)
		}
	})
	before := e.victimsRows()
	tries := 0
	for _, by := range []attacker{
		{name: "another member", token: malee.String()}, {name: "a guest", guestID: stranger}, {name: "nobody", nothing: true},
		{name: "a session that ended", token: somsak.String(), nothing: true}, {name: "a guest who became a member", guestID: dead, nothing: true},
		{name: "a token that is none", token: "x", nothing: true},
	} {
		for what, answer := range e.callsOf(by, secret, path) {
			tries++
			code := answer.Code()
			if answer.Status < 400 || answer.Status > 499 || !slices.Contains([]string{"KEY_INVALID", "UNAUTHORIZED", "INVALID_USER_2", "invalid-token"}, code) {
				t.Errorf("%s, %s: %d %s", by.name, what, answer.Status, answer.Body)
			}
		}
		tries += e.framesOf(by, victim)
	}
	if after := e.victimsRows(); after != before {
		t.Errorf("the victim's rows are %s now, were %s", after, before)
	}
	if typed.Load() > 0 {
		t.Errorf("%d times it was passed on that somebody writes", typed.Load())
	}
	t.Logf("%d tries were refused", tries)
}

// victimsFile uploads a file of the victim's and gives its path.
func (e *env) victimsFile() string {
	e.t.Helper()
	answer := e.Client(e.t).As(somchai.String()).Upload(http.MethodPost, "/api/chat/upload-video", "file", "a.mp4", chattest.Video("isom"))
	var kept portal.ChatUpload
	if err := json.Unmarshal(answer.Body, &kept); err != nil || kept.Path == "" {
		e.t.Fatalf("the victim's file: %d %s", answer.Status, answer.Body)
	}
	return kept.Path
}

// victimsRows tells what the victim has: messages of their own, what is read, files, and conversations in all.
func (e *env) victimsRows() (rows string) {
	e.t.Helper()
	if err := e.Database.DB.Querier(e.t.Context()).QueryRow(e.t.Context(), `select format('%s messages not ours, read up to %s, %s files', (select count(*) from chat_message
		where content->>'text' = 'x' or content->>'file' <> ''), (select customer_read from chat_conversation where member_id = $1), (select count(*) from chat_upload))`, somchai).Scan(&rows); err != nil {
		e.t.Fatal(err)
	}
	return rows
}

// callsOf makes the calls by which an attacker asks for what is the victim's; those who are nobody also ask for their
// own.
func (e *env) callsOf(by attacker, secret, path string) map[string]portaltest.Answer {
	e.t.Helper()
	client := e.Client(e.t)
	if by.token != "" {
		client = client.As(by.token)
	}
	text := map[string]any{"message_type": "text", "payload": map[string]any{"message": "x"}}
	file := map[string]any{"message_type": "media", "payload": map[string]any{"message": "x", "filePath": path}}
	calls := []struct {
		what, method, path string
		body               map[string]any
		own                bool // refused only to who is nobody
	}{
		{"a message as them", http.MethodPost, "/api/chat/send-message", map[string]any{"userId": somchai.String(), "message": text}, false},
		{"a message as an operator", http.MethodPost, "/api/chat/send-message", map[string]any{"sender": "admin", "message": text}, false},
		{"their file", http.MethodPost, "/api/chat/send-message", map[string]any{"message": file}, false},
		{"their history", http.MethodPost, "/api/chat/history", map[string]any{"userId": somchai.String(), "limit": 10, "skip": 0}, false},
		{"what follows their message", http.MethodPost, "/api/chat/history", map[string]any{"limit": 10, "skip": 0, "after": secret}, false},
		{"their read mark", http.MethodPut, "/api/chat/read-customer/", map[string]any{"userId": somchai.String()}, false},
		{"a message", http.MethodPost, "/api/chat/send-message", map[string]any{"message": text}, true},
		{"a history", http.MethodPost, "/api/chat/history", map[string]any{"limit": 10, "skip": 0}, true},
		{"a read mark", http.MethodPut, "/api/chat/read-customer/", map[string]any{}, true},
	}
	answers := map[string]portaltest.Answer{}
	for _, call := range calls {
		if !call.own || by.nothing {
			answers[call.what] = client.Do(call.method, call.path, by.body(call.body))
		}
	}
	if by.nothing && by.guestID == "" {
		answers["a file"] = client.Upload(http.MethodPost, "/api/chat/upload-video", "file", "a.mp4", chattest.Video("isom"))
	}
	return answers
}

// framesOf has an attacker ask for the victim's room, and for their own where nothing may open; then they write there,
// and hear nothing of what the victim hears. It gives how many tries that were.
func (e *env) framesOf(by attacker, victim line) (tries int) {
	e.t.Helper()
	joins := []string{"krapao-" + somchai.String()}
	if by.nothing {
		joins = append(joins, "krapao-"+by.token+by.guestID)
	}
	for _, room := range joins {
		l := e.dial()
		join := map[string]string{"room": room}
		if by.token != "" {
			join["token"] = by.token
		}
		if by.guestID != "" {
			join["guestId"] = by.guestID
		}
		l.say("join", join)
		var got frame
		_ = l.SetReadDeadline(time.Now().Add(20 * time.Second))
		if err := l.ReadJSON(&got); err != nil || got.Event != "error" {
			e.t.Errorf("%s joins %s: %s %v", by.name, room, got.Event, err)
		}
		l.say("typing", map[string]any{"isTyping": true})
		said := fmt.Sprintf("to the victim, while %s listens %d", by.name, tries)
		e.tell(somchai, said)
		if heard := victim.said(); heard != said {
			e.t.Errorf("the victim hears %q, not %q", heard, said)
		}
		l.say("ping", map[string]any{})
		for got = (frame{}); got.Event != "pong"; {
			if err := l.ReadJSON(&got); err != nil {
				e.t.Fatalf("%s: %v", by.name, err)
			}
			if got.Event == "messaging" {
				e.t.Errorf("%s hears %s", by.name, got.Data)
			}
		}
		_ = l.Close()
		tries += 2
	}
	return tries
}
