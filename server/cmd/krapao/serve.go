package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"krapao/server/app"
	"krapao/server/postgres"
)

type serveCommand struct {
	app.Config
	Embedded bool `help:"Start a private PostgreSQL in the data folder, migrate it, and stop it at the end."`
}

// Run serves until ctx ends.
func (c *serveCommand) Run(ctx context.Context) (err error) {
	if err := limitMemory(); err != nil {
		return err
	}
	config := c.Config
	if err := refuseWeakKey(config); err != nil {
		return err
	}
	warn(ctx, app.NewLog(os.Stderr, config.LogLevel), warnings(config, os.Environ()))
	if c.Embedded {
		embedded, cluster, startErr := app.WithEmbedded(ctx, config, say)
		if startErr != nil {
			return startErr
		}
		defer func() { err = errors.Join(err, cluster.Stop()) }()
		return app.KeepEmbedded(ctx, cluster, app.NewLog(os.Stderr, config.LogLevel), func(ctx context.Context) error { return c.serve(ctx, embedded) })
	}
	return c.serve(ctx, config)
}

// serve starts the server and runs it until ctx ends.
func (c *serveCommand) serve(ctx context.Context, config app.Config) error {
	server, err := c.start(ctx, config)
	switch {
	case errors.Is(err, context.Canceled):
		return nil // stopped while it waited
	case err != nil:
		return err
	}
	return server.Run(ctx)
}

// start makes the server, as soon as PostgreSQL answers.
func (c *serveCommand) start(ctx context.Context, config app.Config) (server *app.App, err error) {
	startup := app.Startup{Config: config, Log: app.NewLog(os.Stderr, config.LogLevel), Timeout: app.StartTimeout}
	err = startup.Until(ctx, func(ctx context.Context) error {
		if !c.Embedded {
			if err := migrated(ctx, config); err != nil {
				return err
			}
		}
		server, err = app.New(ctx, config)
		return err
	})
	return server, err
}

// migrated refuses a database that lacks migrations of this release.
func migrated(ctx context.Context, config app.Config) error {
	if err := config.Check(); err != nil {
		return err
	}
	pending, err := postgres.Pending(ctx, config.DatabaseURL.Reveal())
	if err != nil {
		return fmt.Errorf("reading the schema's version: %w", err)
	}
	if pending > 0 {
		return fmt.Errorf("the database lacks %d migrations: run `krapao migrate` first", pending)
	}
	return nil
}

func say(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }
