package app

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"time"

	"krapao/server/background"
)

// job is something that a server does again and again in the background.
type job struct {
	name     string
	interval time.Duration
	run      func(ctx context.Context) error
}

// every has run called about once per interval until the server stops, with jitter so that servers do not meet. An
// error is logged and the next turn comes as usual. Jobs of several servers run at the same time: run must bear that.
func (a *App) every(name string, interval time.Duration, run func(ctx context.Context) error) {
	a.jobs = append(a.jobs, job{name: name, interval: interval, run: run})
}

// runJobs runs all jobs until ctx ends, and waits for those under way.
func (a *App) runJobs(ctx context.Context) {
	group := background.Group{Log: a.Log, Name: "jobs"}
	for _, job := range a.jobs {
		group.Go(func() { a.repeat(ctx, job) })
	}
	for _, run := range a.inBackground {
		group.Go(func() {
			if err := background.Recovered(a.Log, "work until the server stops", func() error { return run(ctx) }); err != nil && ctx.Err() == nil {
				a.Log.LogAttrs(ctx, slog.LevelError, "background work failed", slog.Any("error", err))
			}
		})
	}
	group.Wait()
}

func (a *App) repeat(ctx context.Context, job job) {
	for {
		wait := job.interval/2 + rand.N(job.interval) //nolint:gosec // jitter, no secret
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		if err := background.Recovered(a.Log, job.name, func() error { return job.run(ctx) }); err != nil && ctx.Err() == nil {
			a.Log.LogAttrs(ctx, slog.LevelError, "job failed", slog.String("job", job.name), slog.Any("error", err))
		}
	}
}
