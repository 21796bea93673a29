package realtime

import (
	"context"
	"slices"
	"time"

	"krapao/server/chat"
	"krapao/server/httpapi/api/operator"
)

// operatorsThere is who a server said is there, and when.
type operatorsThere struct {
	names []string
	at    time.Time
}

// maxPresent bounds the names that a server tells the others: they must fit the bus.
const maxPresent = 80

// names gives who is there on this server, each once.
func (h *OperatorHub) names() (names []string) {
	for _, one := range h.joined() {
		names = append(names, one.username())
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// tellPresence says who is there, to every server, and to the members that somebody is.
func (h *OperatorHub) tellPresence() {
	names := h.names()
	h.Exchange.Announce(context.Background(), chat.Event{Presence: &chat.Presence{
		Server: h.self, Online: len(names) > 0, Operators: names[:min(len(names), maxPresent)],
	}})
}

// repeatPresence says it again while somebody is there: a server's word holds for half a minute.
func (h *OperatorHub) repeatPresence() {
	if len(h.names()) > 0 {
		h.tellPresence()
	}
}

// heardPresence takes a server's word, and tells the operators when others are there than they were told.
func (h *OperatorHub) heardPresence(said chat.Presence) {
	h.mu.Lock()
	if len(said.Operators) > 0 {
		h.presence[said.Server] = operatorsThere{said.Operators, time.Now()}
	} else {
		delete(h.presence, said.Server)
	}
	now := h.everybody()
	same := slices.Equal(h.shown, now)
	h.shown = now
	h.mu.Unlock()
	if same {
		return
	}
	frame := h.presenceFrame()
	for _, one := range h.joined() {
		one.write(frame)
	}
}

func (h *OperatorHub) presenceFrame() []byte {
	h.mu.Lock()
	defer h.mu.Unlock()
	return encode(operator.OperatorPresenceFrame{Event: operator.OperatorEventPresence, Data: operator.OperatorPresence{Operators: h.everybody()}})
}

// everybody gives who is there on all servers. The lock is held.
func (h *OperatorHub) everybody() []string {
	names := []string{}
	for server, there := range h.presence {
		if time.Since(there.at) > presenceLife {
			delete(h.presence, server)
			continue
		}
		names = append(names, there.names...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
