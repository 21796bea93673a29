package realtime

import (
	"maps"
	"net/netip"
	"slices"
	"sync"
	"time"

	"krapao/server/chat"
)

// socket is one client.
type socket struct {
	wire
	hub     *Hub
	client  netip.Addr
	network string
	at      time.Time // since when it is outside of every room, if it is
	part    int       // in which part of the hub's sockets it is, under their lock

	mu   sync.Mutex
	over bool // the client is gone
	in   bool // it was let into a room: it does not count among those outside
	asks bool // its join is under way
	// party is whose room it is in; token and guestID opened it.
	party          chat.Party
	token, guestID string
	room           *room

	typing typing
}

// joins notes whether a join is under way.
func (s *socket) joins(is bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asks = is
}

// credential gives whose room it is in, and the member's token that opened it.
func (s *socket) credential() (of chat.Party, token string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.party, s.token
}

func (s *socket) isOutside() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.room == nil
}

// isLate tells whether it stayed outside of every room longer than it may; a join under way may take as long again.
func (s *socket) isLate(within time.Duration) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.asks {
		within *= 2
	}
	return s.room == nil && time.Since(s.at) > within
}

// socketParts is into how many parts the sockets are divided. Each is rechecked in a moment of its own.
const socketParts = 100

// sockets is what is open, in parts of about the same size.
type sockets struct {
	mu    *sync.Mutex
	parts *[socketParts]map[*socket]struct{}
}

func newSockets() sockets {
	s := sockets{new(sync.Mutex), new([socketParts]map[*socket]struct{})}
	for i := range s.parts {
		s.parts[i] = map[*socket]struct{}{}
	}
	return s
}

// add puts a socket into the smallest part.
func (s sockets) add(one *socket) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.parts {
		if len(s.parts[i]) < len(s.parts[one.part]) {
			one.part = i
		}
	}
	s.parts[one.part][one] = struct{}{}
}

// remove forgets a socket, and tells whether it was there.
func (s sockets) remove(one *socket) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, known := s.parts[one.part][one]
	delete(s.parts[one.part], one)
	return known
}

// all gives every socket that is open at this moment.
func (s sockets) all() (all []*socket) {
	for turn := range s.parts {
		all = append(all, s.part(turn)...)
	}
	return all
}

// part gives the sockets whose turn it is; the turns go round.
func (s sockets) part(turn int) []*socket {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Keys(s.parts[turn%socketParts]))
}

// counts bound the sockets of one network or member.
type counts struct{ unjoined, guests, members *count }

func newCounts() counts { return counts{newCount(), newCount(), newCount()} }

// count is how many sockets each name has.
type count struct {
	mu  sync.Mutex
	now map[string]int
}

func newCount() *count { return &count{now: map[string]int{}} }

// add notes one more; false when that would be too many.
func (c *count) add(name string, most int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.now[name] >= most {
		return false
	}
	c.now[name]++
	return true
}

func (c *count) remove(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.now[name]--; c.now[name] <= 0 {
		delete(c.now, name)
	}
}

// networkOf names the network of an address: itself, of IPv6 its /64.
func networkOf(client netip.Addr) string {
	bits := 64
	if client.Is4() {
		bits = 32
	}
	prefix, err := client.Prefix(bits)
	if err != nil {
		return ""
	}
	return prefix.String()
}
