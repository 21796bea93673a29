-- Providers at which a member has bets that are not settled: server/game/README.md, "Refresh".

-- +goose Up
alter table game_member add column in_play text[] not null default '{}'; -- as the refresh that was booked last told

-- +goose Down
alter table game_member drop column in_play;
