-- Wins that no later loss has used up: a day's loss counts beyond them (server/game/README.md, "Results").

-- +goose Up
alter table game_day add column brought_forward bigint; -- null: the day is older than the rule
alter table refund add column brought_forward bigint not null default 0; -- of the day, as it was when the refund was made
alter table invite_earning add column brought_forward bigint not null default 0;

-- +goose Down
alter table invite_earning drop column brought_forward;
alter table refund drop column brought_forward;
alter table game_day drop column brought_forward;
