package httpapi_test

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/portaltest"
)

// secured starts a second server on the same database, which speaks HTTPS with the certificate of httptest. It gives
// its address, and a client for each call of connection: all its requests share one HTTP/2 connection.
func (s town) secured(t *testing.T) (server *portaltest.Server, connection func() *http.Client) {
	t.Helper()
	certified := httptest.NewTLSServer(nil)
	t.Cleanup(certified.Close)
	key, err := x509.MarshalPKCS8PrivateKey(certified.TLS.Certificates[0].PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	certFile, keyFile := filepath.Join(t.TempDir(), "chain.pem"), filepath.Join(t.TempDir(), "key.pem")
	for file, block := range map[string]*pem.Block{
		certFile: {Type: "CERTIFICATE", Bytes: certified.Certificate().Raw}, keyFile: {Type: "PRIVATE KEY", Bytes: key},
	} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	server = portaltest.Start(t, portaltest.WithConfig(func(c *app.Config) {
		defaults(c)
		c.DatabaseURL, c.TrustedProxies = s.App.Config.DatabaseURL, s.App.Config.TrustedProxies
		c.TLSCert, c.TLSKey, c.PublicURL = certFile, keyFile, "https://wallet.example"
	}))
	trusted := x509.NewCertPool()
	trusted.AddCert(certified.Certificate())
	return server, func() *http.Client {
		transport := &http.Transport{
			TLSClientConfig: &tls.Config{RootCAs: trusted, MinVersion: tls.VersionTLS12}, ForceAttemptHTTP2: true, MaxConnsPerHost: 1,
		}
		t.Cleanup(transport.CloseIdleConnections)
		return &http.Client{Transport: transport, Timeout: time.Minute}
	}
}

// stalledBody gives one byte, and then nothing until it is closed.
func stalledBody() io.Reader {
	body, sender := io.Pipe()
	go func() { _, _ = io.WriteString(sender, "{") }()
	return body
}

func TestStalledBodiesOnFewHTTP2ConnectionsOfOneMemberKeepNobodyOutAndEnd(t *testing.T) {
	t.Parallel()
	city := open(t, defaults)
	attacker, other := city.join(t, "0812345678", nil), city.join(t, "0812345679", fields{"bankAccountNo": "1234567899"})
	tokens := map[*person]string{attacker: attacker.login("0812345678", password), other: other.login("0812345679", password)}
	server, connection := city.secured(t)
	request := func(p *person, method, path string, body io.Reader) *http.Request {
		made, err := http.NewRequestWithContext(t.Context(), method, server.URL()+path, body)
		if err != nil {
			t.Fatal(err)
		}
		for _, header := range []portaltest.Header{p.from, {Name: "Authorization", Value: "Bearer " + tokens[p]}, {Name: "Content-Type", Value: "application/json"}} {
			made.Header.Set(header.Name, header.Value)
		}
		return made
	}
	// A connection carries 250 streams at once.
	const connections, streams = 3, 200
	const bound = 30 * time.Second // 10 s for a body, and what a busy machine adds
	statuses := make(chan int, connections*streams)
	var flood sync.WaitGroup
	for range connections {
		client := connection()
		for range streams {
			flood.Go(func() {
				made := request(attacker, http.MethodPost, "/api/wallet/transfer", stalledBody())
				made.ContentLength = 100
				made.Header.Set("Idempotency-Key", "one-key-for-all")
				start := time.Now()
				answer, err := client.Do(made)
				if err != nil {
					t.Errorf("after %v: %v", time.Since(start), err)
					return
				}
				_, _ = io.Copy(io.Discard, answer.Body)
				_ = answer.Body.Close()
				if took := time.Since(start); answer.Proto != "HTTP/2.0" || answer.StatusCode < http.StatusBadRequest || took > bound {
					t.Errorf("%s %d after %v", answer.Proto, answer.StatusCode, took)
				}
				statuses <- answer.StatusCode
			})
		}
	}
	eventually(t, "the flood has come", func() bool {
		return answered(ops(t, server, "/metrics"))+inFlight(ops(t, server, "/metrics")) >= connections*streams-20
	})
	get := func(p *person, client *http.Client) int {
		answer, err := client.Do(request(p, http.MethodGet, "/api/wallet", nil))
		if err != nil {
			t.Error(err)
			return 0
		}
		_, _ = io.Copy(io.Discard, answer.Body)
		_ = answer.Body.Close()
		return answer.StatusCode
	}
	others := connection()
	for range 20 {
		if status := get(other, others); status != http.StatusOK {
			t.Errorf("another member's call: %d", status)
		}
	}
	stillOpen := inFlight(ops(t, server, "/metrics"))
	flood.Wait()
	close(statuses)
	counts := map[int]int{}
	for status := range statuses {
		counts[status]++
	}
	t.Logf("%d streams were open while others called; answers: %v", stillOpen, counts)
	if stillOpen == 0 {
		t.Error("no body stalled while others called")
	}
	if counts[http.StatusBadRequest] == 0 || counts[http.StatusTooManyRequests] == 0 {
		t.Errorf("stalled bodies are answered %v, want some 400 and the rest 429", counts)
	}
	if status := get(attacker, connection()); status != http.StatusOK {
		t.Errorf("the member's own call afterwards: %d", status)
	}
}
