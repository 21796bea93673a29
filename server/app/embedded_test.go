package app_test

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/portaltest"
	"krapao/server/secret"
)

func TestTheEmbeddedServerKeepsItsDataAndItsKey(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	config := portaltest.Config()
	config.DataDir, config.SecretKey = filepath.Join(t.TempDir(), "data"), secret.Text{}
	start := func() (secret.Text, int) {
		ready, cluster, err := app.WithEmbedded(ctx, config, t.Logf)
		if err != nil {
			t.Fatal(err)
		}
		server, err := app.New(ctx, ready, app.WithLog(app.NewLog(&portaltest.Logs{}, "info")))
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := server.Close(); err != nil {
				t.Error(err)
			}
			if err := cluster.Stop(); err != nil {
				t.Error(err)
			}
		}()
		var kept int
		if err := server.Limit.Allow(ctx, "kept", 10, 1<<40); err != nil {
			t.Error(err)
		}
		if err := server.DB.Querier(ctx).QueryRow(ctx, "select cardinality(hits) from rate_limit where key = 'kept'").Scan(&kept); err != nil {
			t.Error(err)
		}
		return ready.SecretKey, kept
	}
	first, one := start()
	second, two := start()
	if first.Reveal() != second.Reveal() || first.Empty() {
		t.Error("the key is another one after a restart")
	}
	if one != 1 || two != 2 {
		t.Errorf("events before and after a restart: %d, %d", one, two)
	}
	info, err := os.Stat(filepath.Join(config.DataDir, "secret.key"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key's file: %v %v", info, err)
	}
	config.DatabaseURL = secret.NewText("postgres://elsewhere/krapao")
	if _, _, err := app.WithEmbedded(ctx, config, t.Logf); err == nil {
		t.Error("two databases at once must be refused")
	}
}

func TestAPostgreSQLThatDiesUnderTheServerComesBackOrTheServerStops(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	config := portaltest.Config()
	config.DataDir = filepath.Join(t.TempDir(), "data")
	config, cluster, err := app.WithEmbedded(ctx, config, t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	log := app.NewLog(&portaltest.Logs{}, "info")
	server, err := app.New(ctx, config, app.WithLog(log))
	if err != nil {
		t.Fatal(errors.Join(err, cluster.Stop()))
	}
	if err := server.Listen(ctx); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- app.KeepEmbedded(ctx, cluster, log, server.Run) }()
	ready := func() int { return statusOf(t, server.OpsURL()+"/readyz") }
	reaches := func(status int) {
		t.Helper()
		for deadline := time.Now().Add(time.Minute); ready() != status; time.Sleep(5 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("readiness never is %d", status)
			}
		}
	}
	kill := func() {
		t.Helper()
		if err := syscall.Kill(cluster.Postmaster(), syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
	}
	reaches(http.StatusOK)
	for range 2 {
		killed := time.Now()
		kill()
		reaches(http.StatusServiceUnavailable)
		reaches(http.StatusOK)
		t.Logf("ready again after %v", time.Since(killed).Round(time.Millisecond))
		if err := server.DB.Ping(ctx); err != nil {
			t.Error(err)
		}
	}

	if err := os.Remove(filepath.Join(cluster.Folder(), "global", "pg_control")); err != nil {
		t.Fatal(err)
	}
	kill()
	if err := <-ended; err == nil || !strings.Contains(err.Error(), "embedded: PostgreSQL") || !strings.Contains(err.Error(), "pg_control") {
		t.Errorf("the server ended with %v", err)
	}
	if got := statusOf(t, server.OpsURL()+"/livez"); got != 0 {
		t.Errorf("it still answers: %d", got)
	}
	_ = cluster.Stop() // there is nothing to stop
}
