package app

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

func TestAJobThatPanicsIsToldOfAndRunsAgain(t *testing.T) {
	t.Parallel()
	var logged strings.Builder
	a := &App{Log: NewLog(&logged, "info"), panics: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "x"}, []string{"job"})}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	turns := 0
	a.every("trip", time.Millisecond, func(context.Context) error {
		if turns++; turns == 3 {
			cancel()
			return nil
		}
		panic("over a stone")
	})
	a.runJobs(ctx)
	registry := prometheus.NewRegistry()
	registry.MustRegister(a.panics)
	counted, err := registry.Gather()
	if err != nil || len(counted) != 1 || counted[0].GetMetric()[0].GetCounter().GetValue() != 2 {
		t.Errorf("counted %v, %v", counted, err)
	}
	if turns != 3 || strings.Count(logged.String(), "over a stone") != 2 ||
		!strings.Contains(logged.String(), "jobs_panic_test.go") {
		t.Errorf("%d turns\n%s", turns, logged.String())
	}
}
