-- Gives each member history: :lines main postings, with their transactions, in both shapes (P6, scaled down).
set search_path = public;
create temp table history as
  select 10000000 + (g % :members) + 1 as member_id, g / :members + 1 as seq, uuidv7() as id from generate_series(0, :members * :lines - 1) g;
insert into ledger_transaction select id, id || '/credit', 'DEPOSIT', member_id, 'BAHT', id::text, now(), 42, seq from history order by history.id;
insert into ledger_posting select member_id, 'main', seq, 100, 100 * seq, id, 'DEPOSIT', id::text, now() from history order by history.id;
insert into shape_a.transaction select id, id || '/credit', 'DEPOSIT', member_id, 'BAHT', id::text, now(), 42, seq from history order by history.id;
insert into shape_a.posting select member_id, 'main', seq, 100, 100 * seq, id, 'DEPOSIT', id::text, now() from history order by history.id;
drop table history;
