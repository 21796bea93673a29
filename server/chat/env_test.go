package chat_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"mime/multipart"
	"net/http"
	"testing"

	"github.com/google/uuid"

	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/postgres"
)

const (
	somchai = id.MemberID(10_000_001)
	malee   = id.MemberID(10_000_002)
)

func TestMain(m *testing.M) { portaltest.Main(m) }

// env is the whole product with two members.
type env struct {
	*portaltest.Server
	t testing.TB
}

func newEnv(t testing.TB, options ...portaltest.Option) *env {
	t.Helper()
	options = append([]portaltest.Option{portaltest.WithApp(portaltest.ByNumber(nil))}, options...)
	e := &env{Server: portaltest.Start(t, options...), t: t}
	for _, member := range []id.MemberID{somchai, malee} {
		e.exec(`insert into member (id, phone, name, password_hash, currency, created_at, last_login_at) values ($1, $2, 'Name', 'none', 'BAHT', now(), now())`,
			member, "0"+member.String())
		e.exec("insert into member_bank (member_id, bank_code, account_no, account_name, changed_at) values ($1, 'SCB', $2, 'NAME', now())", member, member.String())
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

func (e *env) one(sql string, args ...any) (text string) {
	e.t.Helper()
	if err := e.Database.DB.Querier(e.t.Context()).QueryRow(e.t.Context(), sql, args...).Scan(&text); err != nil {
		e.t.Fatal(err)
	}
	return text
}

// speaker is a member, a guest, or a member who brings a guest id.
type speaker struct {
	*portaltest.Client
	t      testing.TB
	member id.MemberID
	guest  string
}

func (e *env) member(number id.MemberID) speaker {
	return speaker{e.Client(e.t).As(number.String()), e.t, number, ""}
}

func (e *env) guest() speaker {
	return speaker{e.Client(e.t), e.t, 0, "guest-" + uuid.NewString()}
}

// bringing is a member who brings a guest's id.
func (s speaker) bringing(guest speaker) speaker {
	s.guest = guest.guest
	return s
}

// says gives the body of a call: what differs, and the guest's id.
func (s speaker) says(more map[string]any) string {
	body := map[string]any{}
	if s.guest != "" {
		body["guestId"] = s.guest
	}
	for name, value := range more {
		body[name] = value
	}
	text, err := json.Marshal(body)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(text)
}

func text(text string) map[string]any {
	return map[string]any{"message_type": "text", "payload": map[string]any{"message": text}}
}

func (s speaker) send(message map[string]any, more ...string) portaltest.Answer {
	s.t.Helper()
	body := map[string]any{"message": message}
	for i := 0; i+1 < len(more); i += 2 {
		body[more[i]] = more[i+1]
	}
	return s.Do(http.MethodPost, "/api/chat/send-message", s.says(body))
}

// tell sends a text that must be taken.
func (s speaker) tell(said string, more ...string) {
	s.t.Helper()
	if answer := s.send(text(said), more...); answer.Status != http.StatusOK {
		s.t.Fatalf("sending %q: %d %s", said, answer.Status, answer.Body)
	}
}

func (s speaker) page(more map[string]any) []portal.ChatItem {
	s.t.Helper()
	body := map[string]any{"limit": 100, "skip": 0}
	for name, value := range more {
		body[name] = value
	}
	answer := s.Do(http.MethodPost, "/api/chat/history", s.says(body))
	var items []portal.ChatItem
	if err := json.Unmarshal(answer.Body, &items); err != nil || answer.Status != http.StatusOK {
		s.t.Fatalf("history: %d %s %v", answer.Status, answer.Body, err)
	}
	return items
}

func (s speaker) history() []portal.ChatItem {
	s.t.Helper()
	return s.page(nil)
}

// own gives what the customer said, oldest first.
func (s speaker) own() (said []string) {
	s.t.Helper()
	items := s.history()
	for i := len(items) - 1; i >= 0; i-- {
		if items[i].Sender == portal.Customer {
			said = append(said, valueOf(valueOf(items[i].Message.Payload).Message))
		}
	}
	return said
}

func (s speaker) upload(kind string, content []byte) portaltest.Answer {
	s.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	var err error
	if s.guest != "" {
		err = form.WriteField("guestId", s.guest)
	}
	part, failed := form.CreateFormFile("file", "a file")
	if err = errors.Join(err, failed); err == nil {
		_, err = part.Write(content)
	}
	if err := errors.Join(err, form.Close()); err != nil {
		s.t.Fatal(err)
	}
	return s.Do(http.MethodPost, "/api/chat/upload-"+kind, body.String(), portaltest.Header{Name: "Content-Type"},
		portaltest.Header{Name: "Content-Type", Value: form.FormDataContentType()})
}

// uploaded gives the path of a file that must be taken.
func (s speaker) uploaded(kind string, content []byte) string {
	s.t.Helper()
	answer := s.upload(kind, content)
	var kept portal.ChatUpload
	if err := json.Unmarshal(answer.Body, &kept); err != nil || answer.Status != http.StatusOK {
		s.t.Fatalf("upload: %d %s %v", answer.Status, answer.Body, err)
	}
	return kept.Path
}

func refused(t *testing.T, what string, answer portaltest.Answer, code string) {
	t.Helper()
	if answer.Code() != code {
		t.Errorf("%s: %d %s, not %s", what, answer.Status, answer.Body, code)
	}
}

func texts(items []portal.ChatItem) (all []string) {
	for _, item := range items {
		all = append(all, fmt.Sprintf("%d %s %s", valueOf(item.Seq), item.Sender, valueOf(valueOf(item.Message.Payload).Message)))
	}
	return all
}

func valueOf[T any](pointer *T) (value T) {
	if pointer != nil {
		return *pointer
	}
	return value
}

func header(name, value string) portaltest.Header { return portaltest.Header{Name: name, Value: value} }
