package postgres

import (
	"context"
	"log/slog"
	"time"

	"github.com/riverqueue/river"

	"krapao/server/background"
	"krapao/server/helpdesk"
	"krapao/server/id"
)

var _ helpdesk.Queue = (*Queue)(nil)

const (
	// helpDeskQueue has workers of its own: a help desk that does not answer holds up no other job.
	helpDeskQueue = "help_desk"
	// helpDeskTries are as many as the library knows: an event is never given up.
	helpDeskTries = 32_000
)

// PushHelpDesk delivers a conversation's events, and gives when to call again; 0: there is no need to.
type PushHelpDesk func(ctx context.Context, conversation id.ID) (again time.Duration, err error)

// helpDeskPush is the job of it.
type helpDeskPush struct {
	Conversation id.ID `json:"conversation"`
}

// Kind names the job.
func (helpDeskPush) Kind() string { return "help_desk_push" }

// InsertOpts are the job's.
func (helpDeskPush) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: helpDeskQueue, MaxAttempts: helpDeskTries}
}

// AddHelpDeskPush has a conversation's events delivered soon after the context's transaction.
func (q *Queue) AddHelpDeskPush(ctx context.Context, conversation id.ID) error {
	return q.add(ctx, helpDeskPush{Conversation: conversation}, firstPriority)
}

type helpDeskWorker struct {
	river.WorkerDefaults[helpDeskPush]
	push PushHelpDesk
	log  *slog.Logger
}

// Work delivers.
func (w *helpDeskWorker) Work(ctx context.Context, job *river.Job[helpDeskPush]) error {
	var again time.Duration
	err := background.Recovered(w.log, job.Args.Kind(), func() (err error) {
		again, err = w.push(ctx, job.Args.Conversation)
		return err
	})
	if err != nil {
		w.log.LogAttrs(ctx, slog.LevelWarn, "events for the help desk could not be read or written; they are tried again", slog.Any("error", err))
		again = helpdesk.TurnLost
	}
	if again > 0 {
		return river.JobSnooze(again)
	}
	return nil
}
