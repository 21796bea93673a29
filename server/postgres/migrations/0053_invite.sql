-- What members earn by those whom they invited: server/referral/README.md has the rules.

-- +goose Up
create table invite_rule (
  currency        text        primary key check (currency in ('BAHT', 'LAK')),
  is_open         bool        not null,
  is_automatic    bool        not null,
  percent         int         not null check (percent between 0 and 100),
  cap             bigint      not null check (cap >= 0),
  success_percent int         not null check (success_percent >= 0),
  fail_percent    int         not null check (fail_percent between 0 and 99),
  review_above    bigint      not null check (review_above >= 0),
  banners         jsonb       not null,
  changed_at      timestamptz not null
);
revoke delete on invite_rule from krapao_app;

-- One for each invitee and day. number counts the inviter's earnings without gaps: a page is a range of the key, and so is what a receipt took.
create table invite_earning (
  member_id  bigint      not null, -- the inviter
  number     bigint      not null check (number > 0),
  id         uuid        not null,
  invitee_id bigint      not null,
  day        date        not null, -- of the loss
  currency   text        not null check (currency in ('BAHT', 'LAK')),
  loss       bigint      not null check (loss > 0),
  percent    int         not null check (percent between 1 and 100),
  cap        bigint      not null,
  amount     bigint      not null check (amount > 0 and amount <= cap),
  at         timestamptz not null,
  primary key (member_id, number),
  constraint invite_earning_once unique (invitee_id, day),
  check (invitee_id <> member_id)
);
create index invite_earning_day on invite_earning (day);
revoke update, delete on invite_earning from krapao_app;

-- All that waited at one moment, credited.
create table invite_receipt (
  member_id       bigint      not null,
  id              uuid        not null unique,
  currency        text        not null check (currency in ('BAHT', 'LAK')),
  first           bigint      not null check (first > 0), -- the numbers of its earnings
  last            bigint      not null,
  amount          bigint      not null check (amount > 0),
  success_percent int         not null check (success_percent >= 0),
  fail_percent    int         not null check (fail_percent between 0 and 99),
  is_automatic    bool        not null,
  at              timestamptz not null,
  primary key (member_id, last),
  check (last >= first)
);
create index invite_receipt_at on invite_receipt (at);
revoke update, delete on invite_receipt from krapao_app;

-- What waits for a member, in one row beside the wallet's: the home screen reads it.
create table invite_balance (
  member_id bigint primary key,
  currency  text   not null check (currency in ('BAHT', 'LAK')),
  amount    bigint not null check (amount >= 0),
  earned    bigint not null, -- how many earnings there are
  received  bigint not null, -- up to which number they were received
  check (received <= earned)
) with (fillfactor = 70);
create index invite_balance_waiting on invite_balance (currency, member_id) where amount > 0;
revoke delete on invite_balance from krapao_app;

-- +goose Down
drop table invite_balance;
drop table invite_receipt;
drop table invite_earning;
drop table invite_rule;
