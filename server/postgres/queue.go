package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"krapao/server/background"
	"krapao/server/id"
	"krapao/server/slip"
)

// QueueConfig is how jobs are done.
type QueueConfig struct {
	// Tries is how often a job is tried, FirstRetry the wait after the first time; each later one is twice as long, up
	// to MostRetry.
	Tries                 int
	FirstRetry, MostRetry time.Duration
	// Poll is how often jobs are looked for.
	Poll time.Duration
	Now  func() time.Time
	Log  *slog.Logger
}

// Queue is the jobs that are done beside requests: written in the transaction that wants them, done by whichever server
// is free, and tried again, also when a server died over one. Make it with NewQueue.
type Queue struct {
	db     *DB
	config QueueConfig
	client *river.Client[pgx.Tx]
}

var _ slip.Queue = (*Queue)(nil)

const (
	// jobTimeout ends one try of a job; rescueAfter is when a job whose server died is taken over.
	jobTimeout  = 45 * time.Second
	rescueAfter = 90 * time.Second
	// jobsAtOnce bounds the jobs that one server does at a time.
	jobsAtOnce = 4
	// firstPriority and lastPriority are river's: jobs of a lower number go first.
	firstPriority, lastPriority = 1, 4
)

// NewQueue makes a Queue.
func NewQueue(db *DB, config QueueConfig) (*Queue, error) {
	queue := &Queue{db: db, config: config}
	client, err := river.NewClient(riverpgxv5.New(db.pool), queue.settings())
	queue.client = client
	return queue, err
}

// settings are those of a client that adds jobs and does none.
func (q *Queue) settings() *river.Config {
	return &river.Config{
		MaxAttempts: q.config.Tries, RetryPolicy: retries{q.config}, Logger: slog.New(quiet{q.config.Log.Handler()}),
	}
}

// CheckSlip checks a slip; an error has it tried again, but for the last time.
type CheckSlip func(ctx context.Context, member id.MemberID, slipID id.ID, last bool) error

// Work is what does the jobs.
type Work struct {
	CheckSlip CheckSlip
	// PushHelpDesk delivers what a help desk is told; nil: there is none.
	PushHelpDesk PushHelpDesk
	// Daily is the work that is done once for each day, by name.
	Daily map[string]WorkDay
	// Periodic is the work that one server does every so often, by name.
	Periodic map[string]PeriodicWork
}

// Run does jobs until ctx ends, and waits for those under way.
func (q *Queue) Run(ctx context.Context, work Work) error {
	workers := river.NewWorkers()
	if err := errors.Join(
		river.AddWorkerSafely(workers, &slipWorker{check: work.CheckSlip, log: q.config.Log}),
		river.AddWorkerSafely(workers, &dayWorker{work: work.Daily, log: q.config.Log}),
		river.AddWorkerSafely(workers, &periodicWorker{work: work.Periodic, log: q.config.Log}),
		river.AddWorkerSafely(workers, &helpDeskWorker{push: work.PushHelpDesk, log: q.config.Log}),
	); err != nil {
		return err
	}
	settings := q.settings()
	settings.PeriodicJobs = append(q.daily(work.Daily), periodic(work.Periodic)...)
	settings.Workers, settings.Queues = workers, map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: jobsAtOnce}}
	if work.PushHelpDesk != nil {
		settings.Queues[helpDeskQueue] = river.QueueConfig{MaxWorkers: jobsAtOnce}
	}
	settings.PollOnly = true // a connection that listens would be one less for requests
	settings.FetchPollInterval, settings.FetchCooldown = q.config.Poll, min(q.config.Poll, 100*time.Millisecond)
	settings.JobTimeout, settings.RescueStuckJobsAfter = jobTimeout, rescueAfter
	settings.ReindexerSchedule = river.NeverSchedule() // the application owns no index
	client, err := river.NewClient(riverpgxv5.New(q.db.pool), settings)
	if err != nil {
		return err
	}
	if err := client.Start(context.WithoutCancel(ctx)); err != nil {
		return fmt.Errorf("postgres: the job queue: %w", mapped(err))
	}
	<-ctx.Done()
	stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), jobTimeout)
	defer cancel()
	return client.Stop(stopping)
}

// add writes a job in the context's transaction.
func (q *Queue) add(ctx context.Context, args river.JobArgs, priority int) error {
	inside, ok := ctx.Value(txKey{}).(*transaction)
	if !ok || inside.db != q.db {
		return errors.New("postgres: a job outside the transaction that wants it")
	}
	_, err := q.client.InsertTx(ctx, riverTx{inside: inside}, args, &river.InsertOpts{Priority: priority})
	return mapped(err)
}

// retries is how long a job waits before it is tried again.
type retries struct{ config QueueConfig }

// NextRetry gives when.
func (r retries) NextRetry(job *rivertype.JobRow) time.Time {
	wait := r.config.FirstRetry
	for range len(job.Errors) {
		wait = min(2*wait, r.config.MostRetry)
	}
	return time.Now().Add(wait)
}

// quiet lets warnings and errors of the library into the log, but not that its work was cut off by a stop: another
// server goes on with that.
type quiet struct{ slog.Handler }

// Enabled tells which.
func (q quiet) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && q.Handler.Enabled(ctx, level)
}

// Handle writes a record. The library gives its errors as texts, so that they are distinguished by their words.
func (q quiet) Handle(ctx context.Context, record slog.Record) error {
	stopped := false
	if errors.Is(ctx.Err(), context.Canceled) {
		record.Attrs(func(attr slog.Attr) bool {
			stopped = stopped || strings.Contains(attr.Value.String(), context.Canceled.Error())
			return !stopped
		})
	}
	if stopped {
		return nil
	}
	return q.Handler.Handle(ctx, record)
}

// slipCheck is the job of checking a slip.
type slipCheck struct {
	Member id.MemberID `json:"member"`
	Slip   id.ID       `json:"slip"`
}

// Kind names the job.
func (slipCheck) Kind() string { return "slip_check" }

// AddSlipCheck has a slip checked soon after the context's transaction: after other members' slips, the more of the
// member's own wait for it. Who sends many that take long keeps nobody else waiting.
func (q *Queue) AddSlipCheck(ctx context.Context, slip slip.Slip) error {
	var waiting int
	if err := q.db.Querier(ctx).QueryRow(ctx, "select count(*) from slip where member_id = $1 and id <> $2 and status = 'PENDING' and review = ''",
		slip.Member, slip.ID).Scan(&waiting); err != nil {
		return mapped(err)
	}
	return q.add(ctx, slipCheck{Member: slip.Member, Slip: slip.ID}, min(firstPriority+waiting, lastPriority))
}

type slipWorker struct {
	river.WorkerDefaults[slipCheck]
	check CheckSlip
	log   *slog.Logger
}

// Work checks the slip.
func (w *slipWorker) Work(ctx context.Context, job *river.Job[slipCheck]) error {
	// River would recover a panic too, and tell of it in its own words; here it is counted with all others.
	return background.Recovered(w.log, job.Args.Kind(), func() error {
		return w.check(ctx, job.Args.Member, job.Args.Slip, job.Attempt >= job.MaxAttempts)
	})
}
