package httpapi_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/server/portaltest"
)

// fedBody is a body that comes in pieces and stops after so many bytes, until the request ends.
type fedBody struct {
	left    int
	stopped func()
	end     chan struct{}
}

func (b *fedBody) Read(into []byte) (int, error) {
	if b.left == 0 {
		b.stopped()
		<-b.end
		return 0, io.ErrUnexpectedEOF
	}
	n := min(b.left, len(into))
	for i := range n {
		into[i] = ' '
	}
	b.left -= n
	return n, nil
}

func (*fedBody) Close() error { return nil }

func TestFeedsThatNobodySignedAreNotKeptInMemory(t *testing.T) { // nothing else runs: memory is measured
	const feeds, size = 32, 2_000_000
	now := time.Date(2026, 3, 1, 9, 16, 30, 0, time.UTC)
	listener, at, end := webhookListener(t, now, 0), strconv.FormatInt(now.Unix(), 10), make(chan struct{})
	var stopped, done sync.WaitGroup
	heap := func() int64 {
		runtime.GC()
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		return int64(stats.HeapAlloc)
	}
	before := heap()
	for i := range feeds {
		stopped.Add(1)
		request := httptest.NewRequest(http.MethodPost, "/webhooks/bank-feed/QRPAY", &fedBody{left: size, stopped: stopped.Done, end: end})
		request.RemoteAddr = fmt.Sprintf("198.51.%d.7:4000", i)
		request.ContentLength = size + 1
		for name, value := range map[string]string{"Content-Type": "application/json", "X-Krapao-Timestamp": at, "X-Krapao-Signature": strings.Repeat("ab", 32)} {
			request.Header.Set(name, value)
		}
		done.Go(func() {
			answer := httptest.NewRecorder()
			listener.ServeHTTP(answer, request)
			if answer.Code == http.StatusOK {
				t.Error("an unsigned feed was taken")
			}
		})
	}
	stopped.Wait()
	grown := heap() - before
	close(end)
	done.Wait()
	if t.Logf("%d kB for %d feeds of %d kB", grown>>10, feeds, size>>10); grown > feeds*size/8 {
		t.Errorf("%d feeds that nobody signed hold %d MB", feeds, grown>>20)
	}
}

func TestStalledFeedsOfNobodyKeepNoSignedFeedOut(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 9, 16, 30, 0, time.UTC)
	listener, at, end := webhookListener(t, now, 0), strconv.FormatInt(now.Unix(), 10), make(chan struct{})
	send := func(from string, body io.Reader, length int64, signature string) *httptest.ResponseRecorder {
		request := httptest.NewRequest(http.MethodPost, "/webhooks/bank-feed/QRPAY", body)
		request.RemoteAddr, request.ContentLength = from, length
		for name, value := range map[string]string{"Content-Type": "application/json", "X-Krapao-Timestamp": at, "X-Krapao-Signature": signature} {
			request.Header.Set(name, value)
		}
		answer := httptest.NewRecorder()
		listener.ServeHTTP(answer, request)
		return answer
	}
	var stopped, done sync.WaitGroup
	for i := range 160 {
		stopped.Add(1)
		done.Go(func() {
			body := &fedBody{stopped: stopped.Done, end: end}
			send(fmt.Sprintf("198.51.%d.7:4000", i), body, 100_000, strings.Repeat("ab", 32))
		})
	}
	came := make(chan struct{})
	go func() { stopped.Wait(); close(came) }()
	select {
	case <-came:
	case <-time.After(20 * time.Second): // some were refused at once
	}
	feed := feedOf(300_000)
	if answer := send("192.0.2.7:4000", strings.NewReader(feed), int64(len(feed)), sign("shared", at, feed)); answer.Code == http.StatusServiceUnavailable {
		t.Errorf("a signed feed: %d %s", answer.Code, answer.Body)
	}
	close(end)
	done.Wait()
}

func TestALongSignedFeedArrivesWhole(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 9, 16, 30, 0, time.UTC)
	client, at := webhooks(t, now), strconv.FormatInt(now.Unix(), 10)
	feed := feedOf(300_000)
	// Whether all of it arrived shows in its last byte, which makes it no JSON.
	for body, malformed := range map[string]bool{feed: false, feed + "x": true} {
		answer := client.Do(http.MethodPost, "/webhooks/bank-feed/QRPAY", body, portaltest.Header{Name: "X-Krapao-Timestamp", Value: at},
			portaltest.Header{Name: "X-Krapao-Signature", Value: sign("shared", at, body)})
		if got := answer.Code(); got == "BAD_SIGNATURE" || got == "MALFORMED" != malformed {
			t.Errorf("malformed %v: %d %s", malformed, answer.Status, answer.Body)
		}
	}
}
