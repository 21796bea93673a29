package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"krapao/server/app"
	"krapao/server/postgres"
	"krapao/server/secret"
)

// database is the flags of the commands that work on the database without serving.
type database struct {
	DatabaseURL secret.Text `env:"DATABASE_URL" placeholder:"URL" help:"PostgreSQL 15 or later."`
	DataDir     string      `env:"KRAPAO_DATA_DIR" default:"data" type:"path" help:"Folder of the embedded PostgreSQL and of published micro-frontends."`
	Embedded    bool        `help:"Use the private PostgreSQL of the data folder, running or not, instead of DATABASE_URL."`
}

// with opens the database, runs work on it and closes it.
func (d database) with(ctx context.Context, work func(ctx context.Context, db *postgres.DB) error) error {
	return d.withKey(ctx, secret.Text{}, func(ctx context.Context, db *postgres.DB, _ secret.Text) error { return work(ctx, db) })
}

// withKey is with for work that needs the server's key: the given one, or the data folder's with the embedded database.
func (d database) withKey(ctx context.Context, key secret.Text, work func(ctx context.Context, db *postgres.DB, key secret.Text) error) (err error) {
	url := d.DatabaseURL
	switch {
	case d.Embedded:
		if _, statErr := os.Stat(filepath.Clean(d.DataDir)); statErr != nil {
			return statErr // `serve --embedded` makes it; a command must not leave an empty one behind
		}
		config, cluster, startErr := app.WithEmbedded(ctx, app.Config{DataDir: d.DataDir, SecretKey: key}, say)
		if startErr != nil {
			return startErr
		}
		defer func() { err = errors.Join(err, cluster.Stop()) }()
		url, key = config.DatabaseURL, config.SecretKey
	case url.Empty():
		return errNoDatabase
	}
	db, err := postgres.Open(ctx, postgres.Config{URL: url.Reveal()})
	if err != nil {
		return err
	}
	defer db.Close()
	return work(ctx, db, key)
}

var errNoDatabase = errors.New("DATABASE_URL is required, or --embedded")
