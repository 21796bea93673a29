-- What lines of a feed and slips are held against, by time and amount (server/cashier/README.md, "A line of a bank's feed").

-- +goose Up
-- Codes are written in the order of their time, so a BRIN index finds those of a day, and a payment need not write to it.
create index qr_payment_made on qr_payment using brin (created_at) with (pages_per_range = 16);
create index suspense_payment_amount on suspense_payment (amount, paid_at);

-- +goose Down
drop index suspense_payment_amount, qr_payment_made;
