-- Game providers and members' accounts there: server/game/README.md has the rules.

-- +goose Up
create table game_provider (
  code           text    primary key check (code ~ '^[A-Z0-9_]{1,20}$'),
  name           text    not null,
  category       text    not null check (category in ('slot', 'sport', 'lotto')),
  currencies     text[]  not null check (cardinality(currencies) > 0 and currencies <@ '{BAHT,LAK}'),
  logo           text    not null,
  background     text    not null,
  ft_wallet      float8  not null check (ft_wallet > 0), -- shown beside the amount; it changes none
  web            text    not null, -- '': none, as in android and ios
  android        text    not null,
  ios            text    not null,
  launch_kind    text    not null check (launch_kind in ('autoLogin', 'formPost', 'webUrl')),
  launch_url     text    not null,
  username_field text    not null,
  password_field text    not null,
  position       int     not null, -- display order
  is_open        bool    not null,
  check ((launch_kind = 'autoLogin') = (launch_url = ''))
);
revoke delete on game_provider from krapao_app;

-- One row guards the operator's changes of providers.
create table game_office (
  single bool primary key default true check (single)
);
insert into game_office default values;
revoke insert, delete on game_office from krapao_app;

-- A member's account at a provider and its credentials. What the provider told of its money is in game_member.
create table game_account (
  member_id       bigint      not null,
  provider        text        not null references game_provider,
  username        text        not null,
  password        bytea       not null, -- AES-256-GCM, bound to member and provider
  opened_at       timestamptz not null,
  reset_reference uuid,                 -- the latest change of the password, by the name the provider knows it by
  reset_at        timestamptz,
  reset_done      bool        not null default true, -- false: asked for, and not known to have happened
  primary key (member_id, provider)
);
revoke delete on game_account from krapao_app;

-- Whose a username is: a provider that gives one player to two members is not believed.
create table game_username (
  provider  text   not null,
  username  text   not null,
  member_id bigint not null,
  primary key (provider, username)
);
revoke update, delete on game_username from krapao_app;

-- What the home screen reads of a member's accounts, in one row. The n-th account is the n-th element of the arrays.
create table game_member (
  member_id    bigint        primary key,
  synced_at    timestamptz,               -- the last refresh as a whole
  code         text[]        not null,
  sequence     bigint[]      not null,    -- the provider's number of the balance that was booked last
  refreshed_at timestamptz[] not null     -- null: the provider never told
) with (fillfactor = 50);
revoke delete on game_member from krapao_app;

-- What a member won (or lost, below zero) on a day of Asia/Bangkok: written with each GAME_RESULT, in its transaction.
create table game_day (
  member_id bigint not null,
  day       date   not null,
  result    bigint not null, -- minor units
  primary key (member_id, day)
) with (fillfactor = 70);
revoke delete on game_day from krapao_app;
