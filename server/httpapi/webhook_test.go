package httpapi_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/httpapi/api/webhook"
	"krapao/server/httpapi/middleware"
	portalhttp "krapao/server/httpapi/portal"
	webhookhttp "krapao/server/httpapi/webhook"
	"krapao/server/operation"
	"krapao/server/portaltest"
	"krapao/server/secret"
)

// parties shares a secret with one gateway, and two with another whose secret changes.
type parties struct{}

func (parties) WebhookSecrets(_ context.Context, _ operation.Name, party string) ([]secret.Text, error) {
	switch party {
	case "QRPAY":
		return []secret.Text{secret.NewText("shared")}, nil
	case "CHANGING":
		return []secret.Text{secret.NewText("present"), secret.NewText("old")}, nil
	case "EMPTY":
		return []secret.Text{{}}, nil
	}
	return nil, nil
}

// webhooks is a listener with the webhooks' gates and no services behind its handlers.
func webhooks(t *testing.T, now time.Time) *portaltest.Client {
	t.Helper()
	server := httptest.NewServer(webhookListener(t, now, 0))
	t.Cleanup(server.Close)
	return portaltest.ClientOf(t, server.URL)
}

// webhookListener bounds the calls of an address in a minute; 0 is no bound.
func webhookListener(t *testing.T, now time.Time, perMinute int) http.Handler {
	t.Helper()
	base := middleware.NewBase(middleware.BaseConfig{
		Log: app.NewLog(&portaltest.Logs{}, "info"), Metrics: middleware.NewMetrics(), Now: func() time.Time { return now },
		BodyLimit: 4096, Timeout: time.Second, RequestsPerMinute: perMinute,
	})
	group, err := webhookhttp.New(base, parties{}, webhookhttp.Handlers{})
	if err != nil {
		t.Fatal(err)
	}
	portal, err := portalhttp.New(portalhttp.Config{Base: base, Webhooks: group})
	if err != nil {
		t.Fatal(err)
	}
	return portal.Handler()
}

func sign(key, timestamp, body string) string {
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(timestamp + "." + body))
	return hex.EncodeToString(mac.Sum(nil))
}

func TestAWebhookThatDoesNotExistIsRefusedInThePaymentContractsForm(t *testing.T) {
	t.Parallel()
	client := webhooks(t, time.Now())
	for _, row := range []struct {
		method, path string
		status       int
		code         string
	}{
		{http.MethodPost, "/webhooks/refund/QRPAY", http.StatusNotFound, "NOT_FOUND"},
		{http.MethodPost, "/webhooks", http.StatusNotFound, "NOT_FOUND"},
		{http.MethodGet, "/webhooks/payment/QRPAY", http.StatusMethodNotAllowed, "METHOD_NOT_ALLOWED"},
	} {
		answer := client.Do(row.method, row.path, "")
		var refusal webhook.PaymentError
		if err := json.Unmarshal(answer.Body, &refusal); err != nil || answer.Status != row.status || refusal.Code != row.code || refusal.Message == "" {
			t.Errorf("%s %s: %d %s", row.method, row.path, answer.Status, answer.Body)
		}
	}
	if other := client.Do(http.MethodGet, "/webhooksother", ""); !strings.Contains(string(other.Body), "requestId") {
		t.Errorf("another path: %s", other.Body)
	}
}

