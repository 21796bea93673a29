package chat_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/server/httpapi/api/portal"
	"krapao/server/portaltest"
)

func TestTheBotAnswersInTheReadersLanguageAndHandsOver(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	guest := e.guest()
	guest.tell("hello")
	if said := guest.history()[0]; said.Sender != portal.Bot || said.Message.MessageType != portal.ChatMessageTypeQuickReplies {
		t.Fatalf("the welcome: %+v", said)
	}
	sent := guest.Do(http.MethodPost, "/api/chat/send-message", guest.says(map[string]any{"message": text("I want to WITHDRAW")}), portaltest.Header{Name: "Cookie", Value: "language=EN"})
	if answer := guest.history()[0]; sent.Status != http.StatusOK || answer.Message.MessageType != portal.ChatMessageTypeText || valueOf(answer.Message.Payload.Message)[0] != 'W' {
		t.Errorf("a keyword: %+v", answer.Message)
	}
	guest.tell("อยากคุยกับคน")
	if state := e.one("select state from chat_conversation"); state != "WAITING" {
		t.Errorf("a person was asked for, and the state is %s", state)
	}
	before := len(guest.history())
	guest.tell("are you there?")
	if after := len(guest.history()); after != before+1 {
		t.Errorf("the bot goes on while a person is waited for: %q", texts(guest.history()))
	}
}

func TestTheBotSaysWhereASlipBelongsAndThatAPersonCanLook(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	guest := e.guest()
	guest.tell("hello")
	path := guest.uploaded("image", picture(t))
	if answer := guest.send(map[string]any{"message_type": "media", "payload": map[string]any{"filePath": path}}); answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	said := guest.history()[0]
	buttons := valueOf(said.Message.Payload.Buttons)
	if said.Sender != portal.Bot || !strings.HasPrefix(valueOf(said.Message.Payload.Message), "ได้รับไฟล์แล้ว") || len(buttons) != 2 {
		t.Errorf("the answer to a picture: %+v", said)
	}
}

func TestSilenceBeginsAnotherSession(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	guest := e.guest()
	guest.tell("hello")
	e.Clock.Advance(25 * time.Hour)
	guest.tell("hello again")
	items := guest.history()
	if items[0].SessionID == items[3].SessionID || items[0].SessionID != items[1].SessionID {
		t.Errorf("sessions: %s %s %s %s", items[3].SessionID, items[2].SessionID, items[1].SessionID, items[0].SessionID)
	}
}
