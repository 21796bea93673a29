package embedded

import (
	"context"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// supervised has a cluster kept running, and gives what it says and the way to end it.
func supervised(t *testing.T, cluster *Cluster) (said func() string, ended <-chan error, end func()) {
	t.Helper()
	var mutex sync.Mutex
	var text strings.Builder
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		done <- cluster.Supervise(ctx, func(format string, _ ...any) {
			mutex.Lock()
			defer mutex.Unlock()
			text.WriteString(format + "\n")
		})
	}()
	t.Cleanup(cancel)
	return func() string {
		mutex.Lock()
		defer mutex.Unlock()
		return text.String()
	}, done, cancel
}

func TestAPostgreSQLThatDiesAloneIsStartedAgain(t *testing.T) {
	cluster := mustStart(t, openFolder(t))
	execute(t, cluster, "create table kept (x int)")
	said, ended, end := supervised(t, cluster)
	for range 3 {
		pid := cluster.Postmaster()
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		eventually(t, "it answers again", func() bool {
			now := cluster.Postmaster()
			return now != 0 && now != pid && cluster.answers(t.Context())
		})
		t.Logf("back after %v", time.Since(began).Round(time.Millisecond))
		execute(t, cluster, "insert into kept values (1)")
	}
	if got := one(t, cluster, "select count(*)::text from kept"); got != "3" {
		t.Errorf("%s rows", got)
	}
	end()
	if err := <-ended; err != nil || !strings.Contains(said(), "has ended") {
		t.Errorf("%v, said %q", err, said())
	}
}
