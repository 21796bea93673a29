package postgres

import (
	"errors"

	"github.com/jackc/pgx/v5"

	"krapao/server/fault"
)

// collect scans every row with what also scans a single one, and closes the rows.
func collect[T any](rows pgx.Rows, scan func(row pgx.Row) (T, error)) ([]T, error) {
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (T, error) { return scan(row) })
}

// oneRow gives NO_DATA in the place of no row.
func oneRow(err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return fault.NoData
	}
	return err
}
