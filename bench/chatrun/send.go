package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/google/uuid"

	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/api/portal"
)

// sendAgain is the wait before a message is sent again that got no answer.
const sendAgain = 400 * time.Millisecond

// reply is what a server answered; status 0: nothing.
type reply struct {
	status     int
	body       []byte
	retryAfter *int
}

// insist sends the same message under the same id until it is taken, as a client does. False: the run ended first.
func (t *trial) insist(ctx context.Context, chance *rand.Rand, what string, once func(server int) (reply, error)) bool {
	for ctx.Err() == nil {
		answer, err := once(t.server(chance))
		switch {
		case err != nil:
			t.count(what + ": no answer")
			t.failed(what, err.Error())
		case answer.status == http.StatusOK:
			t.count(what + ": taken")
			return true
		case answer.status == http.StatusTooManyRequests:
			t.count(what + ": too many")
			if answer.retryAfter != nil {
				pause(ctx, time.Duration(*answer.retryAfter)*time.Second)
			}
		case answer.status >= http.StatusInternalServerError:
			t.count(fmt.Sprintf("%s: %d", what, answer.status))
			t.failed(what, string(answer.body))
		default:
			t.broken("answers", "%s was answered %d %s", what, answer.status, answer.body)
			return false
		}
		pause(ctx, sendAgain)
	}
	return false
}

// say has the customer of a talk write one message.
func (t *trial) say(ctx context.Context, to *talk, chance *rand.Rand) {
	name := uuid.NewString()
	text := fmt.Sprintf("%s customer %d", to.name, len(to.said))
	body := portal.ChatSendRequest{UnderscoreID: &name, Message: portal.ChatMessage{MessageType: portal.ChatMessageTypeText, Payload: &portal.ChatPayload{Message: &text}}}
	if to.guestID != "" {
		body.GuestID = &to.guestID
	}
	lasting := to.as(context.WithoutCancel(ctx)) // what was sent is waited for
	if t.insist(ctx, chance, "a message", func(server int) (reply, error) {
		got, err := t.portals[server].SendChatMessageWithResponse(lasting, &portal.SendChatMessageParams{}, body)
		if err != nil {
			return reply{}, err
		}
		answer := reply{status: got.StatusCode(), body: got.Body}
		if got.HeadersDefault != nil {
			answer.retryAfter = got.HeadersDefault.RetryAfter
		}
		return answer, nil
	}) {
		to.said = append(to.said, name)
	}
}

// answer has the operator of a talk write one message.
func (t *trial) answer(ctx context.Context, to *talk, which int, chance *rand.Rand) {
	name := uuid.NewString()
	text := fmt.Sprintf("%s operator %d", to.name, len(to.replied))
	body := operator.ReplyOperatorConversationRequest{
		UnderscoreID: &name, Message: &operator.ChatMessage{MessageType: operator.ChatMessageTypeText, Payload: &operator.ChatPayload{Message: &text}},
	}
	lasting := t.by(context.WithoutCancel(ctx), which)
	if t.insist(ctx, chance, "a reply", func(server int) (reply, error) {
		got, err := t.operators[server].ReplyOperatorConversationWithResponse(lasting, to.conversation, body)
		if err != nil {
			return reply{}, err
		}
		return reply{status: got.StatusCode(), body: got.Body}, nil
	}) {
		to.replied = append(to.replied, name)
	}
}

// history asks for messages of a talk, oldest first: those after one, or the newest but skip of them.
func (t *trial) history(ctx context.Context, of speaker, server int, asked portal.ChatHistoryRequest) ([]portal.ChatItem, error) {
	if of.guestID != "" {
		asked.GuestID = &of.guestID
	}
	got, err := t.portals[server].ListChatHistoryWithResponse(of.as(ctx), asked)
	if err != nil {
		return nil, err
	}
	if got.JSON200 == nil {
		return nil, fmt.Errorf("the history: %d %s", got.StatusCode(), got.Body)
	}
	page := *got.JSON200
	for i, j := 0, len(page)-1; i < j; i, j = i+1, j-1 {
		page[i], page[j] = page[j], page[i]
	}
	return page, nil
}
