package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgtype"

	"krapao/server/bankaccount"
	"krapao/server/channel"
	"krapao/server/money"
)

// LockSettings keeps other changes of channels, rules and limits away until the transaction ends.
func (c Channels) LockSettings(ctx context.Context) error { return c.lockSettings(ctx) }

func (db *DB) lockSettings(ctx context.Context) error {
	if err := requireTx(ctx); err != nil {
		return err
	}
	_, err := db.Querier(ctx).Exec(ctx, "select from cashier_setting for update")
	return err
}

// AllChannels gives the channels of every currency, closed ones too, by currency in display order.
func (c Channels) AllChannels(ctx context.Context) ([]channel.Channel, error) {
	rows, err := c.Querier(ctx).Query(ctx, "select "+channelColumns+" from deposit_channel order by currency, position, code")
	if err != nil {
		return nil, err
	}
	return collect(rows, scanChannel)
}

// PutChannel writes a channel, new or changed.
func (c Channels) PutChannel(ctx context.Context, channel channel.Channel) error {
	quick := channel.QuickAmounts
	if quick == nil {
		quick = []money.Amount{}
	}
	former := channel.PreviousAccounts
	if former == nil {
		former = []bankaccount.PreviousAccount{}
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
func (c Channels) PutSettings(ctx context.Context, settings channel.Settings) error {
	clock := func(since time.Duration) pgtype.Time {
		return pgtype.Time{Microseconds: since.Microseconds(), Valid: true}
	}
	_, err := c.Querier(ctx).Exec(ctx, `update cashier_setting set is_manual = $1, slip_open_from = $2, slip_open_to = $3, slip_max_age_minutes = $4,
		slip_max_size_mb = $5`, settings.IsManual, clock(settings.SlipOpenFrom), clock(settings.SlipOpenTo), int(settings.SlipMaxAge/time.Minute), settings.SlipMaxSizeMB)
	return err
}
