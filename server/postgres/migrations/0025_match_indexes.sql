-- What lines are matched by: their reference, who paid them, and the lines that are not decided (server/cashier/README.md, "A line of a bank's feed").

-- +goose NO TRANSACTION
-- +goose Up
set lock_timeout = 0;
drop index concurrently if exists bank_line_reference;
create index concurrently bank_line_reference on bank_line (reference) where reference <> '';
drop index concurrently if exists bank_line_payer;
create index concurrently bank_line_payer on bank_line (payer_member) where payer_member is not null and status in ('WAITING', 'SUSPENSE', 'RETURNED');
drop index concurrently if exists bank_line_open;
create index concurrently bank_line_open on bank_line (account_no, amount) where status in ('WAITING', 'SUSPENSE');
reset lock_timeout;

-- +goose Down
drop index concurrently bank_line_open;
drop index concurrently bank_line_payer;
drop index concurrently bank_line_reference;
