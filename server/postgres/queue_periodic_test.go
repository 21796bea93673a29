package postgres_test

import (
	"context"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"krapao/server/id"
	"krapao/server/postgres"
	"krapao/server/postgres/postgrestest"
)

func TestPeriodicWorkOutlivesAPanicAndAStoppedServer(t *testing.T) {
	t.Parallel()
	const every = time.Second
	db, began := postgrestest.NewDB(t), time.Now()
	var turns atomic.Int64
	brokeOff, again := make(chan struct{}), make(chan struct{})
	first, stopFirst := context.WithCancel(t.Context())
	work := postgres.Work{
		CheckSlip: func(context.Context, id.MemberID, id.ID, bool) error { return nil },
		Periodic: map[string]postgres.PeriodicWork{"tidy": {Every: every, Do: func(ctx context.Context) error {
			switch turns.Add(1) {
			case 1:
				if time.Since(began) < every {
					t.Error("its first turn came at the start")
				}
				panic("over a stone")
			case 2:
				stopFirst()
				<-ctx.Done()
				close(brokeOff)
				return ctx.Err()
			case 3:
				close(again)
			}
			return nil
		}}},
	}
	run := func(ctx context.Context) <-chan error {
		queue, err := postgres.NewQueue(db, postgres.QueueConfig{
			Tries: 8, FirstRetry: time.Millisecond, MostRetry: time.Millisecond, Poll: 20 * time.Millisecond, Now: time.Now, Log: slog.New(slog.DiscardHandler),
		})
		if err != nil {
			t.Fatal(err)
		}
		stopped := make(chan error, 1)
		go func() { stopped <- queue.Run(ctx, work) }()
		return stopped
	}
	wait := func(what string, ended <-chan struct{}) {
		select {
		case <-ended:
		case <-time.After(time.Minute):
			t.Fatal(what)
		}
	}
	stopped := run(first)
	wait("the stopped server did not break off", brokeOff)
	if err := <-stopped; err != nil {
		t.Error(err)
	}
	second, stopSecond := context.WithCancel(t.Context())
	stopped = run(second)
	wait("no other server went on", again)
	stopSecond()
	if err := <-stopped; err != nil {
		t.Error(err)
	}
}
