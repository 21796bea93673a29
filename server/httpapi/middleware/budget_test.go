package middleware

import (
	"bytes"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"
)

// listen serves a handler behind the common behaviour of a listener.
func listen(t *testing.T, config BaseConfig, handler func(base *Base) http.HandlerFunc) (base *Base, address string) {
	t.Helper()
	config.Log, config.Metrics, config.Now = slog.New(slog.DiscardHandler), NewMetrics(), time.Now
	base = NewBase(config)
	server := httptest.NewServer(base.Wrap(handler(base)))
	t.Cleanup(server.Close)
	return base, strings.TrimPrefix(server.URL, "http://")
}

// reader opens a connection that asks for a page and reads nothing of the answer.
func reader(t *testing.T, address, path string) net.Conn {
	t.Helper()
	connection, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = connection.Close() })
	if tcp, ok := connection.(*net.TCPConn); ok {
		_ = tcp.SetReadBuffer(4 << 10)
	}
	if _, err := io.WriteString(connection, "GET "+path+" HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	return connection
}

func statusOf200(t *testing.T, address, path string) int {
	t.Helper()
	response, err := http.Get("http://" + address + path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, 1))
	return response.StatusCode
}

// film is more than a connection's buffers hold.
var film = bytes.Repeat([]byte("film"), 16<<20)

func TestACallsSlotIsGivenBackWhileItsAnswerIsRead(t *testing.T) {
	t.Parallel()
	base, address := listen(t, BaseConfig{MaxInFlight: 1}, func(base *Base) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if err := base.work(r, base.calls); err != nil {
				base.Fail(w, r, err)
				return
			}
			if r.URL.Path == "/long" {
				_, _ = w.Write(film)
			}
		}
	})
	slow := reader(t, address, "/long")
	first := make([]byte, 1)
	if _, err := io.ReadFull(slow, first); err != nil {
		t.Fatal(err)
	}
	if got := statusOf200(t, address, "/short"); got != http.StatusOK {
		t.Errorf("a call while another's answer is read slowly: %d", got)
	}
	_ = slow.Close()
	if err := base.Shedding(); err != nil {
		t.Error(err)
	}
}

func TestSlowReadersOfFilesKeepNobodyOut(t *testing.T) {
	t.Parallel()
	_, address := listen(t, BaseConfig{MaxInFlight: 4, MaxFiles: 16, RequestsPerMinute: 1000}, func(base *Base) http.HandlerFunc {
		file := base.File(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(film) })
		return func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/film" {
				file(w, r)
				return
			}
			if err := base.work(r, base.calls); err != nil {
				base.Fail(w, r, err)
			}
		}
	})
	first := make([]byte, 1)
	for range 2 { // an eighth of the files' slots
		if _, err := io.ReadFull(reader(t, address, "/film"), first); err != nil {
			t.Fatal(err)
		}
	}
	if got := statusOf200(t, address, "/film"); got != http.StatusTooManyRequests {
		t.Errorf("one file more than an address may read at once: %d", got)
	}
	for range 10 {
		if got := statusOf200(t, address, "/call"); got != http.StatusOK {
			t.Errorf("a call beside slow readers of files: %d", got)
		}
	}
}

func TestAFloodFromVeryManyAddressesSharesABucketWithItsNeighboursOnly(t *testing.T) {
	t.Parallel()
	counting := NewThrottle(2, time.Now)
	at := func(network, subnet int) netip.Addr {
		return netip.AddrFrom16([16]byte{0x20, 0x01, 0x0d, 0xb8, byte(network), 0, byte(subnet >> 8), byte(subnet)})
	}
	for i := range maxBuckets + 100 { // two networks of 65,536 each
		_ = counting.Allow(at(i>>16, i&0xffff))
	}
	if err := counting.Allow(at(1, 60_000)); err == nil {
		t.Error("an address of the network that floods is not counted")
	}
	if err := counting.Allow(at(7, 1)); err != nil {
		t.Errorf("a stranger's address: %v", err)
	}
	if err := counting.Allow(at(0, 5)); err != nil {
		t.Errorf("an address that has a bucket of its own: %v", err)
	}
}
