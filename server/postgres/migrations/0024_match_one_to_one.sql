-- A line of a bank's feed is the word of one credit, and a credit has one line (server/cashier/README.md, "A line of a bank's feed").

-- +goose Up
alter table bank_line add column payer_member bigint; -- whose registered account or phone number paid it
alter table bank_line add column duplicate_of uuid;      -- the line that this one is, under another name of the bank's
alter table bank_line drop constraint bank_line_status_check;
alter table bank_line add constraint bank_line_status_check
  check (status in ('WAITING', 'CREDITED', 'COVERED', 'SUSPENSE', 'RETURNED', 'DUPLICATE') and (status = 'DUPLICATE') = (duplicate_of is not null)) not valid;

-- A line that named the payment of one in suspense is that line once more: suspense credits nobody by itself.
update bank_line l set status = 'DUPLICATE', duplicate_of = k.id, covered_by = null
  from ledger_transaction t join suspense_payment s on s.id::text = t.reference join bank_line k on k.id::text = s.reference
  where l.status = 'COVERED' and l.proof is null and t.id = l.covered_by and k.id <> l.id and k.amount = l.amount and k.currency = l.currency;

-- A line that was covered by the ledger's transaction names what credited it, as the others do: the first of each credit. A second is a duplicate.
update bank_line set proof = first.credit from (
    select distinct on (t.reference) l.id, t.reference::uuid as credit
    from bank_line l join ledger_transaction t on t.id = l.covered_by
    where l.status = 'COVERED' and l.proof is null and t.reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      and not exists (select from bank_line k where k.proof = t.reference::uuid or k.id = t.reference::uuid)
    order by t.reference, l.id) first
  where bank_line.id = first.id;
update bank_line l set status = 'DUPLICATE', duplicate_of = k.id, covered_by = null
  from ledger_transaction t, bank_line k
  where l.status = 'COVERED' and l.proof is null and t.id = l.covered_by and t.reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    and (k.id = t.reference::uuid or k.proof = t.reference::uuid) and k.id <> l.id and k.amount = l.amount and k.currency = l.currency;

alter table qr_payment add column payer jsonb not null default '{}'; -- who paid, as far as its gateway told

-- What a bank says that an account received in a day that is over (Asia/Bangkok).
create table bank_total (
  bank_code  text        not null,
  account_no text        not null, -- its digits
  currency   text        not null check (currency in ('BAHT', 'LAK')),
  day        date        not null,
  lines      bigint      not null check (lines >= 0),
  amount     bigint      not null check (amount >= 0),
  told_at    timestamptz not null,
  primary key (bank_code, account_no, currency, day)
);
revoke delete on bank_total from krapao_app;

-- +goose Down
drop table bank_total;
alter table qr_payment drop column payer;
update bank_line l set status = 'COVERED', covered_by = coalesce(k.covered_by, k.proof, k.id) from bank_line k where k.id = l.duplicate_of;
alter table bank_line drop constraint bank_line_status_check;
alter table bank_line drop column duplicate_of, drop column payer_member;
alter table bank_line add constraint bank_line_status_check check (status in ('WAITING', 'CREDITED', 'COVERED', 'SUSPENSE', 'RETURNED'));
