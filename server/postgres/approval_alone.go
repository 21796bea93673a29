package postgres

import (
	"context"
	"time"

	"krapao/server/approval"
	"krapao/server/money"
)

// ChangesAlone keeps what operators changed without a second person; it is an approval.AloneStore.
type ChangesAlone struct{ *DB }

var _ approval.AloneStore = ChangesAlone{}

// LockAlone keeps an operator's other changes in a currency away until the transaction ends.
func (c ChangesAlone) LockAlone(ctx context.Context, operator string, currency money.Currency) error {
	if err := requireTx(ctx); err != nil {
		return err
	}
	_, err := c.Querier(ctx).Exec(ctx, "select pg_advisory_xact_lock(hashtextextended('alone ' || $1 || ' ' || $2, 0))", operator, currency)
	return err
}

// CostAlone sums what an operator's changes of these kinds in a currency since a moment may cost.
func (c ChangesAlone) CostAlone(ctx context.Context, operator string, currency money.Currency, kinds []string, since time.Time) (cost money.Amount, err error) {
	err = c.Querier(ctx).QueryRow(ctx, `select coalesce(sum(cost), 0)::bigint from bonus_opened_alone
		where operator = $1 and currency = $2 and kind = any($3) and at > $4`, operator, currency, kinds, since).Scan(&cost)
	return cost, err
}

// AddAlone adds to what an operator changed without a second person.
func (c ChangesAlone) AddAlone(ctx context.Context, change approval.AloneChange) error {
	_, err := c.Querier(ctx).Exec(ctx, "insert into bonus_opened_alone (operator, currency, kind, code, version, cost, at) values ($1, $2, $3, $4, nullif($5, 0), $6, $7)",
		change.Operator, change.Currency, change.Kind, change.Code, change.Version, change.Cost, change.At)
	return err
}
