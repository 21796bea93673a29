package postgres

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"sync"
	"time"

	"krapao/server/background"
	"krapao/server/fault"
)

const (
	// batchReaders is how many shared reads run at a time at most.
	batchReaders = 2
	// slowRead is how long somebody waits before a second read begins beside the one under way. Until then, more
	// callers in one statement are cheaper than more statements: with two at a time a wallet took PostgreSQL twice the
	// CPU.
	slowRead = 20 * time.Millisecond
)

// batcher has callers who wait at the same moment share one read: a lone caller is served at once, and those who come
// while reads are under way wait for the next one. Nobody gets what was read before they asked: a read has its
// connection first, takes callers in until it begins, and none after. One statement runs at a time, and a second one
// while that is slow, however many connections are free.
type batcher[K comparable, V any] struct {
	// borrow gives what a read runs on, and how to give it back.
	borrow func(ctx context.Context) (querier Querier, giveBack func(), err error)
	// read gives what there is of the keys, which may be there twice. Its error is everybody's who shares the read.
	read func(ctx context.Context, querier Querier, keys []K) (map[K]V, error)
	// waitTimeout is how long a caller waits for its read to begin, limit how long a read may take.
	waitTimeout, limit time.Duration
	log                *slog.Logger

	mu      sync.Mutex
	next    *batch[K, V] // has not begun; nil: nobody waits
	readers int
}

// batch is one read and who shares it. When done is closed, found or err is set.
type batch[K comparable, V any] struct {
	keys           []K
	waiting        int // how many of its callers have not left
	begun, hurried bool
	done           chan struct{}
	found          map[K]V
	err            error
}

// get gives what there is of a key, in a read that begins after it was called. A caller who leaves ends no read: others
// share it. Errors: Unavailable, when none begins within waitTimeout, or the request waited in vain before; read's;
// ctx's.
func (g *batcher[K, V]) get(ctx context.Context, key K) (value V, found bool, err error) {
	if err := waitBudgetSpent(ctx); err != nil {
		return value, false, err
	}
	if value, found, err = g.await(ctx, key); errors.Is(err, fault.ServiceUnavailable) {
		spendWaitBudget(ctx)
	}
	return value, found, err
}

func (g *batcher[K, V]) await(ctx context.Context, key K) (value V, found bool, err error) {
	mine := g.join(key)
	defer g.leave(mine)
	timer, hurried := time.NewTimer(slowRead), false
	defer timer.Stop()
	for {
		select {
		case <-mine.done:
			value, found = mine.found[key]
			return value, found, mine.err
		case <-ctx.Done():
			return value, false, ctx.Err()
		case <-timer.C:
			if !hurried {
				g.hurry(mine)
				hurried = true
				timer.Reset(g.waitTimeout - slowRead)
			} else if !g.hasBegun(mine) {
				return value, false, fault.ServiceUnavailable.Withf("postgres: no read began in %v", g.waitTimeout)
			}
		}
	}
}

// join adds a key to the next read, and sees to it that somebody reads.
func (g *batcher[K, V]) join(key K) *batch[K, V] {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.next == nil {
		g.next = &batch[K, V]{done: make(chan struct{})}
	}
	g.next.keys = append(g.next.keys, key)
	g.next.waiting++
	if g.readers == 0 {
		g.start()
	}
	return g.next
}

// leave counts a caller out; a read that nobody waits for any more does not begin.
func (g *batcher[K, V]) leave(one *batch[K, V]) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if one.waiting--; one.waiting == 0 && g.next == one {
		g.next = nil
	}
}

// start has another reader work, if one more may. The caller holds the lock.
func (g *batcher[K, V]) start() {
	if g.readers < batchReaders {
		g.readers++
		background.Go(g.log, "a shared read", g.work)
	}
}

// hurry has a read begin that has waited long enough.
func (g *batcher[K, V]) hurry(one *batch[K, V]) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.next == one {
		one.hurried = true
		g.start()
	}
}

func (g *batcher[K, V]) hasBegun(one *batch[K, V]) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return one.begun
}

// work reads until nobody waits.
func (g *batcher[K, V]) work() {
	for g.turn() {
		runtime.Gosched() // callers who are ready join; with none, it goes on at once
	}
}

// turn makes one read; false when nobody waited, and the reader is counted out. A connection that did not come in time
// ends nobody's wait: who joined last has waited for a moment only, so each caller leaves at its own time, and the
// reader waits on for those who stay.
func (g *batcher[K, V]) turn() bool {
	ctx, cancel := context.WithTimeout(context.Background(), g.limit)
	defer cancel()
	querier, giveBack, err := g.borrow(ctx)
	if err == nil {
		defer giveBack()
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return g.goesOn()
	}
	one := g.begin()
	if one == nil {
		return false
	}
	defer close(one.done)
	if one.err = err; err == nil {
		one.err = background.Recovered(g.log, "a shared read", func() (err error) {
			one.found, err = g.read(ctx, querier, one.keys)
			return err
		})
	}
	return true
}

// goesOn tells whether this reader has somebody to read for. False, and it is counted out, when nobody waits, or nobody
// has waited long and the other reader will take them.
func (g *batcher[K, V]) goesOn() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.wanted()
}

// wanted is goesOn for who holds the lock.
func (g *batcher[K, V]) wanted() bool {
	if g.next == nil || g.readers > 1 && !g.next.hurried {
		g.readers--
		return false
	}
	return true
}

// begin takes the next read; nil when this reader has nobody to read for.
func (g *batcher[K, V]) begin() *batch[K, V] {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.wanted() {
		return nil
	}
	one := g.next
	one.begun, g.next = true, nil
	return one
}
