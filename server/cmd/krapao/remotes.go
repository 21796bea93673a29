package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"text/tabwriter"
	"time"

	"krapao/server/app"
	"krapao/server/audit"
	"krapao/server/postgres"
	"krapao/server/remote"
)

// remotesCommand is the registry of micro-frontends. Whoever publishes a version cannot be the first to activate it.
type remotesCommand struct {
	Publish  publishCommand  `cmd:"" help:"Copy a built micro-frontend into the store under its version."`
	Activate activateCommand `cmd:"" help:"Give members a published version from their next page load."`
	Pin      pinCommand      `cmd:"" help:"Activate a version that stays until it is unpinned."`
	Unpin    unpinCommand    `cmd:"" help:"Let other versions be activated again."`
	Rollback rollbackCommand `cmd:"" help:"Give members the version they had before."`
	List     listCommand     `cmd:"" help:"List the micro-frontends, their versions and which is live."`
}

// registryFlags say where the registry is, and the shell that its micro-frontends must fit.
type registryFlags struct {
	database
	ShellDir string `env:"KRAPAO_SHELL_DIR" default:"shell/dist" type:"path" help:"Folder of the built shell; a version is activated only if it fits. Without one that is not checked."`
}

// person is who acts; it goes into the registry's history.
type person struct {
	registryFlags
	byFlag
}

// byFlag is who types a command.
type byFlag struct {
	By string `env:"KRAPAO_OPERATOR" placeholder:"NAME" help:"Who does this; the login name when absent."`
}

func (p byFlag) name() string {
	if p.By != "" {
		return p.By
	}
	if account, err := user.Current(); err == nil {
		return account.Username
	}
	return ""
}

// remotes opens the registry for reading.
func (d registryFlags) remotes(ctx context.Context, work func(ctx context.Context, registry *remote.Service) error) error {
	return d.with(ctx, func(ctx context.Context, db *postgres.DB) error {
		shell, err := remote.ReadShell(os.DirFS(d.ShellDir))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		registry, closeStore, err := app.OpenRemotes(d.DataDir, db, remote.Config{Now: time.Now, Shell: shell})
		if err != nil {
			return err
		}
		defer func() { _ = closeStore() }()
		return work(ctx, registry)
	})
}

// change is remotes in the name of who types the command.
func (p person) change(ctx context.Context, work func(ctx context.Context, registry *remote.Service) error) error {
	return p.remotes(audit.WithActor(ctx, typist(ctx, p.name())), work)
}

// decide is change for what members get. It ends when every server gives them that.
func (p person) decide(ctx context.Context, work func(ctx context.Context, registry *remote.Service) error) error {
	if err := p.change(ctx, work); err != nil {
		return err
	}
	time.Sleep(remote.Keep)
	return nil
}

type publishCommand struct {
	person
	Dir string `arg:"" type:"existingdir" help:"The build's folder, with krapao-remote.json."`
}

// Run publishes.
func (c *publishCommand) Run(ctx context.Context) error {
	return c.change(ctx, func(ctx context.Context, registry *remote.Service) error {
		version, err := registry.Publish(ctx, remote.PublishInput{Dir: c.Dir, By: c.name()})
		if err == nil {
			say("Published %s %s.", version.Description.Name, version.Description.Version)
		}
		return err
	})
}

type chosenVersion struct {
	person
	Name    string `arg:"" help:"The micro-frontend: mf-wallet."`
	Version string `arg:"" help:"A published version."`
}

// choose gives members the version, and says so.
func (c chosenVersion) choose(ctx context.Context, how func(*remote.Service, context.Context, remote.ActivateInput) error, until string) error {
	return c.decide(ctx, func(ctx context.Context, registry *remote.Service) error {
		err := how(registry, ctx, remote.ActivateInput{Name: c.Name, Version: c.Version, By: c.name()})
		if err == nil {
			say("Members get %s %s from their next page load%s.", c.Name, c.Version, until)
		}
		return err
	})
}

type activateCommand struct{ chosenVersion }

// Run activates.
func (c *activateCommand) Run(ctx context.Context) error {
	return c.choose(ctx, (*remote.Service).Activate, "")
}

type pinCommand struct{ chosenVersion }

// Run pins.
func (c *pinCommand) Run(ctx context.Context) error {
	return c.choose(ctx, (*remote.Service).Pin, ", until it is unpinned")
}

type unpinCommand struct {
	person
	Name string `arg:"" help:"The micro-frontend: mf-wallet."`
}

// Run unpins.
func (c *unpinCommand) Run(ctx context.Context) error {
	return c.change(ctx, func(ctx context.Context, registry *remote.Service) error {
		err := registry.Unpin(ctx, c.Name, c.name())
		if err == nil {
			say("%s is not pinned.", c.Name)
		}
		return err
	})
}

type rollbackCommand struct {
	person
	Name string `arg:"" help:"The micro-frontend: mf-wallet."`
}

// Run rolls back.
func (c *rollbackCommand) Run(ctx context.Context) error {
	return c.decide(ctx, func(ctx context.Context, registry *remote.Service) error {
		version, left, err := registry.Rollback(ctx, c.Name, c.name())
		if err != nil {
			return err
		}
		say("Members get %s %s again.", c.Name, version)
		if left.Kind == remote.Pinned {
			say("%s had pinned %s, which is no longer pinned.", left.By, left.Version)
		}
		return nil
	})
}

type listCommand struct{ registryFlags }

// Run lists.
func (c *listCommand) Run(ctx context.Context) error {
	return c.remotes(ctx, func(ctx context.Context, registry *remote.Service) error {
		listings, err := registry.List(ctx)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "REMOTE\tVERSION\tSTATE\tKIT\tPUBLISHED\tBY")
		for _, listing := range listings {
			for _, version := range listing.Versions {
				fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", listing.Name, version.Version, stateOf(listing, version.Version),
					version.Kit, version.PublishedAt.Format(time.RFC3339), version.PublishedBy)
			}
		}
		return table.Flush()
	})
}

func stateOf(listing remote.Listing, version string) string {
	switch {
	case listing.Active != version:
		return "-"
	case listing.Pinned:
		return "live, pinned"
	}
	return "live"
}
