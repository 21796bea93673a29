package realtime_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/gorilla/websocket"

	"krapao/server/app"
	"krapao/server/chat"
	"krapao/server/fault"
	"krapao/server/httpapi/api/portal"
	"krapao/server/httpapi/middleware"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/postgres"
	"krapao/server/secret"
)

const (
	somchai = id.MemberID(10_000_001)
	malee   = id.MemberID(10_000_002)
)

func TestMain(m *testing.M) { portaltest.Main(m) }

// sessions takes a member's number for a token, until it is ended.
type sessions struct {
	mu     sync.Mutex
	ended  map[string]bool
	stalls atomic.Bool // nobody is answered until they give up
}

func (s *sessions) ReadSession(ctx context.Context, token string, _ netip.Addr) (middleware.Session, error) {
	if s.stalls.Load() {
		<-ctx.Done()
		return middleware.Session{}, context.Cause(ctx)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended[token] {
		return middleware.Session{}, fault.New(fault.Unauthenticated, "INVALID_USER_2")
	}
	member, err := id.ParseMember(token)
	if err != nil {
		return middleware.Session{}, fault.New(fault.Unauthenticated, "invalid-token")
	}
	return middleware.Session{ID: id.NewID(), Member: member, Currency: money.Baht}, nil
}

func (s *sessions) end(token string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended[token] = true
}

// env is the whole product with two members.
type env struct {
	*portaltest.Server
	t        testing.TB
	sessions *sessions
	options  []portaltest.Option
}

func newEnv(t testing.TB, options ...portaltest.Option) *env {
	t.Helper()
	e := &env{t: t, sessions: &sessions{ended: map[string]bool{}}, options: options}
	e.Server = portaltest.Start(t, append([]portaltest.Option{portaltest.WithApp(app.WithSessions(e.sessions))}, options...)...)
	for _, member := range []id.MemberID{somchai, malee} {
		e.exec(`insert into member (id, phone, name, password_hash, currency, created_at, last_login_at) values ($1, $2, 'Name', 'none', 'BAHT', now(), now())`,
			member, "0"+member.String())
		if err := (postgres.Ledger{DB: e.Database.DB}).OpenWallet(t.Context(), member, money.Baht, e.Clock.Now()); err != nil {
			t.Fatal(err)
		}
	}
	return e
}

func (e *env) exec(sql string, args ...any) {
	e.t.Helper()
	if _, err := e.Database.DB.Querier(e.t.Context()).Exec(e.t.Context(), sql, args...); err != nil {
		e.t.Fatal(err)
	}
}

// twin is another server of the same database.
func (e *env) twin() *env {
	e.t.Helper()
	other := *e
	other.Server = portaltest.Start(e.t, append([]portaltest.Option{portaltest.WithApp(app.WithSessions(e.sessions), app.WithClock(e.Clock.Now)),
		portaltest.WithConfig(func(c *app.Config) {
			dir := c.DataDir
			*c = e.App.Config
			c.DataDir, c.DatabaseURL = dir, secret.NewText(e.Database.URL)
		})}, e.options...)...)
	return &other
}

// frame is what a server sent.
type frame struct {
	Event string
	Data  json.RawMessage
}

// line is a client's socket.
type line struct {
	*websocket.Conn
	t testing.TB
}

func dial(url string, headers http.Header) (*websocket.Conn, *http.Response, error) {
	return websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(url, "http")+"/api/chat/socket", headers)
}

func (e *env) dial() line {
	e.t.Helper()
	opened, response, err := dial(e.URL(), nil)
	if err != nil {
		e.t.Fatalf("opening a socket: %v %v", err, response)
	}
	e.t.Cleanup(func() { _ = opened.Close() })
	return line{opened, e.t}
}

func (l line) say(event string, data any) {
	l.t.Helper()
	if err := l.WriteJSON(map[string]any{"event": event, "data": data}); err != nil {
		l.t.Fatal(err)
	}
}

// next gives the next frame of an event; false when the server closed first.
func (l line) next(event string) (found frame, open bool) {
	_ = l.SetReadDeadline(time.Now().Add(20 * time.Second))
	for {
		if err := l.ReadJSON(&found); err != nil {
			return found, false
		}
		if found.Event == event {
			return found, true
		}
	}
}

// hears gives the next frame of an event, which must come.
func (l line) hears(event string) frame {
	l.t.Helper()
	found, open := l.next(event)
	if !open {
		l.t.Fatalf("the socket was closed before %q", event)
	}
	return found
}

// joined is a member's or guest's socket in its room.
func (e *env) joined(who map[string]string) line {
	e.t.Helper()
	l := e.dial()
	l.say("join", who)
	l.hears("joined")
	return l
}

func asMember(member id.MemberID) map[string]string {
	return map[string]string{"room": "krapao-" + member.String(), "token": member.String()}
}

func newGuest() (secret string, join map[string]string) {
	secret = "guest-" + uuid.NewString()
	return secret, map[string]string{"room": "krapao-" + secret, "guestId": secret}
}

// send sends a text by HTTP.
func (e *env) send(member id.MemberID, text, name string) error {
	answer, err := e.Client(e.t).As(member.String()).Try(http.MethodPost, "/api/chat/send-message",
		fmt.Sprintf(`{"_id":%q,"message":{"message_type":"text","payload":{"message":%q}}}`, name, text))
	if err == nil && answer.Status != http.StatusOK {
		err = fmt.Errorf("%d %s", answer.Status, answer.Body)
	}
	return err
}

func (e *env) tell(member id.MemberID, text string) {
	e.t.Helper()
	if err := e.send(member, text, uuid.NewString()); err != nil {
		e.t.Fatal(err)
	}
}

func read[T any](t testing.TB, from frame) (value T) {
	t.Helper()
	if err := json.Unmarshal(from.Data, &value); err != nil {
		t.Fatal(err)
	}
	return value
}

// said is the text of the next message of a customer.
func (l line) said() string {
	l.t.Helper()
	for {
		item := read[portal.ChatItem](l.t, l.hears("messaging"))
		if item.Sender == portal.Customer {
			return *item.Message.Payload.Message
		}
	}
}

// depositOf is the transaction of a deposit of 1.00.
func depositOf(member id.MemberID, at time.Time) ledger.Transaction {
	return ledger.Transaction{
		Key: uuid.NewString(), Kind: ledger.Deposit, MemberID: member, Currency: money.Baht, At: at, Reference: "r",
		External: &ledger.External{Source: "test", ID: uuid.NewString()},
		Postings: []ledger.Posting{{Account: ledger.Main(member), Amount: 100}, {Account: ledger.Clearing("payment", money.Baht), Amount: -100}},
	}
}

// messageIn is a long frame into a member's room.
func messageIn(member id.MemberID, seq int64) chat.Event {
	party := chat.Party{Member: member}
	return chat.Event{Party: party, Seq: seq, Messages: []chat.Message{{
		Party: party, Seq: seq, ID: fmt.Sprint(seq), Sender: chat.Bot, Content: chat.Content{Type: chat.Text, Text: strings.Repeat("x", 4000)},
	}}}
}
