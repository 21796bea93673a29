-- The one condition that a member can be under: server/bonus/README.md has the rules.

-- +goose Up
create table bonus_condition (
  member_id       bigint      not null,
  id              uuid        not null,
  currency        text        not null check (currency in ('BAHT', 'LAK')),
  kind            text        not null check (kind in ('BONUS', 'PROMOTION', 'INVITE', 'REFUND', 'PRIZE')),
  object          uuid        not null, -- what it was opened for: each opens one at most
  name            jsonb       not null,
  amount          bigint      not null check (amount > 0),
  base            bigint      not null check (base >= 0), -- the member's money just before
  success_percent int         not null check (success_percent >= 0),
  fail_percent    int         not null check (fail_percent between 0 and 99),
  won             bigint      not null default 0, -- the sum of the game results booked under it
  unsettled       text[]      not null, -- games whose next result is left out: they were played before it was opened
  opened_at       timestamptz not null,
  outcome         text        check (outcome in ('MET', 'LOST')),
  ended_at        timestamptz,
  cut             bigint      not null default 0 check (cut >= 0), -- what its end took
  primary key (member_id, id),
  unique (kind, object),
  check ((outcome is null) = (ended_at is null))
) with (fillfactor = 70);
create unique index bonus_condition_active on bonus_condition (member_id) where ended_at is null;
-- The terms never change.
revoke update, delete on bonus_condition from krapao_app;
grant update (won, unsettled, outcome, ended_at, cut) on bonus_condition to krapao_app;
