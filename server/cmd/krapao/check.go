package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"krapao/server/postgres"
)

type checkCommand struct {
	database
}

var errBroken = errors.New("an invariant of the ledger is broken")

// Run prints the invariants. Errors: errBroken.
func (c *checkCommand) Run(ctx context.Context) error {
	return c.with(ctx, func(ctx context.Context, db *postgres.DB) error {
		findings, err := db.Check(ctx)
		if err != nil {
			return err
		}
		return printFindings(os.Stdout, findings)
	})
}

func printFindings(out io.Writer, findings []postgres.Finding) error {
	var broken error
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, finding := range findings {
		state := "holds"
		if !finding.OK {
			state, broken = fmt.Sprintf("BROKEN by %d", finding.Count), errBroken
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", finding.Invariant, state, finding.Promise)
		for _, sample := range finding.Sample {
			fmt.Fprintf(table, "\t\t  %s\n", sample)
		}
	}
	return errors.Join(table.Flush(), broken)
}
