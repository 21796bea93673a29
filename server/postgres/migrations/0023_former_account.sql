-- The accounts that a channel had: codes that were made then may be paid into them (server/cashier/README.md, "A line of a bank's feed").

-- +goose Up
alter table deposit_channel add column former_accounts jsonb not null default '[]'; -- [{bankCode, accountNo, until}]

-- +goose Down
alter table deposit_channel drop column former_accounts;
