// Command krapao is the production server and its tools. `krapao --help` lists what it does.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
	"github.com/jackc/pgx/v5/pgconn"

	"krapao/server/app"
	"krapao/server/background"
)

// commands are the verbs. Every flag also is an environment variable.
type commands struct {
	Serve       serveCommand       `cmd:"" help:"Serve members, operators and operations until stopped."`
	Migrate     migrateCommand     `cmd:"" help:"Bring the database's schema to this release."`
	Check       checkCommand       `cmd:"" help:"Check the ledger's invariants; exit status 1 when one is broken."`
	Refold      refoldCommand      `cmd:"" help:"Count the balances of the house anew, once after a dump was restored into another PostgreSQL."`
	Operator    operatorCommand    `cmd:"" help:"Accounts of the back office, and everything that members see: settings, texts, banks, limits."`
	Keys        keysCommand        `cmd:"" help:"Change the key that encrypts credentials at rest."`
	Remotes     remotesCommand     `cmd:"" help:"Publish, activate, pin and roll back micro-frontends."`
	ConfigTable configTableCommand `cmd:"" hidden:"" help:"Print the README's table of environment variables."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var verbs commands
	parsed := kong.Parse(&verbs, kong.Name("krapao"), kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Description("Krapao: a member wallet portal. One binary serves it and keeps it."), kong.BindTo(ctx, (*context.Context)(nil)))
	background.Go(nil, "waiting for a signal", func() {
		<-ctx.Done()
		stop() // a second Ctrl-C ends at once
	})
	if err := parsed.Run(); err != nil {
		fmt.Fprintf(os.Stderr, "krapao: %v\n", withHint(err))
		os.Exit(1)
	}
}

// withHint adds what to do to PostgreSQL's word that a role or table of ours is not there.
func withHint(err error) error {
	var said *pgconn.PgError
	if errors.As(err, &said) && (said.Code == "42P01" || said.Code == "42704" || said.Code == "22023" && strings.Contains(said.Message, "role")) {
		return fmt.Errorf("%w\nThe database lacks roles or tables of Krapao: run `krapao migrate --prepare` first", err)
	}
	return err
}

type configTableCommand struct{}

// Run prints the table.
func (configTableCommand) Run() error {
	_, err := fmt.Print(app.ConfigTable())
	return err
}
