package helpdesk_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"krapao/server/simulator"
)

const talks = "/operator/chat/conversations/"

func TestAHelpDeskIsToldEverythingOnceAndInOrder(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.fault("mode=error-after&count=2") // it took them, and says that it did not
	e.fault("mode=error-before&count=2")
	g, noi := guestOf(t, e.URL()), e.Operator(t, "noi")
	g.tell("hello")
	g.tell("agent please")
	at := talks + e.conversation()
	for _, call := range []struct{ path, body string }{
		{"/take", ""}, {"/reply", `{"message":{"message_type":"text","payload":{"message":"At your service"}}}`}, {"/close", ""},
	} {
		if answer := noi.Do(http.MethodPost, at+call.path, call.body); answer.Status != http.StatusOK {
			t.Fatalf("%s: %d %s", call.path, answer.Status, answer.Body)
		}
	}
	want := []string{"incoming hello", "pending", "incoming agent please", "open", "open assigned", "outgoing At your service", "resolved"}
	eventually(t, "all was delivered", func() bool { return len(delivered(e.parts.HelpDeskEvents())) >= len(want) })
	if got := delivered(e.parts.HelpDeskEvents()); !slices.Equal(got, want) {
		t.Errorf("told %q", got)
	}
	eventually(t, "nothing is left", func() bool { return e.one("select count(*)::text from help_desk_event") == "0" })
}

func TestAReplyOfTheHelpDeskIsSaidOnce(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	g := guestOf(t, e.URL())
	g.tell("agent please")
	conversation := e.conversation()
	for range 2 {
		e.parts.HelpDeskReply(conversation, "We look into it.", 4711)
	}
	e.parts.HelpDeskReply(conversation, "It is done.", 4712)
	eventually(t, "the customer hears it", func() bool { return len(g.heard()) >= 2 })
	for _, secret := range []string{credentials.Secret(simulator.HelpDeskParty), "old"} { // a replay, and the secret that was there before
		if answer := e.report(reply(conversation, "We look into it.", 4711), secret, 299*time.Second); answer.Status != http.StatusOK {
			t.Errorf("a replay: %d %s", answer.Status, answer.Body)
		}
	}
	heard := g.heard()
	slices.Sort(heard)
	if !slices.Equal(heard, []string{"It is done.", "We look into it."}) {
		t.Errorf("the customer hears %q", heard)
	}
	g.tell("thanks")
	eventually(t, "the help desk hears it", func() bool { return slices.Contains(delivered(e.parts.HelpDeskEvents()), "incoming thanks") })
	for _, line := range delivered(e.parts.HelpDeskEvents()) {
		if strings.HasPrefix(line, "outgoing") {
			t.Errorf("the help desk is told its own reply: %q", line)
		}
	}
	noi := e.Operator(t, "noi")
	if answer := noi.Do(http.MethodPost, talks+conversation+"/take", ""); answer.Status != http.StatusOK {
		t.Errorf("an operator takes over: %d %s", answer.Status, answer.Body)
	}
	eventually(t, "the help desk hears that", func() bool { return slices.Contains(delivered(e.parts.HelpDeskEvents()), "open assigned") })
	secret := credentials.Secret(simulator.HelpDeskParty)
	if answer := e.report(reply(conversation, "still here", 4713), secret, 0); answer.Status != http.StatusConflict || answer.Code() != "APPROVAL_STALE" {
		t.Errorf("replying to what an operator has: %d %s", answer.Status, answer.Body)
	}
	ended := fmt.Sprintf(`{"event":"conversation_status_changed","id":12,"status":"resolved","custom_attributes":{"krapao_conversation":%q}}`, conversation)
	e.report(ended, secret, 0)
	if got := e.state(conversation); got != "TAKEN" {
		t.Errorf("the help desk ended what an operator has: %s", got)
	}
	e.exec("update chat_conversation set operator = 'HELP_DESK' where id::text = $1", conversation)
	if answer := e.report(ended, secret, 0); answer.Status != http.StatusOK || e.state(conversation) != "CLOSED" {
		t.Errorf("ending its own: %d %s, %s", answer.Status, answer.Body, e.state(conversation))
	}
}

