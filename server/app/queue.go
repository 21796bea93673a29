package app

import (
	"context"
	"time"

	"krapao/server/postgres"
)

// newQueue makes the jobs that are done beside requests.
func newQueue(f floor) (*postgres.Queue, error) {
	return postgres.NewQueue(f.db, postgres.QueueConfig{
		Tries: f.Slip.CheckTries, FirstRetry: f.Slip.CheckRetry, MostRetry: longestRetry, Poll: f.Slip.CheckEvery, Now: f.Now, Log: f.Log,
	})
}

// queueJobs takes part in the queue's jobs until the server stops.
func queueJobs(a *App) {
	a.inBackground = append(a.inBackground, func(ctx context.Context) error {
		work := postgres.Work{CheckSlip: a.Slips.Check, PushHelpDesk: a.pushHelpDesk(), Daily: a.dailyWork(), Periodic: a.cleanUps()}
		if a.noJobs {
			work.Daily, work.Periodic = nil, nil
		}
		return a.Queue.Run(ctx, work)
	})
}

// cleanUps is every clean-up: what the database or the store of uploads keeps too long is removed by one server for
// all. What a server has in its own memory is no clean-up of these.
func (a *App) cleanUps() map[string]postgres.PeriodicWork {
	keys := postgres.Idempotency{DB: a.DB, Now: a.Now}
	return map[string]postgres.PeriodicWork{
		"forget old rate limits":            {Every: time.Minute, Do: uncounted(a.Limit.Forget)},
		"forget what changed of accounts":   {Every: time.Minute, Do: func(ctx context.Context) error { return a.DB.ForgetAccountChanges(ctx, 10*time.Minute) }},
		"remove files of the chat":          {Every: 10 * time.Minute, Do: a.Chat.RemoveFiles},
		"forget old one-time codes":         {Every: 10 * time.Minute, Do: a.Members.ForgetOTPs},
		"end requests that nobody approved": {Every: 10 * time.Minute, Do: a.Approvals.Expire},
		"forget old sessions":               {Every: time.Hour, Do: a.Members.ForgetSessions},
		"forget old sessions of operators":  {Every: time.Hour, Do: a.Operators.ForgetSessions},
		"forget old reports of gateways":    {Every: time.Hour, Do: a.Deposits.ForgetEvents},
		"forget old idempotency keys":       {Every: time.Hour, Do: uncounted(keys.Forget)},
		"remove images of old slips":        {Every: time.Hour, Do: a.Slips.RemoveImages},
	}
}

// uncounted is a clean-up whose count nobody reads.
func uncounted(forget func(ctx context.Context) (int64, error)) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		_, err := forget(ctx)
		return err
	}
}
