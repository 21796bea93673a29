package main

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/server/audit"
	"krapao/server/chat"
	"krapao/server/id"
	"krapao/server/operator"
	"krapao/server/portaltest"
	"krapao/server/secret"
)

// token is that of a session that was opened in the back office.
func (s env) token(username string) string {
	s.t.Helper()
	if _, err := s.App.Operators.Create(s.t.Context(), operator.CreateInput{Username: username, Password: secret.NewText(portaltest.OperatorPassword)}); err != nil {
		s.t.Fatal(err)
	}
	answer := s.OperatorClient(s.t).Do(http.MethodPost, "/operator/login", `{"username":"`+username+`","password":"`+portaltest.OperatorPassword+`"}`)
	var opened struct{ Token string }
	if err := json.Unmarshal(answer.Body, &opened); err != nil || opened.Token == "" {
		s.t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	return opened.Token
}

// sockets is how many sockets of operators are open.
func (s env) sockets() string {
	answer, err := http.Get(s.OpsURL() + "/metrics")
	if err != nil {
		return err.Error()
	}
	defer func() { _ = answer.Body.Close() }()
	body, _ := io.ReadAll(answer.Body)
	for row := range strings.SplitSeq(string(body), "\n") {
		if count, is := strings.CutPrefix(row, "krapao_operator_sockets "); is {
			return count
		}
	}
	return "none"
}

func TestAConversationIsWatchedThroughTheOperatorsSocket(t *testing.T) {
	s := newEnv(t)
	talk, token := s.takenTalk()[0], s.token("lek")
	conversation, err := id.Parse(talk)
	if err != nil {
		t.Fatal(err)
	}
	// Says something once the command has its socket open, or after a while.
	say := func(text, sockets string, done chan<- string) {
		seen := ""
		for range 100 {
			if seen = s.sockets(); seen == sockets {
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
		ctx := audit.WithActor(t.Context(), audit.Actor{Name: "noi", Via: audit.Command})
		if _, err := s.App.Chat.Reply(ctx, chat.ReplyInput{Conversation: conversation, Content: chat.Content{Type: chat.Text, Text: text}}); err != nil {
			seen = err.Error()
		}
		done <- seen
	}
	for _, row := range []struct{ what, token, sockets, text string }{
		{"through the socket", token, "1", "over the socket\u202e"}, {"where it is refused", "op_nothing", "0", "from the database"},
	} {
		done := make(chan string, 1)
		go say(row.text, row.sockets, done)
		read, err := typedBy(t, "noi", s.Database.URL, "chat", "watch", talk, "--for=8s", "--server="+s.OperatorURL(), "--token="+row.token)
		if seen := <-done; seen != row.sockets {
			t.Errorf("%s: %s sockets were open", row.what, seen)
		}
		if err != nil || strings.Count(read, strings.TrimSuffix(row.text, "\u202e")) != 1 || strings.Contains(read, "\u202e") {
			t.Errorf("%s: %v %q", row.what, err, read)
		}
	}
}
