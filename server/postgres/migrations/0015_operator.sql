-- The back office's second person, second factor, and what it does with members: server/approval, server/operator/README.md.

-- +goose Up
-- What one operator asks for and another one decides.
create table approval_request (
  id           uuid        primary key,
  kind         text        not null check (kind <> ''),
  subject      text        not null, -- who or what it is about
  body         jsonb       not null, -- what its handler needs, without a secret
  note         text        not null,
  key          bytea       not null, -- the same for the same request of the same operator
  requester    text        not null check (requester not in ('', 'system')),
  requested_at timestamptz not null,
  expires_at   timestamptz not null,
  state        text        not null check (state in ('WAITING', 'APPROVED', 'REJECTED', 'EXPIRED')),
  approver     text        check (approver not in ('', 'system')),
  rejecter     text,
  decided_at   timestamptz,
  reason       text        not null default '',
  constraint approval_second_person check (lower(requester) <> lower(approver)),
  check ((state = 'APPROVED') = (approver is not null)),
  check ((state = 'REJECTED') = (rejecter is not null)),
  check ((state = 'WAITING') = (decided_at is null))
);
create unique index approval_request_once on approval_request (key) where state = 'WAITING';
create index approval_request_queue on approval_request (expires_at) where state = 'WAITING';
revoke update, delete on approval_request from krapao_app;
grant update (state, approver, rejecter, decided_at, reason) on approval_request to krapao_app;
-- A decision is final, for the owner too.
-- +goose StatementBegin
create function approval_request_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'WAITING'
    and (new.id, new.kind, new.subject, new.body, new.note, new.requester) = (old.id, old.kind, old.subject, old.body, old.note, old.requester) then
    return new;
  end if;
  raise exception 'approval_request: what was decided stays, and what was asked too';
end $$;
-- +goose StatementEnd
create trigger approval_request_keep before update or delete on approval_request for each row execute function approval_request_keep();

-- The second factor: seeds of codes, sealed with a key outside the database. A code works once: totp_step is the last one taken.
alter table operator add column totp_seed bytea, add column totp_pending bytea, add column totp_step bigint not null default 0;
alter table operator_session add column second_factor bool not null default false;
create table operator_policy (
  single         bool primary key default true check (single),
  totp_for_money bool not null default false
);
insert into operator_policy default values;
revoke insert, delete on operator_policy from krapao_app;

-- What operators look members up by.
create index member_found_phone on member (phone text_pattern_ops);
create index member_found_name on member (lower(name) text_pattern_ops);
create index member_found_account on member_bank (account_no text_pattern_ops);
create index member_found_holder on member_bank (lower(account_name) text_pattern_ops);

-- What members are told by SMS: written with the change that it tells of.
create table member_notice (
  id         uuid        primary key,
  member_id  bigint      not null,
  phone      text        not null,
  kind       text        not null check (kind in ('bankChanged', 'phoneChanged')),
  created_at timestamptz not null,
  due_at     timestamptz not null, -- of the next try
  tries      int         not null default 0,
  sent_at    timestamptz
);
create index member_notice_due on member_notice (due_at) where sent_at is null;
revoke delete on member_notice from krapao_app;

-- What the scheduled run of the ledger's checks found.
create table invariant_check (
  id          bigint      generated always as identity primary key,
  at          timestamptz not null,
  duration_ms bigint      not null,
  findings    jsonb       not null
);
revoke update on invariant_check from krapao_app;

-- +goose Down
drop table invariant_check;
drop table member_notice;
drop index member_found_holder;
drop index member_found_account;
drop index member_found_name;
drop index member_found_phone;
drop table operator_policy;
alter table operator_session drop column second_factor;
alter table operator drop column totp_seed, drop column totp_pending, drop column totp_step;
drop table approval_request;
drop function approval_request_keep();
