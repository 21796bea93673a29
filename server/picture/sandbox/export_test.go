package sandbox

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"
)

// Run does a call of the test's.
func Run(ctx context.Context, call string, file *os.File) error {
	_, err := run(ctx, call, file, nil)
	return err
}

// SetMaxWall bounds the time of readings for one test; their processes keep their own bound.
func SetMaxWall(t *testing.T, wall time.Duration) {
	t.Helper()
	before := maxWall
	maxWall = wall
	t.Cleanup(func() { maxWall = before })
}

// Stall is a call that sleeps in a process which has a moment only.
const Stall = "stall"

// misbehave gives the process calls that never end by themselves, and the time to reach the other bounds. It runs
// before the package's init.
func misbehave() bool {
	maxWall *= 10
	if strings.HasSuffix(os.Args[len(os.Args)-1], argument+Stall) {
		maxWall = 50 * time.Millisecond
	}
	calls["burn"] = func() (answer, error) {
		for { //nolint:staticcheck // until it is killed
		}
	}
	sleep := func() (answer, error) {
		time.Sleep(time.Hour)
		return answer{}, nil
	}
	calls["sleep"], calls[Stall] = sleep, sleep
	calls["eat"] = func() (answer, error) {
		var eaten [][]byte
		for {
			eaten = append(eaten, make([]byte, 8<<20))
			for last, i := eaten[len(eaten)-1], 0; i < len(last); i += 4096 {
				last[i] = 1
			}
		}
	}
	return true
}

var _ = misbehave()

// Raced tells whether the race detector is on.
const Raced = raceFactor > 1
