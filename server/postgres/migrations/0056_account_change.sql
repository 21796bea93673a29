-- What changed of members' accounts beside their balances: open sockets are told of it (server/realtime/README.md).

-- +goose Up
-- Rows live for minutes. A balance's change needs none: the ledger's transactions are read themselves.
create table account_change (
  member_id bigint      not null,
  kind      text        not null check (kind in ('qr', 'slip', 'withdrawal', 'bonus', 'coupon')),
  xid       xid8        not null default pg_current_xact_id(),
  at        timestamptz not null default clock_timestamp()
);
create index account_change_xid on account_change (xid);
create index account_change_at on account_change (at);

-- +goose StatementBegin
create function note_account_change() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into account_change (member_id, kind) values (new.member_id, tg_argv[0]);
  return null;
end $$;
-- +goose StatementEnd

-- A paid code has its deposit in the ledger.
create trigger account_change_qr after update of status on qr_payment for each row
  when (old.status is distinct from new.status and new.status <> 'PAID') execute function note_account_change('qr');
create trigger account_change_slip_added after insert on slip for each row execute function note_account_change('slip');
create trigger account_change_slip after update on slip for each row
  when (old.status is distinct from new.status or old.review is distinct from new.review) execute function note_account_change('slip');
create trigger account_change_withdrawal_added after insert on withdrawal for each row execute function note_account_change('withdrawal');
create trigger account_change_withdrawal after update of step on withdrawal for each row
  when (old.step is distinct from new.step) execute function note_account_change('withdrawal');
create trigger account_change_coupon after update of status on spin_coupon for each row
  when (old.status is distinct from new.status) execute function note_account_change('coupon');

-- +goose Down
drop trigger account_change_coupon on spin_coupon;
drop trigger account_change_withdrawal on withdrawal;
drop trigger account_change_withdrawal_added on withdrawal;
drop trigger account_change_slip on slip;
drop trigger account_change_slip_added on slip;
drop trigger account_change_qr on qr_payment;
drop function note_account_change();
drop table account_change;