func TestWhatIsNotTheHelpDesksReplyIsRefusedOrHasNoEffect(t *testing.T) {
	t.Parallel()
	t.Log("CHAT: only a help desk that signs replies, and its replies lead nowhere else")
	e := newEnv(t)
	g := guestOf(t, e.URL())
	g.tell("agent please")
	conversation := e.conversation()
	secret, honest := credentials.Secret(simulator.HelpDeskParty), reply(conversation, "hello", 1)
	nobody := "01926f0c-7a55-7c1e-9d0e-2f8a3c1b5d77"
	for what, row := range map[string]struct {
		body, secret string
		age          time.Duration
		status       int
		code         string
	}{
		"another secret":           {honest, "other", 0, http.StatusUnauthorized, "BAD_SIGNATURE"},
		"what we sign with":        {honest, credentials.Key(simulator.HelpDeskParty), 0, http.StatusUnauthorized, "BAD_SIGNATURE"},
		"no secret":                {honest, "", 0, http.StatusUnauthorized, "BAD_SIGNATURE"},
		"old":                      {honest, secret, 301 * time.Second, http.StatusUnauthorized, "BAD_SIGNATURE"},
		"from the future":          {honest, secret, -302 * time.Second, http.StatusUnauthorized, "BAD_SIGNATURE"},
		"too long":                 {honest + strings.Repeat(" ", 70_000), secret, 0, 0, "MALFORMED"},
		"no JSON":                  {"{", secret, 0, http.StatusBadRequest, "MALFORMED"},
		"no number":                {reply(conversation, "hello", 0), secret, 0, http.StatusBadRequest, "MALFORMED"},
		"an unknown conversation":  {reply(nobody, "hello", 1), secret, 0, http.StatusNotFound, "NOT_FOUND"},
		"no conversation's id":     {reply("x", "hello", 1), secret, 0, http.StatusNotFound, "NOT_FOUND"},
		"a link elsewhere":         {reply(conversation, "see https://evil.example", 1), secret, 0, http.StatusBadRequest, "MALFORMED"},
		"a link in markup":         {reply(conversation, `<a href="https://evil.example">https://evil.example</a>`, 1), secret, 0, http.StatusBadRequest, "MALFORMED"},
		"nothing but markup":       {reply(conversation, "<script>alert(1)</script>", 1), secret, 0, http.StatusBadRequest, "MALFORMED"},
		"too many characters":      {reply(conversation, strings.Repeat("ก", 2001), 1), secret, 0, http.StatusBadRequest, "MALFORMED"},
		"a customer's":             {strings.Replace(honest, "outgoing", "incoming", 1), secret, 0, http.StatusOK, ""},
		"a note among agents":      {strings.Replace(honest, `"private":false`, `"private":true`, 1), secret, 0, http.StatusOK, ""},
		"a file without words":     {strings.Replace(honest, `"hello"`, "null", 1), secret, 0, http.StatusOK, ""},
		"another kind of event":    {`{"event":"contact_created","id":1}`, secret, 0, http.StatusOK, ""},
		"a conversation elsewhere": {strings.Replace(honest, "krapao_conversation", "other", 1), secret, 0, http.StatusOK, ""},
	} {
		answer := e.report(row.body, row.secret, row.age)
		if row.status != 0 && answer.Status != row.status || row.code != "" && answer.Code() != row.code {
			t.Errorf("%s: %d %s", what, answer.Status, answer.Body)
		}
	}
	if heard := g.heard(); len(heard) > 0 || e.state(conversation) != "WAITING" {
		t.Fatalf("it had an effect: %q, %s", heard, e.state(conversation))
	}
	for number, row := range []struct{ sent, said string }{
		{`Hi <b>Somchai</b><img src=x onerror="alert(1)">, 1 < 2 & "so"`, `Hi Somchai, 1 < 2 & "so"`},
		{"&lt;script&gt;alert(1)&lt;/script&gt;still", "still"},
		{"turned\u202e around", "turned around"},
	} {
		e.report(reply(conversation, row.sent, number+10), secret, 0)
		if heard := g.heard(); len(heard) == 0 || heard[len(heard)-1] != row.said {
			t.Errorf("%q is heard as %q", row.sent, heard)
		}
	}
}
