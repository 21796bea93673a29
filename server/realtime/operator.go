package realtime

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"github.com/olahol/melody"
	"github.com/prometheus/client_golang/prometheus"

	"krapao/server/chat"
	"krapao/server/fault"
	"krapao/server/httpapi/api/operator"
	"krapao/server/id"
)

// OperatorSessions knows the operators' sessions.
type OperatorSessions interface {
	// CheckOperatorSession gives the name of who has a token that may be used from an address now. Errors:
	// invalid-token, EXPIRED_AUTH_TOKEN, INACTIVE_USER.
	CheckOperatorSession(ctx context.Context, token string, client netip.Addr) (username string, err error)
}

// ChangedConversations tells which conversations changed within a time, by the database's clock.
type ChangedConversations interface {
	ConversationsChangedSince(ctx context.Context, within time.Duration) ([]chat.Conversation, error)
}

// OperatorConfig is what an OperatorHub needs.
type OperatorConfig struct {
	Chat     *chat.Service
	Sessions OperatorSessions
	Changed  ChangedConversations
	Exchange *Exchange
	// Conversation and Message give what operators read of them.
	Conversation func(chat.Conversation) operator.OperatorConversation
	Message      func(chat.Message) (operator.OperatorChatMessage, error)
	Log          *slog.Logger
}

const (
	// operatorJoinWithin is how long a socket may stay without a session, operatorRecheck how often sessions are looked
	// at again.
	operatorJoinWithin, operatorRecheck = 5 * time.Second, 3 * time.Second
	// maxOperatorsOutside bounds the sockets without a session, maxOperatorSockets those of one operator.
	maxOperatorsOutside, maxOperatorSockets = 64, 16
	// maxWatchedPast bounds the messages of the past that a socket is sent; the list has the others.
	maxWatchedPast = 100
)

// OperatorHub is the operators' open sockets of this server: the inbox, and the conversations that they watch. What
// changed is read from the database, so nothing is lost or sent twice, whatever the bus does. Make it with
// NewOperatorHub.
type OperatorHub struct {
	OperatorConfig
	melody *melody.Melody
	self   id.ID
	sent   inbox
	nudge  chan struct{}
	closed atomic.Bool

	mu       sync.Mutex
	sockets  map[*operatorSocket]struct{}
	counts   *count
	presence map[id.ID]operatorsThere // by server
	shown    []string                 // who the sockets were told is there

	metrics []prometheus.Collector
}

// operatorSocket is one operator's client.
type operatorSocket struct {
	wire
	client netip.Addr
	at     time.Time
	who    atomic.Pointer[operatorSession] // nil: nobody yet
	typing typing

	mu      sync.Mutex
	watched *watched // nil: no conversation
}

// operatorSession is what opened a socket.
type operatorSession struct{ token, username string }

// watched is the conversation whose messages a socket gets, and the newest of them that it has.
type watched struct {
	conversation id.ID
	party        chat.Party
	cursor       int64
}

// NewOperatorHub makes an OperatorHub that hears the exchange's events.
func NewOperatorHub(config OperatorConfig) *OperatorHub {
	h := &OperatorHub{
		OperatorConfig: config, self: id.NewID(), sent: inbox{}, nudge: make(chan struct{}, 1),
		sockets: map[*operatorSocket]struct{}{}, counts: newCount(), presence: map[id.ID]operatorsThere{},
	}
	slow := prometheus.NewCounter(prometheus.CounterOpts{
		Name: "krapao_operator_sockets_slow_total", Help: "Operators' sockets that were closed because they read too slowly.",
	})
	open := prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "krapao_operator_sockets", Help: "Open sockets of operators."},
		func() float64 { return float64(len(h.all())) })
	h.metrics, h.melody = []prometheus.Collector{open, slow}, newMelody(slow.Inc)
	h.melody.HandleMessage(func(s *melody.Session, raw []byte) {
		one, _ := s.MustGet(socketKey).(*operatorSocket) // set before the session begins
		h.receive(one, raw)
	})
	config.Exchange.Subscribe(h.heard)
	return h
}

// Metrics are the hub's.
func (h *OperatorHub) Metrics() []prometheus.Collector { return h.metrics }