func TestAWebhookIsReadOnlyWhenItIsSignedAsAgreed(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 9, 16, 30, 0, time.UTC)
	client := webhooks(t, now)
	const path, event = "/webhooks/payment/QRPAY", `{"eventId":"evt_1","type":"EXPIRED","qrReference":"QR1","reference":"01926f0c-7a55-7c1e-9d0e-2f8a3c1b5d77","amount":100,"currency":"BAHT"}`
	at := func(offset time.Duration) string { return strconv.FormatInt(now.Add(offset).Unix(), 10) }
	const passed = "" // the gates: there is no handler behind them that could answer
	for name, row := range map[string]struct{ path, timestamp, signature, body, code string }{
		"signed":                 {path, at(0), sign("shared", at(0), event), event, passed},
		"signed in capitals":     {path, at(0), strings.ToUpper(sign("shared", at(0), event)), event, passed},
		"299 s old":              {path, at(-299 * time.Second), sign("shared", at(-299*time.Second), event), event, passed},
		"301 s old":              {path, at(-301 * time.Second), sign("shared", at(-301*time.Second), event), event, "BAD_SIGNATURE"},
		"301 s early":            {path, at(301 * time.Second), sign("shared", at(301*time.Second), event), event, "BAD_SIGNATURE"},
		"another secret":         {path, at(0), sign("other", at(0), event), event, "BAD_SIGNATURE"},
		"another timestamp":      {path, at(time.Second), sign("shared", at(0), event), event, "BAD_SIGNATURE"},
		"one byte more":          {path, at(0), sign("shared", at(0), event), event + " ", "BAD_SIGNATURE"},
		"another amount":         {path, at(0), sign("shared", at(0), event), strings.Replace(event, "100", "900", 1), "BAD_SIGNATURE"},
		"an unknown gateway":     {"/webhooks/payment/NOBODY", at(0), sign("shared", at(0), event), event, "BAD_SIGNATURE"},
		"an empty secret":        {"/webhooks/payment/NOBODY", at(0), sign("", at(0), event), event, "BAD_SIGNATURE"},
		"an empty one of two":    {"/webhooks/payment/EMPTY", at(0), sign("", at(0), event), event, "BAD_SIGNATURE"},
		"the present of two":     {"/webhooks/payment/CHANGING", at(0), sign("present", at(0), event), event, passed},
		"the old of two":         {"/webhooks/payment/CHANGING", at(0), sign("old", at(0), event), event, passed},
		"neither of two":         {"/webhooks/payment/CHANGING", at(0), sign("shared", at(0), event), event, "BAD_SIGNATURE"},
		"not hexadecimal":        {path, at(0), "zz", event, "BAD_SIGNATURE"},
		"half a signature":       {path, at(0), sign("shared", at(0), event)[:32], event, "BAD_SIGNATURE"},
		"no signature":           {path, at(0), "", event, "MALFORMED"},
		"no timestamp":           {path, "", sign("shared", "", event), event, "MALFORMED"},
		"signed, not JSON":       {path, at(0), sign("shared", at(0), "{"), "{", "MALFORMED"},
		"signed, duplicate keys": {path, at(0), sign("shared", at(0), `{"amount":1,"amount":2}`), `{"amount":1,"amount":2}`, "MALFORMED"},
		"signed, field missing":  {path, at(0), sign("shared", at(0), `{"eventId":"e"}`), `{"eventId":"e"}`, "MALFORMED"},
		"too long":               {path, at(0), sign("shared", at(0), strings.Repeat(" ", 5000)), strings.Repeat(" ", 5000), "MALFORMED"},
	} {
		answer := client.Do(http.MethodPost, row.path, row.body,
			portaltest.Header{Name: "X-Krapao-Timestamp", Value: row.timestamp}, portaltest.Header{Name: "X-Krapao-Signature", Value: row.signature})
		got := answer.Code()
		if got != "MALFORMED" && got != "BAD_SIGNATURE" {
			got = passed
		}
		if got != row.code {
			t.Errorf("%s: %d %s, want %s", name, answer.Status, answer.Body, row.code)
		}
	}
}

