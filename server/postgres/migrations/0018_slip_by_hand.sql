-- A slip whose picture has no code that a machine can read is read by an operator (server/cashier/README.md, "A slip").

-- +goose Up
alter table slip add column read_by text not null default ''; -- who read bank_no and transaction_reference off the picture; '' when it was the check
comment on column slip.bank_no is 'The sending bank''s number, or its code where it has no number.';
alter table slip drop constraint slip_check4; -- when it came to the operator stays, also once that is decided
alter table slip add constraint slip_review_at check (review = '' or review_at is not null);

-- +goose Down
update slip set review_at = null where review = '';
alter table slip drop constraint slip_review_at;
alter table slip add constraint slip_check4 check ((review = '') = (review_at is null));
comment on column slip.bank_no is null;
alter table slip drop column read_by;
