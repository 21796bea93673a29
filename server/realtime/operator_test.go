package realtime_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/gorilla/websocket"

	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/api/portal"
	accounts "krapao/server/operator"
	"krapao/server/portaltest"
	"krapao/server/secret"
)

const talks = "/operator/chat/conversations"

// person is an operator, with the calls and the token of one session.
type person struct {
	*portaltest.Client
	t     testing.TB
	token string
}

func (e *env) person(username string) person {
	e.t.Helper()
	_, err := e.App.Operators.Create(e.t.Context(), accounts.CreateInput{Username: username, Password: secret.NewText(portaltest.OperatorPassword)})
	if err != nil && !errors.Is(err, accounts.ErrTaken) {
		e.t.Fatal(err)
	}
	client := e.OperatorClient(e.t)
	answer := client.Do(http.MethodPost, "/operator/login", fmt.Sprintf(`{"username":%q,"password":%q}`, username, portaltest.OperatorPassword))
	var opened struct{ Token string }
	if err := json.Unmarshal(answer.Body, &opened); err != nil || opened.Token == "" {
		e.t.Fatalf("logging in as %s: %d %s", username, answer.Status, answer.Body)
	}
	return person{client.As(opened.Token), e.t, opened.Token}
}

func dialOperator(url string, headers http.Header) (*websocket.Conn, *http.Response, error) {
	return websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(url, "http")+"/operator/chat/socket", headers)
}

func (e *env) dialOperator() line {
	e.t.Helper()
	opened, response, err := dialOperator(e.OperatorURL(), nil)
	if err != nil {
		e.t.Fatalf("opening an operator's socket: %v %v", err, response)
	}
	e.t.Cleanup(func() { _ = opened.Close() })
	return line{opened, e.t}
}

// joinedBy is an operator's socket that hears the inbox.
func (e *env) joinedBy(who person) line {
	e.t.Helper()
	l := e.dialOperator()
	l.say("join", map[string]string{"token": who.token})
	l.hears("joined")
	return l
}

// inbox gives the next frame of the inbox that fits.
func (l line) inbox(fits func(operator.OperatorConversation) bool) operator.OperatorConversation {
	l.t.Helper()
	for {
		if talk := read[operator.OperatorConversation](l.t, l.hears("inbox")); fits(talk) {
			return talk
		}
	}
}

func inState(state string) func(operator.OperatorConversation) bool {
	return func(talk operator.OperatorConversation) bool { return string(talk.State) == state }
}

// messages gives the next so many messages of what is watched: their numbers, and what they say.
func (l line) messages(count int) (numbers []int64, said []string) {
	l.t.Helper()
	for range count {
		got := read[operator.OperatorMessaging](l.t, l.hears("messaging"))
		numbers = append(numbers, got.Message.Seq)
		said = append(said, *got.Message.Message.Payload.Message)
	}
	return numbers, said
}

func (p person) do(path, body string) {
	p.t.Helper()
	if answer := p.Do(http.MethodPost, path, body); answer.Status != http.StatusOK {
		p.t.Fatalf("%s: %d %s", path, answer.Status, answer.Body)
	}
}

// presence gives who is there, once it is as many.
func (l line) presence(count int) []string {
	l.t.Helper()
	for {
		if got := read[operator.OperatorPresence](l.t, l.hears("presence")); len(got.Operators) == count {
			return got.Operators
		}
	}
}

func TestAnOperatorHearsTheInboxAndWhatIsSaidOnEveryServer(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	other := e.twin()
	noi, kam := e.person("noi"), other.person("kam")
	here, there := e.joinedBy(noi), other.joinedBy(kam)
	if names := here.presence(2); !slices.Equal(names, []string{"kam", "noi"}) {
		t.Errorf("there are %v", names)
	}
	there.presence(2)
	member := other.joined(asMember(somchai))
	e.tell(malee, "hello") // the bot's alone: the inbox has it not
	other.tell(somchai, "agent please")
	waiting := here.inbox(func(operator.OperatorConversation) bool { return true })
	if waiting.State != "WAITING" || waiting.Member == nil || *waiting.Member != somchai.String() {
		t.Fatalf("the first frame: %+v", waiting)
	}
	there.inbox(inState("WAITING"))
	at := talks + "/" + waiting.ID
	kam.do(at+"/take", "")
	if taken := here.inbox(inState("TAKEN")); taken.Operator == nil || *taken.Operator != "kam" {
		t.Errorf("who took it: %+v", taken)
	}
	for _, l := range []line{here, there} {
		l.say("watch", map[string]any{"conversation": waiting.ID, "after": 0})
		if got := read[operator.OperatorWatched](t, l.hears("watched")); got.Seq != 0 {
			t.Errorf("from %d on", got.Seq)
		}
		if _, said := l.messages(2); said[0] != "agent please" {
			t.Errorf("the past: %q", said)
		}
	}
	for n := range 5 {
		e.tell(somchai, fmt.Sprint("from the customer ", n))
		kam.do(at+"/reply", fmt.Sprintf(`{"message":{"message_type":"text","payload":{"message":"from kam %d"}}}`, n))
	}
	for who, l := range map[string]line{"here": here, "there": there} {
		numbers, said := l.messages(10)
		for i, number := range numbers {
			if number != int64(i+3) {
				t.Fatalf("%s: numbers %v", who, numbers)
			}
		}
		if said[9] != "from kam 4" || said[8] != "from the customer 4" {
			t.Errorf("%s: %q", who, said)
		}
	}
	member.say("typing", map[string]any{"isTyping": true})
	if got := read[operator.OperatorTyping](t, here.hears("typing")); !got.IsTyping || *got.Sender != "customer" || *got.Conversation != waiting.ID {
		t.Errorf("the customer writes: %+v", got)
	}
	there.say("typing", map[string]any{"isTyping": true})
	if got := read[operator.OperatorTyping](t, here.hears("typing")); *got.Sender != "admin" || *got.Name != "kam" {
		t.Errorf("another operator writes: %+v", got)
	}
	if got := read[portal.ChatTyping](t, member.hears("typing")); !got.IsTyping || got.Name != nil {
		t.Errorf("the member is told: %+v", got)
	}
	kam.do(at+"/close", "")
	here.inbox(inState("CLOSED"))
	_ = there.Close()
	here.presence(1)
}

