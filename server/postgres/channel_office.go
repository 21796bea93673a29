package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"krapao/server/cashier"
	"krapao/server/money"
)

// LockOffice keeps other changes of channels, rules and limits away until the transaction ends.
func (c Cashier) LockOffice(ctx context.Context) error {
	if !InTransaction(ctx) {
		return errors.New("postgres: a lock outside a transaction")
	}
	_, err := c.Querier(ctx).Exec(ctx, "select from cashier_setting for update")
	return err
}

// AllChannels gives the channels of every currency, closed ones too, by currency in display order.
func (c Cashier) AllChannels(ctx context.Context) ([]cashier.Channel, error) {
	rows, err := c.Querier(ctx).Query(ctx, "select "+channelColumns+" from deposit_channel order by currency, position, code")
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (cashier.Channel, error) { return scanChannel(row) })
}

// PutChannel writes a channel, new or changed.
func (c Cashier) PutChannel(ctx context.Context, channel cashier.Channel) error {
	quick := channel.QuickAmounts
	if quick == nil {
		quick = []money.Amount{}
	}
	former := channel.Formerly
	if former == nil {
		former = []cashier.FormerAccount{}
	}
	_, err := c.Querier(ctx).Exec(ctx, "insert into deposit_channel ("+channelColumns+`)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
		on conflict (code) do update set kind = excluded.kind, bank_code = excluded.bank_code, mode = excluded.mode, name_th = excluded.name_th,
			name_en = excluded.name_en, account_name = excluded.account_name, account_no = excluded.account_no, currency = excluded.currency,
			logo = excluded.logo, takes_qr = excluded.takes_qr, min_deposit = excluded.min_deposit, quick_amounts = excluded.quick_amounts,
			position = excluded.position, is_open = excluded.is_open, former_accounts = excluded.former_accounts`,
		channel.Code, channel.Kind, channel.BankCode, channel.Mode, channel.NameTH, channel.NameEN, channel.AccountName, channel.AccountNo,
		channel.Currency, channel.Logo, channel.TakesQR, channel.MinDeposit, quick, channel.Position, channel.Open, former)
	return err
}

// PutSettings replaces the settings that no currency changes.
func (c Cashier) PutSettings(ctx context.Context, settings cashier.Settings) error {
	clock := func(since time.Duration) pgtype.Time {
		return pgtype.Time{Microseconds: since.Microseconds(), Valid: true}
	}
	_, err := c.Querier(ctx).Exec(ctx, `update cashier_setting set is_manual = $1, slip_open_from = $2, slip_open_to = $3, slip_max_age_minutes = $4,
		slip_max_size_mb = $5`, settings.IsManual, clock(settings.SlipOpenFrom), clock(settings.SlipOpenTo), int(settings.SlipMaxAge/time.Minute), settings.SlipMaxSizeMB)
	return err
}

// AllWithdrawLimits gives the limits of every currency.
func (c Cashier) AllWithdrawLimits(ctx context.Context) (map[money.Currency]cashier.WithdrawLimits, error) {
	rows, err := c.Querier(ctx).Query(ctx, "select currency, minimum, maximum, review_above, payout_gateway from withdraw_limit")
	if err != nil {
		return nil, err
	}
	all := map[money.Currency]cashier.WithdrawLimits{}
	var currency money.Currency
	var limits cashier.WithdrawLimits
	_, err = pgx.ForEachRow(rows, []any{&currency, &limits.Min, &limits.Max, &limits.ReviewAbove, &limits.PayoutGateway}, func() error {
		all[currency] = limits
		return nil
	})
	return all, err
}

// PutWithdrawLimits replaces the limits of a currency.
func (c Cashier) PutWithdrawLimits(ctx context.Context, currency money.Currency, limits cashier.WithdrawLimits) error {
	_, err := c.Querier(ctx).Exec(ctx, `insert into withdraw_limit (currency, minimum, maximum, review_above, payout_gateway) values ($1, $2, $3, $4, $5)
		on conflict (currency) do update set minimum = excluded.minimum, maximum = excluded.maximum, review_above = excluded.review_above,
			payout_gateway = excluded.payout_gateway`, currency, limits.Min, limits.Max, limits.ReviewAbove, limits.PayoutGateway)
	return err
}
