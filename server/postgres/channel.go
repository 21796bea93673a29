package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"krapao/server/cashier"
	"krapao/server/fault"
	"krapao/server/money"
)

const channelColumns = `code, kind, bank_code, mode, name_th, name_en, account_name, account_no, currency, logo, takes_qr, min_deposit, quick_amounts, position, is_open, former_accounts`

func scanChannel(row pgx.Row) (channel cashier.Channel, err error) {
	err = row.Scan(&channel.Code, &channel.Kind, &channel.BankCode, &channel.Mode, &channel.NameTH, &channel.NameEN, &channel.AccountName,
		&channel.AccountNo, &channel.Currency, &channel.Logo, &channel.TakesQR, &channel.MinDeposit, &channel.QuickAmounts, &channel.Position, &channel.Open, &channel.Formerly)
	if errors.Is(err, pgx.ErrNoRows) {
		return cashier.Channel{}, fault.NoData
	}
	return channel, err
}

// Channels gives the open channels of a currency in display order.
func (c Cashier) Channels(ctx context.Context, currency money.Currency) ([]cashier.Channel, error) {
	rows, err := c.Querier(ctx).Query(ctx, "select "+channelColumns+" from deposit_channel where currency = $1 and is_open order by position, code", currency)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var channels []cashier.Channel
	for rows.Next() {
		channel, err := scanChannel(rows)
		if err != nil {
			return nil, err
		}
		channels = append(channels, channel)
	}
	return channels, rows.Err()
}

// Gateway gives the channel that makes QR codes under this code in this currency. Errors: NO_DATA.
func (c Cashier) Gateway(ctx context.Context, code string, currency money.Currency) (cashier.Channel, error) {
	return scanChannel(c.Querier(ctx).QueryRow(ctx, "select "+channelColumns+" from deposit_channel where code = $1 and currency = $2 and takes_qr", code, currency))
}

// Settings gives the settings that no currency changes.
func (c Cashier) Settings(ctx context.Context) (settings cashier.Settings, err error) {
	var from, to pgtype.Time
	var minutes int
	err = c.Querier(ctx).QueryRow(ctx, "select is_manual, slip_open_from, slip_open_to, slip_max_age_minutes, slip_max_size_mb from cashier_setting").
		Scan(&settings.IsManual, &from, &to, &minutes, &settings.SlipMaxSizeMB)
	settings.SlipOpenFrom = time.Duration(from.Microseconds) * time.Microsecond
	settings.SlipOpenTo = time.Duration(to.Microseconds) * time.Microsecond
	settings.SlipMaxAge = time.Duration(minutes) * time.Minute
	return settings, err
}

// WithdrawLimits gives the limits of a currency. Errors: NO_DATA.
func (c Cashier) WithdrawLimits(ctx context.Context, currency money.Currency) (limits cashier.WithdrawLimits, err error) {
	err = c.Querier(ctx).QueryRow(ctx, "select minimum, maximum, review_above, payout_gateway from withdraw_limit where currency = $1", currency).
		Scan(&limits.Min, &limits.Max, &limits.ReviewAbove, &limits.PayoutGateway)
	if errors.Is(err, pgx.ErrNoRows) {
		return limits, fault.NoData
	}
	return limits, err
}
