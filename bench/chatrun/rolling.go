package main

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"krapao/bench/harness"
)

const (
	// rollingPace is how often each customer writes during a rolling restart.
	rollingPace = 5 * time.Second
	// drainDelay is how long a server that stops still takes requests, balanceEvery how often it is asked whether it is
	// ready.
	drainDelay, balanceEvery = "1s", 100 * time.Millisecond
)

// rollingRestart restarts one server after the other, as a deployment does, under open sockets: requests go to servers
// that say they are ready.
func rollingRestart(ctx context.Context, t *trial) error {
	if err := t.begin(ctx, drainDelay, t.settings.sockets, false); err != nil {
		return err
	}
	working, stop := context.WithCancel(ctx)
	var watch, readers, writers sync.WaitGroup
	defer func() {
		stop()
		readers.Wait()
		watch.Wait()
	}()
	t.balance()
	t.balanced.Store(true)
	watch.Go(func() {
		for working.Err() == nil {
			t.balance()
			pause(working, balanceEvery)
		}
	})
	for _, one := range t.talks {
		follower := t.newDevice(one, 0)
		readers.Go(func() { follower.follow(working) })
	}
	if err := t.hello(ctx); err != nil {
		return err
	}
	if err := t.settle(ctx); err != nil { // everybody is in
		return err
	}
	began := time.Now()
	writing, enough := context.WithCancel(ctx)
	for i, one := range t.talks {
		writers.Go(func() {
			chance := t.chance(uint64(10_000 + i))
			for pause(writing, rand.N(rollingPace)); writing.Err() == nil; pause(writing, rollingPace/2+rand.N(rollingPace)) {
				t.say(ctx, one, chance)
			}
		})
	}
	rest := 3 * t.faultEvery
	pause(ctx, rest)
	for _, one := range []*harness.Process{t.servers[0], t.servers[1]} {
		t.count("fault: servers restarted")
		one.Stop()
		if err := one.Start(ctx); err != nil {
			enough()
			return err
		}
		pause(ctx, rest)
	}
	enough()
	writers.Wait()
	t.took = time.Since(began)
	if err := t.settle(ctx); err != nil {
		return err
	}
	for _, why := range t.failures {
		t.broken("requests", "%s", why)
	}
	return t.verify(ctx)
}

// balance asks the servers whether they are ready.
func (t *trial) balance() {
	for i, one := range t.servers {
		t.ready[i].Store(one.IsReady())
	}
}
