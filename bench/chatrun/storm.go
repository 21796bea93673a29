package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"
)

const (
	// clientsEach is how many clients each room of a storm has.
	clientsEach = 2
	// sendsAMinute is what the server lets a customer send (server/chat); a few are left for those sent again.
	sendsAMinute, kept = 30, 4
	// settleTimeout is how long clients may take to have everything once nothing breaks any more.
	settleTimeout = time.Minute
)

// storm has everybody write and read while sockets are cut and servers and the bus are killed. Half of the rooms have
// an operator, in the others the bot answers.
func storm(ctx context.Context, t *trial) error {
	if err := t.begin(ctx, "0s", t.settings.rooms, true); err != nil {
		return err
	}
	reading, stopReading := context.WithCancel(ctx)
	var readers sync.WaitGroup
	defer func() {
		stopReading()
		readers.Wait()
	}()
	for _, one := range t.talks {
		for range clientsEach {
			follower := t.newDevice(one, 4*t.faultEvery)
			readers.Go(func() { follower.follow(reading) })
		}
	}
	if err := t.hello(ctx); err != nil {
		return err
	}
	began := time.Now()
	breaking, calm := context.WithCancel(ctx)
	var chaos sync.WaitGroup
	var broke error
	chaos.Go(func() { broke = t.breakThings(breaking) })
	t.write(ctx)
	calm()
	chaos.Wait()
	if err := errors.Join(broke, ctx.Err()); err != nil {
		return fmt.Errorf("breaking things: %w", err)
	}
	t.took = time.Since(began)
	t.keepSockets()
	if err := t.settle(ctx); err != nil {
		return err
	}
	if err := t.hearAgain(ctx); err != nil {
		return err
	}
	return t.verify(ctx)
}

// write has customers and operators write until the messages are there that were asked for: half of them theirs, half
// operators' and the bot's.
func (t *trial) write(ctx context.Context) {
	perRoom := (t.settings.messages + t.settings.rooms - 1) / t.settings.rooms
	each := (perRoom+1)/2 - 2 // they have said hello, and write once more at the end
	pace := 500 * time.Millisecond
	if each > sendsAMinute-kept {
		pace = time.Minute / (sendsAMinute - kept)
	}
	var group sync.WaitGroup
	for i, one := range t.talks {
		group.Go(func() {
			chance := t.chance(uint64(10_000 + i))
			for range each {
				pause(ctx, pace/2+rand.N(pace))
				t.say(ctx, one, chance)
			}
		})
		if !one.manned {
			continue
		}
		group.Go(func() {
			chance := t.chance(uint64(20_000 + i))
			for range each + 1 {
				pause(ctx, pace/2+rand.N(pace))
				t.answer(ctx, one, i/2%2, chance)
			}
		})
	}
	group.Wait()
}

// breakThings breaks one thing after another until ctx ends; then everything is up.
func (t *trial) breakThings(ctx context.Context) error {
	chance := t.chance(1 << 20)
	lasting := context.WithoutCancel(ctx)
	for {
		pause(ctx, t.faultEvery/2+time.Duration(chance.Int64N(int64(t.faultEvery))))
		if ctx.Err() != nil {
			return nil //nolint:nilerr // the storm is over
		}
		which, down := chance.IntN(2), time.Duration(chance.IntN(400))*time.Millisecond
		switch n := chance.IntN(100); {
		case n < 25:
			t.count("fault: servers killed")
			t.servers[which].Kill()
			pause(lasting, down)
			if err := t.servers[which].Start(lasting); err != nil {
				return err
			}
		case n < 45:
			t.count("fault: servers stopped")
			t.servers[which].Stop()
			if err := t.servers[which].Start(lasting); err != nil {
				return err
			}
		default:
			if err := t.breakBus(lasting, n < 75, down); err != nil {
				return err
			}
		}
	}
}

// breakBus breaks what servers tell each other over; of PostgreSQL only the connections that listen, or all of it.
func (t *trial) breakBus(ctx context.Context, light bool, down time.Duration) error {
	switch {
	case t.bus == overNATS:
		t.count("fault: NATS killed")
		t.nats.Kill()
		pause(ctx, down)
		return t.nats.Start(ctx)
	case light:
		t.count("fault: listening connections cut")
		return t.cutListeners(ctx)
	default:
		t.count("fault: PostgreSQL killed")
		return t.restartDatabase(ctx, down)
	}
}

// keepSockets has the network cut no connection any more.
func (t *trial) keepSockets() {
	for _, one := range t.talks {
		for _, client := range one.devices {
			client.keep()
		}
	}
}

// settle waits until every client has everything that the database has.
func (t *trial) settle(ctx context.Context) error {
	began := time.Now()
	for {
		behind, err := t.behind(ctx)
		if err != nil {
			return err
		}
		if behind == 0 || time.Since(began) > settleTimeout {
			t.settled = time.Since(began)
			return nil
		}
		pause(ctx, 20*time.Millisecond)
	}
}

// hearAgain has a message written into every room, and waits until every client has it from its socket.
func (t *trial) hearAgain(ctx context.Context) error {
	before := t.caughtUp.Load()
	began := time.Now()
	var group sync.WaitGroup
	for i, one := range t.talks {
		group.Go(func() { t.say(ctx, one, t.chance(uint64(30_000+i))) })
	}
	group.Wait()
	if err := t.settle(ctx); err != nil {
		return err
	}
	t.recovered = time.Since(began)
	if fetched := t.caughtUp.Load() - before; fetched > 0 {
		t.broken("the bus", "when nothing breaks any more, %d messages are not on the sockets", fetched)
	}
	return nil
}
