package chat_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/server/httpapi/api/portal"
	"krapao/server/portaltest"
)

func TestAMessageIsKeptOnceAndComesBackInOrder(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	member := e.member(somchai)
	member.tell("one", "_id", "message-number-1", "userId", somchai.String(), "sender", "customer")
	first := member.send(text("one"), "_id", "message-number-1")
	e.Clock.Advance(time.Minute)
	again := member.send(text("one"), "_id", "message-number-1")
	if first.Status != http.StatusOK || string(first.Body) != string(again.Body) {
		t.Errorf("the same _id again: %s, first %s", again.Body, first.Body)
	}
	member.tell("two")
	if said := member.own(); !slices.Equal(said, []string{"one", "two"}) {
		t.Errorf("kept: %q", said)
	}
	items := member.history()
	for i, item := range items {
		if valueOf(item.Seq) != int64(len(items)-i) {
			t.Errorf("the numbers have gaps, or are not newest first: %q", texts(items))
			break
		}
	}
	if last := items[len(items)-1]; valueOf(last.UserID) != somchai.String() || valueOf(last.Username) != "0"+somchai.String() || valueOf(last.Name) != "Name" || last.UnderscoreID != "message-number-1" {
		t.Errorf("the member's first message: %+v", last)
	}
}

func TestHistoryGoesByPagesAndOnFromWhatTheClientHas(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	guest := e.guest()
	guest.tell("talk to a person") // nobody but the guest speaks from here on
	for i := range 12 {
		guest.tell(fmt.Sprint(i), "_id", fmt.Sprintf("message-%02d", i))
	}
	all := guest.history()
	newest, older := guest.page(map[string]any{"limit": 10}), guest.page(map[string]any{"limit": 10, "skip": 10})
	if got := append(texts(newest), texts(older)...); !slices.Equal(got, texts(all)) {
		t.Errorf("two pages: %q, all: %q", got, texts(all))
	}
	after := guest.page(map[string]any{"limit": 3, "after": "message-05"})
	if got := texts(after); len(got) != 3 || !strings.HasSuffix(got[0], "8") || !strings.HasSuffix(got[2], "6") {
		t.Errorf("after 05: %q", got)
	}
	if rest := guest.page(map[string]any{"after": "message-11"}); len(rest) != 0 {
		t.Errorf("after the newest: %q", texts(rest))
	}
	refused(t, "after an unknown message", guest.Do(http.MethodPost, "/api/chat/history", guest.says(map[string]any{"limit": 1, "skip": 0, "after": "no-such-message"})), "KEY_INVALID")
}

func TestWhatCannotBeAMessageIsRefused(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	member := e.member(somchai)
	postback := map[string]any{"message_type": "postback", "payload": map[string]any{"title": "Deposit", "message": `{"title":"Deposit","payload":"DEPOSIT"}`}}
	for what, message := range map[string]map[string]any{
		"blank": text(" \n\t "), "2001 characters": text(strings.Repeat("ก", 2001)), "nothing": text(""), "NUL": text("a\x00b"),
		"an unknown type": {"message_type": "hologram"}, "cards of a customer": {"message_type": "generic", "payloads": []any{map[string]any{"title": "A"}}},
		"buttons of a customer": {"message_type": "buttons", "payload": map[string]any{"message": "A"}}, "no payload": {"message_type": "text"},
		"a file of nobody":   {"message_type": "media", "payload": map[string]any{"filePath": "media/chat/00000000000000000000000000000000.png"}},
		"a file elsewhere":   {"message_type": "media", "payload": map[string]any{"filePath": "https://evil.example/a.png"}},
		"a path that climbs": {"message_type": "media", "payload": map[string]any{"filePath": "media/chat/../../etc/passwd"}},
	} {
		refused(t, what, member.send(message), "KEY_INVALID")
	}
	member.tell(strings.Repeat("ก", 2000))
	if answer := member.send(postback); answer.Status != http.StatusOK {
		t.Errorf("a postback: %d %s", answer.Status, answer.Body)
	}
	if items := member.history(); items[0].Message.MessageType != portal.ChatMessageTypeGeneric {
		t.Errorf("the bot's answer to a button: %+v", items[0].Message)
	}
}

