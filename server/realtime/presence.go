package realtime

import (
	"context"
	"sync"
	"time"

	"krapao/server/chat"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
)

// presence is where people look at the chat: on which servers an operator's socket is open.
type presence struct {
	hub *Hub

	mu   *sync.Mutex
	last map[id.ID]time.Time // by server, when it said so
	was  *bool               // what clients were told
}

// presenceLife is how long a server's word holds. It says so every presenceEvery, and when it changes.
const presenceLife, presenceEvery = 25 * time.Second, 10 * time.Second

func newPresence(h *Hub) presence {
	return presence{hub: h, mu: &sync.Mutex{}, last: map[id.ID]time.Time{}, was: new(bool)}
}

// heard takes a server's word, and tells everybody when somebody came or the last one went.
func (p presence) heard(said chat.Presence) {
	p.mu.Lock()
	if said.Online {
		p.last[said.Server] = time.Now()
	} else {
		delete(p.last, said.Server)
	}
	p.mu.Unlock()
	p.tell()
}

// online tells whether a person looks at the chat.
func (p presence) online() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for server, at := range p.last {
		if time.Since(at) > presenceLife {
			delete(p.last, server)
		}
	}
	return len(p.last) > 0
}

func (p presence) tell() {
	online := p.online()
	p.mu.Lock()
	same := *p.was == online
	*p.was = online
	p.mu.Unlock()
	if same {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), work)
	defer cancel()
	_, isOpen, err := p.hub.Chat.Hours(ctx)
	if err != nil {
		return // the next change, or the next join, tells it
	}
	frame := presenceFrame(isOpen, online)
	for _, room := range p.hub.rooms.all() {
		room.mu.Lock()
		room.write(frame)
		room.mu.Unlock()
	}
}

func presenceFrame(isOpen, online bool) []byte {
	return encode(portal.ChatPresenceFrame{Event: portal.ChatEventPresence, Data: portal.ChatPresence{IsOpen: isOpen, IsOnline: online}})
}
