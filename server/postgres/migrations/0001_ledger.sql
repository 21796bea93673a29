-- The ledger: server/ledger/README.md has the invariants (I1 to I5) and why it has this shape.

-- +goose Up
-- Later tables are the application's to use; a migration takes away what a table must not allow.
alter default privileges in schema public grant select, insert, update, delete on tables to krapao_app;
alter default privileges in schema public grant usage, select on sequences to krapao_app;
grant select on goose_db_version to krapao_app; -- the server asks whether its schema is there

-- Domains, not CHECK clauses of the tables: PostgreSQL reads a table's clauses anew for every statement (a fifth of a posting's CPU).
create domain ledger_balance as bigint check (value >= 0);
create domain ledger_amount as bigint check (value <> 0);
create domain ledger_currency as text check (value in ('BAHT', 'LAK'));

-- One row has all balances of a member (minor units; coins whole), and how many postings each account has had. The
-- n-th game account is the n-th element of the three arrays.
create table ledger_wallet (
  member_id    bigint           primary key,
  currency     ledger_currency  not null,
  main         ledger_balance   not null default 0,
  main_seq     bigint           not null default 0,
  hold         ledger_balance   not null default 0,
  hold_seq     bigint           not null default 0,
  transit      ledger_balance   not null default 0,
  transit_seq  bigint           not null default 0,
  coin         ledger_balance   not null default 0,
  coin_seq     bigint           not null default 0,
  game_code    text[]           not null default '{}',
  game_balance ledger_balance[] not null default '{}',
  game_seq     bigint[]         not null default '{}',
  opened_at    timestamptz      not null
) with (fillfactor = 50); -- room for the next version of a row on its page: no index changes with a balance

create table ledger_transaction (
  id        uuid        primary key, -- UUIDv7
  key       text        not null,    -- the natural key: one effect for each
  kind      text        not null,
  member_id bigint      not null,    -- 0: the house's side only
  currency  ledger_currency not null,
  reference text        not null,
  at        timestamptz not null,
  body      bigint      not null,    -- a hash of kind, member, currency and postings: tells a repeat from another's use of the key
  statement bigint      not null,    -- the number of its main posting, 0 without one
  constraint ledger_transaction_key unique (key)
);

-- Postings of members' accounts, numbered without gaps for each account: a page of the statement is a range of the key.
-- kind, reference and at repeat the transaction's, so that the page needs no join.
create table ledger_posting (
  member_id      bigint      not null,
  account        text        not null, -- main, hold, transit, coin, game:<code>
  seq            bigint      not null,
  amount         ledger_amount not null,
  balance_after  ledger_balance not null,
  transaction_id uuid        not null,
  kind           text        not null,
  reference      text        not null,
  at             timestamptz not null,
  primary key (member_id, account, seq)
);

-- Postings of the house's side. No row of it is written by two: a hot account costs nothing. Its balance is what
-- ledger_fold has added up, plus the postings since.
create table ledger_house_posting (
  transaction_id uuid          not null,
  account        text          not null, -- house:<purpose>, clearing:<source>, suspense
  currency       text          not null, -- COIN where coins are counted
  amount         ledger_amount not null,
  xid            xid8          not null default pg_current_xact_id(),
  primary key (transaction_id, account, currency)
);
create index ledger_house_posting_xid on ledger_house_posting (xid);

create table ledger_house_balance (
  account  text    not null,
  currency text    not null,
  balance  numeric not null,
  primary key (account, currency)
);

-- One row: postings of transactions below this are in ledger_house_balance.
create table ledger_fold_horizon (
  single bool primary key default true check (single),
  below  xid8 not null
);
insert into ledger_fold_horizon (below) values ('0');

-- What outside evidence has credited: one (source, external_id) once, whoever asks.
create table external_credit (
  source         text not null,
  external_id    text not null,
  transaction_id uuid not null,
  primary key (source, external_id)
);

-- The application changes the book through ledger_open, ledger_post and ledger_fold only.
revoke insert, update, delete on ledger_wallet, ledger_transaction, ledger_posting, ledger_house_posting, ledger_house_balance,
  ledger_fold_horizon, external_credit from krapao_app;

-- +goose StatementBegin
create function ledger_open(p_member bigint, p_currency text, p_at timestamptz) returns text
language sql security definer set search_path = pg_catalog, public as $$
  insert into public.ledger_wallet (member_id, currency, opened_at) values (p_member, p_currency, p_at)
  on conflict (member_id) do nothing;
  select currency from public.ledger_wallet where member_id = p_member;
$$;
-- +goose StatementEnd

-- Keeps others from writing to a wallet until the caller's transaction ends.
-- +goose StatementBegin
create function ledger_lock(p_member bigint) returns void
language sql security definer set search_path = pg_catalog, public as $$
  select from public.ledger_wallet where member_id = p_member for no key update;
$$;
-- +goose StatementEnd

