package postgres

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"krapao/server/fault"
)

// reads is what a batcher under test reads from: each read waits until it is let go.
type reads struct {
	batcher[int, int64]
	begun  chan []int
	letGo  chan error
	stored atomic.Int64
}

func nothing(context.Context) (Querier, func(), error) { return nil, func() {}, nil }

func newReads() *reads {
	r := &reads{begun: make(chan []int, 100), letGo: make(chan error, 100)}
	r.waitTimeout, r.limit, r.borrow = time.Second, time.Minute, nothing
	r.read = func(_ context.Context, _ Querier, keys []int) (map[int]int64, error) {
		read := r.stored.Load()
		r.begun <- keys
		err := <-r.letGo
		found := map[int]int64{}
		for _, key := range keys {
			if key > 0 {
				found[key] = read + int64(key)
			}
		}
		return found, err
	}
	return r
}

// ask asks beside the test; what comes of it is in the channel.
func (r *reads) ask(ctx context.Context, key int) <-chan answer {
	answers := make(chan answer, 1)
	go func() {
		value, found, err := r.get(ctx, key)
		answers <- answer{value, found, err}
	}()
	synctest.Wait()
	return answers
}

// askSlow is ask while the read under way turns out to be slow, so that another one begins.
func (r *reads) askSlow(ctx context.Context, key int) <-chan answer {
	answers := r.ask(ctx, key)
	time.Sleep(2 * slowRead)
	return answers
}

type answer struct {
	value int64
	found bool
	err   error
}

func TestALoneCallerIsServedAtOnceAndThoseWhoWaitShareARead(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := newReads()
		busy := []<-chan answer{r.ask(t.Context(), 1), r.askSlow(t.Context(), 2)}
		var waiting []<-chan answer
		for key := range 10 {
			waiting = append(waiting, r.ask(t.Context(), key)) // nobody has the key 0
		}
		if first, second := <-r.begun, <-r.begun; !slices.Equal(first, []int{1}) || !slices.Equal(second, []int{2}) || len(r.begun) != 0 {
			t.Fatal(first, second, len(r.begun))
		}
		for range 3 {
			r.letGo <- nil
		}
		for i, answers := range busy {
			if got := <-answers; got != (answer{value: int64(i + 1), found: true}) {
				t.Errorf("%d: %+v", i, got)
			}
		}
		for key, answers := range waiting {
			if got := <-answers; got != (answer{value: int64(key), found: key > 0}) {
				t.Errorf("%d: %+v", key, got)
			}
		}
		if shared := <-r.begun; len(shared) != 10 || len(r.begun) != 0 {
			t.Errorf("read for %v, and %d more", shared, len(r.begun))
		}
	})
}

func TestAnotherReadBeginsOnlyBesideASlowOne(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := newReads()
		answers := []<-chan answer{r.ask(t.Context(), 1), r.ask(t.Context(), 2), r.ask(t.Context(), 3)}
		if len(r.begun) != 1 {
			t.Fatalf("%d reads at once", len(r.begun))
		}
		time.Sleep(2 * slowRead)
		if first, second := <-r.begun, <-r.begun; !slices.Equal(first, []int{1}) || !slices.Equal(second, []int{2, 3}) {
			t.Error(first, second)
		}
		r.letGo <- nil
		r.letGo <- nil
		for i, one := range answers {
			if got := <-one; got != (answer{value: int64(i + 1), found: true}) {
				t.Errorf("%d: %+v", i+1, got)
			}
		}
	})
}

// Else a balance from before a change would be shown to somebody who was told of the change.
func TestWhoAsksWhileAReadIsUnderWayGetsALaterOne(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := newReads()
		early := []<-chan answer{r.ask(t.Context(), 1), r.askSlow(t.Context(), 1)}
		r.stored.Store(100)
		late := r.ask(t.Context(), 1)
		for range 3 {
			r.letGo <- nil
		}
		for _, answers := range early {
			if got := <-answers; got.value != 1 {
				t.Errorf("%+v", got)
			}
		}
		if got := <-late; got.value != 101 {
			t.Errorf("a stale %+v", got)
		}
	})
}

func TestAnErrorIsOfThoseWhoShareTheReadAndOfNobodyElse(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r, broken := newReads(), errors.New("broken")
		first, second := r.ask(t.Context(), 1), r.askSlow(t.Context(), 2)
		third, fourth := r.ask(t.Context(), 3), r.ask(t.Context(), 4)
		r.letGo <- broken
		synctest.Wait() // whose read ended begins the third and the fourth's
		r.letGo <- nil
		r.letGo <- nil
		var failed, served int
		for _, answers := range []<-chan answer{first, second, third, fourth} {
			switch got := <-answers; {
			case errors.Is(got.err, broken):
				failed++
			case got.err == nil && got.found:
				served++
			}
		}
		if failed != 1 || served != 3 {
			t.Errorf("%d failed and %d were served", failed, served)
		}
	})
}

