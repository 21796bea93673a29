\set m 10000000 + random(1, :members)
select currency, main, hold, transit, coin, main_seq, game_code, game_balance::bigint[], game_seq from ledger_wallet where member_id = :m;
