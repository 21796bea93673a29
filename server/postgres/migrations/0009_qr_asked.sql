-- +goose Up
-- Gateways are asked about young QR codes that they have not reported as paid (server/cashier/reconcile.go).
create index qr_payment_unpaid on qr_payment (created_at) where status in ('REQUESTED', 'ACTIVE', 'EXPIRED', 'CANCELLED');

-- +goose Down
drop index qr_payment_unpaid;
