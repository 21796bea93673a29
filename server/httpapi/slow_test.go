package httpapi_test

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// TestWithPostgreSQLSlowCallsEndInTimeAndOthersGoOn is the row "PostgreSQL slow" of the reliability page: the statement
// ends after 3 s, the connections are bounded however many wait, what needs no slow table is answered, and nothing
// lingers.
func TestWithPostgreSQLSlowCallsEndInTimeAndOthersGoOn(t *testing.T) {
	t.Parallel()
	city := open(t)
	p := city.join(t, "0812345678", nil)
	blocker, err := pgx.Connect(t.Context(), city.Database.SuperURL)
	if err != nil {
		t.Fatal(err)
	}
	defer blocker.Close(t.Context())
	block := func(sql string) {
		if _, err := blocker.Exec(t.Context(), sql); err != nil {
			t.Error(err)
		}
	}
	want(t, "before", p.Do(http.MethodGet, "/api/wallet", ""), "")

	block("begin; lock table ledger_wallet in access exclusive mode")
	var group sync.WaitGroup
	for range 40 {
		group.Go(func() {
			start := time.Now()
			answer := p.Do(http.MethodGet, "/api/wallet", "")
			if took := time.Since(start); answer.Status != http.StatusServiceUnavailable || answer.Code() != "INTERNAL_SERVER_ERROR" || took > 6*time.Second {
				t.Errorf("%d %s after %v, want 503 within the statement's 3 s and a wait for a connection", answer.Status, answer.Body, took)
			}
		})
	}
	time.Sleep(time.Second)
	var connections int
	if err := blocker.QueryRow(t.Context(), `select count(*) from pg_stat_activity
		where datname = current_database() and application_name = 'krapao' and state = 'active' and wait_event_type = 'Lock'`).Scan(&connections); err != nil {
		t.Error(err)
	}
	if bound := int(city.App.Config.DatabaseConnections); connections == 0 || connections > bound {
		t.Errorf("%d connections wait for the lock, at most %d may", connections, bound)
	}
	start := time.Now()
	want(t, "what needs no slow table", city.person(t).Do(http.MethodGet, "/api/lookup/info", ""), "")
	if took := time.Since(start); took > time.Second {
		t.Errorf("it took %v", took)
	}
	group.Wait()
	if live := status(city.OpsURL() + "/livez"); live != http.StatusOK {
		t.Errorf("liveness: %d", live)
	}

	block("rollback")
	eventually(t, "it serves again", func() bool { return p.Do(http.MethodGet, "/api/wallet", "").Status == http.StatusOK })
}
