package httpapi_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"regexp"
	"sync"
	"testing"

	"krapao/server/app"
	passwords "krapao/server/password"
	"krapao/server/portaltest"
)

// phones is an SMS service with everybody's telephone.
type phones struct {
	mu   sync.Mutex
	dead bool
	sent []string // the texts, in order
}

func (p *phones) Send(_ context.Context, _, text string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.dead {
		return errors.New("the SMS service is down")
	}
	p.sent = append(p.sent, text)
	return nil
}

func (p *phones) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.sent)
}

func (p *phones) die(dead bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.dead = dead
}

var autofill = regexp.MustCompile(`\n\n@localhost #([0-9]{6})$`)

// code reads the newest code as a phone that fills it in does.
func (p *phones) code(t testing.TB) string {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.sent) == 0 {
		t.Fatal("no SMS came")
	}
	found := autofill.FindStringSubmatch(p.sent[len(p.sent)-1])
	if found == nil {
		t.Fatalf("a phone cannot fill in %q", p.sent[len(p.sent)-1])
	}
	return found[1]
}

// town is a server with people who have phones. Its proxies are believed, so a test can speak from any address.
type town struct {
	*portaltest.Server
	*phones
}

func open(t testing.TB, changes ...func(*app.Config)) town {
	t.Helper()
	sms := &phones{}
	server := portaltest.Start(t, portaltest.WithApp(app.WithSMS(sms)), portaltest.WithConfig(func(c *app.Config) {
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
		for _, change := range changes {
			change(c)
		}
	}))
	return town{server, sms}
}

// productionHash has passwords hashed as production does.
func productionHash(c *app.Config) {
	c.Member.PasswordMemory, c.Member.PasswordIterations = passwords.Production.MemoryKiB, passwords.Production.Iterations
}

// person is somebody at a device of their own, at an address of their own.
type person struct {
	*portaltest.Client
	t    testing.TB
	from portaltest.Header
}

var (
	addressMu sync.Mutex
	addresses int
)

func (s town) person(t testing.TB) *person {
	t.Helper()
	addressMu.Lock()
	defer addressMu.Unlock()
	addresses++
	return &person{Client: s.Client(t), t: t, from: at(fmt.Sprintf("10.%d.%d.7", addresses/250, addresses%250))}
}

func at(address string) portaltest.Header {
	return portaltest.Header{Name: "X-Forwarded-For", Value: address}
}

type fields map[string]any

// with gives a copy with other values; nil leaves a field out.
func (f fields) with(changes fields) fields {
	merged := fields{}
	for _, from := range []fields{f, changes} {
		for name, value := range from {
			merged[name] = value
			if value == nil {
				delete(merged, name)
			}
		}
	}
	return merged
}

func (p *person) post(path string, body fields, headers ...portaltest.Header) portaltest.Answer {
	p.t.Helper()
	return p.send(http.MethodPost, path, body, headers...)
}

func (p *person) send(method, path string, body fields, headers ...portaltest.Header) portaltest.Answer {
	p.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		p.t.Fatal(err)
	}
	return p.Do(method, path, string(text), append([]portaltest.Header{p.from}, headers...)...)
}

// want fails unless the answer has this code; "" is success.
func want(t testing.TB, what string, answer portaltest.Answer, code string) portaltest.Answer {
	t.Helper()
	if answer.Code() != code || code == "" && answer.Status != http.StatusOK {
		t.Errorf("%s: %d %s, want %q", what, answer.Status, answer.Body, code)
	}
	return answer
}

func read[T any](t testing.TB, answer portaltest.Answer) (value T) {
	t.Helper()
	if err := json.Unmarshal(answer.Body, &value); err != nil {
		t.Fatalf("%s: %v", answer.Body, err)
	}
	return value
}

const password = "correct horse battery"

// prove confirms a phone number on the person's device.
func (s town) prove(p *person, phone string) {
	p.t.Helper()
	sent := want(p.t, "asking for a code", p.post("/api/otp/send", fields{"phoneNumber": phone}), "")
	token := read[struct{ OtpToken string }](p.t, sent).OtpToken
	want(p.t, "confirming it", p.post("/api/otp/verify", fields{"otpToken": token, "otpCode": s.code(p.t)}), "")
}

// registration is what somebody with this phone registers.
func registration(phone string) fields {
	return fields{
		"name": "Somchai", "username": phone, "password": password, "sourceCode": "FRIEND",
		"bankCode": "KBANK", "bankAccountName": "Somchai Jaidee", "bankAccountNo": "1" + phone[1:],
	}
}

// join makes a member who is logged in.
func (s town) join(t testing.TB, phone string, changes fields) *person {
	t.Helper()
	p := s.person(t)
	s.prove(p, phone)
	want(t, "registering", p.post("/api/account", registration(phone).with(changes)), "")
	p.Client = p.As(p.login(phone, password))
	return p
}

func (p *person) login(phone, password string) (token string) {
	p.t.Helper()
	answer := want(p.t, "logging in", p.post("/api/login", fields{"username": phone, "password": password}), "")
	return read[struct{ Token string }](p.t, answer).Token
}

// query runs a statement as the database's owner of everything: what operators will do through calls of their own.
func (s town) query(t testing.TB, sql string, args ...any) {
	t.Helper()
	if _, err := s.App.DB.Querier(t.Context()).Exec(t.Context(), sql, args...); err != nil {
		t.Fatal(err)
	}
}
