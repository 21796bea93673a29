-- What lines of a feed and slips are held against, by time and amount (server/cashier/README.md, "A line of a bank's feed").

-- +goose Up
-- Every line asks for the codes of its amount that were made in the day before it. A code's changes write to it as they do to the table's other indexes:
-- those have its status, so no change of it is a heap-only one.
create index qr_payment_like on qr_payment (gateway_code, amount, created_at);
create index suspense_payment_amount on suspense_payment (amount, paid_at);
create index gift_link_last on gift_link (greatest(created_at, next_try_at, redeemed_at));

-- +goose Down
drop index gift_link_last, suspense_payment_amount, qr_payment_like;
