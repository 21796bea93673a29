package httpapi_test

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/portaltest"
)

func TestEveryAnswerCarriesARequestIDThatIsSafeToLog(t *testing.T) {
	t.Parallel()
	server := portaltest.Start(t)
	visitor := server.Client(t)
	ours := regexp.MustCompile(`^[0-9a-f-]{36}$`)
	ask := func(given string) string {
		answer := visitor.Do(http.MethodGet, "/api/nothing", "", portaltest.Header{Name: "X-Request-Id", Value: given})
		var body struct{ Message, RequestID string }
		if err := json.Unmarshal(answer.Body, &body); err != nil || answer.Status != http.StatusNotFound || body.Message != "NO_DATA" {
			t.Fatalf("an unknown call: %d %s %v", answer.Status, answer.Body, err)
		}
		if body.RequestID != answer.Header.Get("X-Request-Id") {
			t.Errorf("body %q, header %q", body.RequestID, answer.Header.Get("X-Request-Id"))
		}
		return body.RequestID
	}
	if got := ask("client-01HZX_7"); got != "client-01HZX_7" {
		t.Errorf("a safe id is kept, got %q", got)
	}
	for _, unsafe := range []string{"", "short", strings.Repeat("a", 65), `a"},{"level":"x`, "a b c d e f", "<script>alert(1)"} {
		if got := ask(unsafe); !ours.MatchString(got) {
			t.Errorf("%q: got %q, want one of ours", unsafe, got)
		}
	}
	if first, second := ask(""), ask(""); first == second {
		t.Error("two requests share an id")
	}
}

func TestNoOtherOriginIsLetIn(t *testing.T) {
	t.Parallel()
	server := portaltest.Start(t)
	visitor := server.Client(t)
	evil := portaltest.Header{Name: "Origin", Value: "https://evil.example"}
	preflight := visitor.Do(http.MethodOptions, "/api/login", "", evil, portaltest.Header{Name: "Access-Control-Request-Method", Value: "POST"})
	if preflight.Status != http.StatusMethodNotAllowed {
		t.Errorf("a preflight: %d, want 405", preflight.Status)
	}
	simple := visitor.Do(http.MethodGet, "/api/lookup/banks", "", evil)
	for _, answer := range []portaltest.Answer{preflight, simple} {
		for name := range answer.Header {
			if strings.HasPrefix(name, "Access-Control-") {
				t.Errorf("%s is sent", name)
			}
		}
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got := answer.Header.Get(name); got != want {
				t.Errorf("%s: %q, want %q", name, got, want)
			}
		}
		if policy := answer.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") {
			t.Errorf("policy %q", policy)
		}
	}
	if answer := visitor.Do(http.MethodPatch, "/api/login", `{}`); answer.Status != http.StatusMethodNotAllowed || len(answer.Body) == 0 || answer.Header.Get("Allow") != http.MethodPost {
		t.Errorf("another method: %d %s, allowed: %s", answer.Status, answer.Body, answer.Header.Get("Allow"))
	}
}

