package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/gorilla/websocket"

	"krapao/server/chat"
	"krapao/server/httpapi/api/portal"
)

// In a soak every member sits in the chat: a socket lasts up to so long, and a message is written every so often.
const longestSocket, messageEvery = 4 * time.Minute, 20 * time.Second

// What is counted of the chat.
const messageHeard, messageWritten, socketOpened = "messages heard on sockets", "messages written", "sockets opened"

// chat keeps a member in the chat until ctx ends: on one socket after the other, each ended by a word or by a reset.
func (b *bank) chat(ctx context.Context, chance *rand.Rand, m *member) {
	pause(ctx, time.Duration(chance.Int64N(int64(messageEvery))))
	for ctx.Err() == nil {
		if err := b.sit(ctx, chance, m); err != nil && ctx.Err() == nil {
			b.soak.written.add(fmt.Sprintf("sockets failed: %v", err))
			pause(ctx, time.Second)
		}
	}
}

// sit is one socket of a member.
func (b *bank) sit(ctx context.Context, chance *rand.Rand, m *member) error {
	server := chance.IntN(2)
	header := http.Header{"X-Forwarded-For": {m.address}}
	socket, _, err := websocket.DefaultDialer.DialContext(ctx, "ws://"+b.cluster.at(10*server)+"/api/chat/socket", header) //nolint:bodyclose // gorilla: it need not be closed
	if err != nil {
		return err
	}
	defer func() { _ = socket.Close() }()
	join := portal.ChatJoinFrame{Event: portal.ChatEventJoin, Data: portal.ChatJoin{Room: chat.Prefix + "-" + m.id, Token: &m.token}}
	if err := socket.WriteJSON(join); err != nil {
		return err
	}
	b.soak.written.add(socketOpened)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		b.hear(socket)
	}()
	left := time.After(time.Duration(chance.Int64N(int64(longestSocket))))
	for {
		select {
		case <-ended:
			return fmt.Errorf("it was closed")
		case <-ctx.Done():
		case <-left:
		case <-time.After(messageEvery/2 + time.Duration(chance.Int64N(int64(messageEvery)))):
			b.writeMessage(ctx, chance, m)
			continue
		}
		break
	}
	if tcp, is := socket.NetConn().(*net.TCPConn); is && chance.IntN(2) == 0 {
		_ = tcp.SetLinger(0) // a reset, as a network does it
	}
	_ = socket.Close()
	<-ended
	return nil
}

// hear counts the messages on a socket until it ends.
func (b *bank) hear(socket *websocket.Conn) {
	for {
		var frame struct{ Event string }
		if err := socket.ReadJSON(&frame); err != nil {
			return
		}
		if frame.Event == string(portal.ChatEventMessaging) {
			b.soak.written.add(messageHeard)
		}
	}
}

// writeMessage has a member write one message.
func (b *bank) writeMessage(ctx context.Context, chance *rand.Rand, m *member) {
	name, text := uuid.NewString(), "How long does a withdrawal take?"
	body := portal.ChatSendRequest{UnderscoreID: &name, Message: portal.ChatMessage{MessageType: portal.ChatMessageTypeText, Payload: &portal.ChatPayload{Message: &text}}}
	answer, err := b.portals[chance.IntN(2)].SendChatMessageWithResponse(m.as(context.WithoutCancel(ctx)), &portal.SendChatMessageParams{}, body)
	switch {
	case err != nil:
		b.broken("soak", "a message of %s got no answer: %v", m.id, err)
	case answer.StatusCode() != http.StatusOK:
		b.broken("soak", "a message of %s was answered %d %s", m.id, answer.StatusCode(), answer.Body)
	default:
		b.soak.written.add(messageWritten)
	}
}
