package httpapi_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/fault"
	"krapao/server/httpapi/middleware"
	"krapao/server/portaltest"
	"krapao/server/secret"
)

// slow holds every request in the session gate until it is released.
type slow struct{ entered, release chan struct{} }

func (s slow) ReadSession(ctx context.Context, _ string, _ netip.Addr) (middleware.Session, error) {
	s.entered <- struct{}{}
	select {
	case <-s.release:
	case <-ctx.Done():
		return middleware.Session{}, ctx.Err()
	}
	return someone{}.ReadSession(ctx, "", netip.Addr{})
}

// broken has a defect.
type broken struct{}

func (broken) ReadSession(context.Context, string, netip.Addr) (middleware.Session, error) {
	panic("boom")
}

func TestAStopLetsRequestsUnderWayFinish(t *testing.T) {
	t.Parallel()
	entered, release := make(chan struct{}, 1), make(chan struct{})
	server := portaltest.Start(t, portaltest.WithApp(app.WithSessions(slow{entered: entered, release: release})),
		portaltest.WithConfig(func(c *app.Config) { c.DrainDelay = 300 * time.Millisecond }))
	member := server.Client(t).As("t")
	answered := make(chan portaltest.Answer, 1)
	go func() { answered <- member.Do(http.MethodGet, "/api/wallet", "") }()
	<-entered
	stopped := make(chan error, 1)
	go func() { stopped <- server.Stop() }()

	eventually(t, "readiness turns red", func() bool { return status(server.OpsURL()+"/readyz") == http.StatusServiceUnavailable })
	if got := status(server.OpsURL() + "/livez"); got != http.StatusOK {
		t.Errorf("liveness while stopping: %d", got)
	}
	if answer := server.Client(t).Do(http.MethodPost, "/api/login", `{}`); answer.Status != http.StatusBadRequest {
		t.Errorf("while proxies still send requests they are served: %d", answer.Status)
	}
	eventually(t, "new connections are refused", func() bool {
		_, err := server.Client(t).Try(http.MethodGet, "/api/lookup/banks", "")
		return err != nil
	})
	select {
	case err := <-stopped:
		t.Fatalf("stopped with a request under way: %v", err)
	default:
	}
	close(release)
	if answer := <-answered; answer.Status == http.StatusServiceUnavailable || answer.Status == 0 {
		t.Errorf("the request under way: %d %s", answer.Status, answer.Body)
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
}

func TestARequestThatTakesTooLongIsGivenUp(t *testing.T) {
	t.Parallel()
	server := portaltest.Start(t, portaltest.WithApp(app.WithSessions(slow{entered: make(chan struct{}, 1), release: make(chan struct{})})),
		portaltest.WithConfig(func(c *app.Config) { c.RequestTimeout = 100 * time.Millisecond }))
	answer := server.Client(t).As("t").Do(http.MethodGet, "/api/wallet", "")
	if answer.Status != http.StatusServiceUnavailable || answer.Code() != "INTERNAL_SERVER_ERROR" {
		t.Errorf("%d %s, want 503", answer.Status, answer.Body)
	}
}

func TestASecondServerOnATakenAddressSaysSo(t *testing.T) {
	t.Parallel()
	first := portaltest.Start(t)
	config := portaltest.Config()
	config.DatabaseURL = first.App.Config.DatabaseURL
	config.Address = first.URL()[len("http://"):]
	second, err := app.New(context.Background(), config, app.WithLog(app.NewLog(&portaltest.Logs{}, "info")))
	if err != nil {
		t.Fatal(err)
	}
	if err := second.Run(context.Background()); err == nil {
		t.Error("it serves on an address that is taken")
	}
}

func TestAServerThatFindsAnAddressTakenFreesTheOthers(t *testing.T) {
	t.Parallel()
	first := portaltest.Start(t)
	config, free := portaltest.Config(), portaltest.FreeAddress(t)
	config.DatabaseURL = first.App.Config.DatabaseURL
	config.Address, config.OpsAddress = free, first.OpsURL()[len("http://"):]
	second, err := app.New(t.Context(), config, app.WithLog(app.NewLog(&portaltest.Logs{}, "info")))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = second.Close() })
	if err := second.Listen(t.Context()); err == nil {
		t.Fatal("it listens on an address that is taken")
	}
	socket, err := net.Listen("tcp", free)
	if err != nil {
		t.Fatalf("the address it had bound before is still taken: %v", err)
	}
	_ = socket.Close()
}

