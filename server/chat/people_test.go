package chat_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"krapao/server/audit"
	"krapao/server/chat"
	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/api/portal"
	"krapao/server/portaltest"
)

const talks = "/operator/chat/conversations"

func answered[T any](t *testing.T, what string, answer portaltest.Answer) (value T) {
	t.Helper()
	if err := json.Unmarshal(answer.Body, &value); err != nil || answer.Status != http.StatusOK {
		t.Fatalf("%s: %d %s", what, answer.Status, answer.Body)
	}
	return value
}

func TestAPersonTakesAnswersHandsBackAndEndsAConversation(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	member, noi, kam := e.member(somchai), e.Operator(t, "noi"), e.Operator(t, "kam")
	e.guest().tell("hello")
	member.tell("agent please")
	inbox := answered[operator.OperatorConversationPage](t, "the inbox", noi.Do(http.MethodGet, talks, ""))
	if inbox.Total != 1 || string(inbox.Conversations[0].State) != "WAITING" || inbox.Conversations[0].WaitingSince == nil {
		t.Fatalf("not who waits for people: %+v", inbox)
	}
	if bots := answered[operator.OperatorConversationPage](t, "the bot's", noi.Do(http.MethodGet, talks+"?state=BOT", "")); bots.Total != 1 {
		t.Errorf("the bot's conversations: %+v", bots)
	}
	at := talks + "/" + inbox.Conversations[0].ID
	view := answered[operator.OperatorConversationView](t, "the conversation", noi.Do(http.MethodGet, at, ""))
	if view.Member == nil || view.Member.Number != somchai.String() || view.Member.Balance != 0 ||
		len(view.Member.Blockers) != 1 || view.Member.Blockers[0].Code != operator.WITHDRAWMINIMUM {
		t.Errorf("who it is with: %+v", view.Member)
	}
	said := answered[operator.OperatorChatMessageList](t, "its messages", noi.Do(http.MethodGet, at+"/messages?after=0", ""))
	if len(said.Messages) != 2 || said.Messages[0].Seq != 1 || *said.Messages[0].Message.Payload.Message != "agent please" {
		t.Errorf("its messages: %+v", said)
	}
	refused(t, "messages before the first", noi.Do(http.MethodGet, at+"/messages?after=-1", ""), "KEY_INVALID")
	reply := func(text string) string {
		return fmt.Sprintf(`{"_id":"reply-%s","message":{"message_type":"text","payload":{"message":%q}}}`, text, text)
	}
	refused(t, "answering what nobody took", noi.Do(http.MethodPost, at+"/reply", reply("too-early")), "APPROVAL_STALE")
	answered[operator.OperatorConversation](t, "taking", noi.Do(http.MethodPost, at+"/take", ""))
	refused(t, "another takes it", kam.Do(http.MethodPost, at+"/take", ""), "APPROVAL_STALE")
	refused(t, "another answers", kam.Do(http.MethodPost, at+"/reply", reply("not-mine")), "APPROVAL_STALE")
	refused(t, "another hands it back", kam.Do(http.MethodPost, at+"/hand-back", `{"to":"QUEUE"}`), "APPROVAL_STALE")
	refused(t, "another ends it", kam.Do(http.MethodPost, at+"/close", ""), "APPROVAL_STALE")
	answered[operator.OperatorConversation](t, "answering", noi.Do(http.MethodPost, at+"/reply", reply("at-your-service")))
	answered[operator.OperatorConversation](t, "answering again", noi.Do(http.MethodPost, at+"/reply", reply("at-your-service")))
	refused(t, "a link to another site", noi.Do(http.MethodPost, at+"/reply", reply("https://evil.example")), "KEY_INVALID")
	answered[map[string]any](t, "writing", noi.Do(http.MethodPost, at+"/typing", `{"isTyping":true}`))
	put := noi.Do(http.MethodPut, "/operator/chat/canned-replies/SOON", `{"texts":{"th":"สักครู่","en":"Soon"}}`)
	answered[operator.Ok](t, "a canned reply", put)
	answered[operator.OperatorConversation](t, "answering with it", noi.Do(http.MethodPost, at+"/reply", `{"canned":"SOON"}`))
	answered[operator.Ok](t, "removing it", noi.Do(http.MethodDelete, "/operator/chat/canned-replies/SOON", ""))
	refused(t, "a removed canned reply", noi.Do(http.MethodPost, at+"/reply", `{"canned":"SOON"}`), "KEY_INVALID")
	refused(t, "an unknown canned reply", noi.Do(http.MethodPost, at+"/reply", `{"canned":"NONE"}`), "KEY_INVALID")
	refused(t, "neither", noi.Do(http.MethodPost, at+"/reply", `{}`), "KEY_MISSING")
	member.tell("thanks")
	if got := texts(member.history()); !slices.Equal(got[:3], []string{"5 customer thanks", "4 admin สักครู่", "3 admin at-your-service"}) {
		t.Errorf("the member reads %q", got)
	}
	for _, item := range member.history() {
		if item.Sender == portal.Admin && item.Name != nil {
			t.Errorf("the member is told what an operator logs in with: %q", *item.Name)
		}
	}
	answered[operator.OperatorConversation](t, "handing back", noi.Do(http.MethodPost, at+"/hand-back", `{"to":"QUEUE"}`))
	answered[operator.OperatorConversation](t, "another takes it then", kam.Do(http.MethodPost, at+"/take", ""))
	session := member.history()[0].SessionID
	answered[operator.OperatorConversation](t, "ending", kam.Do(http.MethodPost, at+"/close", ""))
	refused(t, "ending what has ended", kam.Do(http.MethodPost, at+"/close", ""), "APPROVAL_STALE")
	member.tell("hello again")
	if items := member.history(); items[0].SessionID == session || string(items[0].Sender) != "bot" {
		t.Errorf("after the end: %+v", items[0])
	}
	refused(t, "an unknown conversation", noi.Do(http.MethodGet, talks+"/01926f0c-7a55-7c1e-9d0e-2f8a3c1b5d77", ""), "NO_DATA")
	refused(t, "messages of an unknown conversation", noi.Do(http.MethodGet, talks+"/01926f0c-7a55-7c1e-9d0e-2f8a3c1b5d77/messages?after=0", ""), "NO_DATA")
	log := noi.Do(http.MethodGet, "/operator/audit?limit=100", "")
	if !strings.Contains(string(log.Body), `"TAKEN"`) || strings.Contains(string(log.Body), "at-your-service") {
		t.Errorf("the audit log: %s", log.Body)
	}
}

