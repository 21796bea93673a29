package middleware

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

const (
	// shedLine is how often a line of the log says that requests are refused, shedRed how long after one the server
	// counts as not ready.
	shedLine = time.Second
	shedRed  = 5 * time.Second
	// ofAll and ofCaller are whose bound was reached, in the metric.
	ofAll, ofCaller = "all", "caller"
)

// shedding remembers who was refused for want of a slot.
type shedding struct {
	mu     sync.Mutex
	count  int       // since the last line
	line   time.Time // of the log
	latest time.Time // that a call or a webhook was refused
	budget string
}

// refused counts a request that got no slot, and now and then says so in the log: a line each would be a flood too.
func (b *Base) refused(ctx context.Context, from *Budget, oneCaller bool) {
	of := ofAll
	if oneCaller {
		of = ofCaller
	}
	b.Metrics.shed.WithLabelValues(from.name, of).Inc()
	now := time.Now()
	s := &b.shedding
	s.mu.Lock()
	s.count++
	if !oneCaller && (from == b.calls || from == b.Webhooks) {
		s.latest, s.budget = now, from.name
	}
	count, quiet := s.count, now.Sub(s.line) < shedLine
	if !quiet {
		s.count, s.line = 0, now
	}
	s.mu.Unlock()
	if !quiet {
		b.Log.LogAttrs(ctx, slog.LevelWarn, "requests are refused: too many under way", slog.Int("refused", count),
			slog.String("budget", from.name), slog.String("of", of), slog.String("client", RequestInfoFrom(ctx).Client.String()))
	}
}

// Shedding tells why the listener should get less traffic: it refused calls or webhooks in the last seconds. nil: it
// did not. What one caller was refused, or files, logins and openings of sockets, does not count: else a flood of one
// kind took the server away from all.
func (b *Base) Shedding() error {
	s := &b.shedding
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.latest.IsZero() || time.Since(s.latest) > shedRed {
		return nil
	}
	return fmt.Errorf("%s are refused: too many under way", s.budget)
}
