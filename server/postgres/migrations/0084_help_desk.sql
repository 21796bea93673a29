-- What a help desk of another party is to be told of the support chat: server/helpdesk/README.md has the rules.

-- +goose Up
-- Events that were not delivered yet. They are written under the lock of their conversation, so their numbers have its
-- order. There is no reference to the conversation: a guest's may be gone when its last event is delivered.
create table help_desk_event (
  conversation_id uuid        not null,
  number          bigint      generated always as identity,
  event           jsonb       not null,
  failed          int         not null default 0 check (failed >= 0), -- deliveries
  written_at      timestamptz not null default clock_timestamp(),
  primary key (conversation_id, number)
);

-- Who delivers the events of a conversation: one job at a time, until this moment.
create table help_desk_turn (
  conversation_id uuid        primary key,
  until           timestamptz not null
);

-- +goose Down
drop table help_desk_turn;
drop table help_desk_event;
