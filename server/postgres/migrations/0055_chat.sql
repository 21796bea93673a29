-- The support chat: server/chat/README.md has the rules.

-- +goose Up
-- One conversation for each member and each guest. A guest's id is a secret: only its hash is here.
create table chat_conversation (
  id            uuid        primary key, -- UUIDv7
  member_id     bigint,
  guest_hash    bytea       check (octet_length(guest_hash) = 32),
  guest_name    text        not null default '',
  locale        text        not null default 'th' check (locale in ('th', 'la', 'en')), -- the bot's language
  state         text        not null check (state in ('BOT', 'WAITING', 'TAKEN', 'CLOSED')),
  operator      text        not null default '' check ((operator <> '') = (state = 'TAKEN')),
  session_id    uuid        not null, -- a change between two messages is the end of a conversation
  last_seq      bigint      not null default 0 check (last_seq >= 0),
  customer_read bigint      not null default 0,
  operator_read bigint      not null default 0,
  read_at       timestamptz, -- when the customer's mark was last written
  waiting_since timestamptz check ((waiting_since is not null) = (state = 'WAITING')),
  created_at    timestamptz not null,
  last_at       timestamptz not null, -- of the newest message
  changed_at    timestamptz not null default clock_timestamp(), -- of the database's clock: what servers look for when the bus was silent
  check ((member_id is null) <> (guest_hash is null))
) with (fillfactor = 70);
create unique index chat_conversation_member on chat_conversation (member_id) where member_id is not null;
create unique index chat_conversation_guest on chat_conversation (guest_hash) where guest_hash is not null;
create index chat_conversation_changed on chat_conversation (changed_at);
create index chat_conversation_waiting on chat_conversation (waiting_since, id) where state = 'WAITING';

-- Messages, numbered without gaps in each conversation: a page of the history is a range of the key.
create table chat_message (
  conversation_id uuid        not null references chat_conversation (id),
  seq             bigint      not null check (seq > 0),
  id              text        not null check (length(id) between 8 and 80), -- the client's, or ours
  sender          text        not null check (sender in ('customer', 'admin', 'bot')),
  name            text        not null,
  username        text        not null default '', -- the member's phone number
  device_token    text        not null default '',
  session_id      uuid        not null,
  content         jsonb       not null,
  created_at      timestamptz not null,
  primary key (conversation_id, seq),
  constraint chat_message_id unique (conversation_id, id)
);

-- Guest ids that became members: they open nothing any more.
create table chat_dead_guest (
  guest_hash bytea       primary key,
  member_id  bigint      not null,
  died_at    timestamptz not null
);

-- Files that were uploaded for messages. A message may name those of its own sender only.
create table chat_upload (
  name         text        primary key, -- in the store of uploads, drawn by lot
  member_id    bigint,
  guest_hash   bytea,
  kind         text        not null check (kind in ('image', 'video')),
  content_type text        not null,
  size         bigint      not null check (size > 0),
  created_at   timestamptz not null,
  check ((member_id is null) <> (guest_hash is null))
);
create index chat_upload_guest on chat_upload (guest_hash) where guest_hash is not null;

-- What the bot answers, and what operators answer often. An entry of the code's own is replaced by the row of its code.
create table chat_faq (
  code       text        primary key check (code ~ '^[A-Z0-9_]{1,40}$'),
  entry      jsonb       not null,
  changed_at timestamptz not null
);
create table chat_canned_reply (
  code       text        primary key check (code ~ '^[A-Z0-9_]{1,40}$'),
  texts      jsonb       not null,
  changed_at timestamptz not null
);
create table chat_settings (
  singleton  bool        primary key default true check (singleton),
  open_from  int         not null default 0 check (open_from between 0 and 1439), -- minutes of the day in Asia/Bangkok
  open_to    int         not null default 0 check (open_to between 0 and 1439),
  changed_at timestamptz not null
);

-- +goose Down
drop table chat_settings;
drop table chat_canned_reply;
drop table chat_faq;
drop table chat_upload;
drop table chat_dead_guest;
drop table chat_message;
drop table chat_conversation;
