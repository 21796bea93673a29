package postgres_test

import (
	"context"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/postgres"
)

// A migration that waits for a long transaction makes everybody who comes after it wait too, unless it steps back.
func TestAMigrationThatWaitsForALockLetsMembersGoFirst(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	long := b.connect()
	if _, err := long.Exec(b.ctx, "begin; select from member"); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		done <- postgres.MigrateFiles(b.ctx, b.at.OwnerURL, fstest.MapFS{"9001_column.sql": {Data: []byte("-- +goose Up\nalter table member add column extra text;\n")}}, 200*time.Millisecond)
	}()
	b.eventually("the migration waits", "select exists (select from pg_locks where relation = 'member'::regclass and not granted)")
	reading, cancel := context.WithTimeout(b.ctx, 20*time.Second)
	defer cancel()
	if _, err := b.DB.Querier(reading).Exec(reading, "select from member"); err != nil {
		t.Errorf("a member waits for the migration: %v", err)
	}
	select {
	case err := <-done:
		t.Fatalf("the migration ended although the lock is held: %v", err)
	default:
	}
	if _, err := long.Exec(b.ctx, "commit"); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Errorf("the lock is free: %v", err)
	}
	b.eventually("the column is there", "select exists (select from pg_attribute where attrelid = 'member'::regclass and attname = 'extra')")
}

func TestAnIndexIsMadeWhileOthersWrite(t *testing.T) {
	t.Parallel()
	b := newBook(t).withWallet(member, 1000)
	writer := b.connect()
	if _, err := writer.Exec(b.ctx, "begin; insert into rate_limit values ('a', '{}', now())"); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		done <- postgres.MigrateFiles(b.ctx, b.at.OwnerURL, fstest.MapFS{"9001_index.sql": {Data: []byte(
			"-- +goose NO TRANSACTION\n-- +goose Up\nset lock_timeout = 0;\ndrop index concurrently if exists extra;\ncreate index concurrently extra on rate_limit (expires_at, key);\nreset lock_timeout;\n")}}, 50*time.Millisecond)
	}()
	b.eventually("the index waits for the writer", "select exists (select from pg_class where relname = 'extra')")
	if _, err := b.DB.Querier(b.ctx).Exec(b.ctx, "insert into rate_limit values ('b', '{}', now())"); err != nil {
		t.Errorf("another writer: %v", err)
	}
	if _, err := writer.Exec(b.ctx, "commit"); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	b.eventually("the index is good", "select indisvalid from pg_index where indexrelid = 'extra'::regclass")
}

// linted is the first migration that the rules of README.md, "Migrations", hold for; those before it were made for
// empty tables.
const linted = "0024"

// small are tables that a migration may lock while it reads them through, and why: it takes milliseconds.
var small = map[string]string{
	"approval_request": "some a day, by people", "bank": "written by operators", "cashier_setting": "one row", "deposit_channel": "written by operators",
	"game_provider": "written by operators", "help_video": "written by operators", "invariant_check": "some hundreds", "operator": "people of ours", "operator_policy": "one row",
	"operator_session": "people of ours", "remote_activation": "one a release", "remote_version": "one a release", "site_setting": "one row", "site_text": "written by operators",
	"source": "written by operators", "withdraw_limit": "one a currency",
}

var (
	newTable    = regexp.MustCompile(`^create (?:unlogged )?table (?:if not exists )?(\w+)`)
	newIndex    = regexp.MustCompile(`^create (?:unique )?index (concurrently )?(?:if not exists )?(\w+ )?on (?:only )?(\w+)`)
	newRule     = regexp.MustCompile(`^alter table (?:only )?(\w+) (.*)$`)
	scans       = regexp.MustCompile(`\badd (?:constraint \w+ )?(?:unique|primary key|exclude|check|foreign key)\b|\bset not null\b|\balter column \w+ (?:set data )?type\b|\badd column [^,]*\b(?:unique|references|check|gen_random_uuid|now\(\)|clock_timestamp)`)
	scansNot    = regexp.MustCompile(`\busing index\b|\bnot valid\b`)
	transparent = regexp.MustCompile(`^(?:set lock_timeout|reset lock_timeout|drop index concurrently if exists|create (?:unique )?index concurrently|alter table \w+ validate constraint|alter table \w+ add column if not exists)\b`)
)

