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
	operatorhttp "krapao/server/httpapi/operator"
	"krapao/server/postgres"
)

// OperatorConfig says what the back office does by itself.
type OperatorConfig struct {
	InvariantsEvery time.Duration `env:"KRAPAO_INVARIANTS_EVERY" default:"15m" help:"How often the ledger's invariants are checked for what is new, game providers asked among it; 0 is never. The metric krapao_invariant_violations has what was found."`
	InvariantsWhole Window        `env:"KRAPAO_INVARIANTS_WHOLE" default:"03:00-05:00" placeholder:"FROM-TO" help:"When everything is checked instead, once a day, in times of Asia/Bangkok. The first check of all is a whole one whenever it is."`
}

// checksPerMinute bounds the checks that operators ask for, over all servers.
const checksPerMinute = 6

// newChecks makes the ledger's checks.
func newChecks(a *App) *checks {
	made := &checks{app: a, violations: prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "krapao_invariant_violations", Help: "Rows that broke an invariant of the ledger in the last scheduled check; absent for one that was not looked at."}, []string{"invariant"}),
		checkedAt: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "krapao_invariant_check_timestamp_seconds", Help: "When the invariants were last checked by schedule."}),
	}
	a.metrics.Register(made.violations)
	a.metrics.Register(made.checkedAt)
	if every := a.Config.Operator.InvariantsEvery; every > 0 {
		a.every("check the invariants", min(every, time.Minute), func(ctx context.Context) error { return made.scheduled(ctx, every) })
	}
	return made
}

// checks runs the ledger's checks, one at a time on each server.
type checks struct {
	app        *App
	running    sync.Mutex
	violations *prometheus.GaugeVec
	checkedAt  prometheus.Gauge
}

var _ operatorhttp.Checker = &checks{}

// CheckNow is described at httpapi/operator.Checker.
func (c *checks) CheckNow(ctx context.Context) (operatorhttp.CheckRun, error) {
	if !c.running.TryLock() {
		return operatorhttp.CheckRun{}, fault.RequestLimit.After(time.Second)
	}
	defer c.running.Unlock()
	if err := c.app.Limit.Allow(ctx, "check:asked", checksPerMinute, time.Minute); err != nil {
		return operatorhttp.CheckRun{}, err
	}
	last, err := c.app.DB.LastCheckRun(ctx)
	if err != nil {
		return operatorhttp.CheckRun{}, err
	}
	others, err := c.invariants(nil).others(ctx)
	for i := range others {
		for _, known := range last.Findings {
			if known.Invariant == i9 && others[i].Invariant == i9 {
				others[i] = known
			}
		}
	}
	if err != nil {
		return operatorhttp.CheckRun{}, err
	}
	run, err := c.app.DB.CheckIncrement(ctx, c.app.Now(), others...)
	if errors.Is(err, postgres.ErrCheckUnderWay) || errors.Is(err, postgres.ErrWholeDue) {
		return c.LastCheck(ctx)
	}
	if err != nil {
		return operatorhttp.CheckRun{}, err
	}
	return c.shown(ctx, run)
}

// invariants looks at all of them. Without providers I9 is left for the schedule: who asks must not wait for them.
func (c *checks) invariants(providers *provider.Providers) Invariants {
	return Invariants{DB: c.app.DB, Now: c.app.Now, Providers: providers, Sample: ProviderSample, Unasked: "game providers are asked by schedule, which has not run yet"}
}

// run looks at what is new, or at everything when that is due.
func (c *checks) run(ctx context.Context) (postgres.CheckRun, error) {
	others, err := c.invariants(c.app.Providers).others(ctx)
	if err != nil {
		return postgres.CheckRun{}, err
	}
	last, err := c.app.DB.WholeCheckedAt(ctx)
	if err != nil {
		return postgres.CheckRun{}, err
	}
	now := c.app.Now()
	if c.app.Config.Operator.InvariantsWhole.due(last, now) {
		return c.app.DB.CheckWhole(ctx, now, others...)
	}
	run, err := c.app.DB.CheckIncrement(ctx, now, others...)
	if errors.Is(err, postgres.ErrWholeDue) {
		return c.app.DB.CheckWhole(ctx, now, others...)
	}
	return run, err
}

// LastCheck is described at httpapi/operator.Checker.
func (c *checks) LastCheck(ctx context.Context) (operatorhttp.CheckRun, error) {
	run, err := c.app.DB.LastCheckRun(ctx)
	if err != nil {
		return operatorhttp.CheckRun{}, err
	}
	return c.shown(ctx, run)
}

func (c *checks) shown(ctx context.Context, from postgres.CheckRun) (operatorhttp.CheckRun, error) {
	whole, err := c.app.DB.WholeCheckedAt(ctx)
	to := operatorhttp.CheckRun{At: from.At, Took: from.Took, WholeAt: whole}
	for _, finding := range from.Findings {
		to.Findings = append(to.Findings, operatorhttp.CheckFinding{
			Invariant: finding.Invariant, Promise: finding.Promise, OK: finding.OK, Count: finding.Count,
			Samples: finding.Sample, NotChecked: finding.NotChecked,
		})
	}
	return to, err
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
			run, err := c.run(ctx)
			if errors.Is(err, postgres.ErrCheckUnderWay) { // a whole one, or one that was asked for
				return nil
			}
			if err == nil {
				last, err = run, c.app.DB.AddCheckRun(ctx, run)
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
