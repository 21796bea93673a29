package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"krapao/server/fault"
	"krapao/server/money"
	"krapao/server/withdrawal"
)

// WithdrawLimits gives the limits of a currency. Errors: NO_DATA.
func (p Withdrawals) WithdrawLimits(ctx context.Context, currency money.Currency) (limits withdrawal.Limits, err error) {
	err = p.Querier(ctx).QueryRow(ctx, "select minimum, maximum, review_above, payout_gateway from withdraw_limit where currency = $1", currency).
		Scan(&limits.Min, &limits.Max, &limits.ReviewAbove, &limits.PayoutGateway)
	if errors.Is(err, pgx.ErrNoRows) {
		return limits, fault.NoData
	}
	return limits, err
}

// AllWithdrawLimits gives the limits of every currency.
func (p Withdrawals) AllWithdrawLimits(ctx context.Context) (map[money.Currency]withdrawal.Limits, error) {
	rows, err := p.Querier(ctx).Query(ctx, "select currency, minimum, maximum, review_above, payout_gateway from withdraw_limit")
	if err != nil {
		return nil, err
	}
	all := map[money.Currency]withdrawal.Limits{}
	var currency money.Currency
	var limits withdrawal.Limits
	_, err = pgx.ForEachRow(rows, []any{&currency, &limits.Min, &limits.Max, &limits.ReviewAbove, &limits.PayoutGateway}, func() error {
		all[currency] = limits
		return nil
	})
	return all, err
}

// PutWithdrawLimits replaces the limits of a currency.
func (p Withdrawals) PutWithdrawLimits(ctx context.Context, currency money.Currency, limits withdrawal.Limits) error {
	_, err := p.Querier(ctx).Exec(ctx, `insert into withdraw_limit (currency, minimum, maximum, review_above, payout_gateway) values ($1, $2, $3, $4, $5)
		on conflict (currency) do update set minimum = excluded.minimum, maximum = excluded.maximum, review_above = excluded.review_above,
			payout_gateway = excluded.payout_gateway`, currency, limits.Min, limits.Max, limits.ReviewAbove, limits.PayoutGateway)
	return err
}

// HasGateway tells whether a channel of the currency, open or not, is the payment gateway of this code.
func (p Withdrawals) HasGateway(ctx context.Context, code string, currency money.Currency) (has bool, err error) {
	err = p.Querier(ctx).QueryRow(ctx, "select exists (select from deposit_channel where code = $1 and currency = $2 and takes_qr)", code, currency).Scan(&has)
	return has, err
}

// LockSettings keeps other changes of channels, rules and limits away until the transaction ends.
func (p Withdrawals) LockSettings(ctx context.Context) error { return p.lockSettings(ctx) }
