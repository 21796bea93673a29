package main

import (
	"context"
	"encoding/json"
	"flag"
	"net/http"
	"sync"

	"github.com/gorilla/websocket"
	"github.com/nats-io/nats.go"

	"krapao/server/chat"
	"krapao/server/httpapi/api/portal"
	"krapao/server/httpapi/convert"
)

// bareCommand is the name under which this program is the peer of P7: bare gorilla with a room index.
const bareCommand = "bare-sockets"

// bareSocket is a connection, which one may write to at a time.
type bareSocket struct {
	mu         sync.Mutex
	connection *websocket.Conn
}

// bare is the least that a chat can be: it lets everybody into the room that they name, and writes each message of the
// bus to the room's sockets as it comes. It asks no database, knows no session, bounds nothing, and waits for who reads
// slowly.
type bare struct {
	mu    sync.RWMutex
	rooms map[string][]*bareSocket
}

func serveBare(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet(bareCommand, flag.ExitOnError)
	address, bus := flags.String("listen", "", "where sockets are opened"), flags.String("nats", "", "the bus")
	if err := flags.Parse(args); err != nil {
		return err
	}
	b := &bare{rooms: map[string][]*bareSocket{}}
	connection, err := nats.Connect(*bus)
	if err != nil {
		return err
	}
	defer connection.Close()
	if _, err := connection.Subscribe(busChannel, func(message *nats.Msg) { b.heard(message.Data) }); err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/api/chat/socket", b.open)
	mux.HandleFunc("/readyz", func(http.ResponseWriter, *http.Request) {})
	server := &http.Server{Addr: *address, Handler: mux}
	go func() {
		<-ctx.Done()
		_ = server.Close()
	}()
	return server.ListenAndServe()
}

// open makes a socket of a request and reads it to its end.
func (b *bare) open(w http.ResponseWriter, r *http.Request) {
	upgrader := websocket.Upgrader{ReadBufferSize: 1024, WriteBufferSize: 1024}
	connection, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer func() { _ = connection.Close() }()
	one := &bareSocket{connection: connection}
	var joined string
	for {
		var got portal.ChatJoinFrame
		if err := connection.ReadJSON(&got); err != nil {
			break
		}
		if got.Event != portal.ChatEventJoin {
			continue
		}
		joined = got.Data.Room
		b.mu.Lock()
		b.rooms[joined] = append(b.rooms[joined], one)
		b.mu.Unlock()
		one.write(frameOf(portal.ChatJoinedFrame{Event: portal.ChatEventJoined, Data: portal.ChatJoined{Room: joined}}))
	}
	b.mu.Lock()
	delete(b.rooms, joined)
	b.mu.Unlock()
}

// heard writes a message to its room.
func (b *bare) heard(payload []byte) {
	var got struct {
		Event chat.Event `json:"event"`
	}
	if err := json.Unmarshal(payload, &got); err != nil {
		return
	}
	for _, message := range got.Event.Messages {
		frame := frameOf(portal.ChatMessagingFrame{Event: portal.ChatEventMessaging, Data: convert.ToChatItem(message)})
		b.mu.RLock()
		sockets := b.rooms[chat.Prefix+"-"+message.Party.Member.String()]
		b.mu.RUnlock()
		for _, one := range sockets {
			one.write(frame)
		}
	}
}

func (s *bareSocket) write(frame []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = s.connection.WriteMessage(websocket.TextMessage, frame) // the client may be gone
}

func frameOf(frame any) []byte {
	written, err := json.Marshal(frame)
	if err != nil {
		panic(err) // no frame of ours cannot be written
	}
	return written
}
