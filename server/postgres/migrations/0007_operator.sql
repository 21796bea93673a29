-- +goose Up
-- The accounts of the back office.
create table operator (
  id            uuid primary key,
  username      text not null unique,
  password_hash text not null, -- argon2id
  is_active     boolean not null default true,
  created_at    timestamptz not null
);

-- +goose Down
drop table operator;
