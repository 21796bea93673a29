package httpapi_test

import (
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/portaltest"
	"krapao/server/secret"
)

// relay stands between the server and PostgreSQL until it is silent: then it takes connections and never answers.
type relay struct {
	net.Listener
	mu     sync.Mutex
	silent bool
	deaf   int // so many connections are still taken and not answered
	open   []net.Conn
}

func newRelay(t *testing.T, network, target string, deaf int) *relay {
	t.Helper()
	socket, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &relay{Listener: socket, deaf: deaf}
	go func() {
		for {
			near, err := socket.Accept()
			if err != nil {
				return
			}
			r.mu.Lock()
			r.open = append(r.open, near)
			if r.deaf > 0 {
				r.deaf--
			} else if far, err := net.Dial(network, target); err == nil && !r.silent {
				r.open = append(r.open, far)
				go func() { _, _ = io.Copy(far, near) }()
				go func() { _, _ = io.Copy(near, far) }()
			}
			r.mu.Unlock()
		}
	}()
	return r
}

// silence ends the connections, and answers on none from now on.
func (r *relay) silence() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.silent = true
	for _, connection := range r.open {
		_ = connection.Close()
	}
}

// end lets the server go: it need not wait for answers at its stop.
func (r *relay) end() {
	_ = r.Close()
	r.silence()
}

// relayed puts a relay between a server and its PostgreSQL, which never answers on so many first connections.
func relayed(t *testing.T, c *app.Config, deaf int) *relay {
	t.Helper()
	place, err := url.Parse(c.DatabaseURL.Reveal())
	if err != nil {
		t.Fatal(err)
	}
	network, target, query := "tcp", place.Host, place.Query()
	if folder := query.Get("host"); strings.HasPrefix(folder, "/") {
		network, target = "unix", folder+"/.s.PGSQL."+query.Get("port")
		query.Del("host")
		query.Del("port")
	}
	between := newRelay(t, network, target, deaf)
	query.Set("sslmode", "disable")
	place.Host, place.RawQuery = between.Addr().String(), query.Encode()
	c.DatabaseURL = secret.NewText(place.String())
	return between
}

func TestATestsServerStartsAsSoonAsPostgreSQLAnswers(t *testing.T) {
	t.Parallel()
	var between *relay
	server := portaltest.Start(t, portaltest.WithConfig(func(c *app.Config) { between = relayed(t, c, 1) }))
	defer between.end()
	if ready := status(server.OpsURL() + "/readyz"); ready != http.StatusOK {
		t.Errorf("readiness: %d", ready)
	}
}

func TestWithPostgreSQLUnreachableCallsAnswer503InTime(t *testing.T) {
	t.Parallel()
	var between *relay
	server := portaltest.Start(t, portaltest.WithConfig(func(c *app.Config) { between = relayed(t, c, 0) }))
	defer between.end()
	visitor := server.Client(t).As(strings.Repeat("A", 43)) // a token of the right form, which only storage can tell from a good one
	if answer := visitor.Do(http.MethodGet, "/api/wallet", ""); answer.Status != http.StatusUnauthorized {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	between.silence()
	for range 3 {
		server.Clock.Advance(3 * time.Second) // the settings are read anew, and then the session
		start := time.Now()
		answer := visitor.Do(http.MethodGet, "/api/wallet", "")
		if took := time.Since(start); answer.Status != http.StatusServiceUnavailable || took > 2*time.Second {
			t.Errorf("%d %s after %v, at most 2 s are promised", answer.Status, answer.Body, took)
		}
	}
}