func TestWhoSpeaksIsTheTokensOrTheGuestsNeverTheBodys(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	member, other, guest, visitor := e.member(somchai), e.member(malee), e.guest(), e.Client(t)
	member.tell("a secret")
	refused(t, "another's userId", other.send(text("x"), "userId", somchai.String()), "KEY_INVALID")
	refused(t, "a userId without a token", guest.send(text("x"), "userId", somchai.String()), "KEY_INVALID")
	refused(t, "speaking as an admin", member.send(text("x"), "sender", "admin"), "KEY_INVALID")
	refused(t, "history of another", other.Do(http.MethodPost, "/api/chat/history", `{"limit":10,"skip":0,"userId":"`+somchai.String()+`"}`), "KEY_INVALID")
	refused(t, "reading for nobody", e.Client(t).Do(http.MethodPut, "/api/chat/read-customer/", `{}`), "UNAUTHORIZED")
	refused(t, "reading for another", other.Do(http.MethodPut, "/api/chat/read-customer/", `{"userId":"`+somchai.String()+`"}`), "KEY_INVALID")
	refused(t, "nobody sends", visitor.Do(http.MethodPost, "/api/chat/send-message", `{"message":{"message_type":"text","payload":{"message":"x"}}}`), "UNAUTHORIZED")
	refused(t, "nobody reads", visitor.Do(http.MethodPost, "/api/chat/history", `{"limit":10,"skip":0}`), "UNAUTHORIZED")
	refused(t, "no guest id", visitor.Do(http.MethodPost, "/api/chat/history", `{"limit":10,"skip":0,"guestId":"guest-1"}`), "KEY_INVALID")
	if items := other.history(); len(items) != 0 {
		t.Errorf("malee sees %q", texts(items))
	}
	if rows := e.one("select count(*)::text from chat_message where content ->> 'text' = 'x'"); rows != "0" {
		t.Errorf("%s refused messages are there", rows)
	}
	guest.tell("mine")
	if said := guest.own(); strings.Contains(e.Logs.String(), guest.guest) || !slices.Equal(said, []string{"mine"}) {
		t.Errorf("the guest's id is in the log, or the history lacks the message")
	}
	if found := e.one("select count(*)::text from chat_conversation c where c::text like '%' || $1 || '%'", guest.guest[6:]); found != "0" {
		t.Error("the guest's id is in the database")
	}
}

func TestAGuestWhoLogsInTakesTheConversationAlongAndTheGuestIdDies(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	guest, later, member := e.guest(), e.guest(), e.member(somchai)
	guest.tell("I cannot log in", "_id", "message-number-1")
	path := guest.uploaded("image", picture(t))
	member.bringing(guest).tell("now I can")
	if said := member.own(); !slices.Equal(said, []string{"I cannot log in", "now I can"}) {
		t.Errorf("the member's conversation: %q", said)
	}
	refused(t, "the dead guest's history", guest.Do(http.MethodPost, "/api/chat/history", guest.says(map[string]any{"limit": 1, "skip": 0})), "UNAUTHORIZED")
	refused(t, "the dead guest's message", guest.send(text("hello?")), "UNAUTHORIZED")
	if answer := member.send(map[string]any{"message_type": "media", "payload": map[string]any{"message": "a.png", "filePath": path}}); answer.Status != http.StatusOK {
		t.Errorf("the guest's file, sent by the member: %d %s", answer.Status, answer.Body)
	}
	later.tell("another guest on the same phone", "_id", "message-number-1") // an id that the member's conversation has
	before := len(member.history())
	if all := member.bringing(later).history(); len(all) != before+2 { // and the bot's welcome
		t.Errorf("after another guest: %q", texts(all))
	}
	e.member(malee).bringing(later).history()
	if all := e.member(malee).history(); len(all) != 0 {
		t.Errorf("a dead guest's conversation came to another member: %q", texts(all))
	}
}

func TestReadingIsMarkedAtMostOnceASecond(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	member := e.member(somchai)
	read := func() portaltest.Answer { return member.Do(http.MethodPut, "/api/chat/read-customer/", `{}`) }
	marks := func() string { return e.one("select coalesce(max(customer_read), 0)::text from chat_conversation") }
	if answer := read(); answer.Status != http.StatusOK {
		t.Errorf("nothing to read: %d %s", answer.Status, answer.Body)
	}
	member.tell("talk to a person")
	if answer := read(); answer.Status != http.StatusOK || marks() != "2" {
		t.Errorf("the first mark: %d %s, %s", answer.Status, answer.Body, marks())
	}
	if answer := read(); answer.Status != http.StatusOK {
		t.Errorf("all is read: %d %s", answer.Status, answer.Body)
	}
	member.tell("more")
	refused(t, "a second mark in the same second", read(), "REQUEST_LIMIT")
	e.Clock.Advance(time.Second)
	if answer := read(); answer.Status != http.StatusOK || marks() != "3" {
		t.Errorf("a second later: %d %s, %s", answer.Status, answer.Body, marks())
	}
}

func TestTooManyMessagesAndGuestsWaitAMinute(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	member := e.member(somchai)
	for i := range 30 {
		member.tell(fmt.Sprint(i))
	}
	refused(t, "the 31st message of a minute", member.send(text("31")), "REQUEST_LIMIT_1MIN")
	e.member(malee).tell("others are not held up")
	for range 20 {
		e.guest().tell("hello")
	}
	refused(t, "the 21st guest of an hour", e.guest().send(text("hello")), "REQUEST_LIMIT_1MIN")
	e.Clock.Advance(time.Minute + time.Second)
	member.tell("again")
}

func TestMessagesSentAtTheSameMomentAreAllKeptOnce(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	member := e.member(somchai)
	var group sync.WaitGroup
	for i := range 20 {
		group.Go(func() {
			if answer := member.send(text(fmt.Sprint(i/2)), "_id", fmt.Sprintf("message-%02d", i/2)); answer.Status != http.StatusOK {
				t.Errorf("%d: %d %s", i, answer.Status, answer.Body)
			}
		})
	}
	group.Wait()
	said := member.own()
	slices.Sort(said)
	if len(said) != 10 || len(slices.Compact(said)) != 10 {
		t.Errorf("kept: %q", said)
	}
}
