package postgres

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/id"
	"krapao/server/wallet"
)

// Wallet reads overviews; it is the wallet.Store.
type Wallet struct{ DB *DB }

var _ wallet.Store = Wallet{}

// Overview reads a member, the bank account and the balances in one statement, so they are of one moment; members who
// ask at the same moment share it. Errors: NO_WALLET, NO_BANK.
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

// overviewRow is a member as the statement has it.
type overviewRow struct {
	overview *wallet.Overview
	hasBank  bool
}

// OverviewSQL is the statement behind Wallet.Overview: a row for each of the members who has a wallet. The bench holds
// it against the whole call.
const OverviewSQL = `
		select m.id, m.phone, m.name, w.currency, m.created_at, m.last_login_at,
			coalesce(m.previous_login_at, m.last_login_at), m.agreement_version, w.main, w.transit, w.hold, w.coin, w.main_seq > 0,
			b.member_id is not null, coalesce(b.bank_code, ''), coalesce(k.name_local, b.bank_code, ''), coalesce(k.name_en, b.bank_code, ''),
			coalesce(b.account_name, ''), coalesce(b.account_no, ''),
			g.synced_at, g.code, g.sequence, g.refreshed_at, w.game_code, w.game_balance::bigint[], w.game_seq,
			coalesce(i.amount, 0), coalesce(r.success_percent, 0), coalesce(r.fail_percent, 0)
		from member m
		join ledger_wallet w on w.member_id = m.id
		left join game_member g on g.member_id = m.id
		left join member_bank b on b.member_id = m.id
		left join invite_balance i on i.member_id = m.id
		left join invite_rule r on r.currency = m.currency
		left join bank k on k.code = b.bank_code
		where m.id = any($1::bigint[])`

// overviewRows reads the members who have a wallet.
func (db *DB) overviewRows(ctx context.Context, querier Querier, members []id.MemberID) (map[id.MemberID]overviewRow, error) {
	rows, err := querier.Query(ctx, OverviewSQL, members)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := make(map[id.MemberID]overviewRow, len(members))
	var raw []byte
	for rows.Next() {
		row, err := scanOverview(rows)
		if err != nil {
			return nil, err
		}
		raw = bytesOf(raw[:0], rows.RawValues())
		row.overview.Version = versionOf(raw)
		found[row.overview.Member] = row
	}
	return found, rows.Err()
}

// versionOf names a row's bytes: 128 bits, so no two rows of a member ever have the same name by chance.
func versionOf(raw []byte) string {
	sum := sha256.Sum256(raw)
	return base64.RawURLEncoding.EncodeToString(sum[:16])
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
	var games accountBalances
	account := &read.Bank
	err := row.Scan(
		&read.Member, &read.Phone, &read.Name, &read.Currency, &read.CreatedAt, &read.LastLoginAt, &read.PreviousLoginAt, &read.AgreementVersion,
		&read.Main, &read.Transit, &read.Held, &read.Coins, &account.IsLocked, &hasBank, &account.Code, &account.NameLocal, &account.NameEN, &account.Holder, &account.Number,
		&syncedAt, &games.codes, &games.sequences, &games.refreshed, &games.ledgerCodes, &games.balances, &games.versions,
		&read.Invite.Amount, &read.Invite.SuccessPercent, &read.Invite.FailPercent)
	read.SyncedAt = read.CreatedAt
	if syncedAt != nil {
		read.SyncedAt = *syncedAt
	}
	for _, account := range games.joined() {
		read.Games = append(read.Games, wallet.GameBalance{Code: account.Code, Amount: account.Balance, RefreshedAt: account.RefreshedAt})
	}
	return overviewRow{overview: &read, hasBank: hasBank}, err
}
