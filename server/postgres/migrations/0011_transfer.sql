-- Transfers between the main wallet and game providers: server/wallet/README.md has the rules.

-- +goose Up
-- One row is one call that a provider is asked to carry out, under the row's id. From game to game takes two rows, the second written
-- when the first is settled.
create table transfer (
  member_id    bigint          not null,
  id           uuid            not null, -- the provider knows the transfer by this
  request_id   uuid            not null, -- what the member asked for: the first row's id, or a sweep's
  after_id     uuid,                     -- the row that brought the money to the main wallet; null for a first one
  source       text            not null, -- WALLET or a provider's code, as the member sees it
  target       text            not null,
  game         text            not null, -- the provider that is asked
  direction    text            not null check (direction in ('IN', 'OUT')),
  username     text            not null,
  then_as      text            not null, -- the member's username at the target, when another game follows; '' otherwise
  amount       bigint          not null check (amount > 0),
  currency     ledger_currency not null,
  status       text            not null check (status in ('PENDING', 'SETTLED', 'REVERSED')),
  reason       text            not null, -- the provider's no; '' otherwise
  created_at   timestamptz     not null,
  decided_at   timestamptz,
  tries        int             not null default 0, -- how often the reconciler took it up
  next_try_at  timestamptz     not null,
  primary key (member_id, id),
  check (source <> target),
  check ((status = 'PENDING') = (decided_at is null)),
  check (direction = 'IN' and target = game or direction = 'OUT' and source = game)
) with (fillfactor = 80);
create index transfer_request on transfer (member_id, request_id);
-- What is under way: the reconciler's work list, and what a refresh and an overview must know.
create index transfer_pending on transfer (next_try_at) where status = 'PENDING';
create index transfer_pending_member on transfer (member_id) include (game) where status = 'PENDING';
revoke delete on transfer from krapao_app;
