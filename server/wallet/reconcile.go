package wallet

import (
	"context"
	"sync/atomic"
	"time"

	"krapao/server/background"
)

const (
	// dueAtOnce is how many transfers the reconciler takes at once, askAtOnce bounds its calls under way.
	dueAtOnce = 200
	askAtOnce = 16
)

// Reconcile asks again about every transfer whose time has come, under the same reference, and rolls forward what
// providers say. What stays unknown is put off: 4, 8, then every 15 seconds. An outage leaves thousands, so it goes on
// until none is due, or none of those that it took becomes final. Several servers may run it: each takes other
// transfers.
func (s *Transfers) Reconcile(ctx context.Context) error {
	for {
		due, err := s.Store.Due(ctx, s.Now(), dueAtOnce)
		if err != nil || len(due) == 0 {
			return err
		}
		if final := s.rollForward(ctx, due); final == 0 {
			return nil
		}
	}
}

// rollForward asks about transfers, and tells how many became final.
func (s *Transfers) rollForward(ctx context.Context, due []Transfer) (final int64) {
	var decided atomic.Int64
	slots, group := make(chan struct{}, askAtOnce), background.Group{Log: s.Log, Name: "rolling a transfer forward"}
	for _, t := range due {
		slots <- struct{}{}
		group.Go(func() {
			defer func() { <-slots }()
			for next := &t; next != nil; {
				var final bool
				if next, final, _ = s.attempt(ctx, next); final && next == nil {
					decided.Add(1)
				}
			}
		})
	}
	group.Wait()
	return decided.Load()
}

// UnderWay counts the transfers in transit, and tells the age of the oldest; for metrics.
func (s *Transfers) UnderWay(ctx context.Context) (count int64, age time.Duration, err error) {
	count, oldest, err := s.Store.UnderWay(ctx)
	if err != nil || count == 0 {
		return 0, 0, err
	}
	return count, max(0, s.Now().Sub(oldest)), nil
}
