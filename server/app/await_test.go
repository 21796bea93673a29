package app_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/fault"
	"krapao/server/portaltest"
	"krapao/server/postgres/postgrestest"
	"krapao/server/secret"
)

// startup is one whose PostgreSQL is that of the connection string, and the operations' address.
func startup(t *testing.T, database string, timeout time.Duration) (app.Startup, string, *portaltest.Logs) {
	t.Helper()
	config, logs := portaltest.Config(), &portaltest.Logs{}
	config.DatabaseURL, config.DataDir, config.OpsAddress = secret.NewText(database), t.TempDir(), portaltest.FreeAddress(t)
	return app.Startup{Config: config, Log: app.NewLog(logs, "info"), Timeout: timeout}, "http://" + config.OpsAddress, logs
}

// databaseAt gives the connection string of the database that is at this TCP address, or will be.
func databaseAt(t *testing.T, database, address string) string {
	t.Helper()
	place, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	query := place.Query()
	query.Del("host")
	query.Del("port")
	query.Set("sslmode", "disable")
	place.Host, place.RawQuery = address, query.Encode()
	return place.String()
}

// silent takes connections and never answers on them.
func silent(t *testing.T) string {
	t.Helper()
	socket, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = socket.Close() })
	go func() {
		for {
			connection, err := socket.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { _ = connection.Close() })
		}
	}()
	return socket.Addr().String()
}

func statusOf(t *testing.T, address string) int {
	t.Helper()
	answer, err := http.Get(address)
	if err != nil {
		return 0
	}
	_ = answer.Body.Close()
	return answer.StatusCode
}

// opened is what serve does at its start.
func opened(config app.Config, log *portaltest.Logs) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		server, err := app.New(ctx, config, app.WithLog(app.NewLog(log, "info")))
		if err != nil {
			return err
		}
		return server.Close()
	}
}

func TestAServerWaitsForPostgreSQLAliveAndNotReady(t *testing.T) {
	t.Parallel()
	database := postgrestest.New(t)
	for name, address := range map[string]string{"refused": portaltest.FreeAddress(t), "silent": silent(t)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wait, ops, logs := startup(t, database.URL, time.Minute)
			away := wait.Config
			away.DatabaseURL = secret.NewText(databaseAt(t, database.URL, address))
			var tries int
			err := wait.Until(t.Context(), func(ctx context.Context) error {
				tries++
				if tries <= 3 {
					if tries > 1 && (statusOf(t, ops+"/livez") != http.StatusOK || statusOf(t, ops+"/readyz") != http.StatusServiceUnavailable) {
						t.Errorf("try %d: livez %d, readyz %d", tries, statusOf(t, ops+"/livez"), statusOf(t, ops+"/readyz"))
					}
					return opened(away, logs)(ctx)
				}
				return opened(wait.Config, logs)(ctx) // it is back
			})
			if err != nil || tries != 4 {
				t.Errorf("%d tries: %v", tries, err)
			}
			if lines := strings.Count(logs.String(), "PostgreSQL does not answer"); lines != 3 {
				t.Errorf("%d lines in the log", lines)
			}
			if status := statusOf(t, ops+"/livez"); status != 0 {
				t.Errorf("the address is not free for the server: %d", status)
			}
		})
	}
}

func TestAServerGivesUpOnPostgreSQLAfterItsPatience(t *testing.T) {
	t.Parallel()
	database := postgrestest.New(t)
	wait, _, logs := startup(t, databaseAt(t, database.URL, portaltest.FreeAddress(t)), time.Second)
	begun := time.Now()
	err := wait.Until(t.Context(), opened(wait.Config, logs))
	if !errors.Is(err, fault.ServiceUnavailable) || !strings.Contains(err.Error(), "did not answer within 1s") {
		t.Error(err)
	}
	if took := time.Since(begun); took > 10*time.Second {
		t.Errorf("after %v", took)
	}
}

func TestAServerThatIsStoppedWhileItWaitsEnds(t *testing.T) {
	t.Parallel()
	database := postgrestest.New(t)
	wait, _, logs := startup(t, databaseAt(t, database.URL, portaltest.FreeAddress(t)), time.Minute)
	ctx, stop := context.WithCancel(t.Context())
	err := wait.Until(ctx, func(ctx context.Context) error {
		defer stop()
		return opened(wait.Config, logs)(ctx)
	})
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestWhatWaitingWouldNotMendFailsAtOnce(t *testing.T) {
	t.Parallel()
	database := postgrestest.New(t)
	for name, wrong := range map[string]func(*url.URL){
		"no such database": func(u *url.URL) { u.Path = "/no-such-database" },
		"no such user":     func(u *url.URL) { u.User = url.UserPassword("nobody", "wrong") },
	} {
		place, err := url.Parse(database.URL)
		if err != nil {
			t.Fatal(err)
		}
		wrong(place)
		wait, _, logs := startup(t, place.String(), time.Minute)
		if err := wait.Until(t.Context(), opened(wait.Config, logs)); err == nil || errors.Is(err, fault.ServiceUnavailable) || strings.Contains(logs.String(), "does not answer") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
