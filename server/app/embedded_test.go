package app_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

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
