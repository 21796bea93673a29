package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"krapao/server/background"
	"krapao/server/fault"
	"krapao/server/httpapi"
	"krapao/server/httpapi/middleware"
)

// StartTimeout is how long a server waits at its start for a PostgreSQL that does not answer.
const StartTimeout = time.Minute

// The pauses between tries: doubled from the first to the longest.
const (
	firstPause   = 250 * time.Millisecond
	longestPause = 4 * time.Second
)

// Startup is how a server waits for its PostgreSQL.
type Startup struct {
	// Config is the server's; liveness is green and readiness red at its operations' address during the wait.
	Config Config
	// Log is told at every try.
	Log *slog.Logger
	// Timeout bounds the wait.
	Timeout time.Duration
}

// Until tries start until PostgreSQL answers it. Whatever else start fails with, such as a wrong password or a database
// that is not there, waiting would not mend: it is given back at once.
func (s Startup) Until(ctx context.Context, start func(ctx context.Context) error) error {
	err := start(ctx)
	if !errors.Is(err, fault.ServiceUnavailable) {
		return err
	}
	stop, listenErr := s.alive(ctx)
	if listenErr != nil {
		return errors.Join(listenErr, err)
	}
	defer stop()
	began := time.Now()
	for pause := firstPause; errors.Is(err, fault.ServiceUnavailable); pause = min(2*pause, longestPause) {
		waited := time.Since(began)
		if waited+pause > s.Timeout {
			return fmt.Errorf("PostgreSQL did not answer within %v of the start: %w", s.Timeout, err)
		}
		s.Log.WarnContext(ctx, "PostgreSQL does not answer; the server starts as soon as it does", "waited", waited.Round(time.Millisecond).String(),
			"atMost", s.Timeout.String(), "error", err.Error())
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(pause):
		}
		err = start(ctx)
	}
	return err
}

// errAwaiting is why a server that waits is not ready.
var errAwaiting = errors.New("the server waits for PostgreSQL")

// alive answers operations until stop is called.
func (s Startup) alive(ctx context.Context) (stop func(), err error) {
	socket, err := new(net.ListenConfig).Listen(ctx, "tcp", s.Config.OpsAddress)
	if err != nil {
		return nil, fmt.Errorf("%s listener: %w", opsListener, err)
	}
	server := &http.Server{
		Handler:           httpapi.NewOps(middleware.NewMetrics(), func(context.Context) error { return errAwaiting }),
		ReadHeaderTimeout: 5 * time.Second,
		ErrorLog:          slog.NewLogLogger(s.Log.Handler(), slog.LevelDebug),
	}
	done := make(chan struct{})
	background.Go(s.Log, "listener while the database is awaited", func() {
		defer close(done)
		_ = server.Serve(socket) // until it is closed
	})
	return func() {
		_ = server.Close() // probes under way ask again
		<-done
	}, nil
}
