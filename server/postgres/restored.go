package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/server/audit"
)

// ErrRestored is that the database's rows carry transaction numbers of another cluster: a dump was restored, and the
// house's balances cannot be read until its postings are folded anew.
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

// Refold folds all postings of the house anew, as Owner, and writes the context's actor into the audit log. Doing it
// again changes nothing. Servers wait meanwhile.
func Refold(ctx context.Context, url string, now time.Time) (err error) {
	db, err := patientMigration.openOwner(url)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, "select ledger_refold()"); err != nil {
		return fmt.Errorf("postgres: folding the house's postings anew: %w", err)
	}
	actor := audit.ActorFrom(ctx)
	if _, err := tx.ExecContext(ctx, `insert into operator_audit (at, actor, via, address, action, subject, request_id) values ($1, $2, $3, $4, $5, '', $6)`,
		now, actor.Name, string(actor.Via), actor.Address, string(audit.HouseBalances), actor.RequestID); err != nil {
		return err
	}
	return tx.Commit()
}
