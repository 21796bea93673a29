-- Rules of refunds and invites are changed without a second person too, and have no versions: server/approval/README.md
-- adds them up.

-- +goose Up
alter table bonus_opened_alone drop constraint bonus_opened_alone_pkey;
alter table bonus_opened_alone alter column version drop not null;

-- +goose Down
delete from bonus_opened_alone where version is null;
alter table bonus_opened_alone add primary key (kind, code, version);
