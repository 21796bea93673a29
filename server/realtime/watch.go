package realtime

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"time"

	"krapao/server/background"
	"krapao/server/chat"
	"krapao/server/fault"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/member"
)

const (
	// lookEvery is how often the database is asked for what the bus did not bring, lookBack how much of what it was
	// asked before is asked again.
	lookEvery, lookBack = time.Second, 10 * time.Second
	// rechecks is how many sessions are asked about at once.
	rechecks = 500
)

// Run looks after the sockets until ctx ends.
func (h *Hub) Run(ctx context.Context) error {
	group := background.Group{Log: h.Log, Name: "sockets"}
	group.Go(func() { _ = h.Exchange.Run(ctx) }) // it ends with ctx
	group.Go(func() { h.recheckInTurn(ctx) })
	group.Go(func() { repeat(ctx, min(h.JoinWithin/4, time.Second), func(context.Context) { h.expire() }) })
	group.Go(func() { h.look(ctx) })
	group.Go(func() { repeat(ctx, presenceEvery, func(context.Context) { h.presence.tell() }) })
	if h.Changes != nil {
		group.Go(func() { h.tellChanges(ctx) })
	}
	group.Wait()
	return nil
}

func repeat(ctx context.Context, every time.Duration, do func(context.Context)) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			do(ctx)
		}
	}
}

// expire closes sockets that stayed outside of every room too long.
func (h *Hub) expire() {
	for _, one := range h.sockets.all() {
		if one.isLate(h.JoinWithin) {
			one.end(fault.Unauthorized)
		}
	}
}

// recheckInTurn looks at every socket once in Recheck, part by part: all at once, messages would wait behind the
// questions. What could not be found out is asked again with the next part, and so is what came due meanwhile.
func (h *Hub) recheckInTurn(ctx context.Context) {
	every, began, done, known := h.Recheck/socketParts, time.Now(), 0, true
	due := map[*socket]struct{}{}
	repeat(ctx, every, func(ctx context.Context) {
		now := int(time.Since(began) / every)
		for turn := max(done, now-socketParts); turn < now; turn++ {
			for _, one := range h.sockets.part(turn) {
				due[one] = struct{}{}
			}
		}
		done = now
		err := background.Recovered(h.Log, "sessions of sockets", func() error { return h.recheck(ctx, due) })
		if err != nil && known && ctx.Err() == nil {
			h.Log.LogAttrs(ctx, slog.LevelWarn, "the sessions of open sockets could not be looked at; they are asked about again", slog.Any("error", err))
		}
		known = err == nil
	})
}

// recheck closes the sockets whose sessions ended, and those of guests who became members. It takes out of due what it
// found out, and stops at the first question that has no answer.
func (h *Hub) recheck(ctx context.Context, due map[*socket]struct{}) error {
	var guests, members []*socket
	for one := range due {
		switch party, _ := one.credential(); {
		case party.IsZero():
			delete(due, one)
		case party.Member == 0:
			guests = append(guests, one)
		default:
			members = append(members, one)
		}
	}
	for some := range slices.Chunk(members, rechecks) {
		if err := h.recheckSome(ctx, some, due, h.askSessions); err != nil {
			return err
		}
	}
	return h.recheckSome(ctx, guests, due, h.askGuests)
}

// recheckSome asks once about so many. One whose question panics is not asked about again before its turn.
func (h *Hub) recheckSome(ctx context.Context, some []*socket, due map[*socket]struct{}, ask func(context.Context, []*socket) error) error {
	for _, one := range some {
		delete(due, one)
	}
	ctx, cancel := context.WithTimeout(ctx, work)
	defer cancel()
	err := ask(ctx, some)
	if err != nil {
		for _, one := range some {
			due[one] = struct{}{}
		}
	}
	return err
}

// askSessions leaves out who became a guest meanwhile: their turn comes.
func (h *Hub) askSessions(ctx context.Context, sockets []*socket) error {
	var members []*socket
	var uses []member.SessionUse
	for _, one := range sockets {
		if party, token := one.credential(); party.Member != 0 {
			members, uses = append(members, one), append(uses, member.SessionUse{Token: token, From: one.client})
		}
	}
	errs, err := h.Sessions.CheckSessions(ctx, uses)
	if err != nil {
		return err
	}
	for i, err := range errs {
		// One that was let in anew meanwhile had a good credential then.
		if _, token := members[i].credential(); err != nil && token == uses[i].Token {
			members[i].end(err)
		}
	}
	return nil
}

func (h *Hub) askGuests(ctx context.Context, sockets []*socket) error {
	guests := map[chat.Guest][]*socket{}
	for _, one := range sockets {
		if party, _ := one.credential(); party.Member == 0 && !party.IsZero() {
			guests[party.Guest] = append(guests[party.Guest], one)
		}
	}
	dead, err := h.Chat.DeadGuests(ctx, slices.Collect(maps.Keys(guests)))
	if err != nil {
		return err
	}
	for _, guest := range dead {
		for _, one := range guests[guest] {
			if party, _ := one.credential(); party.Member == 0 && party.Guest == guest {
				one.end(fault.Unauthorized)
			}
		}
	}
	return nil
}

// look finds in the database what the bus did not bring: a message may be late by lookEvery then, and is never lost.
func (h *Hub) look(ctx context.Context) {
	last := time.Now()
	repeat(ctx, lookEvery, func(ctx context.Context) {
		began := time.Now()
		found, err := h.Missed.ChangedSince(ctx, began.Sub(last)+lookBack)
		if err != nil {
			h.Log.LogAttrs(ctx, slog.LevelWarn, "what the bus did not bring could not be looked for", slog.Any("error", err))
			return
		}
		last = began
		for party, seq := range found {
			if room := h.rooms.find(party); room != nil {
				room.newest(h, seq, nil)
			}
		}
	})
}

// Changes tells what changed of members' accounts since it was last asked: each server asks for itself.
type Changes interface {
	Next(ctx context.Context) (map[id.MemberID][]string, error)
}

// changesEvery is how often.
const changesEvery = 300 * time.Millisecond

func (h *Hub) tellChanges(ctx context.Context) {
	repeat(ctx, changesEvery, func(ctx context.Context) {
		found, err := h.Changes.Next(ctx)
		if err != nil {
			h.Log.LogAttrs(ctx, slog.LevelWarn, "what changed of accounts could not be read", slog.Any("error", err))
			return
		}
		for member, kinds := range found {
			room := h.rooms.find(chat.Party{Member: member})
			if room == nil {
				continue
			}
			changed := portal.AccountChanged{}
			for _, kind := range kinds {
				changed.Kinds = append(changed.Kinds, portal.AccountChangeKind(kind))
			}
			frame := encode(portal.AccountChangedFrame{Event: portal.ChatEventAccount, Data: changed})
			room.mu.Lock()
			room.write(frame)
			room.mu.Unlock()
		}
	})
}
