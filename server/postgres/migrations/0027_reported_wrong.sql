-- A report that was wrong, and gift links whose outcome nobody knows (server/cashier/README.md, "A report", "A gift link").

-- +goose Up
-- REVIEW: something was reported paid for the code that is not what it asked for. It can be paid no more.
alter table qr_payment drop constraint qr_payment_status_check;
alter table qr_payment add constraint qr_payment_status_check
  check (status in ('REQUESTED', 'ACTIVE', 'PAID', 'EXPIRED', 'CANCELLED', 'FAILED', 'REVIEW')) not valid;
-- CORRECTED: the gateway has reported the same payment as it was asked since; its QR code is credited.
alter table suspense_payment drop constraint suspense_payment_resolution_check;
alter table suspense_payment add constraint suspense_payment_resolution_check check (resolution in ('CREDITED', 'RETURNED', 'CORRECTED')) not valid;
-- How often the e-wallet was asked in vain, and what it said at first.
alter table gift_link add column tries int not null default 0;

-- +goose Down
alter table gift_link drop column tries;
alter table suspense_payment drop constraint suspense_payment_resolution_check;
alter table suspense_payment add constraint suspense_payment_resolution_check check (resolution in ('CREDITED', 'RETURNED'));
alter table qr_payment drop constraint qr_payment_status_check;
alter table qr_payment add constraint qr_payment_status_check check (status in ('REQUESTED', 'ACTIVE', 'PAID', 'EXPIRED', 'CANCELLED', 'FAILED'));
