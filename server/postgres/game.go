package postgres

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/game"
	"krapao/server/id"
	"krapao/server/money"
)

// Game keeps game providers and members' accounts there; it is the game.Store.
type Game struct{ *DB }

var _ game.Store = Game{}

const providerColumns = `code, name, category, currencies, logo, background, ft_wallet, web, android, ios, launch_kind, launch_url, username_field,
	password_field, position, is_open`

// Providers gives all, closed ones too, in display order.
func (g Game) Providers(ctx context.Context) ([]game.Provider, error) {
	rows, err := g.sharedReads(ctx).Query(ctx, "select "+providerColumns+" from game_provider order by position, code")
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (p game.Provider, err error) {
		err = row.Scan(&p.Code, &p.Name, &p.Category, &p.Currencies, &p.Logo, &p.Background, &p.FTWallet, &p.Web, &p.Android, &p.IOS,
			&p.Launch.Kind, &p.Launch.URL, &p.Launch.UsernameField, &p.Launch.PasswordField, &p.Position, &p.Open)
		return p, err
	})
}

// LockSettings keeps other changes of providers away until the transaction ends.
func (g Game) LockSettings(ctx context.Context) error {
	if err := requireTx(ctx); err != nil {
		return err
	}
	_, err := g.Querier(ctx).Exec(ctx, "select from game_office for update")
	return err
}

// PutProvider writes a provider, new or changed.
func (g Game) PutProvider(ctx context.Context, p game.Provider) error {
	currencies := make([]string, 0, len(p.Currencies))
	for _, currency := range p.Currencies {
		currencies = append(currencies, string(currency))
	}
	_, err := g.Querier(ctx).Exec(ctx, "insert into game_provider ("+providerColumns+`)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
		on conflict (code) do update set name = excluded.name, category = excluded.category, currencies = excluded.currencies, logo = excluded.logo,
			background = excluded.background, ft_wallet = excluded.ft_wallet, web = excluded.web, android = excluded.android, ios = excluded.ios,
			launch_kind = excluded.launch_kind, launch_url = excluded.launch_url, username_field = excluded.username_field,
			password_field = excluded.password_field, position = excluded.position, is_open = excluded.is_open`,
		p.Code, p.Name, p.Category, currencies, p.Logo, p.Background, p.FTWallet, p.Web, p.Android, p.IOS,
		p.Launch.Kind, p.Launch.URL, p.Launch.UsernameField, p.Launch.PasswordField, p.Position, p.Open)
	return err
}

const accountColumns = "member_id, provider, username, password, opened_at, coalesce(reset_reference, '00000000-0000-0000-0000-000000000000'), reset_at, reset_done"

func scanAccount(row pgx.CollectableRow) (account game.Account, err error) {
	var resetAt *time.Time
	err = row.Scan(&account.Member, &account.Provider, &account.Username, &account.Sealed, &account.OpenedAt, &account.Reset.Reference, &resetAt, &account.Reset.Done)
	if resetAt != nil {
		account.Reset.At = *resetAt
	}
	return account, err
}

// Account gives an account. Errors: SLOT_NO_ACCOUNT.
func (g Game) Account(ctx context.Context, member id.MemberID, code string) (game.Account, error) {
	rows, err := g.Querier(ctx).Query(ctx, "select "+accountColumns+" from game_account where member_id = $1 and provider = $2", member, code)
	if err != nil {
		return game.Account{}, err
	}
	account, err := pgx.CollectExactlyOneRow(rows, scanAccount)
	if errors.Is(err, pgx.ErrNoRows) {
		return game.Account{}, game.ErrNoAccount
	}
	return account, err
}

// Accounts gives all accounts of a member in the order of their opening.
func (g Game) Accounts(ctx context.Context, member id.MemberID) ([]game.Account, error) {
	rows, err := g.Querier(ctx).Query(ctx, "select "+accountColumns+" from game_account where member_id = $1 order by opened_at, provider", member)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanAccount)
}