// Open makes a socket of a request; it returns once it is one. Errors: KEY_INVALID (no upgrade, or another site's
// page), REQUEST_LIMIT, SERVER_BUSY (the server stops).
func (h *OperatorHub) Open(w http.ResponseWriter, r *http.Request, client netip.Addr) error {
	if h.closed.Load() {
		return errStops
	}
	if err := mayUpgrade(r, ""); err != nil {
		return err
	}
	one := &operatorSocket{wire: newWire(h.Log, w), client: client, at: time.Now()}
	if !h.add(one) {
		return fault.RequestLimit.After(operatorJoinWithin).Withf("%d sockets of operators without a session", maxOperatorsOutside)
	}
	return one.serve(h.melody, w, r, map[string]any{socketKey: one, wireKey: &one.wire}, func() { h.gone(one) })
}

// add keeps a socket; false when too many have no session.
func (h *OperatorHub) add(one *operatorSocket) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	outside := 0
	for other := range h.sockets {
		if other.username() == "" {
			outside++
		}
	}
	if outside >= maxOperatorsOutside {
		return false
	}
	h.sockets[one] = struct{}{}
	return true
}

func (h *OperatorHub) gone(one *operatorSocket) {
	h.mu.Lock()
	delete(h.sockets, one)
	h.mu.Unlock()
	if name := one.username(); name != "" {
		h.counts.remove(name)
		h.tellPresence()
	}
}

// username is whose socket it is, "" before the join.
func (s *operatorSocket) username() string {
	if who := s.who.Load(); who != nil {
		return who.username
	}
	return ""
}

// all gives every socket that is open at this moment, joined those that have a session.
func (h *OperatorHub) all() (all []*operatorSocket) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for one := range h.sockets {
		all = append(all, one)
	}
	return all
}

func (h *OperatorHub) joined() (joined []*operatorSocket) {
	for _, one := range h.all() {
		if one.username() != "" {
			joined = append(joined, one)
		}
	}
	return joined
}

// receive takes a client's frame.
func (h *OperatorHub) receive(one *operatorSocket, raw []byte) {
	got, good := one.read(raw)
	if !good {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), work)
	defer cancel()
	var err error
	switch {
	case got.Event == string(operator.OperatorEventJoin) && !one.mayAsk(time.Now()):
		err = fault.RequestLimit
	case got.Event == string(operator.OperatorEventJoin):
		err = take(got, func(join operator.OperatorJoin) error { return h.join(ctx, one, join.Token) })
	case one.username() == "":
		err = fault.Unauthorized
	case got.Event == string(operator.OperatorEventWatch):
		err = take(got, func(watch operator.OperatorWatch) error { return h.watch(ctx, one, watch) })
	case got.Event == string(operator.OperatorEventTyping):
		err = take(got, func(said operator.OperatorTyping) error { return h.typing(ctx, one, said.IsTyping) })
	default:
		err = fault.KeyInvalid
	}
	if err != nil {
		one.fail(err)
	}
}

// take reads what a frame says. Errors: KEY_INVALID, and those of do.
func take[T any](got frame, do func(T) error) error {
	var said T
	if err := json.Unmarshal(got.Data, &said); err != nil {
		return fault.KeyInvalid.With(err)
	}
	return do(said)
}

// join gives a socket its session. Errors: those of CheckOperatorSession, KEY_INVALID (it has one), REQUEST_LIMIT.
func (h *OperatorHub) join(ctx context.Context, one *operatorSocket, token string) error {
	if one.username() != "" {
		return fault.KeyInvalid.Withf("a second session in one socket")
	}
	username, err := h.Sessions.CheckOperatorSession(ctx, token, one.client)
	if err != nil {
		return err
	}
	if !h.counts.add(username, maxOperatorSockets) {
		return fault.RequestLimit.Withf("%d sockets of one operator", maxOperatorSockets)
	}
	one.who.Store(&operatorSession{token, username})
	one.write(encode(operator.OperatorJoinedFrame{Event: operator.OperatorEventJoined, Data: operator.OperatorJoined{Username: username}}))
	h.tellPresence()
	one.write(h.presenceFrame())
	return nil
}