-- Writes one transaction whole, in one round trip. Amounts of 0 leave an account alone. Outcomes:
--   posted     written
--   duplicate  the key was posted before with this body; id, at, statement and main are the first one's
--   taken      the key was posted before with another body
--   short      a balance would become negative
--   no_wallet  no wallet in this currency
-- All but posted write nothing. An external id that another transaction claimed raises a unique violation.
-- +goose StatementBegin
create function ledger_post(
  p_id uuid, p_key text, p_kind text, p_member bigint, p_currency text, p_reference text, p_at timestamptz, p_body bigint,
  p_main bigint, p_hold bigint, p_transit bigint, p_coin bigint, p_game text, p_game_amount bigint,
  p_house text[], p_house_currency text[], p_house_amount bigint[], p_source text, p_external_id text,
  out outcome text, out id uuid, out at timestamptz, out statement bigint, out main bigint
) language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  n_main int := (p_main <> 0)::int;
  n_hold int := (p_hold <> 0)::int;
  n_transit int := (p_transit <> 0)::int;
  n_coin int := (p_coin <> 0)::int;
  b_main bigint; b_hold bigint; b_transit bigint; b_coin bigint; b_game bigint;
  s_main bigint; s_hold bigint; s_transit bigint; s_coin bigint; s_game bigint;
  w public.ledger_wallet;
  first public.ledger_transaction;
  money bigint := p_main + p_hold + p_transit + p_game_amount;
  coins bigint := p_coin;
  houses int := coalesce(cardinality(p_house_amount), 0);
begin
  for i in 1 .. houses loop
    if p_house_currency[i] = p_currency then
      money := money + p_house_amount[i];
    else
      coins := coins + p_house_amount[i];
    end if;
  end loop;
  if money <> 0 or coins <> 0 then
    raise exception 'ledger: the postings of % do not sum to zero', p_key;
  end if;

  id := p_id; at := p_at; statement := 0; main := 0;
  loop
    if p_member = 0 then
      exit;
    elsif p_game_amount = 0 then
      update public.ledger_wallet t set
        main = t.main + p_main, main_seq = t.main_seq + n_main,
        hold = t.hold + p_hold, hold_seq = t.hold_seq + n_hold,
        transit = t.transit + p_transit, transit_seq = t.transit_seq + n_transit,
        coin = t.coin + p_coin, coin_seq = t.coin_seq + n_coin
      where t.member_id = p_member and t.currency = p_currency
        and t.main + p_main >= 0 and t.hold + p_hold >= 0 and t.transit + p_transit >= 0 and t.coin + p_coin >= 0
      returning t.main, t.main_seq, t.hold, t.hold_seq, t.transit, t.transit_seq, t.coin, t.coin_seq
        into b_main, s_main, b_hold, s_hold, b_transit, s_transit, b_coin, s_coin;
    else
      update public.ledger_wallet t set
        main = t.main + p_main, main_seq = t.main_seq + n_main,
        hold = t.hold + p_hold, hold_seq = t.hold_seq + n_hold,
        transit = t.transit + p_transit, transit_seq = t.transit_seq + n_transit,
        coin = t.coin + p_coin, coin_seq = t.coin_seq + n_coin,
        game_code[coalesce(array_position(t.game_code, p_game), cardinality(t.game_code) + 1)] = p_game,
        game_balance[coalesce(array_position(t.game_code, p_game), cardinality(t.game_code) + 1)] =
          coalesce(t.game_balance[array_position(t.game_code, p_game)], 0) + p_game_amount,
        game_seq[coalesce(array_position(t.game_code, p_game), cardinality(t.game_code) + 1)] =
          coalesce(t.game_seq[array_position(t.game_code, p_game)], 0) + 1
      where t.member_id = p_member and t.currency = p_currency
        and t.main + p_main >= 0 and t.hold + p_hold >= 0 and t.transit + p_transit >= 0 and t.coin + p_coin >= 0
        and coalesce(t.game_balance[array_position(t.game_code, p_game)], 0) + p_game_amount >= 0
      returning t.main, t.main_seq, t.hold, t.hold_seq, t.transit, t.transit_seq, t.coin, t.coin_seq,
          t.game_balance[array_position(t.game_code, p_game)], t.game_seq[array_position(t.game_code, p_game)]
        into b_main, s_main, b_hold, s_hold, b_transit, s_transit, b_coin, s_coin, b_game, s_game;
    end if;
    exit when found;

    -- Not possible, or not any more: look again behind everybody who is still writing to this wallet.
    select * into w from public.ledger_wallet t where t.member_id = p_member for no key update;
    if not found or w.currency <> p_currency then
      outcome := 'no_wallet';
      return;
    end if;
    select * into first from public.ledger_transaction t where t.key = p_key;
    exit when found;
    if w.main + p_main < 0 or w.hold + p_hold < 0 or w.transit + p_transit < 0 or w.coin + p_coin < 0
      or coalesce(w.game_balance[array_position(w.game_code, p_game)], 0) + p_game_amount < 0 then
      outcome := 'short';
      return;
    end if;
  end loop;

  if first.id is null then
    if n_main > 0 then
      statement := s_main; main := b_main;
    end if;
    insert into public.ledger_transaction values (p_id, p_key, p_kind, p_member, p_currency, p_reference, p_at, p_body, statement)
      on conflict (key) do nothing;
    if not found then
      select * into strict first from public.ledger_transaction t where t.key = p_key;
      -- Put back what the update above did.
      update public.ledger_wallet t set
        main = t.main - p_main, main_seq = t.main_seq - n_main,
        hold = t.hold - p_hold, hold_seq = t.hold_seq - n_hold,
        transit = t.transit - p_transit, transit_seq = t.transit_seq - n_transit,
        coin = t.coin - p_coin, coin_seq = t.coin_seq - n_coin
      where t.member_id = p_member;
      if p_game_amount <> 0 then
        update public.ledger_wallet t set
          game_balance[array_position(t.game_code, p_game)] = b_game - p_game_amount,
          game_seq[array_position(t.game_code, p_game)] = s_game - 1
        where t.member_id = p_member;
      end if;
    end if;
  end if;
  if first.id is not null then
    outcome := case when first.body = p_body then 'duplicate' else 'taken' end;
    id := first.id; at := first.at; statement := first.statement; main := 0;
    if statement > 0 then
      select p.balance_after into main from public.ledger_posting p
        where p.member_id = first.member_id and p.account = 'main' and p.seq = first.statement;
    end if;
    return;
  end if;

  if n_main > 0 then
    insert into public.ledger_posting values (p_member, 'main', s_main, p_main, b_main, p_id, p_kind, p_reference, p_at);
  end if;
  if n_hold > 0 then
    insert into public.ledger_posting values (p_member, 'hold', s_hold, p_hold, b_hold, p_id, p_kind, p_reference, p_at);
  end if;
  if n_transit > 0 then
    insert into public.ledger_posting values (p_member, 'transit', s_transit, p_transit, b_transit, p_id, p_kind, p_reference, p_at);
  end if;
  if n_coin > 0 then
    insert into public.ledger_posting values (p_member, 'coin', s_coin, p_coin, b_coin, p_id, p_kind, p_reference, p_at);
  end if;
  if p_game_amount <> 0 then
    insert into public.ledger_posting values (p_member, 'game:' || p_game, s_game, p_game_amount, b_game, p_id, p_kind, p_reference, p_at);
  end if;
  for i in 1 .. houses loop
    insert into public.ledger_house_posting values (p_id, p_house[i], p_house_currency[i], p_house_amount[i]);
  end loop;
  if p_source is not null then
    insert into public.external_credit values (p_source, p_external_id, p_id);
  end if;
  outcome := 'posted';
