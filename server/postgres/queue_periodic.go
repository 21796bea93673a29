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
)

// PeriodicWork is done by one of the servers every so often. What broke off is done again.
type PeriodicWork struct {
	Every time.Duration
	Do    func(ctx context.Context) error
}

// periodicJob is the job of such work.
type periodicJob struct {
	Name string `json:"name"`
}

// Kind names the job.
func (periodicJob) Kind() string { return "periodic" }

// periodic puts the work into the queue, once for each period whichever servers run.
func periodic(work map[string]PeriodicWork) []*river.PeriodicJob {
	jobs := make([]*river.PeriodicJob, 0, len(work))
	for _, name := range slices.Sorted(maps.Keys(work)) {
		every := work[name].Every
		jobs = append(jobs, river.NewPeriodicJob(river.PeriodicInterval(every), func() (river.JobArgs, *river.InsertOpts) {
			return periodicJob{Name: name}, &river.InsertOpts{UniqueOpts: river.UniqueOpts{ByArgs: true, ByPeriod: every}}
		}, &river.PeriodicJobOpts{RunOnStart: true}))
	}
	return jobs
}

type periodicWorker struct {
	river.WorkerDefaults[periodicJob]
	work map[string]PeriodicWork
	log  *slog.Logger
}

// Work does it once.
func (w *periodicWorker) Work(ctx context.Context, job *river.Job[periodicJob]) error {
	work, known := w.work[job.Args.Name]
	if !known {
		return river.JobCancel(fmt.Errorf("postgres: no periodic work %q", job.Args.Name))
	}
	return background.Recovered(w.log, job.Args.Name, func() error { return work.Do(ctx) })
}
