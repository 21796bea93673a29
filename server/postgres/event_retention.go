package postgres

import (
	"context"
	"time"
)

// ForgetEvents drops old reports, up to limit of payments and as many of payouts, and tells how many.
func (d Deposits) ForgetEvents(ctx context.Context, before time.Time, limit int) (dropped int64, err error) {
	err = d.Querier(ctx).QueryRow(ctx, "select forget_events($1, $2)", before, limit).Scan(&dropped)
	return dropped, err
}
