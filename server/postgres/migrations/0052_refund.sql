-- Refunds of a day's net loss (server/rebate/README.md), and how far work that is done once a day has got (server/daily).

-- +goose Up
create table daily_run (
  job          text        not null,
  day          date        not null, -- of Asia/Bangkok
  after_member bigint      not null, -- everybody up to this number was dealt with
  moved_at     timestamptz not null,
  finished_at  timestamptz,
  primary key (job, day)
) with (fillfactor = 50);
revoke delete on daily_run from krapao_app;

create table refund_rule (
  currency        text        primary key check (currency in ('BAHT', 'LAK')),
  is_open         bool        not null,
  percent         int         not null check (percent between 0 and 100),
  cap             bigint      not null check (cap >= 0),
  success_percent int         not null check (success_percent >= 0),
  fail_percent    int         not null check (fail_percent between 0 and 99),
  review_above    bigint      not null check (review_above >= 0),
  info            jsonb       not null,
  banners         jsonb       not null,
  changed_at      timestamptz not null
);
revoke delete on refund_rule from krapao_app;

-- One for each member and day. What it is worth never changes.
create table refund (
  member_id       bigint      not null,
  day             date        not null, -- of the loss
  currency        text        not null check (currency in ('BAHT', 'LAK')),
  loss            bigint      not null check (loss > 0),
  percent         int         not null check (percent between 1 and 100),
  cap             bigint      not null,
  amount          bigint      not null check (amount > 0 and amount <= cap),
  made_at         timestamptz not null,
  status          text        not null check (status in ('OPEN', 'RESERVED', 'PAID')),
  id              uuid        unique, -- from when it is reserved
  success_percent int         check (success_percent >= 0),
  fail_percent    int         check (fail_percent between 0 and 99),
  paid_at         timestamptz,
  primary key (member_id, day),
  check ((status = 'OPEN') = (id is null) and (status = 'OPEN') = (success_percent is null) and (status = 'OPEN') = (fail_percent is null)),
  check ((status = 'PAID') = (paid_at is not null))
) with (fillfactor = 70);
-- One is reserved at a time: it is paid before the next.
create unique index refund_reserved on refund (member_id) where status = 'RESERVED';
create index refund_day on refund (day);
revoke update, delete on refund from krapao_app;
grant update (status, id, success_percent, fail_percent, paid_at) on refund to krapao_app;

-- +goose Down
drop table refund;
drop table refund_rule;
drop table daily_run;
