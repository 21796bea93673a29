-- Withdrawals, from the member's wish to the bank's word: server/cashier/README.md, "A withdrawal".

-- +goose Up
create table withdrawal (
  member_id      bigint      not null,
  id             uuid        not null, -- UUIDv7: the order in which they were asked for; the payout's reference at a gateway
  reference      text        not null, -- what people call it
  amount         bigint      not null check (amount > 0),
  cut_amount     bigint      not null default 0 check (cut_amount >= 0),
  currency       text        not null,
  bank_code      text        not null, -- the destination, as it was when the member asked
  account_no     text        not null,
  account_name   text        not null,
  -- GATHERING: game balances are on their way home and nothing is held. FAILED: nothing ever was.
  step           text        not null check (step in ('GATHERING', 'FAILED', 'REQUESTED', 'APPROVED', 'SENT', 'PAID', 'REJECTED', 'CANCELLED', 'REFUSED')),
  reason         text        not null default '',
  legs           jsonb       not null default '[]', -- how the games' money came home
  decided_by     text        not null default '',
  bank_reference text        not null default '', -- of a payment by hand
  created_at     timestamptz not null,
  primary key (member_id, id)
) with (fillfactor = 70);
-- One at a time for each member.
create unique index withdrawal_open on withdrawal (member_id) where step in ('GATHERING', 'REQUESTED', 'APPROVED', 'SENT');
create index withdrawal_queue on withdrawal (id) where step in ('REQUESTED', 'APPROVED', 'SENT');

-- Whose a reference or an id is: all that people, and gateways' reports, name.
create table withdrawal_reference (
  reference text   primary key,
  id        uuid   not null unique,
  member_id bigint not null
);

-- The timeline.
create table withdrawal_event (
  member_id     bigint      not null,
  withdrawal_id uuid        not null,
  step          text        not null,
  at            timestamptz not null,
  primary key (member_id, withdrawal_id, step)
);

-- What gateways are to pay: written with the approval, worked off by any server.
create table payout (
  id                uuid        primary key, -- the withdrawal's
  member_id         bigint      not null,
  gateway_code      text        not null,
  gateway_reference text        not null default '', -- the gateway's own name; once it is there, the gateway took the order
  created_at        timestamptz not null,
  due_at            timestamptz not null, -- when it is sent or asked about next
  attempts          int         not null default 0,
  unanswered        int         not null default 0 check (unanswered >= 0), -- orders whose outcome nobody knows
  tried_at          timestamptz,
  problem           text        not null default '',
  alarm             text        not null default '', -- what cannot be: nothing is believed until an operator looked
  done_at           timestamptz -- it is paid or never will be under this reference
);
create index payout_due on payout (due_at) where done_at is null and alarm = '';
create index payout_alarm on payout (id) where alarm <> '' or problem <> '';

-- Reports about payouts that were taken: the same event never has a second effect.
create table payout_event (
  gateway_code      text        not null,
  event_id          text        not null,
  type              text        not null,
  reference         text        not null,
  gateway_reference text        not null,
  amount            bigint      not null,
  currency          text        not null,
  finding           text        not null, -- empty when it was as it should be
  received_at       timestamptz not null,
  primary key (gateway_code, event_id)
);
create index payout_event_unknown on payout_event (received_at) where finding <> '';

revoke delete on withdrawal, withdrawal_reference, withdrawal_event, payout, payout_event from krapao_app;
revoke update on withdrawal_reference, withdrawal_event, payout_event from krapao_app;

alter table withdraw_limit
  add column review_above bigint not null default 0 check (review_above >= 0), -- more than this needs a second person
  add column payout_gateway text not null default ''; -- who pays what was approved; empty: people do
update withdraw_limit set review_above = case currency when 'BAHT' then 2000000 else 1000000000 end;

-- +goose Down
alter table withdraw_limit drop column review_above, drop column payout_gateway;
drop table payout_event;
drop table payout;
drop table withdrawal_event;
drop table withdrawal_reference;
drop table withdrawal;
