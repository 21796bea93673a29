package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/pressly/goose/v3"

	"krapao/server/postgres/embedded"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Migrations gives the schema's files, NNNN_name.sql, for whoever wants to know which schema this is.
func Migrations() fs.FS {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		panic(err) // the folder is compiled in
	}
	return files
}

// rolesSQL makes the roles when they are not there. They log in only where the cluster trusts the connection (embedded)
// or the operator gives them a password; otherwise the login of the connection string becomes them.
const rolesSQL = `
do $$ begin
  if not exists (select from pg_roles where rolname = '` + Owner + `') then create role ` + Owner + ` login; end if;
  if not exists (select from pg_roles where rolname = '` + App + `') then create role ` + App + ` login; end if;
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant ` + Owner + `, ` + App + ` to %I', current_user);
  end if;
exception when duplicate_object or unique_violation then null; -- made at the same moment, for another database
end $$`

// prepareLock is the advisory lock of whoever prepares a database: two at once would change the same rows of the
// catalogue, which PostgreSQL refuses.
const prepareLock = 0x70726570

// Prepare makes the two roles and lets them, and nobody else, into the database of the connection string, whose user
// must be allowed to (a superuser, or the database's owner with CREATEROLE). Doing it again changes nothing; of many at
// once each waits for the others.
func Prepare(ctx context.Context, adminURL string) error {
	connection, err := pgx.Connect(ctx, adminURL)
	if err != nil {
		return mapped(err)
	}
	defer func() { _ = connection.Close(context.WithoutCancel(ctx)) }()
	database := pgx.Identifier{connection.Config().Database}.Sanitize()
	return pgx.BeginFunc(ctx, connection, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "select pg_advisory_xact_lock($1)", prepareLock); err != nil {
			return fmt.Errorf("postgres: waiting for another who prepares: %w", err)
		}
		if _, err := tx.Exec(ctx, rolesSQL); err != nil {
			return fmt.Errorf("postgres: making the roles: %w", err)
		}
		for _, statement := range []string{
			"revoke all on database " + database + " from public",
			"grant connect, create, temporary on database " + database + " to " + Owner,
			"grant connect on database " + database + " to " + App,
			"revoke all on schema public from public",
			"grant usage, create on schema public to " + Owner,
			"grant usage on schema public to " + App,
		} {
			if _, err := tx.Exec(ctx, statement); err != nil {
				return fmt.Errorf("postgres: %s: %w", statement, err)
			}
		}
		return nil
	})
}

// CreateDatabase makes a database with UTF-8 and C collation, if it is not there. C: the order of bytes, the same on
// every machine and after every upgrade of the system's locales.
func CreateDatabase(ctx context.Context, adminURL, name string) error {
	connection, err := pgx.Connect(ctx, adminURL)
	if err != nil {
		return mapped(err)
	}
	defer func() { _ = connection.Close(context.WithoutCancel(ctx)) }()
	var exists bool
	if err := connection.QueryRow(ctx, "select exists (select from pg_database where datname = $1)", name).Scan(&exists); err != nil || exists {
		return err
	}
	_, err = connection.Exec(ctx, "create database "+pgx.Identifier{name}.Sanitize()+" template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'")
	if isCode(err, "42P04") || isCode(err, "23505") { // another process made it at the same moment
		return nil
	}
	return err
}

// Pending tells how many migrations the database still lacks; `serve` refuses to start with any. It asks as App: a
// server's login need not be able to become Owner.
func Pending(ctx context.Context, url string) (count int, err error) {
	db, err := Open(ctx, Config{URL: url, MaxConnections: 1})
	if err != nil {
		return 0, err
	}
	defer db.Close()
	applied, err := db.appliedMigrations(ctx)
	if err != nil {
		return 0, err
	}
	files, err := fs.Glob(Migrations(), "*.sql")
	for _, file := range files {
		version, err := goose.NumericComponent(file)
		if err != nil {
			return 0, err
		}
		if !slices.Contains(applied, version) {
			count++
		}
	}
	return count, err
}

// appliedMigrations gives the versions that goose has noted; a database that was never migrated has none.
func (db *DB) appliedMigrations(ctx context.Context) ([]int64, error) {
	var migrated bool
	if err := db.Querier(ctx).QueryRow(ctx, "select to_regclass('public.goose_db_version') is not null").Scan(&migrated); err != nil || !migrated {
		return nil, err
	}
	rows, err := db.Querier(ctx).Query(ctx, "select version_id from public.goose_db_version where is_applied")
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[int64])
}

// database is the name that the embedded cluster's database has.
const database = "krapao"

// StartEmbedded starts the private cluster, with roles, database and newest schema in place, and gives the connection
// string of the application beside it. The caller stops the cluster.
func StartEmbedded(ctx context.Context, config embedded.Config) (*embedded.Cluster, string, error) {
	cluster, err := embedded.Start(ctx, config)
	if err != nil {
		return nil, "", err
	}
	if err := populate(ctx, cluster); err != nil {
		return nil, "", errors.Join(err, cluster.Stop())
	}
	return cluster, cluster.URL(App, database), nil
}

func populate(ctx context.Context, cluster *embedded.Cluster) error {
	if err := CreateDatabase(ctx, cluster.URL(embedded.Superuser, "postgres"), database); err != nil {
		return err
	}
	if err := Prepare(ctx, cluster.URL(embedded.Superuser, database)); err != nil {
		return err
	}
	return Migrate(ctx, cluster.URL(Owner, database))
}
