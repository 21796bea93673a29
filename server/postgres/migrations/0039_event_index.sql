-- What reports that are too old to matter are found by (server/cashier/README.md, "Retention").

-- +goose NO TRANSACTION
-- +goose Up
set lock_timeout = 0;
drop index concurrently if exists payment_event_received;
create index concurrently payment_event_received on payment_event (received_at);
drop index concurrently if exists payout_event_received;
create index concurrently payout_event_received on payout_event (received_at);
reset lock_timeout;

-- +goose Down
drop index concurrently payout_event_received;
drop index concurrently payment_event_received;
