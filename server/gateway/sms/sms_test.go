package sms_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"krapao/server/gateway/sms"
	"krapao/server/secret"
	"krapao/server/simulator"
)

var credentials = simulator.Credentials{Seed: "test"}

// service is the simulator, of which the test may spoil the calls.
func service(t *testing.T, spoil func(call int, next http.Handler) http.Handler) *httptest.Server {
	t.Helper()
	handler := simulator.New(simulator.Config{Credentials: credentials}).Handler()
	var calls atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && spoil != nil {
			spoil(int(calls.Add(1)), handler).ServeHTTP(w, r)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server
}

func client(t *testing.T, server *httptest.Server, change func(*sms.Config)) *sms.Client {
	t.Helper()
	config := sms.Config{BaseURL: server.URL + simulator.SMSPath, Key: secret.NewText(credentials.Key(simulator.SMSParty)), Sender: "KRAPAO"}
	if change != nil {
		change(&config)
	}
	made, err := sms.New(config)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

type message struct{ To, Sender, Text, OTP string }

func received(t *testing.T, server *httptest.Server) []message {
	t.Helper()
	response, err := http.Get(server.URL + "/sms/messages")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	var all []message
	if err := json.NewDecoder(response.Body).Decode(&all); err != nil {
		t.Fatal(err)
	}
	return all
}

const phone, text = "0812345678", "OTP 482913 (ref: KX7Q)"

func TestAMessageArrives(t *testing.T) {
	server := service(t, nil)
	if err := client(t, server, nil).Send(context.Background(), phone, text); err != nil {
		t.Fatal(err)
	}
	if got := received(t, server); len(got) != 1 || got[0] != (message{phone, "KRAPAO", text, "482913"}) {
		t.Errorf("%v", got)
	}
}

func TestALostAnswerIsAskedForAgainAndSendsNothingTwice(t *testing.T) {
	lost := func(call int, next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if call == 1 {
				next.ServeHTTP(httptest.NewRecorder(), r)
				panic(http.ErrAbortHandler)
			}
			next.ServeHTTP(w, r)
		})
	}
	server := service(t, lost)
	if err := client(t, server, nil).Send(context.Background(), phone, text); err != nil {
		t.Fatal(err)
	}
	if got := received(t, server); len(got) != 1 {
		t.Errorf("%d messages", len(got))
	}
}

func TestAServiceThatIsDownIsNotSentAndTellsNoCode(t *testing.T) {
	down := func(int, http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
	}
	err := client(t, service(t, down), nil).Send(context.Background(), phone, text)
	if !errors.Is(err, sms.ErrNotSent) || strings.Contains(err.Error(), "482913") {
		t.Errorf("%v", err)
	}
}

func TestAServiceThatHangsIsGivenUpInTime(t *testing.T) {
	release := make(chan struct{})
	hang := func(int, http.Handler) http.Handler {
		return http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release })
	}
	server := service(t, hang)
	t.Cleanup(func() { close(release) })
	from := time.Now()
	err := client(t, server, func(c *sms.Config) { c.Timeout = 100 * time.Millisecond }).Send(context.Background(), phone, text)
	if took := time.Since(from); !errors.Is(err, sms.ErrNotSent) || took > 3*time.Second {
		t.Errorf("%v after %v", err, took)
	}
}

func TestAnAnswerWithoutEndIsGivenUp(t *testing.T) {
	endless := func(int, http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"x":"`)
			for filling := strings.Repeat("x", 1<<16); r.Context().Err() == nil; {
				if _, err := io.WriteString(w, filling); err != nil {
					return
				}
			}
		})
	}
	from := time.Now()
	err := client(t, service(t, endless), nil).Send(context.Background(), phone, text)
	if took := time.Since(from); !errors.Is(err, sms.ErrNotSent) || took > 3*time.Second {
		t.Errorf("%v after %v", err, took)
	}
}

func TestAWrongKeyIsRefusedOnce(t *testing.T) {
	var calls atomic.Int32
	count := func(call int, next http.Handler) http.Handler { calls.Store(int32(call)); return next }
	err := client(t, service(t, count), func(c *sms.Config) { c.Key = secret.NewText("wrong") }).Send(context.Background(), phone, text)
	if !errors.Is(err, sms.ErrNotSent) || !strings.Contains(err.Error(), "WRONG_KEY") || calls.Load() != 1 {
		t.Errorf("%v after %d calls", err, calls.Load())
	}
}

func TestNoMessageIsSentInsideATransaction(t *testing.T) {
	server, inside := service(t, nil), errors.New("inside")
	err := client(t, server, func(c *sms.Config) { c.Refuse = func(context.Context) error { return inside } }).Send(context.Background(), phone, text)
	if !errors.Is(err, inside) || len(received(t, server)) != 0 {
		t.Errorf("%v", err)
	}
}
