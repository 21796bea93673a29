package helpdesk_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/server/app"
	"krapao/server/portaltest"
	"krapao/server/secret"
	"krapao/server/simulator"
	"krapao/server/simulator/api/payment"
)

var credentials = simulator.Credentials{Seed: "help desk"}

func TestMain(m *testing.M) { portaltest.Main(m) }

// env is the whole product beside a help desk.
type env struct {
	*portaltest.Server
	t     testing.TB
	parts *simulator.Simulator
	desk  *httptest.Server
}

func newEnv(t testing.TB) *env {
	t.Helper()
	e := &env{t: t}
	e.desk = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { e.parts.Handler().ServeHTTP(w, r) }))
	t.Cleanup(e.desk.Close)
	e.Server = portaltest.Start(t, portaltest.WithConfig(func(c *app.Config) {
		c.Slip.CheckEvery = 50 * time.Millisecond
		c.HelpDesk = app.HelpDeskConfig{
			URL: e.desk.URL + simulator.HelpDeskPath, Key: secret.NewText(credentials.Key(simulator.HelpDeskParty)),
			Secret: secret.NewText(credentials.Secret(simulator.HelpDeskParty)), OldSecret: secret.NewText("old"),
		}
	}))
	e.parts = simulator.New(simulator.Config{Portal: e.URL(), Credentials: credentials, Now: e.Clock.Now, FirstRetry: 20 * time.Millisecond})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); e.parts.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-done })
	return e
}

// guest is a guest of the chat.
type guest struct {
	*portaltest.Client
	t  testing.TB
	id string
}

func guestOf(t testing.TB, url string) guest {
	return guest{portaltest.ClientOf(t, url), t, "guest-" + uuid.NewString()}
}

func (g guest) tell(text string) {
	g.t.Helper()
	body := fmt.Sprintf(`{"guestId":%q,"message":{"message_type":"text","payload":{"message":%q}}}`, g.id, text)
	if answer := g.Do(http.MethodPost, "/api/chat/send-message", body); answer.Status != http.StatusOK {
		g.t.Fatalf("%q: %d %s", text, answer.Status, answer.Body)
	}
}

// heard gives what people answered, oldest first.
func (g guest) heard() (said []string) {
	g.t.Helper()
	answer := g.Do(http.MethodPost, "/api/chat/history", fmt.Sprintf(`{"guestId":%q,"limit":100,"skip":0}`, g.id))
	var items []struct {
		Sender, Name string
		Message      struct{ Payload struct{ Message string } }
	}
	if err := json.Unmarshal(answer.Body, &items); err != nil {
		g.t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	for i := len(items) - 1; i >= 0; i-- {
		if items[i].Sender == "admin" {
			said = append(said, items[i].Message.Payload.Message)
		}
		if items[i].Name == "HELP_DESK" {
			g.t.Error("the customer is told what the help desk is called")
		}
	}
	return said
}

// eventually waits until something is so.
func eventually(t testing.TB, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(90 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if is() {
			return
		}
	}
	t.Fatalf("never: %s", what)
}

// told gives what the help desk was told without the bot's words, a line for each event.
func delivered(events []payment.HelpDeskEvent) (lines []string) {
	for _, event := range events {
		switch {
		case event.MessageType == nil:
			line := string(event.Conversation.Status)
			if event.Conversation.Assigned {
				line += " assigned"
			}
			lines = append(lines, line)
		case *event.MessageType != "template":
			lines = append(lines, string(*event.MessageType)+" "+*event.Content)
		}
	}
	return lines
}

// conversation is the id of the one conversation that the help desk was told of.
func (e *env) conversation() string {
	e.t.Helper()
	eventually(e.t, "the help desk is told", func() bool { return len(e.parts.HelpDeskEvents()) > 0 })
	return e.parts.HelpDeskEvents()[0].Conversation.ID
}

func (e *env) fault(form string) {
	e.t.Helper()
	answer, err := http.Post(e.desk.URL+"/faults/help-desk", "application/x-www-form-urlencoded", strings.NewReader(form))
	if err != nil {
		e.t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode >= 400 {
		e.t.Fatalf("switching a fault: %d", answer.StatusCode)
	}
}

// report sends what Chatwoot sends, signed so long ago with a secret.
func (e *env) report(body, secret string, age time.Duration) portaltest.Answer {
	e.t.Helper()
	at := strconv.FormatInt(e.Clock.Now().Add(-age).Unix(), 10)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(at + "." + body))
	return e.Client(e.t).Do(http.MethodPost, "/webhooks/help-desk", body,
		portaltest.Header{Name: "X-Chatwoot-Timestamp", Value: at}, portaltest.Header{Name: "X-Chatwoot-Signature", Value: "sha256=" + hex.EncodeToString(mac.Sum(nil))})
}

// reply is a reply of an agent.
func reply(conversation, text string, number int) string {
	content, _ := json.Marshal(text) // a text can be written
	return fmt.Sprintf(`{"event":"message_created","id":%d,"content":%s,"message_type":"outgoing","private":false,"account":{"id":1},
		"sender":{"id":3,"name":"Agent","type":"user"},"conversation":{"id":12,"status":"open","custom_attributes":{"krapao_conversation":%q}}}`, number, content, conversation)
}

func (e *env) exec(sql string, args ...any) {
	e.t.Helper()
	if _, err := e.Database.DB.Querier(e.t.Context()).Exec(e.t.Context(), sql, args...); err != nil {
		e.t.Fatal(err)
	}
}

func (e *env) one(sql string, args ...any) (text string) {
	e.t.Helper()
	if err := e.Database.DB.Querier(e.t.Context()).QueryRow(e.t.Context(), sql, args...).Scan(&text); err != nil {
		e.t.Fatal(err)
	}
	return text
}

// state is who a conversation is with.
func (e *env) state(conversation string) string {
	e.t.Helper()
	return e.one("select state from chat_conversation where id::text = $1", conversation)
}
