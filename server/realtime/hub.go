package realtime

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"sync/atomic"
	"time"

	"github.com/olahol/melody"
	"github.com/prometheus/client_golang/prometheus"

	"krapao/server/chat"
	"krapao/server/fault"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/member"
)

// Sessions knows the members' sessions.
type Sessions interface {
	// CheckSession gives the member of a token that may be used from an address now. Errors: invalid-token,
	// EXPIRED_AUTH_TOKEN, INVALID_USER_1..4, INACTIVE_USER, INVALID_IP.
	CheckSession(ctx context.Context, token string, client netip.Addr) (id.MemberID, error)
	// CheckSessions tells the same of many in one question: an error for each, nil where it may be used. The second
	// error: it could not be found out.
	CheckSessions(ctx context.Context, uses []member.SessionUse) ([]error, error)
}

// Missed tells what a server may have missed: the numbers of the newest messages of what changed within a time.
type Missed interface {
	ChangedSince(ctx context.Context, within time.Duration) (map[chat.Party]int64, error)
}

// Config is what a Hub needs. The zero value of a bound takes the default that it names.
type Config struct {
	Chat     *chat.Service
	Sessions Sessions
	Missed   Missed
	Exchange *Exchange
	// Changes tells what changed of members' accounts, nil: nobody is told.
	Changes Changes
	// Item gives a message as clients read it.
	Item func(chat.Message) portal.ChatItem
	// Origin is the site's own, https://host.
	Origin string
	// JoinWithin is how long a socket may stay outside of every room: 5 s. Recheck is how often sessions are looked at
	// again: 5 s.
	JoinWithin, Recheck time.Duration
	// MaxUnjoined bounds the sockets of one network outside of every room: 32. MaxGuests bounds the guests' sockets of
	// one network: 64, MaxEach those of one member: 16.
	MaxUnjoined, MaxGuests, MaxEach int
	Log                             *slog.Logger
}

func (c Config) withDefaults() Config {
	either := func(value *int, otherwise int) {
		if *value == 0 {
			*value = otherwise
		}
	}
	either(&c.MaxUnjoined, 32)
	either(&c.MaxGuests, 64)
	either(&c.MaxEach, 16)
	if c.JoinWithin == 0 {
		c.JoinWithin = 5 * time.Second
	}
	if c.Recheck == 0 {
		c.Recheck = 5 * time.Second
	}
	return c
}

// work bounds what a frame may ask of the database, placeWait how long a join waits until it may.
const work, placeWait = 5 * time.Second, 3 * time.Second

// So many sockets are made, and let into their rooms, in one moment. Where thousands come at once, other members' calls
// wait behind these alone.
const openingAtOnce, joiningAtOnce = 4, 8

// Hub is the open sockets of this server. Make it with New.
type Hub struct {
	Config
	melody   *melody.Melody
	rooms    rooms
	counts   counts
	presence presence
	closed   atomic.Bool
	// opening and joining hold a place for each socket that is being made or let into a room.
	opening, joining chan struct{}

	sockets sockets

	open prometheus.Gauge
	slow prometheus.Counter
}

// New makes a Hub that hears the exchange's events.
func New(config Config) *Hub {
	h := &Hub{
		Config: config.withDefaults(), rooms: newRooms(), counts: newCounts(), sockets: newSockets(), opening: make(chan struct{}, openingAtOnce), joining: make(chan struct{}, joiningAtOnce),
		open: prometheus.NewGauge(prometheus.GaugeOpts{Name: "krapao_sockets", Help: "Open sockets of members and guests."}),
		slow: prometheus.NewCounter(prometheus.CounterOpts{Name: "krapao_sockets_slow_total", Help: "Sockets that were closed because they read too slowly."}),
	}
	h.melody = newMelody(h.slow.Inc)
	h.presence = newPresence(h)
	h.melody.HandleMessage(func(s *melody.Session, frame []byte) { h.receive(socketOf(s), frame) })
	config.Exchange.Subscribe(h.heard)
	return h
}

// Metrics are the hub's.
func (h *Hub) Metrics() []prometheus.Collector { return []prometheus.Collector{h.open, h.slow} }

// socketKey is where a session keeps its socket.
const socketKey = "socket"

func socketOf(s *melody.Session) *socket {
	found, _ := s.MustGet(socketKey).(*socket) // set before the session begins
	return found
}

// Open makes a socket of a request; it returns once it is one. Errors: KEY_INVALID (no upgrade, or another site's
// page), REQUEST_LIMIT, SERVER_BUSY (the server stops).
func (h *Hub) Open(w http.ResponseWriter, r *http.Request, client netip.Addr) error {
	if h.closed.Load() {
		return errStops
	}
	if err := mayUpgrade(r, h.Origin); err != nil {
		return err
	}
	network := networkOf(client)
	if !h.counts.unjoined.add(network, h.MaxUnjoined) {
		return fault.RequestLimit.After(h.JoinWithin).Withf("%d sockets of one network outside of every room", h.MaxUnjoined)
	}
	if err := h.mayOpen(r.Context()); err != nil {
		h.counts.unjoined.remove(network)
		return err
	}
	defer func() { <-h.opening }()
	one := &socket{wire: newWire(h.Log, w), hub: h, client: client, network: network, at: time.Now()}
	h.sockets.add(one)
	h.open.Inc()
	return one.serve(h.melody, w, r, map[string]any{socketKey: one, wireKey: &one.wire}, func() { h.gone(one) })
}

// mayOpen waits for a place among those that are made, for as long as the client does. Errors: SERVER_BUSY.
func (h *Hub) mayOpen(ctx context.Context) error {
	if err := place(ctx, h.opening); err != nil {
		return err
	}
	if h.closed.Load() { // it stopped meanwhile
		<-h.opening
		return errStops
	}
	return nil
}

// place takes one of few places, which is given back by taking it out again. Errors: SERVER_BUSY (ctx ended before).
func place(ctx context.Context, places chan struct{}) error {
	select {
	case places <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fault.ServerBusy.Withf("no place until %v", context.Cause(ctx))
	}
}

// gone forgets a socket.
func (h *Hub) gone(one *socket) {
	if !h.sockets.remove(one) {
		return
	}
	h.open.Dec()
	one.mu.Lock()
	defer one.mu.Unlock()
	one.over = true
	h.leave(one)
	if !one.in {
		h.counts.unjoined.remove(one.network)
	}
}

// Close lets nobody in any more and asks every client to come back (1012). It waits until they are gone, or for as long
// as ctx lasts.
func (h *Hub) Close(ctx context.Context) {
	h.closed.Store(true)
	for _, one := range h.sockets.all() {
		one.restart()
	}
	for len(h.sockets.all()) > 0 {
		select {
		case <-ctx.Done():
			for _, one := range h.sockets.all() {
				one.drop()
			}
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
}
