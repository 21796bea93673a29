-- +goose Up
-- Who did how much of what lately: the exact times of the events inside the window, so that a limit holds over every
-- window and over all servers. Logged, so that it also holds over a crash.
create table rate_limit (
  key        text primary key,
  hits       timestamptz[] not null, -- ascending, at most the limit
  expires_at timestamptz not null    -- when the row says nothing any more
) with (fillfactor = 50);
create index rate_limit_expires on rate_limit (expires_at);

-- Counts one event of p_key at p_at unless p_limit events lie within the last p_window. Answers 0 when it was counted, else the
-- milliseconds until the oldest of them leaves the window; a refused event is not counted.
-- +goose StatementBegin
create function rate_limit_allow(p_key text, p_at timestamptz, p_limit int, p_window interval) returns bigint
language plpgsql as $$
declare
  live timestamptz[];
begin
  insert into rate_limit as r (key, hits, expires_at) values (p_key, array[]::timestamptz[], p_at + p_window)
    on conflict (key) do update set key = excluded.key -- locks the row
    returning array(select h from unnest(r.hits) h where h > p_at - p_window order by h) into live;
  if cardinality(live) >= p_limit then
    return greatest(1, ceil(extract(epoch from live[cardinality(live) - p_limit + 1] + p_window - p_at) * 1000));
  end if;
  update rate_limit set hits = live || p_at, expires_at = p_at + p_window where key = p_key;
  return 0;
end $$;
-- +goose StatementEnd

-- +goose Down
drop function rate_limit_allow(text, timestamptz, int, interval);
drop table rate_limit;
