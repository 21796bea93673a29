package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/gorilla/websocket"

	"krapao/server/httpapi/api/portal"
)

const (
	// firstTalker is the first of the members who chat, talkers how many they are, talkEvery how often each writes:
	// fewer than 30 messages a minute.
	firstTalker, talkers, talkEvery = 170, 24, 2200 * time.Millisecond
	// firstSilent is the first of the attackers' members whose sockets read nothing, silentMembers how many they are,
	// socketsEach how many sockets one member may have.
	firstSilent, silentMembers, socketsEach = 300, 125, 16
)

// openSocket opens a socket in a member's room.
func openSocket(ctx context.Context, host, bearer string, number int, from string, dialer *websocket.Dialer) (*websocket.Conn, error) {
	connection, answer, err := dialer.DialContext(ctx, "ws://"+host+"/api/chat/socket", http.Header{"X-Forwarded-For": {from}}) //nolint:bodyclose // gorilla: it need not be closed
	if err != nil {
		if answer != nil {
			return nil, fmt.Errorf("a socket: %d", answer.StatusCode)
		}
		return nil, err
	}
	return connection, connection.WriteJSON(portal.ChatJoinFrame{Event: portal.ChatEventJoin, Data: portal.ChatJoin{Room: fmt.Sprintf("krapao-%d", number), Token: &bearer}})
}

// chat has a member write, and wait until the message comes back on their socket, until ctx ends.
func (e *environment) chat(ctx context.Context, n int, note func(code string), heard func(took time.Duration)) {
	unbound := context.WithoutCancel(ctx)
	from := fmt.Sprintf("10.5.%d.1", n)
	connection, err := openSocket(unbound, e.host, token(firstTalker+n), firstMember+firstTalker+n, from, websocket.DefaultDialer)
	if err != nil {
		note(err.Error())
		return
	}
	defer func() { _ = connection.Close() }()
	if err := awaitFrame(connection, func(got chatFrame) bool { return got.Event == string(portal.ChatEventJoined) }); err != nil {
		note("the socket did not join")
		return
	}
	for pause(ctx, talkEvery*time.Duration(n)/talkers); ctx.Err() == nil; pause(ctx, talkEvery) {
		name := uuid.NewString()
		begun := time.Now()
		code, _ := call(unbound, e.host, http.MethodPost, "/api/chat/send-message", messageBody(name, "hello"), "Authorization", "Bearer "+token(firstTalker+n), "X-Forwarded-For", from)
		note(code)
		if code != "200" {
			continue
		}
		if err := awaitFrame(connection, func(got chatFrame) bool { return got.Data.ID == name }); err != nil {
			note("the socket closed")
			return
		}
		heard(time.Since(begun))
	}
}

// chatFrame is what is read of a frame.
type chatFrame struct {
	Event string `json:"event"`
	Data  struct {
		ID string `json:"_id"`
	} `json:"data"`
}

// awaitFrame reads frames until one is meant, for 20 seconds at most.
func awaitFrame(connection *websocket.Conn, meant func(chatFrame) bool) error {
	if err := connection.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
		return err
	}
	for {
		var got chatFrame
		if err := connection.ReadJSON(&got); err != nil || meant(got) {
			return err
		}
	}
}

func messageBody(name, text string) string {
	body, _ := json.Marshal(portal.ChatSendRequest{ // it can be written
		UnderscoreID: &name, Message: portal.ChatMessage{MessageType: portal.ChatMessageTypeText, Payload: &portal.ChatPayload{Message: &text}},
	})
	return string(body)
}

// silentSockets: 2,000 sockets of 125 members that join and then read nothing, while long messages are written into
// their rooms.
func silentSockets(ctx context.Context, a *attack) {
	small := &websocket.Dialer{ReadBufferSize: 256, NetDialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		made, err := new(net.Dialer).DialContext(ctx, network, address)
		if tcp, is := made.(*net.TCPConn); is && err == nil {
			err = tcp.SetReadBuffer(1 << 10)
		}
		return made, err
	}}
	from := func(member int) string { return fmt.Sprintf("198.51.102.%d", member) }
	a.group.Go(func() {
		a.many(ctx, silentMembers, talkEvery, func(ctx context.Context, member int) {
			pause(ctx, time.Second) // until they are in
			code, _ := call(ctx, a.Host, http.MethodPost, "/api/chat/send-message", messageBody(uuid.NewString(), strings.Repeat("ก", 2000)),
				"Authorization", "Bearer "+a.attacker(firstSilent+member), "X-Forwarded-For", from(member))
			if code != "200" {
				a.refused.Add(1)
			}
		})
	})
	a.many(ctx, silentMembers*socketsEach, time.Second, func(ctx context.Context, i int) {
		member := i / socketsEach
		connection, err := openSocket(ctx, a.Host, a.attacker(firstSilent+member), firstMember+a.Members-1-firstSilent-member, from(member), small)
		if err != nil {
			a.refused.Add(1)
			return
		}
		a.sockets.Add(1)
		pause(ctx, time.Minute)
		_ = connection.Close()
	})
}

// unjoinedSockets: 2,000 sockets of a hundred addresses that never join a room, opened again when they are closed.
func unjoinedSockets(ctx context.Context, a *attack) {
	const each = 20
	a.many(ctx, 100*each, 500*time.Millisecond, func(ctx context.Context, i int) {
		head := fmt.Sprintf("GET /api/chat/socket HTTP/1.1\r\nX-Forwarded-For: 198.51.103.%d\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
			"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", i/each)
		a.raw(ctx, head, func(connection net.Conn) {
			answer := make([]byte, 1<<10)
			if n, err := connection.Read(answer); err != nil || !strings.HasPrefix(string(answer[:n]), "HTTP/1.1 101") {
				a.refused.Add(1)
				return
			}
			a.sockets.Add(1)
			for {
				if _, err := connection.Read(answer); err != nil {
					return // its time outside of every room is over
				}
			}
		})
	})
}
