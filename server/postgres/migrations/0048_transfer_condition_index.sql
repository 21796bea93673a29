-- What was taken from games at the end of a lost condition.

-- +goose NO TRANSACTION
-- +goose Up
set lock_timeout = 0;
drop index concurrently if exists transfer_condition;
create index concurrently transfer_condition on transfer (member_id, condition_id) where condition_id is not null;
reset lock_timeout;

-- +goose Down
drop index concurrently transfer_condition;
