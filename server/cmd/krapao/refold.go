package main

import (
	"context"
	"time"

	"krapao/server/audit"
	"krapao/server/postgres"
	"krapao/server/secret"
)

type refoldCommand struct {
	byFlag
	DatabaseURL secret.Text `env:"DATABASE_URL" required:"" placeholder:"URL" help:"PostgreSQL 15 or later; the login must be able to become krapao_owner."`
}

// Run folds the house's postings anew.
func (c *refoldCommand) Run(ctx context.Context) error {
	if err := postgres.Refold(audit.WithActor(ctx, typist(ctx, c.name())), c.DatabaseURL.Reveal(), time.Now()); err != nil {
		return err
	}
	say("The house's balances are counted anew. Now run `krapao check`.")
	return nil
}
