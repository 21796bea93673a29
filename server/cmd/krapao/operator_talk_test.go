package main

import (
	"strings"
	"testing"
	"time"

	"krapao/server/chat"
	"krapao/server/id"
	"krapao/server/postgres"
)

// talk is a guest's conversation that nobody took: its id.
func (s env) talk() []string {
	s.t.Helper()
	var guest chat.Guest
	name := id.NewID()
	copy(guest[:], name.String())
	talk := chat.Conversation{
		ID: id.NewID(), Party: chat.Party{Guest: guest}, Locale: "en", State: chat.WithBot, Session: id.NewID(), CreatedAt: time.Now(), LastAt: time.Now(),
	}
	if err := (postgres.Chat{DB: s.Database.DB}).AddConversation(s.t.Context(), talk); err != nil {
		s.t.Fatal(err)
	}
	return []string{talk.ID.String()}
}

// takenTalk is one that noi took.
func (s env) takenTalk() []string {
	s.t.Helper()
	talk := s.talk()
	s.write("update chat_conversation set state = 'TAKEN', operator = 'noi' where id = '" + talk[0] + "'")
	return talk
}

// cannedReply is the code of one.
func (s env) cannedReply() string {
	s.t.Helper()
	reply := chat.CannedReply{Code: "LOOKING", Texts: map[string]string{"en": "We are looking."}}
	if err := (postgres.Chat{DB: s.Database.DB}).PutCannedReply(s.t.Context(), reply, time.Now()); err != nil {
		s.t.Fatal(err)
	}
	return reply.Code
}

func TestAConversationIsAnsweredFromTheCommandLine(t *testing.T) {
	s := newEnv(t)
	url, talk := s.Database.URL, s.talk()[0]
	s.write("insert into chat_message (conversation_id, seq, id, sender, name, session_id, content, created_at) " +
		"select id, 1, 'message-1', 'customer', '', session_id, '{\"type\":\"text\",\"text\":\"help\\u001b]0;me\\u202e\"}', now() from chat_conversation where id = '" + talk + "'")
	s.write("update chat_conversation set last_seq = 1 where id = '" + talk + "'")
	code := s.cannedReply()
	for _, line := range [][]string{
		{"chat", "reply", talk, "too early"}, {"chat", "watch", "nothing"}, {"chat", "take", id.NewID().String()},
	} {
		if _, err := typedBy(t, "noi", url, line...); err == nil {
			t.Errorf("%v was done", line)
		}
	}
	for _, line := range [][]string{{"chat", "take", talk}, {"chat", "reply", talk, "At http://localhost:8080/deposit"}, {"chat", "canned", talk, code}} {
		if _, err := typedBy(t, "noi", url, line...); err != nil {
			t.Errorf("%v: %v", line, err)
		}
	}
	for who, line := range map[string][]string{"noi": {"chat", "reply", talk, "see https://evil.example"}, "kam": {"chat", "reply", talk, "mine"}} {
		if _, err := typedBy(t, who, url, line...); err == nil {
			t.Errorf("%s: %v was done", who, line)
		}
	}
	read, err := typedBy(t, "noi", url, "chat", "watch", talk, "--for=2s")
	if err != nil || strings.ContainsAny(read, "\u001b\u202e") || !strings.Contains(read, "help ]0;me") || !strings.Contains(read, "deposit") || !strings.Contains(read, "looking") {
		t.Errorf("%v\n%q", err, read)
	}
	inbox, err := typedBy(t, "noi", url, "chat", "inbox")
	if err != nil || !strings.Contains(inbox, talk) || !strings.Contains(inbox, "noi") {
		t.Errorf("%v\n%s", err, inbox)
	}
	if _, err := typedBy(t, "noi", url, "chat", "handback", talk, "--queue"); err != nil {
		t.Error(err)
	}
	if _, err := typedBy(t, "kam", url, "chat", "take", talk); err != nil {
		t.Errorf("another takes what was handed back: %v", err)
	}
}
