package httpapi_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/app"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/postgres"
	"krapao/server/postgres/embedded"
	"krapao/server/secret"
)

// anotherCluster is a PostgreSQL that has given few numbers to transactions, with an empty, migrated database.
func anotherCluster(t *testing.T) (appURL, ownerURL, superURL string) {
	t.Helper()
	folder, err := os.MkdirTemp("", "krapao-restore-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	cluster, url, err := postgres.StartEmbedded(t.Context(), embedded.Config{Data: folder})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cluster.Stop() })
	return url, cluster.URL(postgres.Owner, "krapao"), cluster.URL(embedded.Superuser, "krapao")
}

// dumpAndRestore carries a database's rows over as pg_dump --data-only --disable-triggers and psql do, which a fresh
// machine has not.
func dumpAndRestore(t *testing.T, from, to string) {
	t.Helper()
	ctx := t.Context()
	connect := func(url string) *pgx.Conn {
		connection, err := pgx.Connect(ctx, url)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = connection.Close(context.WithoutCancel(ctx)) })
		return connection
	}
	source, target := connect(from), connect(to)
	exec := func(sql string) {
		t.Helper()
		if _, err := target.Exec(ctx, sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	exec("set session_replication_role = replica")
	rows, err := source.Query(ctx, `select format('%I.%I', n.nspname, c.relname), (select string_agg(format('%I', attname), ', ' order by attnum) from pg_attribute
			where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '')
		from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname = 'public' and c.relname <> 'goose_db_version'`)
	if err != nil {
		t.Fatal(err)
	}
	type table struct{ Name, Columns string }
	tables, err := pgx.CollectRows(rows, pgx.RowToStructByPos[table])
	if err != nil || len(tables) < 20 {
		t.Fatal(len(tables), err)
	}
	for _, table := range tables {
		exec("truncate " + table.Name + " cascade")
	}
	for _, table := range tables {
		reader, writer := io.Pipe()
		go func() {
			_, err := source.PgConn().CopyTo(ctx, writer, fmt.Sprintf("copy %s (%s) to stdout", table.Name, table.Columns))
			_ = writer.CloseWithError(err)
		}()
		if _, err := target.PgConn().CopyFrom(ctx, reader, fmt.Sprintf("copy %s (%s) from stdin", table.Name, table.Columns)); err != nil {
			t.Fatalf("%s: %v", table.Name, err)
		}
	}
}

// TestABackupIsRestoredElsewhereAsOperationsSays follows OPERATIONS.md: the row "dump restored elsewhere" of the
// reliability page.
func TestABackupIsRestoredElsewhereAsOperationsSays(t *testing.T) {
	t.Parallel()
	city := open(t)
	ctx := t.Context()
	member := city.join(t, "0812345678", nil)
	number, err := id.ParseMember(city.one(t, "select id::text from member"))
	if err != nil {
		t.Fatal(err)
	}
	book := postgres.Ledger{DB: city.Database.DB}
	deposit := func(amount money.Amount, fold bool) {
		t.Helper()
		_, err := book.Post(ctx, ledger.Transaction{Key: id.NewID().String(), Kind: "DEPOSIT", External: &ledger.External{Source: "bank:test", ID: id.NewID().String()}, MemberID: number, Currency: money.Baht, At: city.Clock.Now(),
			Postings: []ledger.Posting{{Account: ledger.Main(number), Amount: amount}, {Account: ledger.House("opening", money.Baht), Amount: -amount}}})
		if err == nil && fold {
			_, err = book.Fold(ctx)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	// A database that worked for long has given more numbers than a new one.
	super, err := pgx.Connect(ctx, city.Database.SuperURL)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = super.Close(context.WithoutCancel(ctx)) }()
	if _, err := super.Exec(ctx, "do $$ begin for i in 1..5000 loop perform pg_current_xact_id(); commit; end loop; end $$"); err != nil {
		t.Fatal(err)
	}
	deposit(100_00, true)
	deposit(23_45, false) // not folded when the dump is made
	if err := city.Stop(); err != nil {
		t.Fatal(err)
	}

	appURL, ownerURL, superURL := anotherCluster(t)
	dumpAndRestore(t, city.Database.SuperURL, superURL)
	config := city.App.Config
	config.DatabaseURL, config.DataDir = secret.NewText(appURL), t.TempDir()
	start := func() error {
		server, err := app.New(ctx, config, app.WithSMS(city.phones), app.WithLog(app.NewLog(io.Discard, "error")))
		if err == nil {
			err = server.Close()
		}
		return err
	}
	if err := start(); !errors.Is(err, postgres.ErrRestored) {
		t.Fatalf("a start on numbers of another cluster: %v", err)
	}
	if err := postgres.Refold(ctx, ownerURL, time.Now()); err != nil {
		t.Fatal(err)
	}
	restored := town{portaltest.Start(t, portaltest.WithApp(app.WithSMS(city.phones), app.WithClock(city.Clock.Now)), portaltest.WithConfig(func(c *app.Config) { *c = config })), city.phones}
	findings, err := app.Invariants{DB: restored.App.DB, Now: time.Now, Unasked: "no providers"}.Check(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, finding := range findings {
		if finding.Count > 0 {
			t.Errorf("%s is broken: %v", finding.Invariant, finding.Sample)
		}
	}
	there := &person{Client: restored.Client(t), t: t, from: member.from}
	token := there.login("0812345678", password)
	wallet := want(t, "the wallet", there.As(token).Do(http.MethodGet, "/api/wallet", "", there.from), "")
	if !strings.Contains(string(wallet.Body), "123.45") {
		t.Errorf("the balance: %s", wallet.Body)
	}
	house, err := postgres.Ledger{DB: restored.App.DB}.House(ctx, ledger.House("opening", money.Baht))
	if err != nil || house != -123_45 {
		t.Errorf("the house's balance: %v %v", house, err)
	}
}
