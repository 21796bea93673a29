package realtime

import (
	"context"
	"errors"
	"time"

	"krapao/server/chat"
	"krapao/server/fault"
	"krapao/server/httpapi/api/operator"
	"krapao/server/id"
)

// watch has a conversation's messages sent, those after a number first. Errors: NO_DATA.
func (h *OperatorHub) watch(ctx context.Context, one *operatorSocket, asked operator.OperatorWatch) error {
	var next *watched
	if asked.Conversation != nil {
		conversation, err := id.Parse(*asked.Conversation)
		if err != nil {
			return fault.NoData.With(err)
		}
		talk, err := h.Chat.Conversation(ctx, conversation)
		if err != nil {
			return err
		}
		next = &watched{conversation: talk.ID, party: talk.Party, cursor: talk.LastSeq}
		if asked.After != nil {
			next.cursor = max(min(*asked.After, talk.LastSeq), talk.LastSeq-maxWatchedPast)
		}
	}
	one.mu.Lock()
	defer one.mu.Unlock()
	one.watched = next
	said := operator.OperatorWatched{Conversation: asked.Conversation}
	if next != nil {
		said.Seq = next.cursor
	}
	one.write(encode(operator.OperatorWatchedFrame{Event: operator.OperatorEventWatched, Data: said}))
	return h.deliver(ctx, one)
}

// deliver sends the messages that a socket lacks of what it watches. Its lock is held. Errors: NO_DATA, when the
// conversation is gone.
func (h *OperatorHub) deliver(ctx context.Context, one *operatorSocket) error {
	at := one.watched
	for at != nil {
		found, err := h.Chat.Messages(ctx, at.conversation, chat.Range{After: at.cursor, Limit: readAtOnce})
		if err != nil {
			return err
		}
		for _, message := range found {
			said, err := h.Message(message)
			if err != nil {
				return err
			}
			one.write(encode(operator.OperatorMessagingFrame{
				Event: operator.OperatorEventMessaging, Data: operator.OperatorMessaging{Conversation: at.conversation.String(), Message: said},
			}))
			at.cursor = message.Seq
		}
		if len(found) < readAtOnce {
			return nil
		}
	}
	return nil
}

// catchUp gives a socket what it lacks of a conversation that changed, if it watches it.
func (h *OperatorHub) catchUp(ctx context.Context, one *operatorSocket, talk chat.Conversation) error {
	one.mu.Lock()
	defer one.mu.Unlock()
	at := one.watched
	if at == nil || at.conversation != talk.ID {
		return nil
	}
	at.party = talk.Party // a guest's became a member's
	if at.cursor >= talk.LastSeq {
		return nil
	}
	return h.deliver(ctx, one)
}

// rewatch tells a socket whose conversation became part of a member's that there is none any more.
func (h *OperatorHub) rewatch(ctx context.Context, one *operatorSocket) {
	one.mu.Lock()
	defer one.mu.Unlock()
	if one.watched == nil {
		return
	}
	if _, err := h.Chat.Conversation(ctx, one.watched.conversation); errors.Is(err, fault.NoData) {
		one.watched = nil
		one.fail(err)
	}
}

// watches gives the conversation that a socket watches; false for none.
func (s *operatorSocket) watches() (watched, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.watched == nil {
		return watched{}, false
	}
	return *s.watched, true
}

// typing tells the customer of the watched conversation that the operator writes. Errors: KEY_INVALID.
func (h *OperatorHub) typing(ctx context.Context, one *operatorSocket, is bool) error {
	at, has := one.watches()
	if !has {
		return fault.KeyInvalid.Withf("typing in no conversation")
	}
	if one.typing.mayTell(is, time.Now()) {
		h.Chat.Type(ctx, chat.Conversation{ID: at.conversation, Party: at.party}, one.username(), is)
	}
	return nil
}

// tellTyping tells those who watch a conversation who writes there, except whoever does.
func (h *OperatorHub) tellTyping(event chat.Event) {
	for _, one := range h.joined() {
		at, has := one.watches()
		if !has || at.party != event.Party || event.Typing.Sender == chat.Admin && event.Typing.Name == one.username() {
			continue
		}
		sender, conversation := operator.ChatSender(event.Typing.Sender), at.conversation.String()
		said := operator.OperatorTyping{IsTyping: event.Typing.Is, Sender: &sender, Conversation: &conversation}
		if event.Typing.Name != "" {
			said.Name = &event.Typing.Name
		}
		one.write(encode(operator.OperatorTypingFrame{Event: operator.OperatorEventTyping, Data: said}))
	}
}
