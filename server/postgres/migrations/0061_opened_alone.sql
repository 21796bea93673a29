-- What operators opened without a second person: server/bonus/README.md adds it up.

-- +goose Up
create table bonus_opened_alone (
  operator text        not null,
  currency text        not null check (currency in ('BAHT', 'LAK')),
  kind     text        not null,
  code     text        not null,
  version  int         not null,
  cost     bigint      not null check (cost > 0), -- by which the version may cost more than what was open before
  at       timestamptz not null,
  primary key (kind, code, version)
);
create index bonus_opened_alone_by on bonus_opened_alone (operator, currency, at);
revoke update, delete on bonus_opened_alone from krapao_app;

-- +goose Down
drop table bonus_opened_alone;
