package app

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"krapao/server/background"
)

func TestAJobThatPanicsIsToldOfAndRunsAgain(t *testing.T) {
	t.Parallel()
	var logged strings.Builder
	a := &App{Log: NewLog(&logged, "info")}
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
	registry.MustRegister(background.Panics())
	counted, err := registry.Gather()
	trips := 0.0
	for _, metric := range counted[0].GetMetric() {
		if metric.GetLabel()[0].GetValue() == "trip" {
			trips += metric.GetCounter().GetValue()
		}
	}
	if err != nil || trips != 2 {
		t.Errorf("counted %v, %v", counted, err)
	}
	if turns != 3 || strings.Count(logged.String(), "background work panicked") != 2 || !strings.Contains(logged.String(), "over a stone") ||
		!strings.Contains(logged.String(), "jobs_panic_test.go") {
		t.Errorf("%d turns\n%s", turns, logged.String())
	}
}
