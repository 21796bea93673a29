package simulator_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/server/gateway/api/payment"
	"krapao/server/gateway/api/provider"
	"krapao/server/money"
	"krapao/server/simulator"
)

// world is a running simulator and a stand-in for Krapao that takes its webhooks.
type world struct {
	t           *testing.T
	credentials simulator.Credentials
	server      *httptest.Server
	krapao      *krapao
	clock       *clock
}

type clock struct {
	mutex sync.Mutex
	now   time.Time
}

func (c *clock) Now() time.Time {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.now
}

func (c *clock) forward(by time.Duration) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.now = c.now.Add(by)
}

// krapao answers webhooks with the statuses given, then with 200, and keeps what came.
type krapao struct {
	mutex    sync.Mutex
	statuses []int
	refuses  bool // each line of a bank's feed
	reports  chan report
}

type report struct {
	path, timestamp, signature string
	body                       []byte
	status                     int
}

func (k *krapao) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	k.mutex.Lock()
	status := http.StatusOK
	if len(k.statuses) > 0 {
		status, k.statuses = k.statuses[0], k.statuses[1:]
	}
	refuses := k.refuses
	k.mutex.Unlock()
	w.WriteHeader(status)
	if refuses {
		var feed struct{ Lines []struct{ LineID string } }
		_ = json.Unmarshal(body, &feed)
		for _, line := range feed.Lines {
			_, _ = fmt.Fprintf(w, `{"received":true,"lines":[{"lineId":"other","outcome":"TAKEN"},{"lineId":%q,"outcome":"REFUSED","reason":"AMOUNT"}]}`, line.LineID)
		}
	}
	k.reports <- report{r.URL.Path, r.Header.Get("X-Krapao-Timestamp"), r.Header.Get("X-Krapao-Signature"), body, status}
}

// refuse has it refuse each line of a bank's feed from now on.
func (k *krapao) refuse() {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	k.refuses = true
}

func (k *krapao) next(t *testing.T) report {
	t.Helper()
	select {
	case got := <-k.reports:
		return got
	case <-time.After(10 * time.Second):
		t.Fatal("no webhook came")
		return report{}
	}
}

func (k *krapao) nothing(t *testing.T) {
	t.Helper()
	select {
	case got := <-k.reports:
		t.Fatalf("an unexpected webhook: %s %s", got.path, got.body)
	case <-time.After(400 * time.Millisecond):
	}
}

func start(t *testing.T, statuses ...int) *world {
	t.Helper()
	w := &world{
		t: t, credentials: simulator.Credentials{Seed: "test"}, krapao: &krapao{statuses: statuses, reports: make(chan report, 100)},
		clock: &clock{now: time.Date(2026, 3, 1, 9, 15, 0, 0, time.UTC)},
	}
	portal := httptest.NewServer(w.krapao)
	t.Cleanup(portal.Close)
	w.server = httptest.NewUnstartedServer(nil)
	parties := simulator.New(simulator.Config{
		Portal: portal.URL, Public: "http://" + w.server.Listener.Addr().String(), Credentials: w.credentials,
		Names: map[string]string{"PURSE_PALACE": "The Purse Palace"}, Now: w.clock.Now, FirstRetry: 5 * time.Millisecond,
	})
	w.server.Config.Handler = parties.Handler()
	w.server.Start()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { defer close(ended); parties.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-ended; w.server.Close() })
	return w
}

func (w *world) payment(path, party string) *payment.ClientWithResponses {
	base := w.server.URL + path
	client, err := payment.NewClientWithResponses(base, payment.WithHTTPClient(contractClient(w.t, "payment", base, w.credentials.Key(party))))
	if err != nil {
		w.t.Fatal(err)
	}
	return client
}

func (w *world) gateway(code string) *payment.ClientWithResponses {
	return w.payment(simulator.GatewayPath(code), simulator.GatewayParty(code))
}

func (w *world) provider(code string) *provider.ClientWithResponses {
	base := w.server.URL + simulator.ProviderPath(code)
	client, err := provider.NewClientWithResponses(base, provider.WithHTTPClient(contractClient(w.t, "provider", base, w.credentials.Key(simulator.ProviderParty(code)))))
	if err != nil {
		w.t.Fatal(err)
	}
	return client
}

// control makes a JSON control call and gives its status and answer.
func (w *world) control(path, body string) (int, map[string]any) {
	w.t.Helper()
	response, err := http.Post(w.server.URL+path, "application/json", strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	answer := map[string]any{}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		w.t.Fatal(err)
	}
	return response.StatusCode, answer
}

// page gets a page and fails unless it is whole.
func (w *world) page(path string) string {
	w.t.Helper()
	response, err := http.Get(w.server.URL + path)
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, _ := io.ReadAll(response.Body)
	if response.StatusCode != http.StatusOK || !strings.HasSuffix(strings.TrimSpace(string(text)), "</html>") {
		w.t.Fatalf("%s: %d %s", path, response.StatusCode, text)
	}
	return string(text)
}

// press submits a page's form and follows it back.
func (w *world) press(path string, fields url.Values) (int, string) {
	w.t.Helper()
	response, err := http.PostForm(w.server.URL+path, fields)
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, _ := io.ReadAll(response.Body)
	return response.StatusCode, string(text)
}

func baht(whole int64) money.Amount { return money.Units(whole) }
