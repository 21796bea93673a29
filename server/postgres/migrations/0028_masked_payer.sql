-- The payer of a line whose number is masked is looked for by its last digits (server/cashier/README.md, "A line of a bank's feed").

-- +goose NO TRANSACTION
-- +goose Up
set lock_timeout = 0;
drop index concurrently if exists member_bank_owner_end;
create index concurrently member_bank_owner_end on member_bank_owner (bank_code, reverse(account_no));
reset lock_timeout;

-- +goose Down
drop index concurrently member_bank_owner_end;