// complaints is what a migration does that would stop members on a large table.
func complaints(file string) (found []string) {
	up, _, _ := strings.Cut(file, "-- +goose Down")
	up = regexp.MustCompile(`(?s)-- \+goose StatementBegin.*?-- \+goose StatementEnd`).ReplaceAllString(up, "")
	up = strings.ToLower(regexp.MustCompile(`--[^\n]*`).ReplaceAllString(up, ""))
	open := strings.Contains(file, "-- +goose NO TRANSACTION")
	made, dropped := []string{}, ""
	for _, statement := range strings.Split(up, ";") {
		statement = strings.Join(strings.Fields(statement), " ")
		if statement == "" {
			continue
		}
		if open && !transparent.MatchString(statement) {
			found = append(found, "without a transaction, so it may not be done twice: "+statement)
		}
		if table := newTable.FindStringSubmatch(statement); table != nil {
			made = append(made, table[1])
		}
		large := func(table string) bool { return small[table] == "" && !slices.Contains(made, table) }
		if index := newIndex.FindStringSubmatch(statement); index != nil {
			name := strings.TrimSpace(index[2])
			if index[1] == "" && large(index[3]) {
				found = append(found, "an index on a large table without CONCURRENTLY: "+statement)
			}
			if index[1] != "" && dropped != name {
				found = append(found, "what a failed try left of the index is not dropped first: "+statement)
			}
		}
		if rule := newRule.FindStringSubmatch(statement); rule != nil && large(rule[1]) && scans.MatchString(rule[2]) && !scansNot.MatchString(rule[2]) {
			found = append(found, "reads a large table through under a lock that stops everybody: "+statement)
		}
		dropped = strings.TrimPrefix(statement, "drop index concurrently if exists ")
	}
	return found
}

func TestMigrationsStopNobody(t *testing.T) {
	t.Parallel()
	files, err := fs.Glob(postgres.Migrations(), "*.sql")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		content, err := fs.ReadFile(postgres.Migrations(), file)
		if err != nil {
			t.Fatal(err)
		}
		if file < linted {
			continue
		}
		for _, complaint := range complaints(string(content)) {
			t.Errorf("%s: %s (server/postgres/README.md, \"Migrations\")", file, complaint)
		}
	}
	const concurrent = "-- +goose NO TRANSACTION\n-- +goose Up\nset lock_timeout = 0;\n"
	for name, c := range map[string]struct {
		file string
		fine bool
	}{
		"a plain index":                 {"-- +goose Up\ncreate index x on transfer (a);", false},
		"a plain unique index":          {"-- +goose Up\ncreate unique index x on transfer (a);", false},
		"on a table of the same file":   {"-- +goose Up\ncreate table t (a int);\ncreate index x on t (a);", true},
		"on a small table":              {"-- +goose Up\ncreate index x on bank (a);", true},
		"concurrently":                  {concurrent + "drop index concurrently if exists x;\ncreate index concurrently x on transfer (a);\nreset lock_timeout;", true},
		"not dropped first":             {concurrent + "create index concurrently x on transfer (a);", false},
		"another one dropped first":     {concurrent + "drop index concurrently if exists y;\ncreate index concurrently x on transfer (a);", false},
		"with something else":           {concurrent + "update transfer set a = 1;", false},
		"a check":                       {"-- +goose Up\nalter table transfer add constraint c check (a > 0);", false},
		"a check that is not validated": {"-- +goose Up\nalter table transfer add constraint c check (a > 0) not valid;", true},
		"a unique constraint":           {"-- +goose Up\nalter table transfer add constraint c unique (a);", false},
		"a column":                      {"-- +goose Up\nalter table transfer add column a int not null default 0;", true},
		"a column of random values":     {"-- +goose Up\nalter table transfer add column a uuid default gen_random_uuid();", false},
		"another type":                  {"-- +goose Up\nalter table transfer alter column a type bigint;", false},
	} {
		if found := complaints(c.file); (len(found) == 0) != c.fine {
			t.Errorf("%s: %q", name, found)
		}
	}
}

// connect opens a connection of the owner that the test ends with.
func (b book) connect() *pgx.Conn {
	b.t.Helper()
	connection, err := pgx.Connect(b.ctx, b.at.OwnerURL)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { _ = connection.Close(context.Background()) })
	return connection
}

// eventually waits until a query answers true.
func (b book) eventually(what, sql string) {
	b.t.Helper()
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		var holds bool
		if err := b.DB.Querier(b.ctx).QueryRow(b.ctx, sql).Scan(&holds); err != nil {
			b.t.Fatalf("%s: %v", what, err)
		}
		if holds {
			return
		}
		if time.Now().After(end) {
			b.t.Fatalf("%s: never", what)
		}
	}
}
