-- A line is the payment of one report at most.

-- +goose NO TRANSACTION
-- +goose Up
set lock_timeout = 0;
drop index concurrently if exists suspense_payment_matched_line;
create unique index concurrently suspense_payment_matched_line on suspense_payment (matched_line) where matched_line is not null;
reset lock_timeout;

-- +goose Down
drop index concurrently suspense_payment_matched_line;
