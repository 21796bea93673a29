package postgres

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"github.com/riverqueue/river"

	"krapao/server/background"
	"krapao/server/daily"
)

// WorkDay does the next part of the work for a day, and tells whether there is more. It is called again for what was
// done before.
type WorkDay func(ctx context.Context, day daily.Day) (more bool, err error)

const (
	// settles is how long after midnight a day is taken for over: what was booked at its last moment has been committed
	// then.
	settles = 5 * time.Minute
	// dayOffered is how often the work for the day before is put into the queue, where it is once.
	dayOffered = 10 * time.Second
	// dayTurn is how long one try goes on before it gives its place in the queue back.
	dayTurn = 30 * time.Second
)

// dayWork is the job of some work for one day.
type dayWork struct {
	Name string `json:"name"`
	Day  string `json:"day"`
}

// Kind names the job.
func (dayWork) Kind() string { return "daily" }

// daily puts the work for the day before into the queue, once for each day whichever servers run.
func (q *Queue) daily(work map[string]WorkDay) []*river.PeriodicJob {
	jobs := make([]*river.PeriodicJob, 0, len(work))
	for _, name := range slices.Sorted(maps.Keys(work)) {
		jobs = append(jobs, river.NewPeriodicJob(river.PeriodicInterval(dayOffered), func() (river.JobArgs, *river.InsertOpts) {
			day := daily.Before(q.config.Now().Add(-settles))
			return dayWork{Name: name, Day: day.String()}, &river.InsertOpts{UniqueOpts: river.UniqueOpts{ByArgs: true}}
		}, &river.PeriodicJobOpts{RunOnStart: true}))
	}
	return jobs
}

// dayWorker does the work of a day.
type dayWorker struct {
	river.WorkerDefaults[dayWork]
	work map[string]WorkDay
	log  *slog.Logger
}

// Work goes on where the last try ended. It rests after each part (daily.Rest).
func (w *dayWorker) Work(ctx context.Context, job *river.Job[dayWork]) error {
	day, err := daily.Parse(job.Args.Day)
	if err != nil {
		return river.JobCancel(err)
	}
	do, known := w.work[job.Args.Name]
	if !known {
		return river.JobCancel(fmt.Errorf("postgres: no daily work %q", job.Args.Name))
	}
	for began := time.Now(); time.Since(began) < dayTurn; {
		part := time.Now()
		var more bool
		if err := background.Recovered(w.log, job.Args.Kind(), func() (err error) {
			more, err = do(ctx, day)
			return err
		}); err != nil || !more {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(daily.Rest(time.Since(part))):
		}
	}
	return river.JobSnooze(0)
}
