-- +goose Up

-- What was published: a version's description is the anchor of every later verification of its files, so neither the
-- application nor anybody through it changes or deletes one.
create table remote_version (
  name text not null check (name ~ '^mf-[a-z0-9-]+$'),
  version text not null,
  description text not null, -- krapao-remote.json as it was published, byte for byte
  published_at timestamptz not null,
  published_by text not null check (published_by <> ''),
  primary key (name, version)
);

-- Who gave members which version, and when: an audit that only grows. The newest row of a name is what members get.
create table remote_activation (
  name text not null,
  seq integer not null, -- counted per remote, without gaps
  version text not null,
  kind text not null check (kind in ('ACTIVATE', 'PIN', 'UNPIN', 'ROLLBACK')),
  activated_at timestamptz not null,
  activated_by text not null check (activated_by <> ''),
  primary key (name, seq),
  foreign key (name, version) references remote_version (name, version)
);

revoke update, delete on remote_version, remote_activation from krapao_app;

-- +goose Down
drop table remote_activation;
drop table remote_version;
