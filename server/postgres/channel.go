package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"krapao/server/channel"
	"krapao/server/fault"
	"krapao/server/money"
)

// Channels keeps deposit channels and the rules of deposits; it is the channel.Store.
type Channels struct{ *DB }

var _ channel.Store = Channels{}

const channelColumns = `code, kind, bank_code, mode, name_th, name_en, account_name, account_no, currency, logo, takes_qr, min_deposit, quick_amounts, position, is_open, former_accounts`

func scanChannel(row pgx.Row) (c channel.Channel, err error) {
	err = row.Scan(&c.Code, &c.Kind, &c.BankCode, &c.Mode, &c.NameTH, &c.NameEN, &c.AccountName,
		&c.AccountNo, &c.Currency, &c.Logo, &c.TakesQR, &c.MinDeposit, &c.QuickAmounts, &c.Position, &c.Open, &c.PreviousAccounts)
	if errors.Is(err, pgx.ErrNoRows) {
		return channel.Channel{}, fault.NoData
	}
	return c, err
}

// Channels gives the open channels of a currency in display order.
func (c Channels) Channels(ctx context.Context, currency money.Currency) ([]channel.Channel, error) {
	rows, err := c.Querier(ctx).Query(ctx, "select "+channelColumns+" from deposit_channel where currency = $1 and is_open order by position, code", currency)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var channels []channel.Channel
	for rows.Next() {
		channel, err := scanChannel(rows)
		if err != nil {
			return nil, err
		}
		channels = append(channels, channel)
	}
	return channels, rows.Err()
}

// Settings gives the settings that no currency changes.
func (c Channels) Settings(ctx context.Context) (settings channel.Settings, err error) {
	var from, to pgtype.Time
	var minutes int
	err = c.Querier(ctx).QueryRow(ctx, "select is_manual, slip_open_from, slip_open_to, slip_max_age_minutes, slip_max_size_mb from cashier_setting").
		Scan(&settings.IsManual, &from, &to, &minutes, &settings.SlipMaxSizeMB)
	settings.SlipOpenFrom = time.Duration(from.Microseconds) * time.Microsecond
	settings.SlipOpenTo = time.Duration(to.Microseconds) * time.Microsecond
	settings.SlipMaxAge = time.Duration(minutes) * time.Minute
	return settings, err
}
