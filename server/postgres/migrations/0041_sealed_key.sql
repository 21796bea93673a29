-- Which key a sealed value names (server/secret, Box): the id of its key, empty for values from before keys had ids.

-- +goose Up
create function sealed_key(value bytea) returns bytea language sql immutable parallel safe as $$
  select case when substr(value, 1, 4) = '\x6b657901'::bytea then substr(value, 5, 4) else ''::bytea end
$$;

-- +goose Down
drop function sealed_key(bytea);
