package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/id"
	"krapao/server/wallet"
)

// Wallet reads overviews; it is the wallet.Store.
type Wallet struct{ DB *DB }

var _ wallet.Store = Wallet{}

// Overview reads a member, the bank account and the balances in one statement, so they are of one moment; members who ask at the same moment
// share it. Errors: NO_WALLET, NO_BANK.
func (w Wallet) Overview(ctx context.Context, member id.MemberID) (wallet.Overview, error) {
	row, found, err := w.DB.overviews.get(ctx, member)
	switch {
	case err != nil:
		return wallet.Overview{}, err
	case !found:
		return wallet.Overview{}, wallet.ErrNoWallet
	case !row.hasBank:
		return wallet.Overview{}, wallet.ErrNoBank
	}
	return row.overview(), nil
}

// overviewRow is a member as the statement has it.
type overviewRow struct {
	read     wallet.Overview
	hasBank  bool
	syncedAt *time.Time
	games    standings
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

// overviewRows reads the members who have a wallet.
func overviewRows(ctx context.Context, querier Querier, members []id.MemberID) (map[id.MemberID]overviewRow, error) {
	rows, err := querier.Query(ctx, OverviewSQL, members)
	if err != nil {
		return nil, err
	}
	found := make(map[id.MemberID]overviewRow, len(members))
	var row overviewRow
	read, account, games := &row.read, &row.read.Bank, &row.games
	_, err = pgx.ForEachRow(rows, []any{
		&read.Member, &read.Phone, &read.Name, &read.Currency, &read.CreatedAt, &read.LastLoginAt, &read.AgreementVersion,
		&read.Main, &read.Transit, &read.Held, &read.Coins, &account.IsLocked, &row.hasBank, &account.Code, &account.NameLocal, &account.NameEN, &account.Holder, &account.Number,
		&row.syncedAt, &games.codes, &games.sequences, &games.refreshed, &games.ledgerCodes, &games.balances, &games.versions,
	}, func() error {
		found[read.Member] = row
		return nil
	})
	return found, err
}

func (row overviewRow) overview() wallet.Overview {
	overview := row.read
	overview.SyncedAt = overview.CreatedAt
	if row.syncedAt != nil {
		overview.SyncedAt = *row.syncedAt
	}
	for _, standing := range row.games.joined() {
		overview.Games = append(overview.Games, wallet.GameBalance{Code: standing.Code, Amount: standing.Balance, RefreshedAt: standing.RefreshedAt})
	}
	return overview
}
