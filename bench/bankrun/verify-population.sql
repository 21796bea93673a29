-- How much there is of what `krapao check` looks at, by invariant.

-- I1: transactions
select count(*) from ledger_transaction;

-- I2: accounts
select (select count(*) from ledger_wallet) + (select count(*) from ledger_house_balance);

-- I3: postings
select (select count(*) from ledger_posting) + (select count(*) from ledger_house_posting);

-- I4: postings of members
select count(*) from ledger_posting;

-- I5: postings of members
select count(*) from ledger_posting;

-- I6: idempotency keys
select count(*) from idempotency_key;

-- I7: outside payments
select count(*) from external_credit;

-- I8: wallets
select count(*) from ledger_wallet;

-- I10: transfers
select count(*) from transfer where after_id is null;

-- I11: withdrawals
select count(*) from withdrawal;

-- I12: members' days
select count(*) from game_day;

-- I13: postings of main wallets
select count(*) from ledger_posting where account = 'main';

-- I16: lines of feeds
select count(*) from bank_line;

-- I15: conditions
select count(*) from bonus_condition;

-- I14: wallets
select count(*) from ledger_wallet;
