package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/id"
	"krapao/server/wallet"
)

// LatestDecided gives up to limit transfers that were begun since a time and are decided, the latest decided first.
func (s Transfers) LatestDecided(ctx context.Context, since time.Time, limit int) ([]wallet.Transfer, error) {
	rows, err := s.Querier(ctx).Query(ctx, "select "+transferColumns+` from transfer t
		where t.status <> 'PENDING' and t.created_at > $1 order by t.decided_at desc limit $2`, since, limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanTransfer)
}

// LatestRefreshed gives up to limit members whose game accounts were refreshed, the latest first.
func (g Game) LatestRefreshed(ctx context.Context, limit int) ([]id.MemberID, error) {
	rows, err := g.Querier(ctx).Query(ctx, "select member_id from game_member where synced_at is not null order by synced_at desc limit $1", limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[id.MemberID])
}
