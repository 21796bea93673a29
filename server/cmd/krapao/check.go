package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"krapao/server/app"
	"krapao/server/postgres"
)

type checkCommand struct {
	database
	Providers bool           `help:"Also ask the game providers whether their books agree (I9)."`
	Sample    int            `default:"200" help:"How many of the latest transfers and members the providers are asked about."`
	Game      app.GameConfig `embed:""`
}

var (
	errBroken   = errors.New("an invariant of the ledger is broken")
	errNotAsked = errors.New("a game provider could not be asked")
)

// Run prints the invariants. Errors: errBroken, errNotAsked.
func (c *checkCommand) Run(ctx context.Context) error {
	return c.with(ctx, func(ctx context.Context, db *postgres.DB) error {
		invariants := app.Invariants{DB: db, Now: time.Now, Sample: c.Sample, Unasked: "game providers are asked with --providers"}
		if c.Providers {
			invariants.Providers = app.NewProviders(c.Game)
		}
		findings, err := invariants.Check(ctx)
		if err != nil {
			return err
		}
		return printFindings(os.Stdout, findings)
	})
}

func printFindings(out io.Writer, findings []postgres.Finding) error {
	var broken, notAsked error
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, finding := range findings {
		state := "not checked"
		switch {
		case finding.Count > 0:
			state, broken = fmt.Sprintf("broken %d", finding.Count), errBroken
		case finding.OK:
			state = "OK"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", finding.Invariant, state, finding.Promise)
		for _, sample := range finding.Sample {
			fmt.Fprintf(table, "\t\t  %s\n", sample)
		}
		if len(finding.NotAsked) > 0 {
			notAsked = fmt.Errorf("%w: %s", errNotAsked, strings.Join(finding.NotAsked, ", "))
		}
		if finding.NotChecked != "" {
			fmt.Fprintf(table, "\t\t  not checked: %s\n", finding.NotChecked)
		}
	}
	return errors.Join(table.Flush(), broken, notAsked)
}
