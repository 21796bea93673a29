package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/fault"
	"krapao/server/game"
	"krapao/server/id"
)

// Bounds gives the bounds that were set.
func (g Game) Bounds(ctx context.Context) ([]game.Bound, error) {
	rows, err := g.Querier(ctx).Query(ctx, "select provider, currency, maximum_result, review_above from game_bound")
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[game.Bound])
}

// PutBound writes a bound, new or changed.
func (g Game) PutBound(ctx context.Context, bound game.Bound) error {
	_, err := g.Querier(ctx).Exec(ctx, `insert into game_bound (provider, currency, maximum_result, review_above) values ($1, $2, $3, $4)
		on conflict (provider, currency) do update set maximum_result = excluded.maximum_result, review_above = excluded.review_above`,
		bound.Provider, bound.Currency, bound.Most, bound.ReviewAbove)
	return err
}

const heldSQL = `select id, member_id, provider, currency, result, balance, sequence, bound, status, released, released_by, reported_at, seen_at, closed_at
	from game_held_result `

func scanHeld(row pgx.CollectableRow) (held game.HeldResult, err error) {
	var closed *time.Time
	err = row.Scan(&held.ID, &held.Member, &held.Provider, &held.Currency, &held.Result, &held.Balance, &held.Sequence, &held.Bound, &held.Status, &held.Released,
		&held.ReleasedBy, &held.ReportedAt, &held.SeenAt, &closed)
	if closed != nil {
		held.ClosedAt = *closed
	}
	return held, err
}

func (g Game) lockHeld(ctx context.Context, where string, args ...any) (game.HeldResult, error) {
	if err := requireTx(ctx); err != nil {
		return game.HeldResult{}, err
	}
	rows, err := g.Querier(ctx).Query(ctx, heldSQL+where+" for update", args...)
	if err != nil {
		return game.HeldResult{}, err
	}
	held, err := pgx.CollectExactlyOneRow(rows, scanHeld)
	if errors.Is(err, pgx.ErrNoRows) {
		return game.HeldResult{}, fault.NoData
	}
	return held, err
}

// LockOpenResult gives the one open held result of an account, and keeps others from it. Errors: NO_DATA.
func (g Game) LockOpenResult(ctx context.Context, member id.MemberID, code string) (game.HeldResult, error) {
	return g.lockHeld(ctx, "where member_id = $1 and provider = $2 and closed_at is null", member, code)
}

// LockHeldResult gives a held result, and keeps others from it. Errors: NO_DATA.
func (g Game) LockHeldResult(ctx context.Context, held id.ID) (game.HeldResult, error) {
	return g.lockHeld(ctx, "where id = $1", held)
}

// PutHeldResult writes a held result, new or changed.
func (g Game) PutHeldResult(ctx context.Context, held game.HeldResult) error {
	var closed *time.Time
	if !held.ClosedAt.IsZero() {
		closed = &held.ClosedAt
	}
	_, err := g.Querier(ctx).Exec(ctx, `insert into game_held_result
		(id, member_id, provider, currency, result, balance, sequence, bound, status, released, released_by, reported_at, seen_at, closed_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
		on conflict (id) do update set result = excluded.result, balance = excluded.balance, sequence = excluded.sequence, bound = excluded.bound,
			status = excluded.status, released = excluded.released, released_by = excluded.released_by, seen_at = excluded.seen_at, closed_at = excluded.closed_at`,
		held.ID, held.Member, held.Provider, held.Currency, held.Result, held.Balance, held.Sequence, held.Bound, held.Status, held.Released, held.ReleasedBy,
		held.ReportedAt, held.SeenAt, closed)
	return err
}

// HeldResults gives a page of held results, and how many there are.
func (g Game) HeldResults(ctx context.Context, filter game.HeldFilter) (held []game.HeldResult, total int, err error) {
	where, order := "where closed_at is null ", "order by reported_at, id"
	if filter.All {
		where, order = "", "order by reported_at desc, id"
	}
	batch := &pgx.Batch{}
	batch.Queue("select count(*) from game_held_result " + where).QueryRow(func(row pgx.Row) error { return row.Scan(&total) })
	batch.Queue(heldSQL+where+order+" offset $1 limit $2", filter.Offset, filter.Limit).Query(func(rows pgx.Rows) (err error) {
		held, err = pgx.CollectRows(rows, scanHeld)
		return err
	})
	return held, total, g.Querier(ctx).SendBatch(ctx, batch).Close()
}
