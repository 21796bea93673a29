package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/chat"
	"krapao/server/daily"
	"krapao/server/fault"
)

const uploadSQL = "select coalesce(member_id, 0), guest_hash, name, kind, content_type, size, created_at from chat_upload where stored and not removing "

func (c Chat) oneUpload(ctx context.Context, and string, args ...any) (chat.Upload, error) {
	rows, err := c.Querier(ctx).Query(ctx, uploadSQL+and, args...)
	if err != nil {
		return chat.Upload{}, err
	}
	found, err := pgx.CollectExactlyOneRow(rows, func(row pgx.CollectableRow) (u chat.Upload, err error) {
		var guest []byte
		err = row.Scan(&u.Party.Member, &guest, &u.Name, &u.Kind, &u.ContentType, &u.Size, &u.CreatedAt)
		copy(u.Party.Guest[:], guest)
		return u, err
	})
	return found, oneRow(err)
}

// TakeUploadQuota counts bytes on a day; false, and nothing is counted, when they would be too many.
func (c Chat) TakeUploadQuota(ctx context.Context, day daily.Day, quota chat.UploadQuota, bytes int64) (bool, error) {
	var total int64
	err := c.Querier(ctx).QueryRow(ctx, `insert into chat_upload_quota as q (day, name, bytes) select $1, $2, $3 where $3::bigint <= $4
		on conflict (day, name) do update set bytes = q.bytes + $3 where q.bytes + $3 <= $4 returning bytes`, day.Time, quota.Name, bytes, quota.Most).Scan(&total)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// UploadQuotaTaken gives the bytes that were counted of a name on a day.
func (c Chat) UploadQuotaTaken(ctx context.Context, day daily.Day, name string) (taken int64, err error) {
	err = c.Querier(ctx).QueryRow(ctx, "select coalesce(sum(bytes), 0)::bigint from chat_upload_quota where day = $1 and name = $2", day.Time, name).Scan(&taken)
	return taken, err
}

// AddUpload keeps what is known of a file before the file itself is kept.
func (c Chat) AddUpload(ctx context.Context, u chat.Upload) error {
	_, err := c.Querier(ctx).Exec(ctx, `insert into chat_upload (name, member_id, guest_hash, kind, content_type, size, created_at, stored, named)
		values ($1, $2, $3, $4, $5, $6, $7, false, false)`,
		u.Name, unlessZero(u.Party.Member), guestOrNull(u.Party.Guest), u.Kind, u.ContentType, u.Size, u.CreatedAt)
	return err
}

// UploadStored writes that the file is whole. Errors: NO_DATA, when it was given up meanwhile.
func (c Chat) UploadStored(ctx context.Context, name string) error {
	return c.markUpload(ctx, "update chat_upload set stored = true where name = $1 and not removing", name)
}

// NameUpload writes that a message names the file. Errors: NO_DATA, when it is gone.
func (c Chat) NameUpload(ctx context.Context, name string) error {
	return c.markUpload(ctx, "update chat_upload set named = true where name = $1 and not removing", name)
}

func (c Chat) markUpload(ctx context.Context, sql, name string) error {
	marked, err := c.Querier(ctx).Exec(ctx, sql, name)
	if err == nil && marked == 0 {
		return fault.NoData
	}
	return err
}

// Upload gives one of a party's files, AnyUpload one of anybody's. Errors: NO_DATA.
func (c Chat) Upload(ctx context.Context, party chat.Party, name string) (chat.Upload, error) {
	if party.Member != 0 {
		return c.oneUpload(ctx, "and member_id = $1 and name = $2", party.Member, name)
	}
	return c.oneUpload(ctx, "and guest_hash = $1 and name = $2", party.Guest[:], name)
}

// AnyUpload is described at Upload.
func (c Chat) AnyUpload(ctx context.Context, name string) (chat.Upload, error) {
	return c.oneUpload(ctx, "and name = $1", name)
}

// RetireUploads lets no message name files any more that are old, or that none named in time, and gives their names:
// first of those that it did not give before.
func (c Chat) RetireUploads(ctx context.Context, unnamedBefore, before time.Time, limit int) ([]string, error) {
	rows, err := c.Querier(ctx).Query(ctx, `update chat_upload set removing = true where name in (
		(select name from chat_upload where not named and created_at < $1 order by removing, created_at limit $3)
		union (select name from chat_upload where created_at < $2 order by removing, created_at limit $3))
		and (not named or created_at < $2) returning name`, unnamedBefore, before, limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// DropUploads forgets files that are gone.
func (c Chat) DropUploads(ctx context.Context, names []string) error {
	_, err := c.Querier(ctx).Exec(ctx, "delete from chat_upload where removing and name = any($1)", names)
	return err
}

// DropUploadQuotas forgets what was counted before a day.
func (c Chat) DropUploadQuotas(ctx context.Context, before daily.Day) error {
	_, err := c.Querier(ctx).Exec(ctx, "delete from chat_upload_quota where day < $1", before.Time)
	return err
}
