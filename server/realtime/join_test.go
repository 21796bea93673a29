package realtime_test

import (
	"net/http"
	"testing"

	"krapao/server/httpapi/api/portal"
)

func TestASocketAsksToJoinOnceASecond(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	l := e.joined(asMember(somchai))
	for range 10 {
		l.say("join", asMember(somchai))
	}
	if got := read[portal.APIError](t, l.hears("error")); got.Message != "REQUEST_LIMIT" {
		t.Errorf("%s", got.Message)
	}
	e.tell(somchai, "it stays in its room")
	if said := l.said(); said != "it stays in its room" {
		t.Errorf("heard %q", said)
	}
}

func TestASocketThatFindsNoPlaceInTheMembersRoomIsClosed(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	secret, join := newGuest()
	l := e.joined(join)
	for range 16 { // as many as one member may have
		e.joined(asMember(somchai))
	}
	l.say("join", map[string]string{"room": "krapao-" + somchai.String(), "token": somchai.String(), "guestId": secret})
	if got := read[portal.APIError](t, l.hears("error")); got.Message != "REQUEST_LIMIT" {
		t.Errorf("%s", got.Message)
	}
	if _, open := l.next("error"); open {
		t.Error("it stays open outside of every room until its time there is over")
	}
	free := 0
	for range 40 { // its place outside is free again, or will be in a moment
		opened, response, err := dial(e.URL(), nil)
		switch {
		case err == nil:
			free++
			t.Cleanup(func() { _ = opened.Close() })
		case response == nil || response.StatusCode != http.StatusTooManyRequests:
			t.Fatal(err)
		}
	}
	if free < 31 {
		t.Errorf("%d sockets wait outside", free)
	}
}

func TestAPingIsAnsweredInARoomAndOutside(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	for what, l := range map[string]line{"outside": e.dial(), "in a room": e.joined(asMember(somchai))} {
		l.say("ping", map[string]any{})
		if got := l.hears("pong"); string(got.Data) != "{}" {
			t.Errorf("%s: %s", what, got.Data)
		}
	}
}

func TestAJoinTellsHowManyMessagesWereMissed(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	unread := func() int {
		l := e.dial()
		defer func() { _ = l.Close() }()
		l.say("join", asMember(somchai))
		return *read[portal.ChatJoined](t, l.hears("joined")).Unread
	}
	if got := unread(); got != 0 {
		t.Errorf("%d unread in an empty conversation", got)
	}
	e.tell(somchai, "Hello?") // the bot welcomes
	if got := unread(); got != 1 {
		t.Errorf("%d unread, want the bot's welcome and not the member's own", got)
	}
	e.Client(t).As(somchai.String()).Do(http.MethodPut, "/api/chat/read-customer/", `{"userId":"`+somchai.String()+`"}`)
	if got := unread(); got != 0 {
		t.Errorf("%d unread after the mark", got)
	}
}

// Eight are let in at a time: a ninth waits behind them, and is not taken for one who never joins.
func TestAJoinThatFindsNoPlaceSaysSoAndIsClosed(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.sessions.stalls.Store(true)
	var lines []line
	for range 9 {
		l := e.dial()
		l.say("join", asMember(somchai))
		lines = append(lines, l)
	}
	busy := 0
	for _, l := range lines {
		got := read[portal.APIError](t, l.hears("error")).Message
		if got == "UNAUTHORIZED" {
			t.Error("its join was under way")
		}
		if got != "SERVER_BUSY" {
			continue
		}
		busy++
		if _, open := l.next("error"); open {
			t.Error("it stays open outside of every room")
		}
	}
	if busy != 1 {
		t.Errorf("%d of nine found no place", busy)
	}
	e.sessions.stalls.Store(false)
	e.joined(asMember(somchai))
}
