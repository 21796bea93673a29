package app

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"krapao/server/background"
	"krapao/server/postgres"
	"krapao/server/postgres/embedded"
	"krapao/server/secret"
)

// keyFile holds the development key beside the embedded PostgreSQL's data.
const keyFile = "secret.key"

// WithEmbedded starts the private PostgreSQL of the data folder, migrates it, and gives the configuration that uses it,
// with a key that is made on the first start and kept. The caller stops the cluster after the App. say is told what
// takes a while.
func WithEmbedded(ctx context.Context, config Config, say func(format string, args ...any)) (Config, *embedded.Cluster, error) {
	if !config.DatabaseURL.Empty() {
		return config, nil, errors.New("--embedded brings its own PostgreSQL: unset DATABASE_URL, or leave --embedded out")
	}
	if err := os.MkdirAll(config.DataDir, 0o755); err != nil { //nolint:gosec // PostgreSQL's user passes through; what is secret inside is closed
		return config, nil, err
	}
	if config.SecretKey.Empty() {
		key, err := developmentKey(filepath.Join(config.DataDir, keyFile))
		if err != nil {
			return config, nil, err
		}
		config.SecretKey = key
	}
	cluster, url, err := postgres.StartEmbedded(ctx, embedded.Config{Data: config.DataDir, Say: say})
	if err != nil {
		return config, nil, err
	}
	config.DatabaseURL = secret.NewText(url)
	return config, cluster, nil
}

// KeepEmbedded runs something that needs the private PostgreSQL, and has it started again when it dies alone. Where
// that cannot be, ctx of run ends and the error says why.
func KeepEmbedded(ctx context.Context, cluster *embedded.Cluster, log *slog.Logger, run func(ctx context.Context) error) error {
	running, stop := context.WithCancel(ctx)
	defer stop()
	kept := make(chan error, 1)
	background.Go(log, "watching PostgreSQL", func() {
		err := background.Recovered(log, "watching PostgreSQL", func() error {
			return cluster.Supervise(running, func(format string, args ...any) { log.WarnContext(ctx, fmt.Sprintf(format, args...)) })
		})
		if err != nil {
			log.ErrorContext(ctx, "PostgreSQL cannot be kept running: the server stops", "error", err.Error())
		}
		kept <- err
		stop()
	})
	err := run(running)
	stop()
	return errors.Join(err, <-kept)
}

// developmentKey reads the key of the file, which it makes when it is not there.
func developmentKey(path string) (secret.Text, error) {
	text, err := os.ReadFile(path)
	switch {
	case err == nil:
		return secret.NewText(string(text)), nil
	case !errors.Is(err, fs.ErrNotExist):
		return secret.Text{}, err
	}
	key := make([]byte, secret.KeySize)
	_, _ = rand.Read(key) // it does not fail: crypto/rand ends the process instead
	made := hex.EncodeToString(key)
	if err := os.WriteFile(path, []byte(made), 0o600); err != nil {
		return secret.Text{}, fmt.Errorf("keeping the development key: %w", err)
	}
	return secret.NewText(made), nil
}
