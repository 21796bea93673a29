-- Files of the support chat end: those that no message names after an hour, the others when they are old (server/chat/README.md).

-- +goose Up
-- The row is written before the file and removed after it, so a server that dies in between leaves no file that nobody knows of. The defaults are for
-- rows from before and for servers of the last release: they write the row after the file, and do not tell that a message names it.
alter table chat_upload
  add column stored   bool not null default true, -- the file is whole in the store; false: it is on its way
  add column named    bool not null default true, -- a message names it
  add column removing  bool not null default false; -- the file is about to go: no message may name it any more

-- How many bytes were uploaded on a day: by a party, by the guests of a network, by all guests.
create table chat_upload_quota (
  day   date   not null, -- of Asia/Bangkok
  name  text   not null,
  bytes bigint not null check (bytes >= 0),
  primary key (day, name)
) with (fillfactor = 70);

-- +goose Down
drop table chat_upload_quota;
alter table chat_upload drop column removing, drop column named, drop column stored;
