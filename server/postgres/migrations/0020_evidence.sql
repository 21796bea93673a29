-- Gateways are asked once an hour about QR codes that they have not reported in time; and what a claim or a line in suspense is held against.
-- server/cashier/README.md has the rules.

-- +goose Up
alter table qr_payment add column ask_at timestamptz; -- when its gateway is asked next, null: no more
update qr_payment set ask_at = now()
  where status in ('REQUESTED', 'ACTIVE', 'EXPIRED', 'CANCELLED') and created_at > now() - interval '72 hours';
create index qr_payment_ask on qr_payment (ask_at) where ask_at is not null and status in ('REQUESTED', 'ACTIVE', 'EXPIRED', 'CANCELLED');
create index slip_credited on slip (amount, created_at) where status = 'SUCCESS';
create index suspense_payment_credited on suspense_payment (credited_member) where credited_member is not null;

-- +goose Down
drop index suspense_payment_credited, slip_credited, qr_payment_ask;
alter table qr_payment drop column ask_at;
