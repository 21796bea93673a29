package postgres

import (
	"context"
	"time"

	"krapao/server/id"
	"krapao/server/slip"
)

// BeginReading writes that a slip's picture is being read; false when a try is on record that did not return.
func (s Slips) BeginReading(ctx context.Context, slip slip.Slip, now time.Time) (bool, error) {
	begun, err := s.Querier(ctx).Exec(ctx, "update slip set reading_since = $3 where member_id = $1 and id = $2 and reading_since is null", slip.Member, slip.ID, now)
	return begun == 1, err
}

// EndReading writes that a try has returned.
func (s Slips) EndReading(ctx context.Context, slip slip.Slip) error {
	_, err := s.Querier(ctx).Exec(ctx, "update slip set reading_since = null where member_id = $1 and id = $2", slip.Member, slip.ID)
	return err
}

// SlipsWithImage gives slips that were decided before a moment and have their image, the oldest first.
func (s Slips) SlipsWithImage(ctx context.Context, decidedBefore time.Time, limit int) ([]slip.Slip, error) {
	rows, err := s.Querier(ctx).Query(ctx, "select "+slipColumns+` from slip s where s.decided_at < $1 and s.image_removed_at is null
		order by s.decided_at limit $2`, decidedBefore, limit)
	if err != nil {
		return nil, err
	}
	return collect(rows, scanSlip)
}

// ImagesRemoved writes that slips have no image any more.
func (s Slips) ImagesRemoved(ctx context.Context, slips []id.ID, now time.Time) error {
	_, err := s.Querier(ctx).Exec(ctx, "update slip set image_name = '', image_removed_at = $2 where id = any($1) and image_removed_at is null", slips, now)
	return err
}
