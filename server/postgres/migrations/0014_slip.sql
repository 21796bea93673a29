-- Uploaded transfer slips (server/cashier/README.md, "A slip") and the job queue that checks them.

-- +goose Up
create table slip (
  member_id             bigint      not null,
  id                    uuid        not null, -- UUIDv7: the order in which they came
  reference             text        not null check (reference ~ '^SLIP-[2-9A-HJ-NP-Z]{8}$'), -- what the member sees
  status                text        not null default 'PENDING' check (status in ('PENDING', 'SUCCESS', 'FAILED')),
  reason                text        not null default '' check ((reason <> '') = (status = 'FAILED')), -- SlipReason of the contract
  review                text        not null default '' check (review = '' or status = 'PENDING'), -- why it waits for the operator, '' when it does not
  review_at             timestamptz,
  currency              text        not null check (currency in ('BAHT', 'LAK')), -- the member's
  amount                bigint      not null default 0 check (amount >= 0), -- 0 while nobody knows it
  file_hash             bytea       not null check (octet_length(file_hash) = 32), -- SHA-256 of the file as it was sent
  image_name            text        not null, -- in the blob store; drawn anew, never the file that was sent
  image_type            text        not null check (image_type in ('image/jpeg', 'image/png')),
  bank_no               text        not null default '', -- sending bank and its reference, from the slip's QR code
  transaction_reference text        not null default '',
  transfer              jsonb,      -- what the bank told of it; null: nothing yet
  created_at            timestamptz not null,
  decided_at            timestamptz,
  decided_by            text        not null default '', -- the operator, '' when it was the check
  primary key (member_id, id),
  check (status <> 'SUCCESS' or amount > 0),
  check ((status = 'PENDING') = (decided_at is null)),
  check ((review = '') = (review_at is null))
) with (fillfactor = 80);
comment on table slip is 'The list of deposits reads id, status, reason, review_at, amount, currency, reference, created_at and decided_at; the deposit''s ledger transaction has the id as its reference.';
create unique index slip_id on slip (id);
create unique index slip_file on slip (member_id, file_hash); -- the same image sent again is the same slip
create unique index slip_reference on slip (member_id, reference);
create index slip_review on slip (review_at) where review <> '';
create index slip_newest on slip (created_at);
revoke delete on slip from krapao_app;

-- Transfers that slips named, over all members. The verifier is asked under one id for each, so asking again is harmless.
create table slip_transfer (
  bank_no         text not null,
  reference       text not null,
  verification_id uuid not null,
  slip_id         uuid, -- the one slip that it belongs to; null: none has succeeded
  primary key (bank_no, reference)
);
revoke delete on slip_transfer from krapao_app;

-- River 0.51's tables (its migrations 1 to 8 of the line main) as they are in the end: server/postgres/queue.go.
create type river_job_state as enum ('available', 'cancelled', 'completed', 'discarded', 'pending', 'retryable', 'running', 'scheduled');

create table river_job (
  id            bigserial       primary key,
  state         river_job_state not null default 'available',
  attempt       smallint        not null default 0,
  max_attempts  smallint        not null default 25,
  attempted_at  timestamptz,
  created_at    timestamptz     not null default now(),
  finalized_at  timestamptz,
  scheduled_at  timestamptz     not null default now(),
  priority      smallint        not null default 1,
  args          jsonb           not null,
  attempted_by  text[],
  errors        jsonb[],
  kind          text            not null,
  metadata      jsonb           not null default '{}',
  queue         text            not null default 'default',
  tags          varchar(255)[]  not null default '{}',
  unique_key    bytea,
  unique_states bit(8),
  constraint finalized_or_finalized_at_null check (
    (finalized_at is null and state not in ('cancelled', 'completed', 'discarded')) or
    (finalized_at is not null and state in ('cancelled', 'completed', 'discarded'))
  ),
  constraint max_attempts_is_positive check (max_attempts > 0),
  constraint priority_in_range check (priority >= 1 and priority <= 4),
  constraint queue_length check (char_length(queue) > 0 and char_length(queue) < 128),
  constraint kind_length check (char_length(kind) > 0 and char_length(kind) < 128)
);
create index river_job_kind on river_job (kind);
create index river_job_state_and_finalized_at_index on river_job (state, finalized_at) where finalized_at is not null;
create index river_job_prioritized_fetching_index on river_job (state, queue, priority, scheduled_at, id);
create index river_job_args_index on river_job using gin (args);
create index river_job_metadata_index on river_job using gin (metadata);

-- +goose StatementBegin
create function river_job_state_in_bitmask(bitmask bit(8), state river_job_state) returns boolean language sql immutable as $$
  select case state
    when 'available' then get_bit(bitmask, 7)
    when 'cancelled' then get_bit(bitmask, 6)
    when 'completed' then get_bit(bitmask, 5)
    when 'discarded' then get_bit(bitmask, 4)
    when 'pending'   then get_bit(bitmask, 3)
    when 'retryable' then get_bit(bitmask, 2)
    when 'running'   then get_bit(bitmask, 1)
    when 'scheduled' then get_bit(bitmask, 0)
    else 0
  end = 1;
$$;
-- +goose StatementEnd
create unique index river_job_unique_idx on river_job (unique_key)
  where unique_key is not null and unique_states is not null and river_job_state_in_bitmask(unique_states, state);

create unlogged table river_leader (
  elected_at timestamptz not null,
  expires_at timestamptz not null,
  leader_id  text        not null,
  name       text        primary key default 'default',
  constraint name_length check (name = 'default'),
  constraint leader_id_length check (char_length(leader_id) > 0 and char_length(leader_id) < 128)
);

create table river_queue (
  name       text        primary key,
  created_at timestamptz not null default now(),
  metadata   jsonb       not null default '{}'::jsonb,
  paused_at  timestamptz,
  updated_at timestamptz not null default current_timestamp
);

create table river_notification (
  id         bigserial   primary key,
  created_at timestamptz not null default now(),
  payload    text        not null,
  topic      text        not null,
  constraint topic_length check (length(topic) > 0 and length(topic) < 128)
);
create index river_notification_created_at_idx on river_notification (created_at);
create index river_notification_topic_id_idx on river_notification (topic, id);

create table river_migration (
  line       text        not null,
  version    bigint      not null,
  created_at timestamptz not null default now(),
  constraint line_length check (char_length(line) > 0 and char_length(line) < 128),
  constraint version_gte_1 check (version >= 1),
  constraint river_migration_pkey1 primary key (line, version) -- as theirs is named
);
insert into river_migration (line, version) select 'main', generate_series(1, 8);

-- +goose Down
drop table river_migration, river_notification, river_queue, river_leader, river_job;
drop function river_job_state_in_bitmask;
drop type river_job_state;
drop table slip_transfer;
drop table slip;
