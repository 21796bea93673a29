package postgres

import (
	"context"
	"time"

	"krapao/server/fault"
)

// RateLimit counts events over sliding windows for all servers together. It counts outside the caller's transaction: a
// rolled-back attempt was an attempt.
type RateLimit struct {
	db  *DB
	now func() time.Time
}

// NewRateLimit counts in db by the clock now.
func NewRateLimit(db *DB, now func() time.Time) *RateLimit { return &RateLimit{db: db, now: now} }

// Allow counts one event of key unless limit events lie within the last window. A refused event is not counted.
// Errors: REQUEST_LIMIT with how long until the next is allowed; Unavailable.
func (r *RateLimit) Allow(ctx context.Context, key string, limit int, window time.Duration) error {
	var waitMillis int64
	err := poolQuerier{r.db.acquire}.QueryRow(ctx, "select rate_limit_allow($1, $2, $3, $4)", key, r.now(), limit, window).Scan(&waitMillis)
	if err != nil {
		return err
	}
	if waitMillis > 0 {
		return fault.RequestLimit.After(time.Duration(waitMillis) * time.Millisecond)
	}
	return nil
}

// GiveBack takes back the newest event of key: it was none of those that the limit is for.
func (r *RateLimit) GiveBack(ctx context.Context, key string) error {
	_, err := poolQuerier{r.db.acquire}.Exec(ctx, "update rate_limit set hits = hits[:cardinality(hits) - 1] where key = $1 and cardinality(hits) > 0", key)
	return err
}

// Reset forgets what was counted of a key.
func (r *RateLimit) Reset(ctx context.Context, key string) error {
	_, err := poolQuerier{r.db.acquire}.Exec(ctx, "delete from rate_limit where key = $1", key)
	return err
}

// Forget drops the rows whose events have all left their windows, and tells how many.
func (r *RateLimit) Forget(ctx context.Context) (int64, error) {
	return poolQuerier{r.db.acquire}.Exec(ctx, "delete from rate_limit where expires_at < $1", r.now())
}
