package postgres_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"krapao/server/id"
	"krapao/server/postgres"
	"krapao/server/postgres/postgrestest"
	"krapao/server/slip"
)

func TestTheQueuesTablesAreThoseOfTheLibrary(t *testing.T) {
	t.Parallel()
	database := postgrestest.New(t)
	pool, err := pgxpool.New(t.Context(), database.SuperURL)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	ours, err := rivermigrate.New(riverpgxv5.New(pool), nil)
	if err != nil {
		t.Fatal(err)
	}
	if found, err := ours.Validate(t.Context(), nil); err != nil || !found.OK {
		t.Errorf("%+v, %v", found, err)
	}
	if _, err := pool.Exec(t.Context(), "create schema fresh"); err != nil {
		t.Fatal(err)
	}
	theirs, err := rivermigrate.New(riverpgxv5.New(pool), &rivermigrate.Config{Schema: "fresh"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := theirs.Migrate(t.Context(), rivermigrate.DirectionUp, nil); err != nil {
		t.Fatal(err)
	}
	shape := func(schema string) string {
		var text string
		if err := pool.QueryRow(t.Context(), `select string_agg(line, E'\n' order by line) from (
			select table_name || '.' || column_name || ' ' || udt_name || ' ' || is_nullable || ' ' || coalesce(replace(column_default, $1 || '.', ''), '') as line
				from information_schema.columns where table_schema = $1 and table_name like 'river%'
			union all select replace(indexdef, $1 || '.', '') from pg_indexes where schemaname = $1 and tablename like 'river%'
			union all select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid)
				from pg_constraint where connamespace = $1::regnamespace and conrelid::regclass::text like '%river%' and contype = 'c') shape`, schema).Scan(&text); err != nil {
			t.Fatal(err)
		}
		return strings.ReplaceAll(text, schema+".", "")
	}
	if a, b := shape("public"), shape("fresh"); a != b {
		for line := range strings.Lines(a) {
			if !strings.Contains(b, strings.TrimSpace(line)) {
				t.Errorf("ours only: %s", line)
			}
		}
		for line := range strings.Lines(b) {
			if !strings.Contains(a, strings.TrimSpace(line)) {
				t.Errorf("theirs only: %s", line)
			}
		}
	}
}

func TestAJobIsDoneAfterItsTransactionAndTriedAgain(t *testing.T) {
	t.Parallel()
	db := postgrestest.NewDB(t)
	checked := slip.Slip{ID: id.NewID(), Member: 10_000_001}
	var tries, lasts atomic.Int64
	ended := make(chan struct{})
	check := func(_ context.Context, member id.MemberID, slipID id.ID, last bool) error {
		if member != checked.Member || slipID != checked.ID {
			t.Errorf("%v %v", member, slipID)
		}
		if last {
			lasts.Add(1)
			close(ended)
			return nil
		}
		tries.Add(1)
		return errors.New("not yet")
	}
	queue, err := postgres.NewQueue(db, postgres.QueueConfig{
		Tries: 3, FirstRetry: 10 * time.Millisecond, MostRetry: 10 * time.Millisecond, Poll: 10 * time.Millisecond, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := queue.AddSlipCheck(t.Context(), checked); err == nil {
		t.Error("a job outside a transaction")
	}
	rolledBack := errors.New("rolled back")
	err = db.InTx(t.Context(), func(ctx context.Context) error {
		return errors.Join(queue.AddSlipCheck(ctx, slip.Slip{ID: id.NewID(), Member: 10_000_002}), rolledBack)
	})
	if !errors.Is(err, rolledBack) {
		t.Fatal(err)
	}
	if err := db.InTx(t.Context(), func(ctx context.Context) error { return queue.AddSlipCheck(ctx, checked) }); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan error, 1)
	go func() { stopped <- queue.Run(ctx, postgres.Work{CheckSlip: check}) }()
	select {
	case <-ended:
	case <-time.After(30 * time.Second):
		t.Error("the job never came to its last try")
	}
	stop()
	if err := <-stopped; err != nil {
		t.Error(err)
	}
	if tries.Load() != 2 || lasts.Load() != 1 {
		t.Errorf("%d tries and %d last ones", tries.Load(), lasts.Load())
	}
}

func TestAJobWhoseServerDiedIsTakenOver(t *testing.T) {
	t.Parallel()
	db := postgrestest.NewDB(t)
	done := make(chan struct{}, 1)
	check := func(context.Context, id.MemberID, id.ID, bool) error {
		done <- struct{}{}
		return nil
	}
	queue, err := postgres.NewQueue(db, postgres.QueueConfig{
		Tries: 8, FirstRetry: time.Millisecond, MostRetry: time.Millisecond, Poll: 20 * time.Millisecond, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.InTx(t.Context(), func(ctx context.Context) error {
		return queue.AddSlipCheck(ctx, slip.Slip{ID: id.NewID(), Member: 10_000_001})
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Querier(t.Context()).Exec(t.Context(), `update river_job set state = 'running', attempt = 1, attempted_at = now() - interval '2 minutes', attempted_by = '{dead}'`); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan error, 1)
	go func() { stopped <- queue.Run(ctx, postgres.Work{CheckSlip: check}) }()
	select {
	case <-done:
	case <-time.After(60 * time.Second):
		t.Error("nobody took the job over")
	}
	stop()
	if err := <-stopped; err != nil {
		t.Error(err)
	}
}

func TestTheQueuesLibraryLogsNoErrorBecauseAServerStops(t *testing.T) {
	t.Parallel()
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, row := range []struct {
		name   string
		ctx    context.Context
		err    string
		logged bool
	}{
		{"a stop", stopped, "begin: context canceled", false},
		{"another error at a stop", stopped, "connection refused", true},
		{"a cancelled call of a server that runs", t.Context(), "context canceled", true},
	} {
		var written strings.Builder
		log := postgres.QuietLog(slog.New(slog.NewTextHandler(&written, nil)))
		log.InfoContext(row.ctx, "what is of no use", "error", "none")
		log.ErrorContext(row.ctx, "starting a transaction", "error", row.err)
		if got := written.String(); strings.Contains(got, row.err) != row.logged || strings.Contains(got, "no use") {
			t.Errorf("%s: %q", row.name, got)
		}
	}
}
