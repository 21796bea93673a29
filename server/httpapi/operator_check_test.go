package httpapi_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/server/app"
)

type checkReport struct {
	Ok         bool
	Invariants []struct {
		Code, Title string
		Ok          bool
		Violations  int64
		Samples     []string
		NotChecked  string
	}
	LastScheduled *struct {
		Ok         bool
		Violations int64
	}
}

func TestAnOperatorSeesWhetherTheLedgerHolds(t *testing.T) {
	t.Parallel()
	city := open(t)
	number := city.number(city.join(t, "0812345678", nil))
	noi, kam := city.Operator(t, "noi"), city.Operator(t, "kam")
	want(t, "an adjustment", approve(kam, adjust(t, noi, number, "CREDIT", "9").ID), "")
	ask := func() checkReport {
		return read[checkReport](t, want(t, "the report", noi.Do(http.MethodGet, "/operator/check", ""), ""))
	}
	if report := ask(); !report.Ok || len(report.Invariants) != 16 || report.LastScheduled != nil {
		t.Errorf("%+v", report)
	}
	owner, err := connect(t.Context(), city.Database.OwnerURL)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = owner.Close(t.Context()) }()
	if _, err := owner.Exec(t.Context(), "update ledger_wallet set main = main + 1"); err != nil {
		t.Fatal(err)
	}
	want(t, "another", approve(kam, adjust(t, noi, number, "CREDIT", "8").ID), "")
	city.visible(t)
	report := ask()
	broken := map[string]int64{}
	for _, invariant := range report.Invariants {
		if invariant.Violations > 0 {
			broken[invariant.Code] = invariant.Violations
			if len(invariant.Samples) == 0 || invariant.Title == "" {
				t.Errorf("%+v", invariant)
			}
		}
	}
	if i9 := report.Invariants[8]; i9.Ok || i9.NotChecked == "" {
		t.Errorf("nobody looked, and it says %+v", i9)
	}
	if report.Ok || broken["I2"] != 1 || broken["I5"] != 1 {
		t.Errorf("%v, %v", report.Ok, broken)
	}
	for range 4 {
		ask()
	}
	if limited := want(t, "a seventh in a minute", noi.Do(http.MethodGet, "/operator/check", ""), "REQUEST_LIMIT"); limited.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
}

// visible waits until the next check sees all that was posted: what other tests' databases are writing holds it back,
// for the numbers of transactions are the cluster's.
func (s town) visible(t *testing.T) {
	t.Helper()
	eventually(t, "older transactions end", func() (all bool) {
		if err := s.App.DB.Querier(t.Context()).QueryRow(t.Context(), "select max(xid) < pg_snapshot_xmin(pg_current_snapshot()) from ledger_transaction").Scan(&all); err != nil {
			t.Fatal(err)
		}
		return all
	})
}

func TestTheScheduledCheckShowsInAMetricAndInTheReport(t *testing.T) {
	t.Parallel()
	city := open(t, func(c *app.Config) { c.Operator.InvariantsEvery = 50 * time.Millisecond })
	noi := city.Operator(t, "noi")
	owner, err := connect(t.Context(), city.Database.OwnerURL)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = owner.Close(t.Context()) }()
	number := city.number(city.join(t, "0812345678", nil))
	if _, err := owner.Exec(t.Context(), "update ledger_wallet set main = main + 1 where member_id = $1", number); err != nil {
		t.Fatal(err)
	}
	want(t, "an adjustment", approve(city.Operator(t, "kam"), adjust(t, noi, number, "CREDIT", "9").ID), "")
	shows := func() bool {
		city.Clock.Advance(time.Second)
		return strings.Contains(ops(t, city.Server, "/metrics"), `krapao_invariant_violations{invariant="I2"} 1`)
	}
	for deadline := time.Now().Add(20 * time.Second); !shows(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the metric never showed it")
		}
	}
	report := read[checkReport](t, want(t, "the report", noi.Do(http.MethodGet, "/operator/check", ""), ""))
	if report.LastScheduled == nil || report.LastScheduled.Ok || report.LastScheduled.Violations == 0 {
		t.Errorf("%+v", report.LastScheduled)
	}
	if i9 := report.Invariants[8]; !strings.Contains(i9.NotChecked, "no decided transfer") {
		t.Errorf("what the schedule found out is not told: %+v", i9)
	}
	if !strings.Contains(city.Logs.String(), "an invariant of the ledger is broken") {
		t.Error("the log does not say it")
	}
}

func TestAnOperatorSeesWhichMicroFrontendsArePublished(t *testing.T) {
	t.Parallel()
	city := open(t)
	noi := city.Operator(t, "noi")
	list := func() string {
		return string(want(t, "the list", noi.Do(http.MethodGet, "/operator/remotes", ""), "").Body)
	}
	if got := list(); !strings.Contains(got, `"remotes":[]`) {
		t.Error(got)
	}
	city.query(t, `insert into remote_version (name, version, description, published_at, published_by) values
		('mf-wallet', '1.0.0', '{"schema":1,"name":"mf-wallet","version":"1.0.0","kit":"1.2.0","url":"/mf/mf-wallet/1.0.0/","entry":"entry.js","files":{"entry.js":{"sha384":"x","size":1}}}', now(), 'noi')`)
	city.query(t, `insert into remote_activation (name, seq, version, kind, activated_at, activated_by) values ('mf-wallet', 1, '1.0.0', 'ACTIVATE', now(), 'kam')`)
	if got := list(); !strings.Contains(got, `"activeVersion":"1.0.0"`) || !strings.Contains(got, `"publishedBy":"noi"`) {
		t.Error(got)
	}
}
