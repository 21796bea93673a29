// Package helpdesk tells a help desk of another party what happens in the support chat: an event is written with what
// happened, and delivered until the help desk takes it, each conversation's in order. README.md has the rules and
// Chatwoot's side of it.
package helpdesk

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"krapao/server/fault"
	"krapao/server/id"
)

// Kind is what happened.
type Kind string

// The kinds.
const (
	MessageCreated Kind = "message_created"
	StatusChanged  Kind = "conversation_status_changed"
)

// Speaker is who said a message, in Chatwoot's words.
type Speaker string

// The speakers.
const (
	Customer Speaker = "incoming"
	Person   Speaker = "outgoing"
	Bot      Speaker = "template"
)

// Status is with whom a conversation is, in Chatwoot's words.
type Status string

// The statuses.
const (
	Pending  Status = "pending"  // with the bot
	Open     Status = "open"     // with a person, or waiting for one
	Resolved Status = "resolved" // it has ended
)

// Event is something that happened in a conversation, as it then was.
type Event struct {
	ID           id.ID     `json:"id"`
	Kind         Kind      `json:"kind"`
	At           time.Time `json:"at"`
	Conversation id.ID     `json:"conversation"`
	Status       Status    `json:"status"`
	// Assigned tells whether an operator of ours took the conversation.
	Assigned bool `json:"assigned,omitempty"`
	// Member is the member's number, Name what a guest calls themselves; "" for none.
	Member string `json:"member,omitempty"`
	Name   string `json:"name,omitempty"`
	// Speaker, Text, File and FileKind are a message's; File is an address.
	Speaker  Speaker `json:"speaker,omitempty"`
	Text     string  `json:"text,omitempty"`
	File     string  `json:"file,omitempty"`
	FileKind string  `json:"fileKind,omitempty"`
}

// Store keeps what was not delivered yet.
type Store interface {
	// AddEvents keeps events of one conversation in the context's transaction, in their order.
	AddEvents(ctx context.Context, events []Event) error
	// NextEvent gives the oldest event of a conversation, and how often its delivery failed. Errors: NO_DATA.
	NextEvent(ctx context.Context, conversation id.ID) (event Event, failed int, err error)
	// Delivered forgets an event, and lengthens the turn.
	Delivered(ctx context.Context, event Event, turn time.Duration) error
	// Failed notes that a delivery failed, and ends the turn after a time.
	Failed(ctx context.Context, event Event, turn time.Duration) error
	// TakeTurn has the caller alone deliver a conversation's events for a time; false while another one does.
	TakeTurn(ctx context.Context, conversation id.ID, turn time.Duration) (bool, error)
	// EndTurn ends the turn, unless there are more events.
	EndTurn(ctx context.Context, conversation id.ID) (bool, error)
}

// Queue has a conversation's events pushed soon after the context's transaction, and until Push gives 0.
type Queue interface {
	AddHelpDeskPush(ctx context.Context, conversation id.ID) error
}

// Desk is the help desk. An error has the event delivered again.
type Desk interface {
	Deliver(ctx context.Context, event Event) error
}

// Config is what a Service needs.
type Config struct {
	Store Store
	Queue Queue
	Desk  Desk
	Log   *slog.Logger
}

// Service tells the help desk.
type Service struct{ Config }

// New makes a Service.
func New(config Config) *Service { return &Service{config} }

// Tell writes events of one conversation in the context's transaction, which holds the conversation's lock.
func (s *Service) Tell(ctx context.Context, events []Event) error {
	if len(events) == 0 {
		return nil
	}
	return errors.Join(s.Store.AddEvents(ctx, events), s.Queue.AddHelpDeskPush(ctx, events[0].Conversation))
}

const (
	// turn is how long a delivery may take before another server tries: longer than a call of the help desk. TurnLost
	// is when a conversation is looked at again whose turn was left by an error.
	turn = 30 * time.Second
	// TurnLost is described at turn.
	TurnLost = 2 * turn
	// pushAtMost is how long one job delivers before it makes room for others.
	pushAtMost = 15 * time.Second
	// firstRetry is the wait after the first failure; each later one is twice as long, up to mostRetry.
	firstRetry, mostRetry = time.Second, 2 * time.Minute
)

// Push delivers a conversation's events in their order, unless another one does. It gives when to call again, 0: there
// is no need to.
func (s *Service) Push(ctx context.Context, conversation id.ID) (again time.Duration, err error) {
	mine, err := s.Store.TakeTurn(ctx, conversation, turn)
	if err != nil || !mine { // whoever has the turn sees every event that was committed before they end it
		return 0, err
	}
	for began := time.Now(); ; {
		event, failed, err := s.Store.NextEvent(ctx, conversation)
		if errors.Is(err, fault.NoData) {
			ended, err := s.Store.EndTurn(ctx, conversation)
			if err != nil || ended {
				return 0, err
			}
			continue
		}
		if err != nil {
			return 0, err
		}
		if err := s.Desk.Deliver(ctx, event); err != nil {
			wait := retryAfter(failed)
			s.Log.LogAttrs(ctx, slog.LevelWarn, "the help desk did not take an event; it is sent again",
				slog.String("conversation", conversation.String()), slog.Duration("after", wait), slog.Any("error", err))
			return wait, s.Store.Failed(ctx, event, wait/2) // half of it: clocks differ
		}
		if time.Since(began) > pushAtMost {
			return time.Second, s.Store.Delivered(ctx, event, 0)
		}
		if err := s.Store.Delivered(ctx, event, turn); err != nil {
			return 0, err
		}
	}
}

// retryAfter is the wait after a delivery that failed before so often.
func retryAfter(failed int) time.Duration {
	wait := firstRetry
	for range failed {
		wait = min(2*wait, mostRetry)
	}
	return wait
}
