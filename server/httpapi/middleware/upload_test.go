package middleware

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestUploadsThatComeSlowlyKeepNobodyOutAndAreFinished(t *testing.T) {
	t.Parallel()
	const uploads, size = 4, 100_000
	base := NewBase(BaseConfig{Log: slog.New(slog.DiscardHandler), Metrics: NewMetrics(), Now: time.Now, MaxInFlight: 1, UploadLimit: size, UploadTimeout: time.Minute})
	gates := &Gates{Base: base}
	reading := make(chan struct{}, uploads)
	server := httptest.NewServer(base.Wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := base.work(r, base.calls); err != nil {
			base.Fail(w, r, err)
			return
		}
		if r.Method == http.MethodGet {
			return
		}
		admitted, err := gates.admitBody(w, r, &Operation{upload: true})
		if err != nil {
			base.Fail(w, r, err)
			return
		}
		first := make([]byte, 1)
		_, _ = io.ReadFull(admitted.Body, first)
		reading <- struct{}{}
		if _, err := io.Copy(io.Discard, admitted.Body); err != nil {
			base.Fail(w, r, err)
		}
	})))
	t.Cleanup(server.Close)
	answers := make(chan int, uploads)
	var senders []*io.PipeWriter
	for range uploads {
		body, sender := io.Pipe()
		senders = append(senders, sender)
		t.Cleanup(func() { _ = sender.Close() }) // the server waits for its requests when it closes
		go func() {
			response, err := http.Post(server.URL, "multipart/form-data", body)
			if err != nil {
				answers <- 0
				return
			}
			_ = response.Body.Close()
			answers <- response.StatusCode
		}()
		go func() { _, _ = sender.Write([]byte("x")) }()
		select {
		case <-reading:
		case status := <-answers:
			t.Fatalf("an upload was answered %d while others are under way", status)
		case <-time.After(10 * time.Second):
			t.Fatal("an upload is not read while others are under way")
		}
	}
	get := func() int {
		response, err := http.Get(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		return response.StatusCode
	}
	for end := time.Now().Add(5 * time.Second); get() != http.StatusOK; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("slow uploads keep others out")
		}
	}
	for _, sender := range senders {
		go func() {
			_, err := io.Copy(sender, strings.NewReader(strings.Repeat("x", size-1)))
			_ = sender.CloseWithError(err)
		}()
	}
	for range senders {
		if status := <-answers; status != http.StatusOK {
			t.Errorf("an upload that was sent whole: %d", status)
		}
	}
	if len(base.calls.slots) > 0 && get() != http.StatusOK {
		t.Error("a place was not given back")
	}
}

func TestAnUploadThatWaitsForItsTurnKeepsNobodyOut(t *testing.T) {
	t.Parallel()
	base := NewBase(BaseConfig{Log: slog.New(slog.DiscardHandler), Metrics: NewMetrics(), Now: time.Now, MaxInFlight: 1, UploadLimit: 100, UploadTimeout: time.Minute})
	gates := &Gates{Base: base}
	here, turn := make(chan struct{}), make(chan struct{})
	server := httptest.NewServer(base.Wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := base.work(r, base.calls); err != nil {
			base.Fail(w, r, err)
			return
		}
		if r.Method == http.MethodGet {
			return
		}
		admitted, err := gates.admitBody(w, r, &Operation{upload: true})
		if err == nil {
			_, err = io.Copy(io.Discard, admitted.Body)
		}
		if err != nil {
			base.Fail(w, r, err)
		}
		close(here)
		<-turn // its picture is drawn
	})))
	t.Cleanup(server.Close)
	answered := make(chan int, 1)
	go func() {
		response, err := http.Post(server.URL, "multipart/form-data", strings.NewReader("x"))
		if err != nil {
			answered <- 0
			return
		}
		_ = response.Body.Close()
		answered <- response.StatusCode
	}()
	<-here
	response, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	close(turn)
	if response.StatusCode != http.StatusOK || <-answered != http.StatusOK {
		t.Errorf("another request while an upload waits: %d", response.StatusCode)
	}
}
