package sandbox

import (
	"context"
	"os"
	"time"
)

// Run does a call of the test's.
func Run(ctx context.Context, call string, file *os.File) error {
	_, err := run(ctx, call, file, nil)
	return err
}

// misbehave gives the process calls that never end by themselves, and the time to reach the other bounds. It runs
// before the package's init.
func misbehave() bool {
	maxWall *= 10
	calls["burn"] = func() (answer, error) {
		for { //nolint:staticcheck // until it is killed
		}
	}
	calls["sleep"] = func() (answer, error) {
		time.Sleep(time.Hour)
		return answer{}, nil
	}
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
