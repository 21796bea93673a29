package helpdesk_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/portaltest"
	"krapao/server/postgres/postgrestest"
	"krapao/server/simulator"
)

func TestNothingIsLostWhenTheServerIsKilled(t *testing.T) {
	t.Parallel()
	database := postgrestest.New(t)
	p := portaltest.NewProcess(t, database.URL)
	parties := simulator.New(simulator.Config{Portal: "http://" + p.Origin, Credentials: credentials, Now: time.Now})
	var hangs atomic.Bool
	asked, let := make(chan struct{}, 16), make(chan struct{})
	desk := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if hangs.Load() {
			asked <- struct{}{}
			<-let
		}
		parties.Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(desk.Close)
	p.Environment = []string{
		"KRAPAO_HELP_DESK_URL=" + desk.URL + simulator.HelpDeskPath, "KRAPAO_HELP_DESK_KEY=" + credentials.Key(simulator.HelpDeskParty), "KRAPAO_JOB_POLL=50ms",
	}
	p.Start()
	g := guestOf(t, "http://"+p.Origin)
	g.tell("one")
	eventually(t, "the first is delivered", func() bool { return slices.Contains(delivered(parties.HelpDeskEvents()), "pending") })
	hangs.Store(true)
	g.tell("two")
	<-asked // a delivery is under way
	g.tell("three")
	p.Kill()
	hangs.Store(false)
	close(let)
	// As if it had been dead for long: another server takes a job and a turn over once they are old.
	owner, err := pgx.Connect(t.Context(), database.OwnerURL)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = owner.Close(t.Context()) }()
	for _, sql := range []string{
		"update river_job set attempted_at = attempted_at - interval '1 hour' where kind = 'help_desk_push' and state = 'running'",
		"update help_desk_turn set until = until - interval '1 hour'",
	} {
		if _, err := owner.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	p.Start()
	g.tell("four")
	want := []string{"incoming one", "pending", "incoming two", "incoming three", "incoming four"}
	eventually(t, "all was delivered", func() bool { return len(delivered(parties.HelpDeskEvents())) >= len(want) })
	if got := delivered(parties.HelpDeskEvents()); !slices.Equal(got, want) {
		t.Errorf("told %q", got)
	}
}
