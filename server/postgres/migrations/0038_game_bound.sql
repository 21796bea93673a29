-- The bound of what a game provider may report as won, and the results that went beyond it: server/game/README.md has the rules.

-- +goose Up
create table game_bound (
  provider       text   not null references game_provider,
  currency       text   not null check (currency in ('BAHT', 'LAK')),
  maximum_result bigint not null check (maximum_result >= 0), -- minor units, as review_above
  review_above   bigint not null check (review_above >= 0),
  primary key (provider, currency)
);
revoke delete on game_bound from krapao_app;

-- A result that was not booked because it goes beyond the bound. It is written under its wallet's lock, but for its release.
create table game_held_result (
  id          uuid        primary key,
  member_id   bigint      not null,
  provider    text        not null references game_provider,
  currency    text        not null check (currency in ('BAHT', 'LAK')),
  result      bigint      not null check (result > 0), -- the provider's balance less the ledger's, when it was last reported
  balance     bigint      not null, -- what the provider told
  sequence    bigint      not null, -- its number of that balance
  bound       bigint      not null, -- what it went beyond
  status      text        not null check (status in ('HELD', 'RELEASED', 'BOOKED', 'DROPPED')),
  released    bigint      not null check (released >= 0), -- the result that an operator released; 0: none yet
  released_by text        not null check ((released_by = '') = (released = 0)),
  reported_at timestamptz not null,
  seen_at     timestamptz not null,
  closed_at   timestamptz check ((closed_at is null) = (status in ('HELD', 'RELEASED')))
);
revoke delete on game_held_result from krapao_app;
-- An account has one open result; the other serves the operator's list.
create unique index game_held_result_open on game_held_result (member_id, provider) where closed_at is null;
create index game_held_result_newest on game_held_result (reported_at desc, id);
