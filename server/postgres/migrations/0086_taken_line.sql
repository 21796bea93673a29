-- Of the lines that are covered or were sent back, those of an amount and about one time. A slip may show that a line
-- was taken for another payment (server/deposit/BANK_LINES.md).

-- +goose NO TRANSACTION
-- +goose Up
set lock_timeout = 0;
drop index concurrently if exists bank_line_taken;
create index concurrently bank_line_taken on bank_line (amount, least(transferred_at, received_at)) where status in ('COVERED', 'RETURNED');
reset lock_timeout;

-- +goose Down
drop index concurrently bank_line_taken;
