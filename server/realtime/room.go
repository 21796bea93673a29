package realtime

import (
	"context"
	"hash/maphash"
	"log/slog"
	"sync"
	"time"

	"krapao/server/background"
	"krapao/server/chat"
	"krapao/server/httpapi/api/portal"
)

// rooms is the index from a party to its sockets, in parts so that rooms wait for each other little.
type rooms struct {
	seed  maphash.Seed
	parts *[64]part
}

type part struct {
	mu    sync.RWMutex
	rooms map[chat.Party]*room
}

func newRooms() rooms {
	r := rooms{seed: maphash.MakeSeed(), parts: new([64]part)}
	for i := range r.parts {
		r.parts[i].rooms = map[chat.Party]*room{}
	}
	return r
}

func (r rooms) part(party chat.Party) *part {
	return &r.parts[maphash.Comparable(r.seed, party)%uint64(len(r.parts))]
}

// find gives a party's room, nil when no socket of this server is in it.
func (r rooms) find(party chat.Party) *room {
	part := r.part(party)
	part.mu.RLock()
	defer part.mu.RUnlock()
	return part.rooms[party]
}

// enter gives a party's room and keeps it until leave.
func (r rooms) enter(party chat.Party) *room {
	part := r.part(party)
	part.mu.Lock()
	defer part.mu.Unlock()
	found := part.rooms[party]
	if found == nil {
		found = &room{party: party, sockets: map[*socket]struct{}{}, cursor: unknown}
		part.rooms[party] = found
	}
	found.kept++
	return found
}

// leave forgets a room that nobody is in any more.
func (r rooms) leave(left *room) {
	part := r.part(left.party)
	part.mu.Lock()
	defer part.mu.Unlock()
	if left.kept--; left.kept == 0 {
		delete(part.rooms, left.party)
	}
}

// all gives every room of this server.
func (r rooms) all() (all []*room) {
	for i := range r.parts {
		part := &r.parts[i]
		part.mu.RLock()
		for _, one := range part.rooms {
			all = append(all, one)
		}
		part.mu.RUnlock()
	}
	return all
}

// unknown is the cursor of a room of which nobody knows yet what its newest message is.
const unknown = -1

// room is the sockets of one conversation on this server. Its cursor numbers the newest message that was sent to them:
// the next one is sent only when it follows, otherwise the missing ones are read first.
type room struct {
	party chat.Party
	kept  int // by the index

	mu      sync.Mutex
	sockets map[*socket]struct{}
	cursor  int64
	reading bool // the missing ones are being read
	behind  bool // more came meanwhile
}

// newest tells the room of new messages; it may lack some of them, or all.
func (r *room) newest(h *Hub, seq int64, messages []chat.Message) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.cursor == unknown || r.reading {
		r.behind = true
		return
	}
	for _, message := range messages {
		r.send(h, message)
	}
	if seq > r.cursor {
		r.read(h)
	}
}

// send gives a message to the sockets when it is the next one.
func (r *room) send(h *Hub, message chat.Message) {
	if message.Seq != r.cursor+1 {
		return
	}
	r.cursor = message.Seq
	r.write(encode(portal.ChatMessagingFrame{Event: portal.ChatEventMessaging, Data: h.Item(message)}))
}

func (r *room) write(frame []byte) {
	for one := range r.sockets {
		one.write(frame)
	}
}

// read starts reading what the sockets lack.
func (r *room) read(h *Hub) {
	r.reading = true
	background.Go(h.Log, "reading messages for sockets", func() { r.catchUp(h) })
}

const (
	// readAtOnce is how many messages are read at a time, readAgain the wait after a failure.
	readAtOnce = 100
	readAgain  = 250 * time.Millisecond
)

// catchUp reads and sends until there is no more.
func (r *room) catchUp(h *Hub) {
	for {
		r.mu.Lock()
		cursor, empty := r.cursor, len(r.sockets) == 0
		r.behind = false
		if empty || h.closed.Load() {
			r.reading, r.cursor = false, unknown // who comes next asks anew
			r.mu.Unlock()
			return
		}
		r.mu.Unlock()
		ctx, cancel := context.WithTimeout(context.Background(), work)
		found, err := h.Chat.Since(ctx, r.party, cursor, readAtOnce)
		cancel()
		if err != nil {
			h.Log.LogAttrs(context.Background(), slog.LevelWarn, "messages for open sockets could not be read; they are read again", slog.Any("error", err))
			time.Sleep(readAgain)
			continue
		}
		r.mu.Lock()
		for _, message := range found {
			r.send(h, message)
		}
		if len(found) < readAtOnce && !r.behind {
			r.reading = false
			r.mu.Unlock()
			return
		}
		r.mu.Unlock()
	}
}