func TestOperatorsWriteWhatTheBotSaysButNotWhereToPay(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	noi := e.Operator(t, "noi")
	said := func(message string) string {
		return `{"keywords":["opening hours"],"position":5,"handOver":false,"answers":{"th":[` + message + `]}}`
	}
	say := func(text string) string { return `{"message_type":"text","payload":{"message":"` + text + `"}}` }
	for what, message := range map[string]string{
		"an account":  say("โอนมาที่ 405-111-2299"),
		"Thai digits": say("๔๐๕๑๑๑๒๒๙๙"),
		"an address":  say("https://evil.example"),
		"a link":      `{"message_type":"buttons","payload":{"message":"A","buttons":[{"type":"web","title":"B","payload":"https://evil.example"}]}}`,
		"a number":    `{"message_type":"buttons","payload":{"message":"A","buttons":[{"type":"call","title":"B","payload":"0812345678"}]}}`,
		"script":      `{"message_type":"buttons","payload":{"message":"A","buttons":[{"type":"web","title":"B","payload":"javascript:alert(1)"}]}}`,
		"a card":      `{"message_type":"generic","payloads":[{"title":"405 111 2299"}]}`,
		"nothing":     say(" "),
	} {
		refused(t, what, noi.Do(http.MethodPut, "/operator/chat/answers/HOURS", said(message)), "KEY_INVALID")
	}
	refused(t, "a canned account", noi.Do(http.MethodPut, "/operator/chat/canned-replies/PAY", `{"texts":{"th":"405-111-2299"}}`), "KEY_INVALID")
	answered[operator.Ok](t, "an answer", noi.Do(http.MethodPut, "/operator/chat/answers/HOURS", said(say("ทุกวัน"))))
	guest := e.guest()
	guest.tell("what are your Opening Hours?")
	if got := texts(guest.history())[0]; !strings.HasSuffix(got, "ทุกวัน") {
		t.Errorf("the bot says %q", got)
	}
	answered[operator.Ok](t, "removing it", noi.Do(http.MethodDelete, "/operator/chat/answers/HOURS", ""))
	refused(t, "removing it again", noi.Do(http.MethodDelete, "/operator/chat/answers/HOURS", ""), "NO_DATA")
	refused(t, "removing a canned reply that is not there", noi.Do(http.MethodDelete, "/operator/chat/canned-replies/NONE", ""), "NO_DATA")
	command := audit.WithActor(t.Context(), audit.Actor{Name: "noi", Via: audit.Command})
	if err := e.App.Chat.PutEntry(command, chat.Entry{Code: "PAY", Answers: map[string][]chat.Content{"en": {{Type: chat.Text, Text: "405-111-2299"}}}}); err != nil {
		t.Errorf("a command on the server: %v", err)
	}
	answered[operator.Ok](t, "hours", noi.Do(http.MethodPut, "/operator/chat/hours", `{"openFrom":"03:00","openTo":"03:01"}`))
	hours := answered[map[string]any](t, "what members are told", e.Client(t).Do(http.MethodGet, "/api/chat/config", ""))
	if hours["openFrom"] != "03:00" || hours["openTo"] != "03:01" {
		t.Errorf("the hours: %v", hours)
	}
}

func TestAConversationThatWaitsIsHandedBackToTheBot(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.member(somchai).tell("agent please")
	noi := e.Operator(t, "noi")
	inbox := answered[operator.OperatorConversationPage](t, "the inbox", noi.Do(http.MethodGet, talks, ""))
	talk := answered[operator.OperatorConversation](t, "handing back", noi.Do(http.MethodPost, talks+"/"+inbox.Conversations[0].ID+"/hand-back", `{"to":"BOT"}`))
	if talk.State != "BOT" || talk.WaitingSince != nil {
		t.Errorf("it is %+v", talk)
	}
}