func TestWhoLeavesHarmsNobodyWhoSharesTheRead(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := newReads()
		leaving, leave := context.WithCancel(t.Context())
		busy, left := r.ask(t.Context(), 1), r.askSlow(leaving, 2)
		leftWaiting, stays := r.ask(leaving, 3), r.ask(t.Context(), 4)
		leave()
		for _, answers := range []<-chan answer{left, leftWaiting} {
			if got := <-answers; !errors.Is(got.err, context.Canceled) {
				t.Errorf("%+v", got)
			}
		}
		for range 3 {
			r.letGo <- nil
		}
		for _, answers := range []<-chan answer{busy, stays} {
			if got := <-answers; got.err != nil || !got.found {
				t.Errorf("%+v", got)
			}
		}
	})
}

func TestWhoseReadDoesNotBeginInTimeIsToldSo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := newReads()
		begun := []<-chan answer{r.ask(t.Context(), 1), r.askSlow(t.Context(), 2)}
		start := time.Now()
		waits := r.ask(t.Context(), 3)
		if got := <-waits; got.err == nil || time.Since(start) != r.waitTimeout {
			t.Errorf("%+v after %v", got, time.Since(start))
		}
		time.Sleep(10 * r.waitTimeout)
		for range 3 {
			r.letGo <- nil
		}
		for _, answers := range begun {
			if got := <-answers; got.err != nil || !got.found {
				t.Errorf("a slow read: %+v", got)
			}
		}
	})
}

// A reader waits for a connection as long as the first of its callers does; who joined them later has waited less.
func TestWhoJoinedLateWaitsForAConnectionAsLongAsWhoJoinedFirst(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := newReads()
		free := make(chan struct{})
		r.borrow = func(ctx context.Context) (Querier, func(), error) {
			waiting, cancel := context.WithTimeout(ctx, r.waitTimeout)
			defer cancel()
			select {
			case <-free:
				return nil, func() {}, nil
			case <-waiting.Done():
				return nil, nil, fault.ServiceUnavailable.Withf("no connection: %w", waiting.Err())
			}
		}
		start := time.Now()
		first := r.ask(t.Context(), 1)
		time.Sleep(r.waitTimeout * 9 / 10)
		second, third := r.ask(t.Context(), 2), r.ask(t.Context(), 3)
		if got := <-first; !errors.Is(got.err, fault.ServiceUnavailable) || time.Since(start) != r.waitTimeout {
			t.Errorf("the first: %+v after %v", got, time.Since(start))
		}
		time.Sleep(r.waitTimeout / 2)
		close(free)
		r.letGo <- nil
		for i, answers := range []<-chan answer{second, third} {
			if got := <-answers; got != (answer{value: int64(i + 2), found: true}) {
				t.Errorf("who joined late: %+v", got)
			}
		}
	})
}

// Else a reader would wait for a connection for ever, for nobody.
func TestWithEverybodyGoneNobodyWaitsForAConnection(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r, borrowed := newReads(), 0
		r.borrow = func(ctx context.Context) (Querier, func(), error) {
			borrowed++
			waiting, cancel := context.WithTimeout(ctx, r.waitTimeout)
			defer cancel()
			<-waiting.Done()
			return nil, nil, fault.ServiceUnavailable.Withf("no connection: %w", waiting.Err())
		}
		leaving, leave := context.WithCancel(t.Context())
		left := r.ask(leaving, 1)
		leave()
		if got := <-left; !errors.Is(got.err, context.Canceled) {
			t.Errorf("%+v", got)
		}
		time.Sleep(10 * r.waitTimeout)
		if borrowed != 1 || len(r.begun) != 0 {
			t.Errorf("borrowed %d times, read %d times", borrowed, len(r.begun))
		}
	})
}

func TestWhateverWasWrittenBeforeSomebodyAskedIsInTheirAnswer(t *testing.T) {
	t.Parallel()
	var stored atomic.Int64
	g := batcher[int, int64]{waitTimeout: time.Minute, limit: time.Minute, borrow: nothing, read: func(_ context.Context, _ Querier, keys []int) (map[int]int64, error) {
		found, now := map[int]int64{}, stored.Load()
		for _, key := range keys {
			found[key] = now
		}
		return found, nil
	}}
	var group sync.WaitGroup
	for key := range 32 {
		group.Go(func() {
			for range 2000 {
				written := stored.Add(1)
				if read, found, err := g.get(t.Context(), key); read < written || !found || err != nil {
					t.Errorf("%d was written, and %d read: %v, %v", written, read, found, err)
					return
				}
			}
		})
	}
	group.Wait()
}
