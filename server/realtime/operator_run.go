package realtime

import (
	"context"
	"time"

	"krapao/server/background"
	"krapao/server/fault"
)

// Close lets nobody in any more and asks every client to come back (1012). It waits until they are gone, or for as long
// as ctx lasts.
func (h *OperatorHub) Close(ctx context.Context) {
	h.closed.Store(true)
	for _, one := range h.all() {
		one.restart()
	}
	for len(h.all()) > 0 {
		select {
		case <-ctx.Done():
			for _, one := range h.all() {
				one.drop()
			}
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// Run looks after the sockets until ctx ends.
func (h *OperatorHub) Run(ctx context.Context) error {
	group := background.Group{Log: h.Log, Name: "sockets of operators"}
	group.Go(func() { repeat(ctx, operatorRecheck, h.recheck) })
	group.Go(func() { repeat(ctx, time.Second, func(context.Context) { h.expire() }) })
	group.Go(func() { repeat(ctx, presenceEvery, func(context.Context) { h.repeatPresence() }) })
	group.Go(func() { h.look(ctx) })
	group.Wait()
	return nil
}

// expire closes sockets that stayed without a session too long.
func (h *OperatorHub) expire() {
	for _, one := range h.all() {
		if one.username() == "" && time.Since(one.at) > operatorJoinWithin {
			one.end(fault.Unauthorized)
		}
	}
}

// recheck closes the sockets whose sessions ended, and looks whether the conversations are there that they watch.
func (h *OperatorHub) recheck(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, work)
	defer cancel()
	for _, one := range h.joined() {
		_, err := h.Sessions.CheckOperatorSession(ctx, one.who.Load().token, one.client)
		switch {
		case ctx.Err() != nil:
			return
		case err == nil:
			h.rewatch(ctx, one)
		case fault.From(err).Kind != fault.Unavailable:
			one.end(err)
		}
	}
}
