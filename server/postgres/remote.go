package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"krapao/server/remote"
)

// RemoteRepository keeps what was published and activated of the micro-frontends.
type RemoteRepository struct{ db *DB }

var _ remote.Repository = RemoteRepository{}

// NewRemoteRepository puts the registry's records into a database.
func NewRemoteRepository(db *DB) RemoteRepository { return RemoteRepository{db} }

const remoteVersionColumns = "description, published_at, published_by"

// InTx runs work in one transaction.
func (r RemoteRepository) InTx(ctx context.Context, work func(ctx context.Context) error) error {
	return r.db.InTx(ctx, work)
}

// AddVersion records a publication; the same again changes nothing. Errors: remote.ErrChanged.
func (r RemoteRepository) AddVersion(ctx context.Context, version remote.Version) (added bool, err error) {
	d := version.Description
	var description string
	err = r.db.Querier(ctx).QueryRow(ctx, `
		with added as (
		  insert into remote_version (name, version, description, published_at, published_by) values ($1, $2, $3, $4, $5)
		  on conflict do nothing returning description)
		select description, true from added
		union all
		select description, false from remote_version where name = $1 and version = $2
		limit 1`, d.Name, d.Version, string(version.Raw), version.PublishedAt, version.PublishedBy).Scan(&description, &added)
	if errors.Is(err, pgx.ErrNoRows) { // somebody else wrote it after this statement began; the next one sees it
		err = r.db.Querier(ctx).QueryRow(ctx, "select description from remote_version where name = $1 and version = $2", d.Name, d.Version).Scan(&description)
	}
	if err == nil && description != string(version.Raw) {
		return false, fmt.Errorf("%w: %s %s was published with other bytes", remote.ErrChanged, d.Name, d.Version)
	}
	return added, err
}

// Version gives one publication. Errors: remote.ErrUnknown.
func (r RemoteRepository) Version(ctx context.Context, name, version string) (remote.Version, error) {
	row := r.db.Querier(ctx).QueryRow(ctx, "select "+remoteVersionColumns+" from remote_version where name = $1 and version = $2", name, version)
	published, err := scanRemoteVersion(row)
	if errors.Is(err, pgx.ErrNoRows) {
		return published, fmt.Errorf("%w: %.64s %.64s", remote.ErrUnknown, name, version)
	}
	return published, err
}

// Versions gives all publications, newest first.
func (r RemoteRepository) Versions(ctx context.Context) ([]remote.Version, error) {
	return r.versions(ctx, "select "+remoteVersionColumns+" from remote_version order by published_at desc, name, version")
}

// Active gives the publications that members get.
func (r RemoteRepository) Active(ctx context.Context) ([]remote.Version, error) {
	return r.versions(ctx, `
		select description, published_at, published_by
		from (select distinct on (name) name, version from remote_activation order by name, seq desc) active
		join remote_version using (name, version) order by name`)
}

func (r RemoteRepository) versions(ctx context.Context, sql string) ([]remote.Version, error) {
	rows, err := r.db.Querier(ctx).Query(ctx, sql)
	if err != nil {
		return nil, err
	}
	return collect(rows, scanRemoteVersion)
}

func scanRemoteVersion(row pgx.Row) (remote.Version, error) {
	var raw string
	var version remote.Version
	if err := row.Scan(&raw, &version.PublishedAt, &version.PublishedBy); err != nil {
		return version, err
	}
	description, err := remote.ParseDescription([]byte(raw))
	version.Raw, version.Description = []byte(raw), description
	return version, err
}

// Decide appends the activation that decide chooses; decisions wait for each other.
func (r RemoteRepository) Decide(ctx context.Context, name string, decide func(ctx context.Context, history []remote.Activation) (remote.Activation, error)) error {
	return r.db.InTx(ctx, func(ctx context.Context) error {
		if _, err := r.db.Querier(ctx).Exec(ctx, "select pg_advisory_xact_lock(hashtextextended('remotes', 0))"); err != nil {
			return err
		}
		history, err := r.history(ctx, "where name = $1 order by seq desc", name)
		if err != nil {
			return err
		}
		chosen, err := decide(ctx, history)
		if err != nil {
			return err
		}
		_, err = r.db.Querier(ctx).Exec(ctx, `
			insert into remote_activation (name, seq, version, kind, activated_at, activated_by) values ($1, $2, $3, $4, $5, $6)`,
			name, len(history)+1, chosen.Version, chosen.Kind, chosen.At, chosen.By)
		return err
	})
}

// History gives the activations of all remotes, newest first.
func (r RemoteRepository) History(ctx context.Context) ([]remote.Activation, error) {
	return r.history(ctx, "order by name, seq desc")
}

func (r RemoteRepository) history(ctx context.Context, which string, args ...any) ([]remote.Activation, error) {
	rows, err := r.db.Querier(ctx).Query(ctx, "select name, version, kind, activated_at, activated_by from remote_activation "+which, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (remote.Activation, error) {
		var entry remote.Activation
		err := row.Scan(&entry.Name, &entry.Version, &entry.Kind, &entry.At, &entry.By)
		return entry, err
	})
}
