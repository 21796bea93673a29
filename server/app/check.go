package app

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"krapao/server/fault"
	"krapao/server/gateway/provider"
	"krapao/server/httpapi"
	"krapao/server/postgres"
	"krapao/server/remote"
)

// OfficeConfig says what the back office does by itself.
type OfficeConfig struct {
	InvariantsEvery time.Duration `env:"KRAPAO_INVARIANTS_EVERY" default:"15m" help:"How often the ledger's invariants are checked, game providers asked among it; 0 is never. The metric krapao_invariant_violations has what was found."`
}

// checksPerMinute bounds the checks that operators ask for, over all servers.
const checksPerMinute = 6

// wireCheck makes the ledger's checks and the list of remotes.
func wireCheck(_ context.Context, a *App) error {
	checks := &checks{app: a, violations: prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "krapao_invariant_violations", Help: "Rows that broke an invariant of the ledger in the last scheduled check; absent for one that was not looked at."}, []string{"invariant"}),
		checkedAt: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "krapao_invariant_check_timestamp_seconds", Help: "When the invariants were last checked by schedule."}),
	}
	a.metrics.Register(checks.violations)
	a.metrics.Register(checks.checkedAt)
	a.handlers.Checker = checks
	a.handlers.Remotes = remote.New(remote.Config{Repository: postgres.NewRemoteRepository(a.DB), Now: a.Now})
	if every := a.Config.Office.InvariantsEvery; every > 0 {
		a.every("check the invariants", min(every, time.Minute), func(ctx context.Context) error { return checks.scheduled(ctx, every) })
	}
	return nil
}

// checks runs the ledger's checks, one at a time on each server.
type checks struct {
	app        *App
	running    sync.Mutex
	violations *prometheus.GaugeVec
	checkedAt  prometheus.Gauge
}

var _ httpapi.Checker = &checks{}

// CheckNow is described at httpapi.Checker.
func (c *checks) CheckNow(ctx context.Context) (httpapi.CheckRun, error) {
	if !c.running.TryLock() {
		return httpapi.CheckRun{}, fault.RequestLimit.After(time.Second)
	}
	defer c.running.Unlock()
	if err := c.app.Limit.Allow(ctx, "check:asked", checksPerMinute, time.Minute); err != nil {
		return httpapi.CheckRun{}, err
	}
	run, err := c.run(ctx, nil)
	if err != nil {
		return httpapi.CheckRun{}, err
	}
	last, err := c.app.DB.LastCheckRun(ctx)
	for i := range run.Findings {
		for _, known := range last.Findings {
			if known.Invariant == i9 && run.Findings[i].Invariant == i9 {
				run.Findings[i] = known
			}
		}
	}
	return shownRun(run), err
}

// run looks at all invariants. Without providers I9 is left for the schedule: who asks must not wait for them.
func (c *checks) run(ctx context.Context, providers *provider.Providers) (postgres.CheckRun, error) {
	run, began := postgres.CheckRun{At: c.app.Now()}, time.Now()
	var err error
	run.Findings, err = Invariants{
		DB: c.app.DB, Now: c.app.Now, Providers: providers, Sample: ProviderSample, Unasked: "game providers are asked by schedule, which has not run yet",
	}.Check(ctx)
	run.Took = time.Since(began)
	return run, err
}

// LastCheck is described at httpapi.Checker.
func (c *checks) LastCheck(ctx context.Context) (httpapi.CheckRun, error) {
	run, err := c.app.DB.LastCheckRun(ctx)
	return shownRun(run), err
}

func shownRun(from postgres.CheckRun) httpapi.CheckRun {
	to := httpapi.CheckRun{At: from.At, Took: from.Took}
	for _, finding := range from.Findings {
		to.Findings = append(to.Findings, httpapi.CheckFinding{
			Invariant: finding.Invariant, Promise: finding.Promise, OK: finding.OK, Count: finding.Count,
			Samples: finding.Sample, NotChecked: finding.NotChecked,
		})
	}
	return to
}

// scheduled runs the checks when it is time, on one of the servers, and shows the last run's result on each of them.
func (c *checks) scheduled(ctx context.Context, every time.Duration) error {
	last, err := c.app.DB.LastCheckRun(ctx)
	if err != nil {
		return err
	}
	if c.app.Now().Sub(last.At) >= every {
		switch err := c.app.Limit.Allow(ctx, "check:scheduled", 1, every); {
		case errors.Is(err, fault.RequestLimit): // another server is at it
		case err != nil:
			return err
		default:
			if last, err = c.run(ctx, c.app.Providers); err == nil {
				err = c.app.DB.AddCheckRun(ctx, last)
			}
			if err != nil {
				return err
			}
			c.alarm(ctx, last)
		}
	}
	if !last.At.IsZero() {
		c.checkedAt.Set(float64(last.At.Unix()))
	}
	for _, finding := range last.Findings {
		if finding.OK || finding.Count > 0 {
			c.violations.WithLabelValues(finding.Invariant).Set(float64(finding.Count))
		} else {
			c.violations.DeleteLabelValues(finding.Invariant) // nobody looked: 0 would say that it holds
		}
	}
	return nil
}

func (c *checks) alarm(ctx context.Context, run postgres.CheckRun) {
	for _, finding := range run.Findings {
		if finding.Count > 0 {
			c.app.Log.LogAttrs(ctx, slog.LevelError, "an invariant of the ledger is broken", slog.String("invariant", finding.Invariant),
				slog.Int64("violations", finding.Count), slog.Any("sample", finding.Sample))
		}
	}
}
