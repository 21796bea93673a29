package postgres_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/server/fault"
	"krapao/server/postgres"
	"krapao/server/postgres/postgrestest"
)

func TestALimitHoldsOverEveryWindow(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	limit := postgres.NewRateLimit(postgrestest.NewDB(t), func() time.Time { return now })
	ctx := context.Background()
	allow := func(key string) error { return limit.Allow(ctx, key, 3, time.Minute) }

	for range 3 {
		if err := allow("a"); err != nil {
			t.Fatal(err)
		}
		now = now.Add(10 * time.Second)
	}
	var refused *fault.Fault
	if err := allow("a"); !errors.As(err, &refused) || refused.Code != "REQUEST_LIMIT" {
		t.Fatalf("the fourth in a minute: %v", err)
	}
	if refused.RetryAfter != 30*time.Second {
		t.Errorf("come back after %v, want when the first leaves the window: 30s", refused.RetryAfter)
	}
	if err := allow("b"); err != nil {
		t.Errorf("another key has a limit of its own: %v", err)
	}
	now = now.Add(refused.RetryAfter)
	if err := allow("a"); err != nil {
		t.Errorf("after waiting as told: %v", err)
	}
	if err := allow("a"); err == nil {
		t.Error("only one had left the window")
	}
	now = now.Add(time.Hour)
	if n, err := limit.Forget(ctx); err != nil || n != 2 {
		t.Errorf("forgot %d, %v; want both keys", n, err)
	}
}

func TestParallelAttemptsOverTwoServersStayWithinTheLimit(t *testing.T) {
	t.Parallel()
	database := postgrestest.New(t)
	other, err := postgres.Open(context.Background(), postgres.Config{URL: database.URL, AcquireTimeout: 20 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	servers := []*postgres.RateLimit{postgres.NewRateLimit(database.DB, time.Now), postgres.NewRateLimit(other, time.Now)}
	var allowed atomic.Int32
	var group sync.WaitGroup
	for i := range 100 {
		group.Go(func() {
			switch err := servers[i%2].Allow(context.Background(), "k", 5, time.Hour); {
			case err == nil:
				allowed.Add(1)
			case !errors.Is(err, fault.RequestLimit):
				t.Error(err)
			}
		})
	}
	group.Wait()
	if allowed.Load() != 5 {
		t.Fatalf("%d were allowed, want 5", allowed.Load())
	}
}

func TestALimitIsRememberedOverACrash(t *testing.T) {
	t.Parallel()
	db := postgrestest.NewDB(t)
	var persistence string
	if err := db.Querier(t.Context()).QueryRow(t.Context(), "select relpersistence from pg_class where relname = 'rate_limit'").Scan(&persistence); err != nil {
		t.Fatal(err)
	}
	if persistence != "p" {
		t.Errorf("the table is %q: an unlogged or temporary one forgets every limit when PostgreSQL is killed", persistence)
	}
}