func TestMembersAreToldThatAnOperatorIsThere(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	member := e.joined(asMember(somchai))
	hears := func(online bool) {
		t.Helper()
		for {
			if got := read[portal.ChatPresence](t, member.hears("presence")); got.IsOnline == online {
				return
			}
		}
	}
	hears(false)
	l := e.joinedBy(e.person("noi"))
	hears(true)
	_ = l.Close()
	hears(false)
}

func TestAnOperatorWhoReadsNothingIsClosedAndOthersHearAll(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	noi := e.person("noi")
	e.tell(somchai, "agent please")
	reader := e.joinedBy(noi)
	waiting := reader.inbox(inState("WAITING"))
	deaf := e.quiet("/operator/chat/socket", e.OperatorURL())
	deaf.say("join", map[string]string{"token": noi.token})
	deaf.hears("joined")
	for _, l := range []line{reader, deaf} {
		l.say("watch", map[string]any{"conversation": waiting.ID})
		l.hears("watched")
	}
	noi.do(talks+"/"+waiting.ID+"/take", "")
	const count = 300
	heard := make(chan []int64)
	go func() {
		var numbers []int64
		for got, open := reader.next("messaging"); open; got, open = reader.next("messaging") {
			if numbers = append(numbers, read[operator.OperatorMessaging](t, got).Message.Seq); len(numbers) == count {
				break
			}
		}
		heard <- numbers
	}()
	for n := range count {
		noi.do(talks+"/"+waiting.ID+"/reply", fmt.Sprintf(`{"_id":%q,"message":{"message_type":"text","payload":{"message":%q}}}`, uuid.NewString(), strings.Repeat("ก", 1900)+fmt.Sprint(n)))
	}
	numbers := <-heard
	if len(numbers) != count {
		t.Fatalf("%d messages of %d", len(numbers), count)
	}
	for i := range numbers {
		if numbers[i] != numbers[0]+int64(i) {
			t.Fatalf("numbers %v", numbers)
		}
	}
	// At once when too much waits for it, else when nobody took a write for ten seconds. Either way it has not all of
	// it.
	had := 0
	for ; had < count; had++ {
		if _, open := deaf.next("messaging"); !open {
			break
		}
	}
	if had == count {
		t.Error("the socket that reads nothing stayed open")
	}
}

func TestWhatIsWatchedEndsWhenAGuestBecomesAMemberWhoHasAConversation(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	noi := e.joinedBy(e.person("noi"))
	e.tell(somchai, "mine")
	name, _ := newGuest()
	guest := `{"guestId":"` + name + `","message":{"message_type":"text","payload":{"message":"agent please"}}}`
	e.Client(t).Do(http.MethodPost, "/api/chat/send-message", guest)
	waiting := noi.inbox(inState("WAITING"))
	noi.say("watch", map[string]any{"conversation": waiting.ID, "after": 0})
	noi.messages(2)
	e.Client(t).As(somchai.String()).Do(http.MethodPost, "/api/chat/history", `{"limit":10,"skip":0,"guestId":"`+name+`"}`)
	if got := read[portal.APIError](t, noi.hears("error")); got.Message != "NO_DATA" {
		t.Errorf("told %s", got.Message)
	}
}

func TestAtMostAHundredMessagesOfThePastAreSent(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	noi := e.person("noi")
	l := e.joinedBy(noi)
	e.tell(somchai, "agent please")
	waiting := l.inbox(inState("WAITING"))
	noi.do(talks+"/"+waiting.ID+"/take", "")
	for n := range 120 {
		noi.do(talks+"/"+waiting.ID+"/reply", fmt.Sprintf(`{"message":{"message_type":"text","payload":{"message":"%d"}}}`, n))
	}
	l.say("watch", map[string]any{"conversation": waiting.ID, "after": 0})
	from := read[operator.OperatorWatched](t, l.hears("watched")).Seq
	numbers, said := l.messages(100)
	if from == 0 || numbers[0] != from+1 || numbers[99] != from+100 || said[99] != "119" {
		t.Errorf("from %d on: %v", from, numbers)
	}
}