func TestOperatorsWhoAreServedBeyondTheLoopbackAreWarnedOf(t *testing.T) {
	t.Parallel()
	for address, warned := range map[string]bool{"127.0.0.1:0": false, "[::1]:0": false, ":0": true, "0.0.0.0:0": true} {
		server := portaltest.Start(t, portaltest.WithConfig(func(c *app.Config) { c.OperatorAddress = address }))
		line := grep(server.Logs.String(), "KRAPAO_OPERATOR_ADDRESS")
		if warned != strings.Contains(line, `"level":"WARN"`) {
			t.Errorf("%s: %q", address, line)
		}
	}
}

// pinging asks the database in the session gate, as the real reader does.
type pinging struct{ app **app.App }

func (p pinging) ReadSession(ctx context.Context, token string, client netip.Addr) (middleware.Session, error) {
	if err := (*p.app).DB.Ping(ctx); err != nil {
		return middleware.Session{}, err
	}
	return someone{}.ReadSession(ctx, token, client)
}

func TestWithPostgreSQLDownCallsAnswer503AndComeBack(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	config := portaltest.Config()
	config.DataDir = t.TempDir()
	config, cluster, err := app.WithEmbedded(ctx, config, t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	var server *app.App
	server, err = app.New(ctx, config, app.WithSessions(pinging{&server}), app.WithLog(app.NewLog(&portaltest.Logs{}, "info")))
	if err != nil {
		t.Fatal(errors.Join(err, cluster.Stop()))
	}
	if err := server.Listen(ctx); err != nil {
		t.Fatal(err)
	}
	running, stop := context.WithCancel(ctx)
	done := make(chan error, 1)
	go func() { done <- server.Run(running) }()
	t.Cleanup(func() {
		stop()
		if err := errors.Join(<-done, cluster.Stop()); err != nil {
			t.Error(err)
		}
	})
	member := portaltest.ClientOf(t, server.URL()).As("t")
	if answer := member.Do(http.MethodGet, "/api/wallet", ""); answer.Status == http.StatusServiceUnavailable {
		t.Fatalf("before: %d %s", answer.Status, answer.Body)
	}

	if err := cluster.Stop(); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		start := time.Now()
		answer := member.Do(http.MethodGet, "/api/wallet", "")
		if answer.Status != http.StatusServiceUnavailable || answer.Code() != string(fault.ServiceUnavailable.Code) {
			t.Errorf("down: %d %s, want 503", answer.Status, answer.Body)
		}
		if took := time.Since(start); took > 2*time.Second {
			t.Errorf("the answer took %v, at most 2 s are promised", took)
		}
	}
	if live, ready := status(server.OpsURL()+"/livez"), status(server.OpsURL()+"/readyz"); live != http.StatusOK || ready != http.StatusServiceUnavailable {
		t.Errorf("live %d, ready %d; want 200, 503", live, ready)
	}

	config.DatabaseURL = secret.Text{} // the same folder gives the same address again
	if _, cluster, err = app.WithEmbedded(ctx, config, t.Logf); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	eventually(t, "it serves again", func() bool {
		return member.Do(http.MethodGet, "/api/wallet", "").Status != http.StatusServiceUnavailable && status(server.OpsURL()+"/readyz") == http.StatusOK
	})
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("back after %v, at most 10 s are promised", took)
	}
}

func eventually(t testing.TB, promise string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(15 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if holds() {
			return
		}
	}
	t.Fatalf("never: %s", promise)
}

// status asks without the contract's check; 0 when nobody answers.
func status(url string) int {
	response, err := http.Get(url)
	if err != nil {
		return 0
	}
	_ = response.Body.Close()
	return response.StatusCode
}
