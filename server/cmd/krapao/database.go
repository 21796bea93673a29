package main

import (
	"context"
	"errors"

	"krapao/server/app"
	"krapao/server/postgres"
	"krapao/server/postgres/embedded"
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
	return d.withKeys(ctx, keyFlags{}, func(ctx context.Context, db *postgres.DB, _ secret.Keyring) error { return work(ctx, db) })
}

// keyFlags is the server's keys, for commands that need them.
type keyFlags struct {
	SecretKey     secret.Text   `env:"KRAPAO_SECRET_KEY" placeholder:"HEX" help:"The server's key: for sealed values only."`
	OldSecretKeys []secret.Text `env:"KRAPAO_OLD_SECRET_KEYS" placeholder:"HEX,..." help:"The server's keys that only open."`
}

// withKeys is with for work that needs the server's keys: the given ones, or the data folder's with the embedded
// database.
func (d database) withKeys(ctx context.Context, given keyFlags, work func(ctx context.Context, db *postgres.DB, keys secret.Keyring) error) (err error) {
	url, key := d.DatabaseURL, given.SecretKey
	switch {
	case d.Embedded:
		if missing := embedded.Exists(d.DataDir); missing != nil {
			return missing
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
	var keys secret.Keyring
	if !key.Empty() {
		if keys, err = app.ReadKeys(key, given.OldSecretKeys); err != nil {
			return err
		}
	}
	return work(ctx, db, keys)
}

var errNoDatabase = errors.New("DATABASE_URL is required, or --embedded")
