truncate ledger_transaction, ledger_posting, ledger_house_posting, shape_a.transaction, shape_a.posting, shape_a.house_posting;
-- The numbering goes on, as if the history had been archived: it begins above what fill.sql writes.
update ledger_wallet set main_seq = 1000000, transit_seq = 1000000, game_seq = array_fill(1000000, '{4}');
update shape_a.account set seq = 1000000;
vacuum full ledger_wallet; vacuum full shape_a.account; vacuum analyze;
