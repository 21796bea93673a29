-- Of the lines that are not decided, those of about one time: a queue that nobody works off does not slow down the lines
-- that come (server/deposit/BANK_LINES.md).

-- +goose NO TRANSACTION
-- +goose Up
set lock_timeout = 0;
drop index concurrently if exists bank_line_open_at;
create index concurrently bank_line_open_at on bank_line (account_no, amount, least(transferred_at, received_at)) where status in ('WAITING', 'SUSPENSE');
drop index concurrently if exists bank_line_open;
reset lock_timeout;

-- +goose Down
drop index concurrently if exists bank_line_open;
create index concurrently bank_line_open on bank_line (account_no, amount) where status in ('WAITING', 'SUSPENSE');
drop index concurrently bank_line_open_at;
