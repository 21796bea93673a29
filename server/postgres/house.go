package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"krapao/server/ledger"
	"krapao/server/money"
)

// House gives the balance of an account of the house's side at this moment: 0 when it never had a posting.
func (l Ledger) House(ctx context.Context, account ledger.Account) (money.Amount, error) {
	var balance money.Amount
	err := l.DB.Querier(ctx).QueryRow(ctx, "select balance::bigint from ledger_house where account = $1 and currency = $2",
		account.Name, account.Currency).Scan(&balance)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, nil
	}
	return balance, err
}

// Fold adds finished postings of the house's side to their stored balances, so that House has little to add up. Run it
// every few seconds from any server; it changes no balance. It gives how many postings it folded.
func (l Ledger) Fold(ctx context.Context) (folded int64, err error) {
	err = l.DB.Querier(ctx).QueryRow(ctx, "select ledger_fold()").Scan(&folded)
	return folded, err
}
