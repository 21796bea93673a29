-- Shape (a): one row per account. The losing shape, kept so that the figures can be taken again.
drop schema if exists shape_a cascade;
create schema shape_a;
set search_path = shape_a;
create table wallet (member_id bigint primary key, currency text not null);
create table account (
  member_id bigint not null, account text not null, balance public.ledger_balance not null default 0, seq bigint not null default 0,
  primary key (member_id, account)
) with (fillfactor = 50);
create table transaction (like public.ledger_transaction including all);
create table posting (like public.ledger_posting including all);
create table house_posting (like public.ledger_house_posting including all);

-- Rows are locked in the order of their names by updating them in it. A shortage raises (the check): the production
-- shape answers it without, which costs more, so this favours (a).
create function post(
  p_id uuid, p_key text, p_kind text, p_member bigint, p_currency text, p_reference text, p_at timestamptz, p_body bigint,
  p_account text[], p_amount bigint[], p_house text[], p_house_currency text[], p_house_amount bigint[]
) returns text language plpgsql security definer set search_path = pg_catalog, shape_a as $$
declare
  w shape_a.account;
  seqs bigint[] := '{}';
  balances bigint[] := '{}';
  statement bigint := 0;
begin
  for i in 1 .. cardinality(p_account) loop
    update shape_a.account t set balance = t.balance + p_amount[i], seq = t.seq + 1
      where t.member_id = p_member and t.account = p_account[i] returning * into w;
    if not found then
      insert into shape_a.account values (p_member, p_account[i], p_amount[i], 1) returning * into w;
    end if;
    seqs := seqs || w.seq;
    balances := balances || w.balance;
    if p_account[i] = 'main' then statement := w.seq; end if;
  end loop;
  insert into shape_a.transaction values (p_id, p_key, p_kind, p_member, p_currency, p_reference, p_at, p_body, statement)
    on conflict (key) do nothing;
  if not found then raise exception 'duplicate'; end if;
  insert into shape_a.posting
    select p_member, u.account, u.seq, u.amount, u.balance, p_id, p_kind, p_reference, p_at
    from unnest(p_account, seqs, p_amount, balances) u (account, seq, amount, balance);
  insert into shape_a.house_posting (transaction_id, account, currency, amount)
    select p_id, u.account, u.currency, u.amount from unnest(p_house, p_house_currency, p_house_amount) u (account, currency, amount);
  return 'posted';
end $$;

insert into wallet select 10000000 + g, 'BAHT' from generate_series(1, :members) g;
insert into account select 10000000 + g, n, 100000000000, 0
  from generate_series(1, :members) g, unnest('{coin,game:G1,game:G2,game:G3,game:G4,hold,main,transit}'::text[]) n;
vacuum analyze;
