package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/id"
	"krapao/server/wallet"
)

// Wallet reads overviews; it is the wallet.Store.
type Wallet struct{ DB *DB }

var _ wallet.Store = Wallet{}

// Overview reads a member, the bank account and the balances in one statement, so they are of one moment.
// Errors: NO_WALLET, NO_BANK.
func (w Wallet) Overview(ctx context.Context, member id.MemberID) (wallet.Overview, error) {
	overview := wallet.Overview{Member: member}
	var hasBank bool
	var syncedAt *time.Time
	var games standings
	account := &overview.Bank
	err := w.DB.Querier(ctx).QueryRow(ctx, `
		select m.phone, m.name, w.currency, m.created_at, m.last_login_at, m.agreement_version, w.main, w.coin, w.main_seq > 0,
			b.member_id is not null, coalesce(b.bank_code, ''), coalesce(k.name_local, b.bank_code, ''), coalesce(k.name_en, b.bank_code, ''),
			coalesce(b.account_name, ''), coalesce(b.account_no, ''),
			g.synced_at, g.code, g.sequence, g.refreshed_at, w.game_code, w.game_balance::bigint[], w.game_seq
		from member m
		join ledger_wallet w on w.member_id = m.id
		left join game_member g on g.member_id = m.id
		left join member_bank b on b.member_id = m.id
		left join bank k on k.code = b.bank_code
		where m.id = $1`, member).
		Scan(&overview.Phone, &overview.Name, &overview.Currency, &overview.CreatedAt, &overview.LastLoginAt, &overview.AgreementVersion,
			&overview.Main, &overview.Coins, &account.IsLocked, &hasBank, &account.Code, &account.NameLocal, &account.NameEN, &account.Holder, &account.Number,
			&syncedAt, &games.codes, &games.sequences, &games.refreshed, &games.ledgerCodes, &games.balances, &games.versions)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return wallet.Overview{}, wallet.ErrNoWallet
	case err == nil && !hasBank:
		return wallet.Overview{}, wallet.ErrNoBank
	}
	overview.SyncedAt = overview.CreatedAt
	if syncedAt != nil {
		overview.SyncedAt = *syncedAt
	}
	for _, standing := range games.joined() {
		overview.Games = append(overview.Games, wallet.GameBalance{Code: standing.Code, Amount: standing.Balance, RefreshedAt: standing.RefreshedAt})
	}
	return overview, err
}
