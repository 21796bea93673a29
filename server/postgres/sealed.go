package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/secret"
)

// Sealed is every value that is sealed with a key from outside the database.
type Sealed struct{ *DB }

// SealedColumn is one kind of sealed values.
type SealedColumn struct {
	// Purpose is what the key is for.
	Purpose string
	// Table and Column hold the values; Owner is an SQL expression of what each is sealed for, as the feature says it.
	Table, Column, Owner string
}

// SealedColumns gives all kinds, with the purpose of each one's key.
func SealedColumns(games, spins, secondFactors string) []SealedColumn {
	return []SealedColumn{
		{games, "game_account", "password", "member_id || '/' || provider"},
		{spins, "spin_pending", "sealed", "'spin:' || member_id"},
		{secondFactors, "operator", "totp_seed", "'operator-totp:' || id"},
		{secondFactors, "operator", "totp_pending", "'operator-totp:' || id"},
	}
}

// Keys gives the ids of the keys that values of the column name, the empty one for values without an id. With an index
// it reads one entry a key.
func (s Sealed) Keys(ctx context.Context, column SealedColumn) ([]secret.KeyID, error) {
	rows, err := s.Querier(ctx).Query(ctx, fmt.Sprintf(`with recursive named(key) as (
			(select sealed_key(%[1]s) from %[2]s where %[1]s is not null order by sealed_key(%[1]s) limit 1)
			union all
			select (select sealed_key(%[1]s) from %[2]s where %[1]s is not null and sealed_key(%[1]s) > n.key order by sealed_key(%[1]s) limit 1)
			from named n where n.key is not null)
		select key from named where key is not null`, column.Column, column.Table))
	if err != nil {
		return nil, err
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[[]byte])
	keys := make([]secret.KeyID, len(found))
	for i, key := range found {
		copy(keys[i][:], key)
	}
	return keys, err
}

// Count tells how many values of the column name a key.
func (s Sealed) Count(ctx context.Context, column SealedColumn, key secret.KeyID) (count int, err error) {
	err = s.Querier(ctx).QueryRow(ctx, fmt.Sprintf("select count(*) from %[2]s where %[1]s is not null and sealed_key(%[1]s) = $1", column.Column, column.Table), named(key)).Scan(&count)
	return count, err
}

// named gives a key's id as sealed_key does.
func named(key secret.KeyID) []byte {
	if key.Empty() {
		return []byte{}
	}
	return key[:]
}

// SealedValue is one value, at its place in the table when it was read.
type SealedValue struct {
	Place, Owner string
	Sealed       []byte
}

// FirstPlace is before every value.
const FirstPlace = "(0,0)"

// After gives values of the column that name another key than this one, in the order of their places.
func (s Sealed) After(ctx context.Context, column SealedColumn, key secret.KeyID, place string, limit int) ([]SealedValue, error) {
	rows, err := s.Querier(ctx).Query(ctx, fmt.Sprintf(`select ctid::text, %[3]s, %[1]s from %[2]s
		where %[1]s is not null and sealed_key(%[1]s) <> $1 and ctid > $2::text::tid order by ctid limit $3`, column.Column, column.Table, column.Owner), named(key), place, limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[SealedValue])
}

// With gives some values of the column that name the key, the empty one: that name none.
func (s Sealed) With(ctx context.Context, column SealedColumn, key secret.KeyID, limit int) ([]SealedValue, error) {
	rows, err := s.Querier(ctx).Query(ctx, fmt.Sprintf(`select ctid::text, %[3]s, %[1]s from %[2]s
		where %[1]s is not null and sealed_key(%[1]s) = $1 limit $2`, column.Column, column.Table, column.Owner), named(key), limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[SealedValue])
}

// Replace writes new values in the place of old ones, but where somebody wrote another meanwhile, and tells how many it
// wrote.
func (s Sealed) Replace(ctx context.Context, column SealedColumn, old []SealedValue, sealed [][]byte) (int, error) {
	places, before := make([]string, len(old)), make([][]byte, len(old))
	for i, value := range old {
		places[i], before[i] = value.Place, value.Sealed
	}
	written, err := s.Querier(ctx).Exec(ctx, fmt.Sprintf(`update %[2]s t set %[1]s = r.sealed
		from (select place::tid, before, sealed from unnest($1::text[], $2::bytea[], $3::bytea[]) as r(place, before, sealed)) r
		where t.ctid = r.place and t.%[1]s = r.before`, column.Column, column.Table), places, before, sealed)
	return int(written), err
}

// ForgetFactors takes second factors that the key sealed away from operators, ends their sessions and names them.
func (s Sealed) ForgetFactors(ctx context.Context, key secret.KeyID, at time.Time) ([]string, error) {
	rows, err := s.Querier(ctx).Query(ctx, `with lost as (
			update operator set totp_seed = case when sealed_key(totp_seed) = $1 then null else totp_seed end,
				totp_pending = case when sealed_key(totp_pending) = $1 then null else totp_pending end
			where sealed_key(totp_seed) = $1 or sealed_key(totp_pending) = $1 returning id, username),
		ended as (update operator_session s set ended_at = $2 from lost where s.operator_id = lost.id and s.ended_at is null)
		select username from lost order by username`, named(key), at)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// ForgetSpins takes away the next spins that the key sealed. They are fixed anew when their members look.
func (s Sealed) ForgetSpins(ctx context.Context, key secret.KeyID) (int, error) {
	gone, err := s.Querier(ctx).Exec(ctx, "delete from spin_pending where sealed_key(sealed) = $1", named(key))
	return int(gone), err
}
