-- A statement that nobody waits for must end its transaction by itself when it finds what it may not (DB.Later).

-- +goose Up
-- Fails with a reason (SQLSTATE KR001); a null reason is none, and costs nothing.
-- +goose StatementBegin
create function refuse(p_reason text) returns void language plpgsql strict set search_path = pg_catalog as $$
begin
  raise exception using errcode = 'KR001', message = p_reason;
end $$;
-- +goose StatementEnd
revoke execute on function refuse from public;
grant execute on function refuse to krapao_app;

-- +goose Down
drop function refuse;