func TestSpoofedForwardedAddressesShareOneBucket(t *testing.T) {
	t.Parallel()
	const limit = 50
	server := portaltest.Start(t, portaltest.WithConfig(func(c *app.Config) { c.RequestsPerMinute = limit }))
	server.Clock.Set(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	visitor := server.Client(t)
	var mu sync.Mutex
	allowed := 0
	var group sync.WaitGroup
	for worker := range 10 {
		group.Go(func() {
			for i := range 100 {
				spoofed := netip.AddrFrom4([4]byte{198, 51, byte(worker), byte(i)}).String()
				answer := visitor.Do(http.MethodPost, "/api/login", `{}`, portaltest.Header{Name: "X-Forwarded-For", Value: spoofed},
					portaltest.Header{Name: "X-Real-IP", Value: spoofed}, portaltest.Header{Name: "True-Client-IP", Value: spoofed})
				if answer.Code() != "REQUEST_LIMIT" {
					mu.Lock()
					allowed++
					mu.Unlock()
				} else if answer.Header.Get("Retry-After") != "60" {
					t.Errorf("Retry-After %q", answer.Header.Get("Retry-After"))
				}
			}
		})
	}
	group.Wait()
	if allowed != limit {
		t.Errorf("%d of 1000 were let through, want %d", allowed, limit)
	}
	server.Clock.Advance(time.Minute)
	if answer := visitor.Do(http.MethodPost, "/api/login", `{}`); answer.Code() != "KEY_MISSING" {
		t.Errorf("a minute later: %s", answer.Body)
	}
}

func TestPagesAndFilesAreThrottledToo(t *testing.T) {
	t.Parallel()
	server := portaltest.Start(t, portaltest.WithConfig(func(c *app.Config) { c.RequestsPerMinute = 3 }))
	visitor := server.Client(t)
	for i, path := range slices.Repeat([]string{"/login", "/mf/mf-none/v1/none.js", "/nothing"}, 10) {
		if status := visitor.Do(http.MethodGet, path, "").Status; status == http.StatusTooManyRequests {
			t.Fatalf("%d: %s", i, path)
		}
	}
	for _, path := range []string{"/login", "/mf/mf-none/v1/none.js"} {
		if answer := visitor.Do(http.MethodGet, path, ""); answer.Status != http.StatusTooManyRequests || answer.Header.Get("Retry-After") == "" {
			t.Errorf("%s: %d %s", path, answer.Status, answer.Body)
		}
	}
	if answer := visitor.Do(http.MethodPost, "/api/login", `{}`); answer.Code() != "KEY_MISSING" {
		t.Errorf("calls have a bound of their own: %s", answer.Body)
	}
}

func TestATrustedProxyNamesTheClient(t *testing.T) {
	t.Parallel()
	server := portaltest.Start(t, portaltest.WithConfig(func(c *app.Config) {
		c.RequestsPerMinute = 1
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("10.0.0.0/8")}
	}))
	visitor := server.Client(t)
	limited := func(forwarded string) bool {
		return visitor.Do(http.MethodPost, "/api/login", `{}`, portaltest.Header{Name: "X-Forwarded-For", Value: forwarded}).Code() == "REQUEST_LIMIT"
	}
	for i, row := range []struct {
		forwarded string
		limited   bool
	}{
		{"203.0.113.1", false},
		{"203.0.113.1", true},
		{"203.0.113.2, 10.0.0.9", false},              // through two proxies of ours
		{"203.0.113.77, 203.0.113.2, 10.0.0.9", true}, // what the client says of itself counts for nothing
		{"2001:db8:1:2::1", false},
		{"2001:db8:1:2:ffff::9", true}, // the same /64
		{"2001:db8:1:3::1", false},
		{"not an address", false}, // the proxy itself
		{"", true},
	} {
		if got := limited(row.forwarded); got != row.limited {
			t.Errorf("row %d, %q: limited %v, want %v", i, row.forwarded, got, row.limited)
		}
	}
}

func TestTheAccessLogHoldsNoPathsAndNoSecrets(t *testing.T) {
	t.Parallel()
	server := portaltest.Start(t, portaltest.WithApp(app.WithSessions(someone{})))
	const canary = "canary7f3a91"
	member := server.Client(t).As("token-" + canary)
	member.Do(http.MethodGet, "/api/autoLogin/DEMOSLOT/user/"+canary, "")
	member.Do(http.MethodGet, "/api/autoLogin/DEMOSLOT/user/"+canary+"%00", "")
	member.Do(http.MethodGet, "/nothing/"+canary+"?q="+canary, "")
	member.Do(http.MethodPost, "/api/login", `{"username":"`+canary+`","password":"`+canary+`"}`)
	member.Do(http.MethodPost, "/api/login", `{"username":"`+canary+`","password":["`+canary+`"]}`)
	member.Do(http.MethodPost, "/api/login", `{"username":"`+canary+`","`+canary+`":1,"`+canary+`":2}`)
	log := server.Logs.String()
	if !strings.Contains(log, "/api/autoLogin/{provider}/{username}/{password}") || !strings.Contains(log, `"member":"10000001"`) {
		t.Errorf("the log lacks the route's template or the member:\n%s", log)
	}
	if strings.Contains(log, canary) || strings.Contains(log, portaltest.TestKey.Reveal()) {
		t.Errorf("the log holds a secret:\n%s", grep(log, canary))
	}
	if metrics := ops(t, server, "/metrics"); strings.Contains(metrics, canary) {
		t.Error("the metrics hold a secret")
	}
}

