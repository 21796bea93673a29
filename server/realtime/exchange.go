// Package realtime is the edge of open sockets: rooms, who is let into them, and the bus between servers. README.md has
// the rules.
package realtime

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"sync"
	"time"

	"krapao/server/background"
	"krapao/server/chat"
	"krapao/server/id"
)

// MaxPayload is the most bytes that a bus carries at once: PostgreSQL's NOTIFY takes less than 8000.
const MaxPayload = 7900

// Bus carries short payloads between servers. It may lose some; it never makes one up.
type Bus interface {
	// Publish gives a payload to every server that listens, this one perhaps among them.
	Publish(ctx context.Context, payload []byte) error
	// Listen gives what is published to receive until ctx ends, and connects again as often as it must.
	Listen(ctx context.Context, receive func(payload []byte)) error
}

// Exchange tells every server of events: this one at once, the others over the bus. It is a chat.Announcer. Make it
// with NewExchange.
type Exchange struct {
	self id.ID
	bus  Bus
	log  *slog.Logger

	mu        sync.RWMutex
	listeners []func(chat.Event)
}

var _ chat.Announcer = (*Exchange)(nil)

// NewExchange makes an Exchange over a bus.
func NewExchange(bus Bus, log *slog.Logger) *Exchange {
	return &Exchange{self: id.NewID(), bus: bus, log: log}
}

// letter is an event on the bus.
type letter struct {
	From  id.ID      `json:"from"`
	Event chat.Event `json:"event"`
}

// publishWait bounds how long a request waits for the bus: what it does not take is found without it.
const publishWait = time.Second

// Announce tells every server. Messages that are too long for the bus are left out: the others read them.
func (x *Exchange) Announce(ctx context.Context, event chat.Event) {
	x.tell(event)
	payload, err := json.Marshal(letter{x.self, event})
	if err == nil && len(payload) > MaxPayload {
		event.Messages = nil
		payload, err = json.Marshal(letter{x.self, event})
	}
	if err == nil {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), publishWait)
		defer cancel()
		err = x.bus.Publish(ctx, payload)
	}
	if err != nil {
		x.log.LogAttrs(ctx, slog.LevelWarn, "the bus did not take an event; other servers find it in the database", slog.Any("error", err))
	}
}

// Subscribe has listen called with every event, in the goroutine of who tells of it.
func (x *Exchange) Subscribe(listen func(chat.Event)) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.listeners = append(x.listeners, listen)
}

// Close ends the bus, where it has a connection of its own.
func (x *Exchange) Close() error {
	if closer, has := x.bus.(io.Closer); has {
		return closer.Close()
	}
	return nil
}

func (x *Exchange) tell(event chat.Event) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	for _, listen := range x.listeners {
		listen(event)
	}
}

// Run takes other servers' events until ctx ends.
func (x *Exchange) Run(ctx context.Context) error {
	return x.bus.Listen(ctx, func(payload []byte) {
		var got letter
		if err := json.Unmarshal(payload, &got); err != nil {
			x.log.LogAttrs(ctx, slog.LevelWarn, "what came over the bus could not be read", slog.Any("error", err))
			return
		}
		if got.From == x.self {
			return
		}
		_ = background.Recovered(x.log, "an event of another server", func() error { // it was logged there
			x.tell(got.Event)
			return nil
		})
	})
}
