-- The cashier: where members may deposit, payment QR codes, what gateways reported, and money that matched nobody.
-- server/cashier/README.md has the rules.

-- +goose Up
create table deposit_channel (
  code          text     primary key check (code ~ '^[A-Z0-9_]{2,32}$'), -- the gatewayCode where QR codes are made
  kind          text     not null check (kind in ('BANK', 'PAYMENT', 'WALLET')),
  bank_code     text     not null,
  mode          text     not null check (mode in ('AUTO', 'SMS', 'LINK', 'MANUAL')),
  name_th       text     not null,
  name_en       text     not null,
  account_name  text     not null,
  account_no    text     not null,
  currency      text     not null check (currency in ('BAHT', 'LAK')),
  logo          text     not null,
  takes_qr      bool     not null, -- paid through a QR code of its gateway
  min_deposit   bigint   not null check (min_deposit > 0), -- minor units, as every amount
  quick_amounts bigint[] not null check (0 < all (quick_amounts)),
  position      int      not null, -- display order
  is_open       bool     not null,
  check (takes_qr or kind <> 'PAYMENT')
);

-- One row of settings that no currency changes.
create table cashier_setting (
  single               bool primary key default true check (single),
  is_manual            bool not null default false,
  slip_open_from       time not null default '00:30', -- Asia/Bangkok
  slip_open_to         time not null default '23:00',
  slip_max_age_minutes int  not null default 60 check (slip_max_age_minutes > 0),
  slip_max_size_mb     int  not null default 10 check (slip_max_size_mb between 1 and 20)
);
insert into cashier_setting default values;

create table withdraw_limit (
  currency text   primary key check (currency in ('BAHT', 'LAK')),
  minimum  bigint not null check (minimum > 0),
  maximum  bigint not null,
  check (maximum >= minimum)
);
insert into withdraw_limit values ('BAHT', 10000, 5000000), ('LAK', 5000000, 2500000000);

-- A QR code's id is the reference that its gateway knows it by.
create table qr_payment (
  member_id         bigint      not null,
  id                uuid        not null, -- UUIDv7: the order in which they were made
  gateway_code      text        not null,
  amount            bigint      not null check (amount > 0),
  currency          text        not null,
  status            text        not null check (status in ('REQUESTED', 'ACTIVE', 'PAID', 'EXPIRED', 'CANCELLED', 'FAILED')),
  created_at        timestamptz not null,
  expires_at        timestamptz not null,
  payload           text        not null default '',
  gateway_reference text        not null default '', -- the gateway's own name for the payment
  paid_at           timestamptz,
  payer_bank        text        not null default '',
  primary key (member_id, id),
  check (status <> 'ACTIVE' or payload <> ''),
  check ((status = 'PAID') = (paid_at is not null))
) with (fillfactor = 70);
-- One alive for each member, over all gateways.
create unique index qr_payment_alive on qr_payment (member_id) where status in ('REQUESTED', 'ACTIVE');

-- Whose a reference is: all that a gateway's report names.
create table qr_reference (
  id        uuid   primary key,
  member_id bigint not null
);

-- Reports that were taken: the same event never has a second effect.
create table payment_event (
  gateway_code      text        not null,
  event_id          text        not null,
  type              text        not null,
  reference         text        not null,
  gateway_reference text        not null,
  amount            bigint      not null,
  currency          text        not null,
  received_at       timestamptz not null,
  primary key (gateway_code, event_id)
);

-- Money that arrived and matched nobody, in the ledger's suspense account until the operator says whose it is.
create table suspense_payment (
  id             uuid        primary key,
  source         text        not null, -- with external_id, the outside evidence: external_credit has it too
  external_id    text        not null,
  amount         bigint      not null check (amount > 0),
  currency       text        not null,
  reason         text        not null,
  reference      text        not null, -- as the reporter wrote it
  member_id      bigint,               -- whose QR code the reference is, if it is one
  payer          jsonb       not null,
  paid_at        timestamptz not null,
  received_at    timestamptz not null,
  resolved_at    timestamptz,
  constraint suspense_payment_evidence unique (source, external_id)
);
create index suspense_payment_queue on suspense_payment (received_at) where resolved_at is null;
revoke delete on payment_event, suspense_payment, qr_payment, qr_reference from krapao_app;
revoke update on payment_event, qr_reference from krapao_app;

-- What a caller's Idempotency-Key did (server/idempotency).
create table idempotency_key (
  member_id  bigint      not null,
  operation  text        not null,
  key        text        not null,
  body_hash  bytea       not null,
  effect     uuid        not null,
  created_at timestamptz not null,
  primary key (member_id, operation, key)
);
create index idempotency_key_age on idempotency_key (created_at);
