package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/game"
	"krapao/server/id"
	"krapao/server/wallet"
)

// Transfers keeps transfers between the main wallet and games; it is a wallet.TransferStore and a game.Transfers.
type Transfers struct{ *DB }

var (
	_ wallet.TransferStore = Transfers{}
	_ game.Transfers       = Transfers{}
)

const transferColumns = `t.id, t.request_id, coalesce(t.after_id, '00000000-0000-0000-0000-000000000000'), t.member_id, t.source, t.target, t.game, t.username,
	t.then_as, t.direction, t.amount, t.currency, t.status, t.reason, t.created_at, t.next_try_at,
	coalesce(t.condition_id, '00000000-0000-0000-0000-000000000000')`

func scanTransfer(row pgx.CollectableRow) (t wallet.Transfer, err error) {
	err = row.Scan(&t.ID, &t.Request, &t.After, &t.Member, &t.Source, &t.Target, &t.Game, &t.Username,
		&t.NextUsername, &t.Direction, &t.Amount, &t.Currency, &t.Status, &t.Reason, &t.CreatedAt, &t.NextTry, &t.Condition)
	return t, err
}

// AddTransfers writes new ones. Their error may come from the transaction's next statement.
func (s Transfers) AddTransfers(ctx context.Context, transfers ...wallet.Transfer) error {
	for _, t := range transfers {
		err := s.Enqueue(ctx, `insert into transfer (member_id, id, request_id, after_id, source, target, game, direction, username, then_as, amount, currency, status, reason,
			created_at, next_try_at, condition_id) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
			t.Member, t.ID, t.Request, unlessZero(t.After), t.Source, t.Target, t.Game, t.Direction, t.Username, t.NextUsername, t.Amount, t.Currency, t.Status, t.Reason,
			t.CreatedAt, t.NextTry, unlessZero(t.Condition))
		if err != nil {
			return err
		}
	}
	return nil
}

// Request gives all transfers of a request of the member, oldest first.
func (s Transfers) Request(ctx context.Context, member id.MemberID, request id.ID) ([]wallet.Transfer, error) {
	rows, err := s.Querier(ctx).Query(ctx, "select "+transferColumns+" from transfer t where t.member_id = $1 and t.request_id = $2 order by t.id", member, request)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanTransfer)
}

// RaiseSequence keeps a refresh from booking a balance of a moment before the transfer: game_member has the number
// below which balances are old.
func (s Transfers) RaiseSequence(ctx context.Context, t wallet.Transfer, sequence int64) error {
	return s.Enqueue(ctx, `update game_member set sequence[array_position(code, $2)] = $3
		where member_id = $1 and sequence[array_position(code, $2)] < $3`, t.Member, t.Game, sequence)
}

// Decide makes a pending transfer final. The transaction's next statement or its commit gives the error: ErrDecided,
// which ends it.
func (s Transfers) Decide(ctx context.Context, in wallet.DecideInput) error {
	return s.enqueue(ctx, queued{
		sql: `with decided as (update transfer set status = $3, reason = $4, decided_at = $5 where member_id = $1 and id = $2 and status = 'PENDING' returning 1)
			select refuse('decided') where not exists (select from decided)`,
		args: []any{in.Transfer.Member, in.Transfer.ID, in.Status, in.Reason, in.At},
		mapError: func(err error) error {
			if _, refused := refusal(err); refused {
				return wallet.ErrDecided
			}
			return err
		},
	})
}

// Due takes pending transfers whose time has come, the longest waiting first, and puts their next time off by 4, 8,
// then 15 seconds: longer than a call takes, so that no other server asks at the same moment.
func (s Transfers) Due(ctx context.Context, now time.Time, limit int) ([]wallet.Transfer, error) {
	rows, err := s.Querier(ctx).Query(ctx, `
		update transfer t set tries = t.tries + 1, next_try_at = $1::timestamptz + least(15, 4 * power(2, least(t.tries, 4))) * interval '1 second'
		from (select member_id, id from transfer where status = 'PENDING' and next_try_at <= $1 order by next_try_at limit $2 for update skip locked) due
		where t.member_id = due.member_id and t.id = due.id and t.status = 'PENDING'
		returning `+transferColumns, now, limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanTransfer)
}

// Pending counts the member's pending transfers.
func (s Transfers) Pending(ctx context.Context, member id.MemberID) (count int, err error) {
	err = s.Querier(ctx).QueryRow(ctx, "select count(*) from transfer where member_id = $1 and status = 'PENDING'", member).Scan(&count)
	return count, err
}

// UnderWay counts the pending transfers, and gives when the oldest began.
func (s Transfers) UnderWay(ctx context.Context) (count int64, oldest time.Time, err error) {
	var began *time.Time
	err = s.Querier(ctx).QueryRow(ctx, "select count(*), min(created_at) from transfer where status = 'PENDING'").Scan(&count, &began)
	if began != nil {
		oldest = *began
	}
	return count, oldest, err
}

// PendingGames gives the providers with a transfer of the member under way.
func (s Transfers) PendingGames(ctx context.Context, member id.MemberID) ([]string, error) {
	rows, err := s.Querier(ctx).Query(ctx, "select distinct game from transfer where member_id = $1 and status = 'PENDING'", member)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// DecidedSince tells whether a transfer between the member and a provider was decided at a time or later.
func (s Transfers) DecidedSince(ctx context.Context, member id.MemberID, game string, at time.Time) (decided bool, err error) {
	err = s.Querier(ctx).QueryRow(ctx, "select exists (select from transfer where member_id = $1 and game = $2 and decided_at >= $3)", member, game, at).Scan(&decided)
	return decided, err
}
