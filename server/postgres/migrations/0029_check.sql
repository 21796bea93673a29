-- The scheduled check reads what was posted since the last one (server/ledger/README.md, "The scheduled check").

-- +goose Up
-- The number of the database transaction that wrote a row; null in older ones, which the first whole check reads.
alter table ledger_transaction add column xid xid8;
alter table ledger_transaction alter column xid set default pg_current_xact_id();

-- One row: every posting of database transactions below this was checked.
create table invariant_watermark (
  single   bool        primary key default true check (single),
  below    xid8        not null,
  at       timestamptz not null, -- when that was
  whole_at timestamptz           -- of the last whole check; null: none was made
);
insert into invariant_watermark (below, at) values (pg_snapshot_xmin(pg_current_snapshot()), now());

-- How many postings of each of a member's accounts were checked; no row: none was.
create table invariant_checked (
  member_id   bigint   primary key,
  main_seq    bigint   not null,
  hold_seq    bigint   not null,
  transit_seq bigint   not null,
  coin_seq    bigint   not null,
  game_code   text[]   not null,
  game_seq    bigint[] not null
);

-- What was found broken since the last whole check, and by it.
create table invariant_breach (
  invariant text        not null,
  breach    text        not null,
  found_at  timestamptz not null,
  primary key (invariant, breach)
);

alter table invariant_check add column whole bool not null default false;
revoke insert, delete on invariant_watermark from krapao_app;

-- +goose Down
alter table invariant_check drop column whole;
drop table invariant_breach, invariant_checked, invariant_watermark;
alter table ledger_transaction drop column xid;
