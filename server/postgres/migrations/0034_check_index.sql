-- What the scheduled check looks new postings and their evidence up by (server/ledger/README.md, "The scheduled check").

-- +goose NO TRANSACTION
-- +goose Up
set lock_timeout = 0;
drop index concurrently if exists ledger_transaction_xid;
create index concurrently ledger_transaction_xid on ledger_transaction (xid);
drop index concurrently if exists external_credit_transaction;
create index concurrently external_credit_transaction on external_credit (transaction_id);
reset lock_timeout;

-- +goose Down
drop index concurrently external_credit_transaction;
drop index concurrently ledger_transaction_xid;
