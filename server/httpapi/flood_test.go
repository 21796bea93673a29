package httpapi_test

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"krapao/server/app"
)

// defaults are the limits of a server where nothing is set.
func defaults(c *app.Config) {
	c.MaxInFlight, c.MaxInFlightPerMember, c.RequestsPerMinute = 512, 32, 1200
	c.MaxLogins, c.MaxProviderCalls, c.MaxWebhooks, c.MaxFiles, c.MaxOpenings = 32, 256, 64, 512, 256
}

// stalled opens a connection that sends the head of a request with a body of 100 bytes, and one byte of it.
func (s town) stalled(t *testing.T, path, headers string) net.Conn {
	t.Helper()
	connection := s.dial(t)
	head := "POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" + headers + "Content-Length: 100\r\n\r\n{"
	if _, err := io.WriteString(connection, head); err != nil {
		t.Fatal(err)
	}
	return connection
}

func (s town) dial(t *testing.T) net.Conn {
	t.Helper()
	connection, err := net.Dial("tcp", strings.TrimPrefix(s.URL(), "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = connection.Close() })
	return connection
}

func TestStalledBodiesOfOneMemberKeepNobodyOut(t *testing.T) {
	t.Parallel()
	city := open(t, defaults)
	attacker, other := city.join(t, "0812345678", nil), city.join(t, "0812345679", fields{"bankAccountNo": "1234567899"})
	token := attacker.login("0812345678", password)
	for range 520 {
		city.stalled(t, "/api/wallet/transfer", "Authorization: Bearer "+token+"\r\nIdempotency-Key: one-key-for-all\r\n")
	}
	eventually(t, "the flood has come", func() bool {
		return answered(ops(t, city.Server, "/metrics"))+inFlight(ops(t, city.Server, "/metrics")) >= 500
	})
	for range 20 {
		want(t, "another member's call", other.Do(http.MethodGet, "/api/wallet", ""), "")
	}
}

// answered counts the answered transfers.
func answered(metrics string) (all int) {
	for line := range strings.Lines(metrics) {
		if name, value, found := strings.Cut(line, "} "); found && strings.HasPrefix(name, "krapao_http_requests_total{operation=\"TransferFunds\"") {
			count, _ := strconv.Atoi(strings.TrimSpace(value))
			all += count
		}
	}
	return all
}

func inFlight(metrics string) (count int) {
	for line := range strings.Lines(metrics) {
		if strings.HasPrefix(line, "krapao_http_in_flight ") {
			_, _ = fmt.Sscanf(line, "krapao_http_in_flight %d", &count)
		}
	}
	return count
}

func TestABodyWithoutEndIsRefusedEarly(t *testing.T) {
	t.Parallel()
	city := open(t, defaults)
	city.join(t, "0812345678", nil)
	token := city.person(t).login("0812345678", password)
	connection := city.dial(t)
	_ = connection.SetDeadline(time.Now().Add(time.Minute))
	head := "POST /api/wallet/transfer HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n" +
		"Authorization: Bearer " + token + "\r\nIdempotency-Key: endless\r\n\r\n"
	if _, err := io.WriteString(connection, head); err != nil {
		t.Fatal(err)
	}
	const chunk, most = 1 << 20, 64
	content := append([]byte(fmt.Sprintf("%x\r\n", chunk)), append(bytes.Repeat([]byte(" "), chunk), '\r', '\n')...)
	sent := 0
	for ; sent < most; sent++ {
		if _, err := connection.Write(content); err != nil {
			break
		}
	}
	if sent > most/2 {
		t.Errorf("%d MB of a body were taken, 64 kB are allowed", sent)
	}
}
