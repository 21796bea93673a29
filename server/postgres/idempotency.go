package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/idempotency"
)

// Idempotency remembers the callers' keys; it is an idempotency.Keys.
type Idempotency struct {
	DB  *DB
	Now func() time.Time
}

var _ idempotency.Keys = Idempotency{}

// Find gives the effect that the key had. Errors: IDEMPOTENCY_CONFLICT.
func (i Idempotency) Find(ctx context.Context, member id.MemberID, key idempotency.Key) (id.ID, error) {
	if key.IsZero() {
		return id.ID{}, nil
	}
	row := i.DB.Querier(ctx).QueryRow(ctx, `select body_hash, effect from idempotency_key
		where member_id = $1 and operation = $2 and key = $3 and created_at > $4`,
		member, key.Operation, key.Key, i.Now().Add(-idempotency.Keep))
	effect, err := earlier(row, key)
	if errors.Is(err, pgx.ErrNoRows) {
		return id.ID{}, nil
	}
	return effect, err
}

// Claim gives the key to an effect, in the effect's transaction. Errors: IDEMPOTENCY_CONFLICT.
func (i Idempotency) Claim(ctx context.Context, member id.MemberID, key idempotency.Key, effect id.ID) (id.ID, error) {
	if key.IsZero() {
		return id.ID{}, nil
	}
	if !InTransaction(ctx) {
		return id.ID{}, errors.New("postgres: an idempotency key outside its effect's transaction")
	}
	now := i.Now()
	written, err := i.DB.Querier(ctx).Exec(ctx, `insert into idempotency_key as k (member_id, operation, key, body_hash, effect, created_at)
		values ($1, $2, $3, $4, $5, $6)
		on conflict (member_id, operation, key) do update
			set body_hash = excluded.body_hash, effect = excluded.effect, created_at = excluded.created_at
			where k.created_at <= $7`,
		member, key.Operation, key.Key, key.BodyHash[:], effect, now, now.Add(-idempotency.Keep))
	if err != nil || written == 1 {
		return id.ID{}, err
	}
	return earlier(i.DB.Querier(ctx).QueryRow(ctx, `select body_hash, effect from idempotency_key
		where member_id = $1 and operation = $2 and key = $3`, member, key.Operation, key.Key), key)
}

func earlier(row pgx.Row, key idempotency.Key) (effect id.ID, err error) {
	var hash []byte
	if err := row.Scan(&hash, &effect); err != nil {
		return id.ID{}, err
	}
	if !key.Fits(hash) {
		return id.ID{}, fault.IdempotencyConflict.Withf("postgres: the key was used with another body")
	}
	return effect, nil
}

// forgetAtOnce is how many keys one statement drops: its locks and its work stay small.
const forgetAtOnce = 1000

// Forget drops the keys that are too old to matter, some at a time, and tells how many.
func (i Idempotency) Forget(ctx context.Context) (dropped int64, err error) {
	for {
		now, err := i.DB.Querier(ctx).Exec(ctx, `delete from idempotency_key where ctid = any(array(
			select ctid from idempotency_key where created_at <= $1 order by created_at limit $2 for update skip locked))`,
			i.Now().Add(-idempotency.Keep), forgetAtOnce)
		dropped += now
		if err != nil || now < forgetAtOnce {
			return dropped, err
		}
	}
}
