-- The login before the last one, so that a member is shown when somebody else logged in: server/member/README.md.

-- +goose Up
alter table member add column previous_login_at timestamptz; -- null: not known, the last one was before this column

-- +goose Down
alter table member drop column previous_login_at;
