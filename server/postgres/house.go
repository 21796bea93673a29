package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"krapao/server/bankaccount"
	"krapao/server/channel"
	"krapao/server/deposit"
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

// Houses gives the accounts of every channel, closed ones too.
func (d Deposits) Houses(ctx context.Context) ([]bankaccount.House, error) {
	channels, err := Channels(d).AllChannels(ctx)
	if err != nil {
		return nil, err
	}
	return houses(channels), nil
}

// OpenHouses gives the accounts of the open channels of a currency.
func (d Deposits) OpenHouses(ctx context.Context, currency money.Currency) ([]bankaccount.House, error) {
	channels, err := Channels(d).Channels(ctx, currency)
	if err != nil {
		return nil, err
	}
	return houses(channels), nil
}

func houses(channels []channel.Channel) []bankaccount.House {
	all := make([]bankaccount.House, 0, len(channels))
	for _, channel := range channels {
		all = append(all, channel.House())
	}
	return all
}

// QRChannel gives the channel, open or not, that makes QR codes under this code in this currency. Errors: NO_DATA.
func (d Deposits) QRChannel(ctx context.Context, code string, currency money.Currency) (found deposit.QRChannel, err error) {
	err = d.Querier(ctx).QueryRow(ctx, "select code, min_deposit, is_open from deposit_channel where code = $1 and currency = $2 and takes_qr", code, currency).
		Scan(&found.Code, &found.MinDeposit, &found.Open)
	return found, oneRow(err)
}
