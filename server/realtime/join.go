package realtime

import (
	"context"
	"encoding/json"
	"time"

	"krapao/server/chat"
	"krapao/server/fault"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
)

// receive takes a client's frame.
func (h *Hub) receive(one *socket, raw []byte) {
	read, good := one.read(raw)
	if !good {
		return
	}
	switch read.Event {
	case string(portal.ChatEventJoin):
		var join portal.ChatJoin
		if err := json.Unmarshal(read.Data, &join); err != nil {
			one.fail(fault.KeyInvalid)
			return
		}
		if !one.mayAsk(time.Now()) {
			one.fail(fault.RequestLimit)
			return
		}
		h.ask(one, join)
	case string(portal.ChatEventTyping):
		var typing portal.ChatTyping
		if err := json.Unmarshal(read.Data, &typing); err != nil {
			one.fail(fault.KeyInvalid)
			return
		}
		h.typing(one, typing.IsTyping)
	case string(portal.ChatEventPing):
		one.write(encode(portal.ChatPongFrame{Event: portal.ChatEventPong, Data: portal.ChatHeartbeat{}}))
	default:
		one.fail(fault.KeyInvalid)
	}
}

// ask waits for a place among those that are let in, and says what became of the join. Its socket is not late
// meanwhile; one that found no place, and is in no room, is closed.
func (h *Hub) ask(one *socket, asked portal.ChatJoin) {
	one.joins(true)
	defer one.joins(false)
	waits, stop := context.WithTimeout(context.Background(), placeWait)
	defer stop()
	if err := place(waits, h.joining); err != nil {
		if one.isOutside() {
			one.end(err)
		} else {
			one.fail(err)
		}
		return
	}
	defer func() { <-h.joining }()
	ctx, cancel := context.WithTimeout(context.Background(), work)
	defer cancel()
	if err := h.join(ctx, one, asked); err != nil {
		one.fail(err)
	}
}

// join lets a client into its room. Errors: UNAUTHORIZED, those of CheckSession, KEY_INVALID (another's room),
// REQUEST_LIMIT.
func (h *Hub) join(ctx context.Context, one *socket, asked portal.ChatJoin) error {
	var member id.MemberID
	token, guestID := valueOf(asked.Token), valueOf(asked.GuestID)
	if token != "" {
		found, err := h.Sessions.CheckSession(ctx, token, one.client)
		if err != nil {
			return err
		}
		member = found
	}
	named := guestID
	if member != 0 {
		named = member.String()
	}
	if named == "" {
		return fault.Unauthorized
	}
	if asked.Room != chat.Prefix+"-"+named {
		return fault.KeyInvalid.Withf("a room that is not the caller's")
	}
	moves := member != 0 && guestID != "" && h.out(one) // the guest's room is closed when the member takes the conversation over
	party, err := h.Chat.Identify(ctx, chat.Caller{Member: member, GuestID: guestID})
	if err != nil {
		return err
	}
	one.mu.Lock()
	defer one.mu.Unlock()
	if one.over {
		return nil
	}
	if party != one.party {
		moves = moves || one.room != nil
		h.leave(one)
		if err := h.enter(one, party); err != nil {
			if moves { // it has lost its room
				one.end(err)
				return nil
			}
			return err
		}
	}
	one.token, one.guestID = token, ""
	if member == 0 {
		one.guestID = guestID
	}
	return h.seat(ctx, one, asked.Room)
}

// out has a socket that is in a room wait outside of every room until it is let into the next one, and tells whether it
// does.
func (h *Hub) out(one *socket) bool {
	one.mu.Lock()
	defer one.mu.Unlock()
	if one.over || one.room == nil {
		return false
	}
	h.leave(one)
	one.at = time.Now()
	if one.in = !h.counts.unjoined.add(one.network, h.MaxUnjoined); one.in {
		one.end(fault.RequestLimit.Withf("%d sockets of one network outside of every room", h.MaxUnjoined))
	}
	return true
}

// enter counts a socket into a party's room. Errors: REQUEST_LIMIT.
func (h *Hub) enter(one *socket, party chat.Party) error {
	if party.Member != 0 {
		if !h.counts.members.add(party.Member.String(), h.MaxEach) {
			return fault.RequestLimit.Withf("%d sockets of one member", h.MaxEach)
		}
	} else if !h.counts.guests.add(one.network, h.MaxGuests) {
		return fault.RequestLimit.Withf("%d guests' sockets of one network", h.MaxGuests)
	}
	if !one.in {
		one.in = true
		h.counts.unjoined.remove(one.network)
	}
	one.party, one.room = party, h.rooms.enter(party)
	return nil
}

// seat answers the join and has the room's messages come from there on.
func (h *Hub) seat(ctx context.Context, one *socket, name string) error {
	to := one.room
	// The room is in the index already: what is stored from now on is heard.
	seq, unread, err := h.Chat.Position(ctx, one.party)
	if err != nil {
		h.leave(one)
		return err
	}
	_, isOpen, err := h.Chat.Hours(ctx)
	if err != nil {
		h.leave(one)
		return err
	}
	to.mu.Lock()
	defer to.mu.Unlock()
	if to.cursor == unknown {
		to.cursor = seq
	}
	one.write(encode(portal.ChatJoinedFrame{Event: portal.ChatEventJoined, Data: portal.ChatJoined{Room: name, Seq: to.cursor, Unread: &unread}}))
	one.write(presenceFrame(isOpen, h.presence.online()))
	to.sockets[one] = struct{}{}
	if to.behind && !to.reading {
		to.behind = false
		to.read(h)
	}
	return nil
}

// leave takes a socket out of its room, if it is in one. Its lock is held.
func (h *Hub) leave(one *socket) {
	left := one.room
	if left == nil {
		return
	}
	left.mu.Lock()
	delete(left.sockets, one)
	left.mu.Unlock()
	h.rooms.leave(left)
	if one.party.Member != 0 {
		h.counts.members.remove(one.party.Member.String())
	} else {
		h.counts.guests.remove(one.network)
	}
	one.room, one.party, one.typing.writes = nil, chat.Party{}, false
}

// typing passes on that a customer writes, to the operators.
func (h *Hub) typing(one *socket, is bool) {
	one.mu.Lock()
	party := one.party
	if party.IsZero() || !one.typing.mayTell(is, time.Now()) {
		one.mu.Unlock()
		return
	}
	one.mu.Unlock()
	h.Exchange.Announce(context.Background(), chat.Event{Party: party, Typing: &chat.Typing{Sender: chat.Customer, Is: is}})
}

// heard takes an event of this server or another.
func (h *Hub) heard(event chat.Event) {
	if event.Presence != nil {
		h.presence.heard(*event.Presence)
		return
	}
	found := h.rooms.find(event.Party)
	switch {
	case found == nil:
	case event.Dead:
		found.mu.Lock()
		defer found.mu.Unlock()
		for one := range found.sockets {
			one.end(fault.Unauthorized)
		}
	case event.Typing != nil:
		if event.Typing.Sender == chat.Customer {
			return
		}
		sender := portal.ChatSender(event.Typing.Sender)
		found.mu.Lock()
		defer found.mu.Unlock()
		found.write(encode(portal.ChatTypingFrame{Event: portal.ChatEventTyping, Data: portal.ChatTyping{
			IsTyping: event.Typing.Is, Sender: &sender,
		}}))
	default:
		found.newest(h, event.Seq, event.Messages)
	}
}

func valueOf[T any](pointer *T) (value T) {
	if pointer != nil {
		return *pointer
	}
	return value
}
