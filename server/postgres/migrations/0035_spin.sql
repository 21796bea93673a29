-- The prize wheel: server/spin/README.md has the rules.

-- +goose Up
-- Every version of every wheel. A version never changes, so a spin and a coupon say by it what was won.
create table spin_wheel (
  code          text        not null,
  version       int         not null check (version > 0),
  currency      text        not null check (currency in ('BAHT', 'LAK')),
  name          jsonb       not null,
  coin_per_spin int         not null check (coin_per_spin > 0),
  slices        jsonb       not null,
  is_open       bool        not null,
  open_from     timestamptz not null,
  open_until    timestamptz,
  made_at       timestamptz not null,
  primary key (code, version)
);
revoke update, delete on spin_wheel from krapao_app;

-- How deposits bring coins, and above which cost of a spin a wheel takes two people.
create table spin_rule (
  currency     text        primary key check (currency in ('BAHT', 'LAK')),
  per_amount   bigint      not null check (per_amount >= 0),
  coins        int         not null check (coins >= 0),
  max_coins    int         not null check (max_coins >= 0),
  review_above bigint      not null check (review_above >= 0),
  changed_at   timestamptz not null
);
revoke delete on spin_rule from krapao_app;

-- A member's next spin, fixed before they spin. The seed is sealed: who reads this table does not know the draw.
create table spin_pending (
  member_id  bigint primary key,
  wheel      text   not null,
  version    int    not null,
  sealed     bytea  not null,
  commitment text   not null
) with (fillfactor = 70);

create table spin (
  member_id  bigint      not null,
  id         uuid        not null,
  request    text        not null, -- the id that took part in the draw
  wheel      text        not null,
  version    int         not null,
  slice      text        not null,
  seed       text        not null,
  commitment text        not null,
  coins      int         not null check (coins > 0),
  at         timestamptz not null,
  primary key (member_id, id),
  constraint spin_request unique (member_id, request),
  foreign key (wheel, version) references spin_wheel
);
create index spin_sector on spin (wheel, version, slice);
revoke update, delete on spin from krapao_app;

-- What a spin won. The sector of its wheel's version is what it gives.
create table spin_coupon (
  member_id  bigint      not null,
  id         uuid        not null unique,
  spin_id    uuid        not null unique,
  status     text        not null check (status in ('OPEN', 'CLAIMED')),
  at         timestamptz not null,
  expires_at timestamptz,
  claimed_at timestamptz,
  primary key (member_id, id),
  foreign key (member_id, spin_id) references spin (member_id, id),
  check ((status = 'CLAIMED') = (claimed_at is not null))
);
create index spin_coupon_open on spin_coupon (member_id, id) where status = 'OPEN';
revoke delete on spin_coupon from krapao_app;
