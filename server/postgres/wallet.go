package postgres

import (
	"bytes"
	"context"
	"encoding/binary"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/id"
	"krapao/server/wallet"
)

// Wallet reads overviews; it is the wallet.Store.
type Wallet struct{ DB *DB }

var _ wallet.Store = Wallet{}

// Overview reads a member, the bank account and the balances in one statement, so they are of one moment; members who ask at the same moment
// share it. While nothing of it changed, the same one is given. Errors: NO_WALLET, NO_BANK.
func (w Wallet) Overview(ctx context.Context, member id.MemberID) (*wallet.Overview, error) {
	row, found, err := w.DB.overviews.get(ctx, member)
	switch {
	case err != nil:
		return nil, err
	case !found:
		return nil, wallet.ErrNoWallet
	case !row.hasBank:
		return nil, wallet.ErrNoBank
	}
	return row.overview, nil
}

// maxOverviews is how many members' overviews are remembered, with the rows that they were made of: some 2 kB each.
const maxOverviews = 4096

// overviewRow is a member as the statement has it.
type overviewRow struct {
	raw      []byte // the row's bytes: the same ones are the same overview
	overview *wallet.Overview
	hasBank  bool
}

// OverviewSQL is the statement behind Wallet.Overview: a row for each of the members who has a wallet. The bench holds it against the whole call.
const OverviewSQL = `
		select m.id, m.phone, m.name, w.currency, m.created_at, m.last_login_at, m.agreement_version, w.main, w.transit, w.hold, w.coin, w.main_seq > 0,
			b.member_id is not null, coalesce(b.bank_code, ''), coalesce(k.name_local, b.bank_code, ''), coalesce(k.name_en, b.bank_code, ''),
			coalesce(b.account_name, ''), coalesce(b.account_no, ''),
			g.synced_at, g.code, g.sequence, g.refreshed_at, w.game_code, w.game_balance::bigint[], w.game_seq
		from member m
		join ledger_wallet w on w.member_id = m.id
		left join game_member g on g.member_id = m.id
		left join member_bank b on b.member_id = m.id
		left join bank k on k.code = b.bank_code
		where m.id = any($1::bigint[])`

// overviewRows reads the members who have a wallet. A row that is as it was last time is not made into an overview again.
func (db *DB) overviewRows(ctx context.Context, querier Querier, members []id.MemberID) (map[id.MemberID]overviewRow, error) {
	rows, err := querier.Query(ctx, OverviewSQL, members)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := make(map[id.MemberID]overviewRow, len(members))
	var raw []byte
	for rows.Next() {
		first, values := rows.FieldDescriptions()[0], rows.RawValues()
		var number int64
		if err := rows.Conn().TypeMap().Scan(first.DataTypeOID, first.Format, values[0], &number); err != nil {
			return nil, err
		}
		member := id.MemberID(number)
		raw = bytesOf(raw[:0], values)
		row, known := db.known.Get(member)
		if !known || !bytes.Equal(row.raw, raw) {
			if row, err = scanOverview(rows); err != nil {
				return nil, err
			}
			row.raw = bytes.Clone(raw)
			db.known.Add(member, row)
		}
		found[member] = row
	}
	return found, rows.Err()
}

// bytesOf appends a row's values, each after its length, so that no other row has the same bytes.
func bytesOf(to []byte, values [][]byte) []byte {
	for _, value := range values {
		if value == nil {
			to = append(to, 'n')
			continue
		}
		to = append(binary.AppendUvarint(append(to, 'v'), uint64(len(value))), value...)
	}
	return to
}

func scanOverview(row pgx.Row) (overviewRow, error) {
	var read wallet.Overview
	var hasBank bool
	var syncedAt *time.Time
	var games standings
	account := &read.Bank
	err := row.Scan(
		&read.Member, &read.Phone, &read.Name, &read.Currency, &read.CreatedAt, &read.LastLoginAt, &read.AgreementVersion,
		&read.Main, &read.Transit, &read.Held, &read.Coins, &account.IsLocked, &hasBank, &account.Code, &account.NameLocal, &account.NameEN, &account.Holder, &account.Number,
		&syncedAt, &games.codes, &games.sequences, &games.refreshed, &games.ledgerCodes, &games.balances, &games.versions)
	read.SyncedAt = read.CreatedAt
	if syncedAt != nil {
		read.SyncedAt = *syncedAt
	}
	for _, standing := range games.joined() {
		read.Games = append(read.Games, wallet.GameBalance{Code: standing.Code, Amount: standing.Balance, RefreshedAt: standing.RefreshedAt})
	}
	return overviewRow{overview: &read, hasBank: hasBank}, err
}
