-- The daily jobs of refunds and invites go through the members who played on a day.

-- +goose NO TRANSACTION
-- +goose Up
set lock_timeout = 0;
drop index concurrently if exists game_day_played;
create index concurrently game_day_played on game_day (day, member_id);
reset lock_timeout;

-- +goose Down
drop index concurrently game_day_played;
