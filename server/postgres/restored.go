package postgres

import (
	"context"
	"errors"
	"fmt"
)

// ErrRestored is that the database's rows carry transaction numbers of another cluster: a dump was restored, and the house's balances cannot be read
// until its postings are folded anew.
var ErrRestored = errors.New("postgres: this database was restored from another PostgreSQL's dump, so the house's balances cannot be counted: run `krapao refold` once, " +
	"then `krapao check` (OPERATIONS.md)")

// CheckNumbers refuses a database whose numbers of transactions are not this cluster's. Errors: ErrRestored.
func (db *DB) CheckNumbers(ctx context.Context) error {
	var foreign bool
	// A snapshot's xmax is the first number that this cluster has not given yet.
	err := db.Querier(ctx).QueryRow(ctx, `select exists (select from ledger_fold_horizon where below > next) or exists (select from ledger_house_posting where xid >= next)
		from (select pg_snapshot_xmax(pg_current_snapshot()) as next) s`).Scan(&foreign)
	if err == nil && foreign {
		err = ErrRestored
	}
	return err
}

// Refold folds all postings of the house anew, as Owner. Doing it again changes nothing. Servers wait meanwhile.
func Refold(ctx context.Context, url string) (err error) {
	db, err := patientMigration.openOwner(url)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if _, err := db.ExecContext(ctx, "select ledger_refold()"); err != nil {
		return fmt.Errorf("postgres: folding the house's postings anew: %w", err)
	}
	return nil
}
