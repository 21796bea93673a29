-- What a member won on a day, game by game: server/game/README.md, "Results".

-- +goose Up
-- Written with each GAME_RESULT, in its transaction, beside the day's sum in game_day.
create table game_day_result (
  member_id bigint not null,
  day       date   not null, -- of Asia/Bangkok
  provider  text   not null,
  result    bigint not null, -- minor units, below zero where the member lost
  primary key (member_id, day, provider)
) with (fillfactor = 70);
revoke delete on game_day_result from krapao_app;

insert into game_day_result
  select member_id, (at at time zone 'Asia/Bangkok')::date, substr(account, 6), sum(amount)
  from ledger_posting where kind = 'GAME_RESULT' and account like 'game:%' group by 1, 2, 3;

-- +goose Down
drop table game_day_result;