// OpenAccount writes a new account. Errors: game.ErrTaken.
func (g Game) OpenAccount(ctx context.Context, account game.Account) error {
	return g.InTx(ctx, func(ctx context.Context) error {
		batch, holder := &pgx.Batch{}, id.MemberID(0)
		batch.Queue("insert into game_username (provider, username, member_id) values ($1, $2, $3) on conflict do nothing", account.Provider, account.Username, account.Member)
		batch.Queue("select member_id from game_username where provider = $1 and username = $2", account.Provider, account.Username).
			QueryRow(func(row pgx.Row) error { return row.Scan(&holder) })
		batch.Queue("insert into game_account (member_id, provider, username, password, opened_at) values ($1, $2, $3, $4, $5)",
			account.Member, account.Provider, account.Username, account.Sealed, account.OpenedAt)
		batch.Queue(`insert into game_member (member_id, code, sequence, refreshed_at) values ($1, array[$2::text], '{-1}', array[null::timestamptz])
			on conflict (member_id) do update set code = game_member.code || excluded.code, sequence = game_member.sequence || excluded.sequence,
				refreshed_at = game_member.refreshed_at || excluded.refreshed_at`, account.Member, account.Provider)
		err := g.Querier(ctx).SendBatch(ctx, batch).Close()
		if err == nil && holder != account.Member {
			return game.ErrTaken
		}
		return err
	})
}

// PutReset writes what became of a change of the password.
func (g Game) PutReset(ctx context.Context, account game.Account) error {
	_, err := g.Querier(ctx).Exec(ctx, `update game_account set password = $3, reset_reference = $4, reset_at = $5, reset_done = $6
		where member_id = $1 and provider = $2`,
		account.Member, account.Provider, account.Sealed, account.Reset.Reference, account.Reset.At, account.Reset.Done)
	return err
}

// State reads all accounts in one statement; a member without a wallet has none.
func (g Game) State(ctx context.Context, member id.MemberID) (game.State, error) {
	var state game.State
	var at accountBalances
	err := g.Querier(ctx).QueryRow(ctx, `
		select g.synced_at, g.code, g.sequence, g.refreshed_at, w.game_code, w.game_balance::bigint[], w.game_seq, coalesce(g.in_play, '{}'),
			array(select h.provider from game_held_result h where h.member_id = w.member_id and h.closed_at is null)
		from ledger_wallet w left join game_member g on g.member_id = w.member_id where w.member_id = $1`, member).
		Scan(&state.SyncedAt, &at.codes, &at.sequences, &at.refreshed, &at.ledgerCodes, &at.balances, &at.versions, &at.inPlay, &at.held)
	if errors.Is(err, pgx.ErrNoRows) {
		return game.State{}, nil
	}
	state.Accounts = at.joined()
	return state, err
}

// accountBalances are a member's accounts as two rows have them: game_member's arrays and the wallet's.
type accountBalances struct {
	codes, ledgerCodes, inPlay, held []string
	sequences, balances, versions    []int64
	refreshed                        []*time.Time
}

func (s accountBalances) joined() []game.AccountBalance {
	joined := make([]game.AccountBalance, 0, len(s.codes))
	for i, code := range s.codes {
		account := game.AccountBalance{Code: code, Sequence: s.sequences[i], RefreshedAt: s.refreshed[i], InPlay: slices.Contains(s.inPlay, code), Held: slices.Contains(s.held, code)}
		for j, known := range s.ledgerCodes {
			if known == code {
				account.Balance, account.Version = money.Amount(s.balances[j]), s.versions[j]
			}
		}
		joined = append(joined, account)
	}
	return joined
}

// PutState writes when all were refreshed, each account's sequence and time, and where bets are open. The accounts are
// those that State gave.
func (g Game) PutState(ctx context.Context, member id.MemberID, state game.State) error {
	codes, sequences, refreshed, inPlay := []string{}, []int64{}, []*time.Time{}, []string{}
	for _, account := range state.Accounts {
		codes, sequences, refreshed = append(codes, account.Code), append(sequences, account.Sequence), append(refreshed, account.RefreshedAt)
		if account.InPlay {
			inPlay = append(inPlay, account.Code)
		}
	}
	_, err := g.Querier(ctx).Exec(ctx, `insert into game_member (member_id, synced_at, code, sequence, refreshed_at, in_play) values ($1, $2, $3, $4, $5, $6)
		on conflict (member_id) do update set synced_at = excluded.synced_at, code = excluded.code, sequence = excluded.sequence, refreshed_at = excluded.refreshed_at,
			in_play = excluded.in_play`, member, state.SyncedAt, codes, sequences, refreshed, inPlay)
	return err
}
