-- The back office: its sessions, its audit log and the images it uploads. server/operator/README.md and server/audit have the rules.

-- +goose Up
-- Operators' sessions by the hash of their token; nothing in a row opens one.
create table operator_session (
  token_hash  bytea       primary key,
  id          uuid        not null unique,
  operator_id uuid        not null references operator (id),
  address     text        not null, -- that opened it
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  ended_at    timestamptz
);
create index operator_session_operator on operator_session (operator_id) where ended_at is null;
create index operator_session_expires on operator_session (expires_at);
revoke delete on operator from krapao_app; -- the audit log names them

-- Who changed what: it only grows. The application may add and read, and nothing else.
create table operator_audit (
  id         bigint      generated always as identity primary key,
  at         timestamptz not null,
  actor      text        not null check (actor <> ''),
  via        text        not null check (via in ('CONSOLE', 'COMMAND')),
  address    text        not null,
  action     text        not null check (action <> ''),
  subject    text        not null,
  before     jsonb, -- null: it was not there
  after      jsonb, -- null: it is gone
  request_id text        not null
);
revoke update, delete on operator_audit from krapao_app;
-- The owner neither, but by dropping this first.
-- +goose StatementBegin
create function operator_audit_keep() returns trigger language plpgsql as $$
begin
  raise exception 'operator_audit only grows';
end $$;
-- +goose StatementEnd
create trigger operator_audit_keep before update or delete or truncate on operator_audit execute function operator_audit_keep();

-- Images that operators uploaded, drawn anew; small and few, so every server has them at once.
create table site_image (
  name       text        primary key,
  content    bytea       not null check (octet_length(content) <= 8388608), -- PNG
  hash       bytea       not null, -- SHA-256 of the content
  updated_at timestamptz not null
);

-- What a member's session shows of the device that opened it.
alter table session add column device text not null default '';

-- +goose Down
alter table session drop column device;
drop table site_image;
drop table operator_audit;
drop function operator_audit_keep();
drop table operator_session;