func TestAWebhookThatCannotBeRightIsRefusedBeforeItsBodyIsRead(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 9, 16, 30, 0, time.UTC)
	server := httptest.NewServer(webhookListener(t, now, 0))
	t.Cleanup(server.Close)
	fresh, signature := strconv.FormatInt(now.Unix(), 10), strings.Repeat("ab", 32)
	for name, head := range map[string]string{
		"a party nobody knows": "POST /webhooks/payment/NOBODY HTTP/1.1\r\nX-Krapao-Timestamp: " + fresh + "\r\nX-Krapao-Signature: " + signature,
		"an old timestamp":     "POST /webhooks/payment/QRPAY HTTP/1.1\r\nX-Krapao-Timestamp: 1\r\nX-Krapao-Signature: " + signature,
		"no signature's form":  "POST /webhooks/payment/QRPAY HTTP/1.1\r\nX-Krapao-Timestamp: " + fresh + "\r\nX-Krapao-Signature: abc",
	} {
		connection, err := net.Dial("tcp", strings.TrimPrefix(server.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		_ = connection.SetDeadline(time.Now().Add(20 * time.Second))
		// The body never comes: whoever waits for it answers nothing. "Expect" keeps the server from reading on after
		// its answer.
		_, _ = io.WriteString(connection, head+"\r\nHost: x\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 4000\r\n\r\n")
		answer := make([]byte, 12)
		if _, err := io.ReadFull(connection, answer); err != nil || string(answer) != "HTTP/1.1 401" {
			t.Errorf("%s: %q %v", name, answer, err)
		}
		_ = connection.Close()
	}
}

func TestAGatewayMayReportMoreThanAMemberMayCall(t *testing.T) {
	t.Parallel()
	const bound = 20
	now := time.Date(2026, 3, 1, 9, 16, 30, 0, time.UTC)
	server := httptest.NewServer(webhookListener(t, now, bound))
	t.Cleanup(server.Close)
	client := portaltest.ClientOf(t, server.URL)
	at := strconv.FormatInt(now.Unix(), 10)
	const event = `{"eventId":"evt_1","type":"EXPIRED","qrReference":"QR1","reference":"01926f0c-7a55-7c1e-9d0e-2f8a3c1b5d77","amount":100,"currency":"BAHT"}`
	report := func(key string) portaltest.Answer {
		return client.Do(http.MethodPost, "/webhooks/payment/QRPAY", event,
			portaltest.Header{Name: "X-Krapao-Timestamp", Value: at}, portaltest.Header{Name: "X-Krapao-Signature", Value: sign(key, at, event)})
	}
	for i := range 3 * bound {
		if answer := report("shared"); answer.Status == http.StatusTooManyRequests {
			t.Fatalf("signed report %d: %s", i, answer.Body)
		}
	}
	for range bound {
		report("guessed")
	}
	if answer := report("guessed"); answer.Status != http.StatusTooManyRequests {
		t.Errorf("one unsigned report too many: %d %s", answer.Status, answer.Body)
	}
}

// feedOf is a feed of one line and so many spaces.
func feedOf(spaces int) string {
	return `{"eventId":"feed_1","accountNo":"0987654321","lines":[{"lineId":"l1","amount":300,"currency":"BAHT","transferredAt":"2026-03-01T08:59:12+07:00"` +
		strings.Repeat(" ", spaces) + `}]}`
}

func TestTheOperatorSeesWhetherAnOldSecretIsStillUsed(t *testing.T) {
	t.Parallel()
	city := open(t, func(c *app.Config) {
		c.Deposit.BankFeedSecrets = map[string]secret.Text{"SCB": secret.NewText("present")}
		c.Deposit.OldBankFeedSecrets = map[string]secret.Text{"SCB": secret.NewText("old")}
	})
	at, feed := strconv.FormatInt(city.Clock.Now().Unix(), 10), feedOf(0)
	for key, times := range map[string]int{"present": 2, "old": 1, "another": 1} {
		for range times {
			city.Client(t).Do(http.MethodPost, "/webhooks/bank-feed/SCB", feed, portaltest.Header{Name: "X-Krapao-Timestamp", Value: at},
				portaltest.Header{Name: "X-Krapao-Signature", Value: sign(key, at, feed)})
		}
	}
	answer, err := http.Get(city.OpsURL() + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	for name, count := range map[string]string{"present": "2", "old": "1"} {
		if line := `krapao_webhooks_signed_total{operation="ReceiveBankFeed",party="SCB",secret="` + name + `"} ` + count + "\n"; !strings.Contains(string(text), line) {
			t.Errorf("no %s", line)
		}
	}
}
