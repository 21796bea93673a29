-- Shape (b): one row per member: the schema of production, as the migrations made it.
set search_path = public;
truncate ledger_wallet, ledger_transaction, ledger_posting, ledger_house_posting, external_credit;
insert into ledger_wallet (member_id, currency, main, game_code, game_balance, game_seq, opened_at)
  select 10000000 + g, 'BAHT', 100000000000, '{G1,G2,G3,G4}', array_fill(100000000000, '{4}'), array_fill(0, '{4}'), now()
  from generate_series(1, :members) g;
vacuum analyze;
