package slip_test

import (
	"context"
	"fmt"
	"os"
	"sync"
	"testing"
)

func TestWhoSendsManySlipsKeepsNobodyElseWaiting(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	const many = 12
	var begin sync.Once
	reading, goOn := make(chan struct{}), make(chan struct{})
	slow := func(context.Context, *os.File) ([]string, error) {
		begin.Do(func() { close(reading) })
		<-goOn
		return nil, nil
	}
	s.pictures.codes.Store(&slow)
	for i := range many {
		s.upload(malee, slipOf(t, fmt.Sprintf("the %dth of malee", i)))
	}
	<-reading
	s.upload(somchai, slipOf(t, "the one of somchai"))
	close(goOn)
	s.until("all are decided", func() bool { return s.count("slip where decided_at is null") == 0 })
	// Four are under way when it comes. The jobs' own times tell: which of those begun together reads first is chance.
	before := s.count(`river_job its, river_job other where its.kind = 'slip_check' and its.args->>'member' = $1
		and other.kind = 'slip_check' and other.args->>'member' = $2 and other.attempted_at < its.attempted_at`, somchai.String(), malee.String())
	after := s.count(`river_job its, river_job other where its.kind = 'slip_check' and its.args->>'member' = $1
		and other.kind = 'slip_check' and other.args->>'member' = $2 and other.attempted_at >= its.attempted_at`, somchai.String(), malee.String())
	if before > 4 || before+after != many {
		t.Errorf("of %d checks %d were begun before it and %d with it or after it", many, before, after)
	}
}
