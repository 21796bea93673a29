package httpapi

import (
	"compress/gzip"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"krapao/server/id"
)

// againStand is a call whose answers are remembered.
type againStand struct {
	t       *testing.T
	handler http.Handler
	asOf    int // what the answer is made of
	status  int
	body    string
	made    int // how often it was made
}

func newAgainStand(t *testing.T) *againStand {
	s := &againStand{t: t, status: http.StatusOK, body: `{"text":"` + strings.Repeat("one ", 500) + `"}`}
	base, sent := NewBase(BaseConfig{Log: slog.New(slog.DiscardHandler), Metrics: NewMetrics(), Now: time.Now}), newSentAnswers[int]()
	s.handler = base.wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		member, err := id.ParseMember(r.Header.Get("X-Member"))
		if err != nil {
			t.Error(err)
		}
		exchangeFrom(r.Context()).session = &Session{Member: member}
		if again, found := sent.find(r.Context(), s.asOf); found {
			if err := again.write(w); err != nil {
				t.Error(err)
			}
			return
		}
		sent.remember(r.Context(), s.asOf)
		s.made++
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(s.status)
		_, _ = io.WriteString(w, s.body) // a writer that breaks is one of the cases
	}))
	return s
}

func (s *againStand) request(member, accepted string) *http.Request {
	request := httptest.NewRequest(http.MethodGet, "/", nil)
	request.Header.Set("X-Member", member)
	if accepted != "" {
		request.Header.Set("Accept-Encoding", accepted)
	}
	return request
}

// get makes the call, demands the answer in the encoding, and tells whether it was made for it.
func (s *againStand) get(member, accepted, encoding string) (made bool) {
	s.t.Helper()
	before, answer := s.made, httptest.NewRecorder()
	s.handler.ServeHTTP(answer, s.request(member, accepted))
	header := answer.Header()
	if got := header.Get("Content-Encoding"); answer.Code != s.status || got != encoding || header.Get("Content-Type") != "application/json" || header.Get("Vary") != "Accept-Encoding" {
		s.t.Errorf("%d, %v", answer.Code, header)
	}
	var from io.Reader = answer.Body
	var err error
	switch encoding {
	case "gzip":
		from, err = gzip.NewReader(from)
	case "zstd":
		from, err = zstd.NewReader(from)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	if read, err := io.ReadAll(from); err != nil || string(read) != s.body {
		s.t.Errorf("%v: %q", err, read)
	}
	return s.made > before
}

const ofSomchai, ofMalee = "10000001", "10000002"

func TestAnAnswerIsSentAgainWhileNothingOfItChanged(t *testing.T) {
	t.Parallel()
	for accepted, encoding := range map[string]string{"": "", "gzip": "gzip", "gzip, deflate, br, zstd": "zstd", "identity": ""} {
		s := newAgainStand(t)
		if !s.get(ofSomchai, accepted, encoding) || s.get(ofSomchai, accepted, encoding) {
			t.Errorf("%q: not made the first time, or made the second", accepted)
		}
		s.asOf, s.body = 2, `{"text":"`+strings.Repeat("two ", 500)+`"}`
		if !s.get(ofSomchai, accepted, encoding) || s.get(ofSomchai, accepted, encoding) {
			t.Errorf("%q: after a change", accepted)
		}
	}
}

func TestAnAnswerIsSentAgainToItsMemberAloneAndInAnEncodingThatIsTaken(t *testing.T) {
	t.Parallel()
	s := newAgainStand(t)
	s.get(ofSomchai, "gzip", "gzip")
	if !s.get(ofMalee, "gzip", "gzip") {
		t.Error("another member got it")
	}
	if !s.get(ofSomchai, "", "") {
		t.Error("it went compressed to who takes no compression")
	}
	long := "gzip" + strings.Repeat(", other", maxAccepted)
	s.get(ofSomchai, long, "gzip")
	if !s.get(ofSomchai, long, "gzip") {
		t.Error("a list of encodings without end was remembered")
	}
}

func TestWhatWasNotSentWholeIsNotSentAgain(t *testing.T) {
	t.Parallel()
	s := newAgainStand(t)
	s.handler.ServeHTTP(&brokenWriter{ResponseRecorder: httptest.NewRecorder()}, s.request(ofSomchai, ""))
	if !s.get(ofSomchai, "", "") {
		t.Error("an answer that broke off was sent again")
	}

	failed := newAgainStand(t)
	failed.status = http.StatusNotFound
	failed.get(ofSomchai, "", "")
	if !failed.get(ofSomchai, "", "") {
		t.Error("a failure was sent again")
	}

	large := newAgainStand(t)
	large.body = strings.Repeat("x", maxKept+1)
	large.get(ofSomchai, "", "")
	if !large.get(ofSomchai, "", "") {
		t.Error("an answer above the bound was remembered")
	}
}

// brokenWriter takes the first bytes of an answer.
type brokenWriter struct{ *httptest.ResponseRecorder }

func (w *brokenWriter) Write(body []byte) (int, error) {
	_, _ = w.ResponseRecorder.Write(body[:10])
	return 10, errors.New("the caller is gone")
}
