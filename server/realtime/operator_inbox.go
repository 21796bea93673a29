package realtime

import (
	"context"
	"log/slog"
	"time"

	"krapao/server/chat"
	"krapao/server/httpapi/api/operator"
	"krapao/server/id"
)

// inboxAtMost is how often the inbox is read at most, however much happens.
const inboxAtMost = 100 * time.Millisecond

// inbox is what operators were sent of each conversation that changed lately.
type inbox map[id.ID]sentConversation

// sentConversation is the state of a conversation that was sent, and when.
type sentConversation struct {
	state chat.Conversation
	at    time.Time
}

// sentLife is how long it is remembered: longer than the database is asked back for.
const sentLife = 6 * lookBack

// isNew tells whether a conversation differs from what was sent of it, and remembers it.
func (i inbox) isNew(talk chat.Conversation, now time.Time) bool {
	before, known := i[talk.ID]
	i[talk.ID] = sentConversation{talk, now}
	return !known || before.state != talk
}

// forget drops what was sent long ago.
func (i inbox) forget(now time.Time) {
	for conversation, sent := range i {
		if now.Sub(sent.at) > sentLife {
			delete(i, conversation)
		}
	}
}

// look tells operators what changed: when an event says that something did, and every second, since the bus may lose
// any.
func (h *OperatorHub) look(ctx context.Context) {
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	last := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		case <-h.nudge:
		}
		began := time.Now()
		if err := h.tellChanged(ctx, began.Sub(last)+lookBack, began); err == nil {
			last = began
		} else if ctx.Err() == nil {
			h.Log.LogAttrs(ctx, slog.LevelWarn, "what changed in the inbox could not be read; it is read again", slog.Any("error", err))
		}
		if rest := inboxAtMost - time.Since(began); rest > 0 {
			time.Sleep(rest)
		}
	}
}

// tellChanged tells operators of the conversations that changed within a time, and gives those who watch one its
// messages.
func (h *OperatorHub) tellChanged(ctx context.Context, within time.Duration, now time.Time) error {
	h.sent.forget(now)
	there := h.joined()
	if len(there) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, work)
	defer cancel()
	changed, err := h.Changed.ConversationsChangedSince(ctx, within)
	if err != nil {
		return err
	}
	for _, talk := range changed {
		if !h.sent.isNew(talk, now) {
			continue
		}
		var frame []byte
		if needsPeople(talk) {
			frame = encode(operator.OperatorInboxFrame{Event: operator.OperatorEventInbox, Data: h.Conversation(talk)})
		}
		for _, one := range there {
			if frame != nil {
				one.write(frame)
			}
			if err := h.catchUp(ctx, one, talk); err != nil {
				delete(h.sent, talk.ID) // the next look sends it again
				return err
			}
		}
	}
	return nil
}

// needsPeople tells whether a conversation is or was in the inbox: the many that only the bot has answered are not.
func needsPeople(talk chat.Conversation) bool {
	return talk.State != chat.WithBot || talk.OperatorRead > 0
}

// heard takes an event of this server or another.
func (h *OperatorHub) heard(event chat.Event) {
	switch {
	case event.Presence != nil:
		h.heardPresence(*event.Presence)
	case event.Typing != nil:
		h.tellTyping(event)
	default:
		select {
		case h.nudge <- struct{}{}:
		default: // a look is due already
		}
	}
}
