-- Bonuses and promotions: server/bonus/README.md has the rules.

-- +goose Up
-- Every version of every bonus and promotion. A version never changes, so a receipt says by it what was promised.
create table bonus_campaign (
  kind            text        not null check (kind in ('BONUS', 'PROMOTION')),
  code            text        not null,
  version         int         not null check (version > 0),
  currency        text        not null check (currency in ('BAHT', 'LAK')),
  name            jsonb       not null,
  html            jsonb       not null, -- a promotion's description
  banners         jsonb       not null,
  span            text        not null check (span in ('limit', 'day', 'week')), -- what max_received counts
  max_received    int         not null check (max_received > 0),
  percent         int         not null check (percent >= 0), -- of the deposit; 0: the fixed amount
  cap             bigint      not null check (cap >= 0),
  fixed           bigint      not null check (fixed >= 0),
  min_deposit     bigint      not null check (min_deposit >= 0),
  quota           int         not null check (quota >= 0), -- over all members and versions; 0: none
  success_percent int         not null,
  fail_percent    int         not null,
  position        int         not null,
  is_open         bool        not null,
  open_from       timestamptz not null,
  open_until      timestamptz,
  made_at         timestamptz not null,
  primary key (kind, code, version)
);
revoke update, delete on bonus_campaign from krapao_app;

-- How often a bonus or promotion was received, over all members and versions: its row is what a quota is held by.
create table bonus_claimed (
  kind    text   not null,
  code    text   not null,
  claimed bigint not null check (claimed > 0),
  primary key (kind, code)
);
revoke delete on bonus_claimed from krapao_app;

-- Each time that a member received one. Its id is the object of the condition that it opened.
create table bonus_receipt (
  member_id      bigint      not null,
  id             uuid        not null,
  kind           text        not null,
  code           text        not null,
  version        int         not null,
  amount         bigint      not null check (amount > 0),
  deposit        uuid,                -- the ledger transaction of the deposit it was received for
  deposit_amount bigint      not null check (deposit_amount >= 0),
  at             timestamptz not null,
  primary key (member_id, id),
  constraint bonus_receipt_deposit unique (member_id, deposit),
  foreign key (kind, code, version) references bonus_campaign,
  check ((deposit is null) = (deposit_amount = 0))
);
create index bonus_receipt_campaign on bonus_receipt (kind, code);
revoke update, delete on bonus_receipt from krapao_app;

-- What one operator may open alone: the most that a campaign can cost.
create table bonus_rule (
  currency     text        primary key check (currency in ('BAHT', 'LAK')),
  review_above bigint      not null check (review_above >= 0),
  changed_at   timestamptz not null
);
revoke delete on bonus_rule from krapao_app;

-- A transfer out of a game whose money goes to the house when it has come home: the condition that ends with it.
alter table transfer add column condition_id uuid;
