// Package background runs what a server does beside requests and on several hands at once, so that a panic ends the
// work that panicked and nothing else. No other production code starts a goroutine: background_test.go reads it, but
// not the packages that README.md names as exempt.
package background

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"

	"github.com/prometheus/client_golang/prometheus"
)

// panics is the process's: work is started by packages that know no server.
var panics = prometheus.NewCounterVec(prometheus.CounterOpts{
	Name: "krapao_job_panics_total", Help: "Jobs, and other work beside requests, that ended in a panic since the process began."}, []string{"job"})

// Panics is the metric of what was recovered, for a server to show.
func Panics() prometheus.Collector { return panics }

// Panic is the error that a panic becomes.
type Panic struct {
	// Work is what panicked, Value what it panicked with.
	Work  string
	Value any
}

func (p *Panic) Error() string { return fmt.Sprintf("%s panicked: %v", p.Work, p.Value) }

// Recovered runs work and gives its error. A panic is a *Panic; it is counted under the work's name and logged with its
// stack. A nil log is the process's own.
func Recovered(log *slog.Logger, name string, work func() error) (err error) {
	panicked := panics.WithLabelValues(name) // shown as 0 before
	defer func() {
		if value := recover(); value != nil {
			panicked.Inc()
			if log == nil {
				log = slog.Default()
			}
			log.LogAttrs(context.Background(), slog.LevelError, "background work panicked",
				slog.String("job", name), slog.Any("panic", value), slog.String("stack", string(debug.Stack())))
			err = &Panic{Work: name, Value: value}
		}
	}()
	return work()
}

// Go runs work in a goroutine of its own. A panic is recovered, and whoever waits for the work must wait for something
// that it defers.
func Go(log *slog.Logger, name string, work func()) {
	go func() { _ = Recovered(log, name, func() error { work(); return nil }) }()
}

// Group is a sync.WaitGroup whose work may panic.
type Group struct {
	// Log takes the panics, nil: the process's own. Name is what the work is counted under.
	Log   *slog.Logger
	Name  string
	group sync.WaitGroup
}

// Go runs work in a goroutine of the group. A panic ends that work alone: what it would have written stays as it was.
func (g *Group) Go(work func()) {
	g.group.Go(func() { _ = Recovered(g.Log, g.Name, func() error { work(); return nil }) })
}

// Wait waits for all work of the group.
func (g *Group) Wait() { g.group.Wait() }
