-- Members, their sessions and one-time codes: server/member/README.md has the rules.

-- +goose Up
create table member (
  id                  bigint      primary key, -- the member number
  phone               text        not null,
  name                text        not null,
  password_hash       text        not null, -- argon2id, with its parameters
  currency            text        not null check (currency in ('BAHT', 'LAK')), -- never changes
  status              text        not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE', 'CLOSED')),
  source_code         text        not null default '',
  inviter_id          bigint      check (inviter_id <> id),
  created_at          timestamptz not null,
  last_login_at       timestamptz not null,
  agreement_version   text,        -- the version accepted last
  withdraw_hold_until timestamptz  -- after a password reset
);
create index member_inviter on member (inviter_id) where inviter_id is not null;

-- Unique over all members, in tables keyed by themselves, so that members can be spread over databases later.
create table member_phone (
  phone     text   primary key,
  member_id bigint not null
);
create table member_bank_owner (
  bank_code  text   not null,
  account_no text   not null,
  member_id  bigint not null,
  primary key (bank_code, account_no)
);

-- Where a member's withdrawals go.
create table member_bank (
  member_id    bigint      primary key,
  bank_code    text        not null,
  account_no   text        not null,
  account_name text        not null,
  changed_at   timestamptz not null
);

create table member_agreement (
  member_id   bigint      not null,
  version     text        not null,
  accepted_at timestamptz not null,
  primary key (member_id, version)
);
revoke update, delete on member_agreement from krapao_app;
revoke delete on member, member_phone from krapao_app;

-- Sessions by the hash of their token. An ended one is kept until it would have run out, so that its owner is told why.
create table session (
  token_hash bytea       primary key,
  id         uuid        not null,
  member_id  bigint      not null,
  address    text        not null, -- that opened it
  created_at timestamptz not null,
  expires_at timestamptz not null,
  seen_at    timestamptz not null,
  ended_at   timestamptz,
  ended_by   text check (ended_by in ('REVOKED', 'SUPERSEDED')),
  check ((ended_at is null) = (ended_by is null))
) with (fillfactor = 80);
create index session_member on session (member_id) where ended_at is null;
create index session_expires on session (expires_at);
create unique index session_id on session (id);

-- One-time codes that were sent. Nothing in a row tells the code or the token: both are keyed hashes.
create table otp (
  token_hash  bytea       primary key,
  code_hash   bytea       not null,
  device_hash bytea       not null,
  phone       text        not null,
  tries       int         not null default 0,
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  verified_at timestamptz
);
create index otp_device on otp (device_hash, phone);
create index otp_expires on otp (expires_at);

-- Phone numbers that a device has proved. A proof is used once.
create table otp_proof (
  device_hash bytea       not null,
  phone       text        not null,
  proved_at   timestamptz not null,
  expires_at  timestamptz not null,
  used_at     timestamptz,
  primary key (device_hash, phone)
);
create index otp_proof_expires on otp_proof (expires_at);

-- +goose Down
drop table otp_proof;
drop table otp;
drop table session;
drop table member_agreement;
drop table member_bank;
drop table member_bank_owner;
drop table member_phone;
drop table member;
