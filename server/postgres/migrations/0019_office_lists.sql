-- The operators' lists, and what members' lists join, over many rows: a page is a range of an index, and so is the count of a part.

-- +goose Up
create index withdrawal_newest on withdrawal (id) where step not in ('GATHERING', 'FAILED');
create index withdrawal_returned on withdrawal (id) where step in ('REJECTED', 'CANCELLED', 'REFUSED');
create index slip_status on slip (status, created_at, id);
create index approval_request_state on approval_request (state, id);
-- The claim whose money a transaction has shown; a transaction's reference is text.
create index deposit_claim_settled on deposit_claim ((settled_by::text)) where settled_by is not null;

-- +goose Down
drop index deposit_claim_settled, approval_request_state, slip_status, withdrawal_returned, withdrawal_newest;