func TestLoadBeyondTheBoundIsRefusedAtOnce(t *testing.T) {
	t.Parallel()
	entered, release := make(chan struct{}, 8), make(chan struct{})
	server := portaltest.Start(t, portaltest.WithConfig(func(c *app.Config) { c.MaxInFlight = 2 }),
		portaltest.WithApp(app.WithSessions(slow{entered: entered, release: release})))
	member := server.Client(t).As("t")
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() { member.Do(http.MethodGet, "/api/wallet", "") })
		<-entered
	}
	start := time.Now()
	answer := member.Do(http.MethodGet, "/api/wallet", "")
	if answer.Status != http.StatusServiceUnavailable || answer.Code() != "SERVER_BUSY" || answer.Header.Get("Retry-After") == "" {
		t.Errorf("the third: %d %s", answer.Status, answer.Body)
	}
	if took := time.Since(start); took > time.Second {
		t.Errorf("it took %v", took)
	}
	for range 50 {
		member.Do(http.MethodGet, "/api/wallet", "")
	}
	if ready := status(server.OpsURL() + "/readyz"); ready != http.StatusServiceUnavailable {
		t.Errorf("readiness of a server that refuses calls: %d", ready)
	}
	close(release)
	group.Wait()
	if metrics := ops(t, server, "/metrics"); !strings.Contains(metrics, `krapao_shed_requests_total{budget="calls",of="all"} 51`) {
		t.Errorf("not counted: %s", grep(metrics, "shed"))
	}
	if lines := strings.Count(server.Logs.String(), `"msg":"requests are refused: too many under way"`); lines == 0 || lines > 1+int(time.Since(start)/time.Second) {
		t.Errorf("%d lines of the log for 51 refused requests", lines)
	}
	if strings.Contains(server.Logs.String(), `"status":503`) {
		t.Error("each refused request has a line of its own")
	}
	eventually(t, "it is ready again", func() bool { return status(server.OpsURL()+"/readyz") == http.StatusOK })
}

func TestCallersWhoSendSlowlyKeepNobodyOut(t *testing.T) {
	t.Parallel()
	server := portaltest.Start(t, portaltest.WithConfig(func(c *app.Config) { c.MaxInFlight, c.MaxLogins = 1, 1 }))
	for _, path := range []string{"/api/login", "/api/login", "/api/otp/send", "/api/otp/send"} {
		connection, err := net.Dial("tcp", strings.TrimPrefix(server.URL(), "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer connection.Close()
		if _, err := fmt.Fprintf(connection, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{", path); err != nil {
			t.Fatal(err)
		}
	}
	eventually(t, "all four are being read", func() bool { return strings.Contains(ops(t, server, "/metrics"), "krapao_http_in_flight 4") })
	if answer := server.Client(t).Do(http.MethodGet, "/api/lookup/active", ""); answer.Status != http.StatusOK {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
}

func TestAPanicIsAnsweredAndLogged(t *testing.T) {
	t.Parallel()
	server := portaltest.Start(t, portaltest.WithApp(app.WithSessions(broken{})))
	answer := server.Client(t).As("t").Do(http.MethodGet, "/api/wallet", "")
	if answer.Status != http.StatusInternalServerError || answer.Code() != "INTERNAL_SERVER_ERROR" || strings.Contains(string(answer.Body), "boom") {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	if log := server.Logs.String(); !strings.Contains(log, "boom") || !strings.Contains(log, answer.Header.Get("X-Request-Id")) {
		t.Errorf("the log lacks the panic or its request:\n%s", log)
	}
}
