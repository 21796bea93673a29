package main

import (
	"context"

	"krapao/server/postgres"
	"krapao/server/secret"
)

type migrateCommand struct {
	DatabaseURL secret.Text `env:"DATABASE_URL" required:"" placeholder:"URL" help:"PostgreSQL 15 or later."`
	Prepare     bool        `help:"First make the two roles and give them the database; the login of DATABASE_URL must be a superuser or own the database with CREATEROLE."`
}

// Run migrates.
func (c *migrateCommand) Run(ctx context.Context) error {
	if c.Prepare {
		if err := postgres.Prepare(ctx, c.DatabaseURL.Reveal()); err != nil {
			return err
		}
	}
	if err := postgres.Migrate(ctx, c.DatabaseURL.Reveal()); err != nil {
		return err
	}
	say("The database's schema is that of this release.")
	return nil
}
