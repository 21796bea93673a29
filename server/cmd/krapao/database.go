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
func (d database) with(ctx context.Context, work func(ctx context.Context, db *postgres.DB) error) (err error) {
	url := d.DatabaseURL
	switch {
	case d.Embedded:
		if _, statErr := os.Stat(filepath.Clean(d.DataDir)); statErr != nil {
			return statErr // `serve --embedded` makes it; a command must not leave an empty one behind
		}
		config, cluster, startErr := app.WithEmbedded(ctx, app.Config{DataDir: d.DataDir}, say)
		if startErr != nil {
			return startErr
		}
		defer func() { err = errors.Join(err, cluster.Stop()) }()
		url = config.DatabaseURL
	case url.Empty():
		return errNoDatabase
	}
	db, err := postgres.Open(ctx, postgres.Config{URL: url.Reveal()})
	if err != nil {
		return err
	}
	defer db.Close()
	return work(ctx, db)
}

var errNoDatabase = errors.New("DATABASE_URL is required, or --embedded")