end $$;
-- +goose StatementEnd

-- Adds the house's postings that every running transaction can see to their balances. Anybody may do it at any time:
-- one works, others return at once. It answers how many postings it folded.
-- +goose StatementBegin
create function ledger_fold() returns bigint
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  from_xid xid8;
  to_xid xid8;
  folded bigint;
begin
  select below into from_xid from public.ledger_fold_horizon for update skip locked;
  if not found then
    return 0;
  end if;
  to_xid := pg_snapshot_xmin(pg_current_snapshot());
  if to_xid <= from_xid then
    return 0;
  end if;
  with tail as (
    select account, currency, amount from public.ledger_house_posting where xid >= from_xid and xid < to_xid
  ), added as (
    insert into public.ledger_house_balance as b
      select account, currency, sum(amount) from tail group by account, currency
    on conflict (account, currency) do update set balance = b.balance + excluded.balance
  )
  select count(*) into folded from tail;
  update public.ledger_fold_horizon set below = to_xid;
  return folded;
end $$;
-- +goose StatementEnd

-- The house's balances of this moment: what was folded, plus the tail.
create view ledger_house as
  select account, currency, sum(amount) as balance from (
    select account, currency, balance as amount from ledger_house_balance
    union all
    select account, currency, amount from ledger_house_posting where xid >= (select below from ledger_fold_horizon)
  ) parts group by account, currency;

-- For the owner, once, after a dump was restored into another cluster: transaction numbers begin anew there, so all
-- postings are folded again.
-- +goose StatementBegin
create function ledger_refold() returns void language sql set search_path = pg_catalog, public as $$
  lock table public.ledger_house_posting in exclusive mode;
  update public.ledger_house_posting set xid = '1' where xid <> '1';
  delete from public.ledger_house_balance;
  insert into public.ledger_house_balance select account, currency, sum(amount) from public.ledger_house_posting group by account, currency;
  update public.ledger_fold_horizon set below = '2';
$$;
-- +goose StatementEnd
revoke execute on all functions in schema public from public;
grant execute on function ledger_open, ledger_lock, ledger_post, ledger_fold to krapao_app;
