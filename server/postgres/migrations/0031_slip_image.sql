-- A slip whose picture kills its reader, and pictures that are kept for a time only (server/cashier/README.md, "A slip").

-- +goose NO TRANSACTION
-- +goose Up
alter table slip add column if not exists reading_since timestamptz; -- its picture is being read since then; a try that never returned leaves it
alter table slip add column if not exists image_removed_at timestamptz; -- when its image was removed, which image_name has no name of then
set lock_timeout = 0;
drop index concurrently if exists slip_with_image;
create index concurrently slip_with_image on slip (decided_at) where image_removed_at is null and decided_at is not null;
reset lock_timeout;

-- +goose Down
drop index concurrently slip_with_image;
alter table slip drop column image_removed_at;
alter table slip drop column reading_since;
