package main

import (
	"context"
	"errors"
	"os"

	"krapao/server/app"
	"krapao/server/secret"
)

type seedCommand struct {
	Edition     app.Edition `env:"KRAPAO_EDITION" enum:"thai,laos" default:"thai" help:"Which product: thai or laos."`
	Data        string      `default:"data" type:"path" help:"Folder of the private PostgreSQL, as for up; not used with DATABASE_URL."`
	DatabaseURL secret.Text `env:"DATABASE_URL" placeholder:"URL" help:"A migrated PostgreSQL to fill instead. It needs the server's KRAPAO_SECRET_KEY too."`
}

// Run seeds.
func (c *seedCommand) Run(ctx context.Context) (err error) {
	at, err := newEnvironment(c.Edition, c.Data, "127.0.0.1", 0)
	if err != nil {
		return err
	}
	config, err := at.configuration()
	if err != nil {
		return err
	}
	if config.DatabaseURL = c.DatabaseURL; config.DatabaseURL.Empty() {
		started, cluster, startErr := startDatabase(ctx, config)
		if startErr != nil {
			return startErr
		}
		defer func() { err = errors.Join(err, cluster.Stop()) }()
		config = started
	}
	if err := seed(ctx, config, app.NewLog(os.Stderr, "warn")); err != nil {
		return err
	}
	for _, who := range demoMembers(c.Edition) {
		say("%s  password %s", who.phone, who.password)
	}
	return nil
}
