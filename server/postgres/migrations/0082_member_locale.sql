-- The language in which a member is written to: server/member/README.md.

-- +goose Up
-- th, la or en, as of the last login; '' when that named none: the edition's.
alter table member add column locale text not null default '';

-- +goose Down
alter table member drop column locale;
