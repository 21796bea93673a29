package main

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/jackc/pgx/v5"
)

//go:embed verify-bonuses.sql
var bonusesSQL string

//go:embed verify-bonuses-schema.sql
var bonusesSchemaSQL string

// hasToHappen is what a run is about that touches conditions: without some of each it has shown nothing of them.
var hasToHappen = []string{
	"bonus received", "promotion received", "refund reserved", "refund received", "invite received", "prize received",
	"condition met and ended by its member", "condition met and cut by a withdrawal", "condition lost, with what games held",
}

// verifyHappened counts what became of credits that come with a condition.
func (b *bank) verifyHappened(ctx context.Context, admin *pgx.Conn) error {
	for _, what := range hasToHappen {
		var count, missing int64
		if err := admin.QueryRow(ctx, "select count(*) from bankrun.happened where what = $1", what).Scan(&count); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		var sample []string
		if count == 0 {
			missing, sample = 1, []string{"never"}
		}
		b.held("I15", "happened: "+what, count, "times", missing, sample)
	}
	return nil
}
