package realtime

import (
	"context"
	"log/slog"
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

// recheckInTurn rechecks every socket once in Recheck, one part of them after the other: where all came in one moment,
// everybody's messages would wait behind them. Parts that are late, as behind a slow database, come together.
func (h *Hub) recheckInTurn(ctx context.Context) {
	every, began, done := h.Recheck/socketParts, time.Now(), 0
	repeat(ctx, every, func(ctx context.Context) {
		due := int(time.Since(began) / every)
		var of []*socket
		for turn := max(done, due-socketParts); turn < due; turn++ {
			of = append(of, h.sockets.part(turn)...)
		}
		done = due
		h.recheck(ctx, of)
	})
}

// recheck closes the sockets whose sessions ended, and those of guests who became members.
func (h *Hub) recheck(ctx context.Context, of []*socket) {
	guests := map[chat.Guest][]*socket{}
	var members []*socket
	var uses []member.SessionUse
	for _, one := range of {
		one.mu.Lock()
		party, token := one.party, one.token
		one.mu.Unlock()
		if party.IsZero() {
			continue
		}
		if party.Member == 0 {
			guests[party.Guest] = append(guests[party.Guest], one)
			continue
		}
		members, uses = append(members, one), append(uses, member.SessionUse{Token: token, From: one.client})
	}
	for from := 0; from < len(members); from += rechecks {
		to := min(from+rechecks, len(members))
		h.recheckMembers(ctx, members[from:to], uses[from:to])
	}
	asked := make([]chat.Guest, 0, len(guests))
	for guest := range guests {
		asked = append(asked, guest)
	}
	dead, err := h.Chat.DeadGuests(ctx, asked)
	if err != nil {
		h.Log.LogAttrs(ctx, slog.LevelWarn, "the guests of open sockets could not be looked at", slog.Any("error", err))
	}
	for _, guest := range dead {
		for _, one := range guests[guest] {
			one.end(fault.Unauthorized)
		}
	}
}

// recheckMembers asks once about so many; the uses are the members', in their order.
func (h *Hub) recheckMembers(ctx context.Context, members []*socket, uses []member.SessionUse) {
	ctx, cancel := context.WithTimeout(ctx, work)
	defer cancel()
	for i, err := range h.Sessions.CheckSessions(ctx, uses) {
		if err != nil && fault.From(err).Kind != fault.Unavailable && ctx.Err() == nil {
			members[i].end(err)
		}
	}
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
