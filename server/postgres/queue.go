package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"krapao/server/background"
	"krapao/server/cashier"
	"krapao/server/id"
)

// QueueConfig is how jobs are done.
type QueueConfig struct {
	// CheckSlip checks a slip; an error has it tried again, but for the last time.
	CheckSlip func(ctx context.Context, member id.MemberID, slipID id.ID, last bool) error
	// Tries is how often a job is tried, FirstRetry the wait after the first time; each later one is twice as long, up to MostRetry.
	Tries                 int
	FirstRetry, MostRetry time.Duration
	// Poll is how often jobs are looked for.
	Poll time.Duration
	Log  *slog.Logger
}

// Queue is the jobs that are done beside requests: written in the transaction that wants them, done by whichever server is free, and tried
// again, also when a server died over one. Make it with NewQueue.
type Queue struct {
	db     *DB
	config QueueConfig
	client *river.Client[pgx.Tx]
}

var _ cashier.SlipQueue = (*Queue)(nil)

const (
	// jobTimeout ends one try of a job; rescueAfter is when a job whose server died is taken over.
	jobTimeout  = 45 * time.Second
	rescueAfter = 90 * time.Second
	// jobsAtOnce bounds the jobs that one server does at a time.
	jobsAtOnce = 4
)

// NewQueue makes a Queue that does nothing until Run.
func NewQueue(db *DB, config QueueConfig) (*Queue, error) {
	queue := &Queue{db: db, config: config}
	workers := river.NewWorkers()
	if err := river.AddWorkerSafely(workers, &slipWorker{queue: queue}); err != nil {
		return nil, err
	}
	client, err := river.NewClient(riverpgxv5.New(db.pool), &river.Config{
		Queues: map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: jobsAtOnce}}, Workers: workers,
		PollOnly:          true, // a connection that listens would be one less for requests
		FetchPollInterval: config.Poll, FetchCooldown: min(config.Poll, 100*time.Millisecond),
		JobTimeout: jobTimeout, RescueStuckJobsAfter: rescueAfter, MaxAttempts: config.Tries, RetryPolicy: retries{config},
		ReindexerSchedule: river.NeverSchedule(), // the application owns no index
		Logger:            slog.New(quiet{config.Log.Handler()}),
	})
	queue.client = client
	return queue, err
}

// Run does jobs until ctx ends, and waits for those under way.
func (q *Queue) Run(ctx context.Context) error {
	if err := q.client.Start(context.WithoutCancel(ctx)); err != nil {
		return fmt.Errorf("postgres: the job queue: %w", mapped(err))
	}
	<-ctx.Done()
	stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), jobTimeout)
	defer cancel()
	return q.client.Stop(stopping)
}

// add writes a job in the context's transaction.
func (q *Queue) add(ctx context.Context, args river.JobArgs) error {
	inside, ok := ctx.Value(txKey{}).(*transaction)
	if !ok || inside.db != q.db {
		return errors.New("postgres: a job outside the transaction that wants it")
	}
	_, err := q.client.InsertTx(ctx, riverTx{inside: inside}, args, nil)
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

// quiet lets warnings and errors of the library into the log.
type quiet struct{ slog.Handler }

// Enabled tells which.
func (q quiet) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && q.Handler.Enabled(ctx, level)
}

// slipCheck is the job of checking a slip.
type slipCheck struct {
	Member id.MemberID `json:"member"`
	Slip   id.ID       `json:"slip"`
}

// Kind names the job.
func (slipCheck) Kind() string { return "slip_check" }

// AddSlipCheck has a slip checked soon after the context's transaction.
func (q *Queue) AddSlipCheck(ctx context.Context, slip cashier.Slip) error {
	return q.add(ctx, slipCheck{Member: slip.Member, Slip: slip.ID})
}

type slipWorker struct {
	river.WorkerDefaults[slipCheck]
	queue *Queue
}

// Work checks the slip.
func (w *slipWorker) Work(ctx context.Context, job *river.Job[slipCheck]) error {
	// River would recover a panic too, and tell of it in its own words; here it is counted with all others.
	return background.Recovered(w.queue.config.Log, job.Args.Kind(), func() error {
		return w.queue.config.CheckSlip(ctx, job.Args.Member, job.Args.Slip, job.Attempt >= job.MaxAttempts)
	})
}
