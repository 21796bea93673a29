-- The ways in beside payment QR codes: lines of bank feeds, claims, gift links, and what becomes of money in suspense. server/cashier/README.md has the rules.

-- +goose Up
-- Money that arrived on an account of the house, as its bank's feed tells it.
create table bank_line (
  id             uuid        primary key,
  bank_code      text        not null, -- whose feed
  account_no     text        not null, -- the house's
  line_id        text        not null,
  reference      text        not null, -- the sending bank's, '' when it was not told
  amount         bigint      not null check (amount > 0),
  currency       text        not null check (currency in ('BAHT', 'LAK')),
  payer          jsonb       not null,
  memo           text        not null,
  transferred_at timestamptz not null,
  received_at    timestamptz not null,
  status         text        not null check (status in ('WAITING', 'CREDITED', 'COVERED', 'SUSPENSE', 'RETURNED')),
  member_id      bigint,               -- who was credited
  covered_by     uuid,                 -- the ledger transaction that had booked the same payment before, by its reference
  proof          uuid,                 -- a slip, a claim, a QR payment or a gift link that is the same payment, by amount and time: one line for each
  slip_reference text,                 -- of a slip that told of the same payment later
  decided_at     timestamptz,
  constraint bank_line_once unique (bank_code, account_no, line_id),
  check (status <> 'CREDITED' or member_id is not null),
  constraint bank_line_proof unique (proof),
  check ((status = 'COVERED') = (covered_by is not null or proof is not null))
);
create index bank_line_member on bank_line (member_id, id) where member_id is not null;
create index bank_line_waiting on bank_line (received_at) where status = 'WAITING';

-- What members say they have paid. A claim never credits by itself.
create table deposit_claim (
  id         uuid        primary key,
  member_id  bigint      not null,
  amount     bigint      not null check (amount > 0),
  currency   text        not null check (currency in ('BAHT', 'LAK')),
  status     text        not null check (status in ('PENDING', 'CREDITED', 'REJECTED')),
  evidence   text        check (evidence in ('LINE', 'SUSPENSE', 'WORD')), -- on what it was credited
  settled_by uuid,                    -- the line or the payment in suspense; of a WORD the line that showed the money later
  reason     text        not null default '',
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((status = 'CREDITED') = (evidence is not null)),
  check ((status = 'PENDING') = (decided_at is null)),
  check (status <> 'REJECTED' or reason <> '')
);
create index deposit_claim_member on deposit_claim (member_id, id);
create index deposit_claim_queue on deposit_claim (created_at) where status = 'PENDING';

-- Gift links by their voucher's hash, claimed before anybody redeems them.
create table gift_link (
  id           uuid        primary key,
  member_id    bigint      not null,
  voucher_hash text        not null constraint gift_link_once unique,
  target_phone text        not null, -- the house's e-wallet
  status       text        not null check (status in ('CLAIMED', 'CREDITED', 'REVIEW', 'REFUSED')),
  outcome      text        not null default '', -- as the e-wallet told it
  amount       bigint      not null default 0 check (amount >= 0),
  currency     text        not null,
  sender_phone text        not null default '',
  created_at   timestamptz not null,
  next_try_at  timestamptz not null, -- of one that is CLAIMED
  redeemed_at  timestamptz,
  decided_at   timestamptz,
  check ((status = 'CLAIMED') = (decided_at is null)),
  check (status <> 'CREDITED' or amount > 0)
);
create index gift_link_member on gift_link (member_id, id);
create index gift_link_due on gift_link (next_try_at) where status = 'CLAIMED';
revoke delete on bank_line, deposit_claim, gift_link from krapao_app;

-- What became of money in suspense. Of a gift whose amount was not told the amount is 0 until the operator knows it.
alter table suspense_payment drop constraint suspense_payment_amount_check;
alter table suspense_payment add constraint suspense_payment_amount_check check (amount >= 0);
alter table suspense_payment add column resolution text check (resolution in ('CREDITED', 'RETURNED'));
alter table suspense_payment add column credited_member bigint;
alter table suspense_payment add constraint suspense_payment_resolved
  check ((resolved_at is null) = (resolution is null) and (coalesce(resolution, '') = 'CREDITED') = (credited_member is not null));
create index suspense_payment_member on suspense_payment (member_id) where member_id is not null;

-- When a QR code ended unpaid, for its timeline.
alter table qr_payment add column ended_at timestamptz;

-- +goose Down
alter table qr_payment drop column ended_at;
drop index suspense_payment_member;
alter table suspense_payment drop column credited_member, drop column resolution;
drop table gift_link, deposit_claim, bank_line;
