-- Files of the chat are removed in the order in which they came.

-- +goose NO TRANSACTION
-- +goose Up
set lock_timeout = 0;
drop index concurrently if exists chat_upload_unnamed;
create index concurrently chat_upload_unnamed on chat_upload (created_at) where not named;
drop index concurrently if exists chat_upload_created;
create index concurrently chat_upload_created on chat_upload (created_at);
reset lock_timeout;

-- +goose Down
drop index concurrently chat_upload_created;
drop index concurrently chat_upload_unnamed;
