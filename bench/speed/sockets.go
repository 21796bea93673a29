package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
	natsserver "github.com/nats-io/nats-server/v2/server"

	"krapao/bench/harness"
	"krapao/server/chat"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/realtime"
)

// Cells of P7: messages a second to open sockets, and the p99 of one at a rate that both can do, in microseconds.
const (
	chatRate, bareRate = "chat", "chat, bare gorilla"
	chatP99, bareP99   = "chat, p99", "chat, bare gorilla, p99"
)

const (
	// busChannel is the servers' subject on the bus.
	busChannel = "krapao"
	// underWay is how many messages are on their way at once when as many are sent as can be, paced how many a second
	// are when their time is taken.
	underWay, paced = 256, 1000
	// eachAddress is how many sockets come from one address: a server lets 32 of one wait outside of their rooms.
	// openAtOnce is how many are opened at once: a server lets 32 of one network.
	eachAddress, openAtOnce = 25, 32
)

// sockets is P7: a server of the product and a bare one, each with so many open sockets, one room each, hear messages
// over one bus and write them to the sockets.
type sockets struct {
	bench    *bench
	bus      *natsserver.Server
	exchange *realtime.Exchange
	bare     *exec.Cmd
	memory   map[string]int64 // of an idle socket, by server, in bytes
}

// startBus starts the bus of P7; the servers of the run use it.
func startBus(s settings) (*natsserver.Server, error) {
	made, err := natsserver.NewServer(&natsserver.Options{Host: "127.0.0.1", Port: s.port + 8, NoSigs: true})
	if err != nil {
		return nil, err
	}
	go made.Start()
	if !made.ReadyForConnections(10 * time.Second) {
		return nil, errors.New("NATS does not start")
	}
	return made, nil
}

func (b *bench) openSockets() (*sockets, error) {
	made := &sockets{bench: b, bus: b.environment.bus, memory: map[string]int64{}}
	connection, err := realtime.NewNATS(made.bus.ClientURL(), busChannel, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	made.exchange = realtime.NewExchange(connection, slog.New(slog.DiscardHandler))
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	made.bare = exec.Command(self, bareCommand, "-listen", at(b.settings, 7), "-nats", made.bus.ClientURL())
	made.bare.Stderr = os.Stderr
	if err := made.bare.Start(); err != nil {
		return nil, err
	}
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if answer, err := http.Get("http://" + at(b.settings, 7) + "/readyz"); err == nil {
			_ = answer.Body.Close()
			return made, nil
		}
	}
	return nil, errors.New("the bare server does not start")
}

func (s *sockets) close() error {
	_ = s.bare.Process.Kill()
	_ = s.bare.Wait()
	return s.exchange.Close()
}

// measure is a round: first one server, then the other.
func (s *sockets) measure(ctx context.Context, round int, during time.Duration) error {
	krapao := s.bench.environment.servers[empty]
	for _, cell := range []struct {
		host      string
		pid       int
		rate, p99 string
	}{{krapao.host, krapao.command.Process.Pid, chatRate, chatP99}, {at(s.bench.settings, 7), s.bare.Process.Pid, bareRate, bareP99}} {
		if err := s.cell(ctx, cell.host, cell.pid, cell.rate, cell.p99, round, during); err != nil {
			return fmt.Errorf("%s: %w", cell.rate, err)
		}
	}
	return nil
}

func (s *sockets) cell(ctx context.Context, host string, pid int, rate, p99 string, round int, during time.Duration) error {
	before := harness.Memory(pid)
	crowd, err := openCrowd(ctx, host, s.bench.sockets)
	if err != nil {
		return err
	}
	defer crowd.close()
	time.Sleep(time.Second) // what opening them left behind
	if round == 0 {
		s.memory[rate] = (harness.Memory(pid) - before) / int64(s.bench.sockets)
		during = time.Second
	}
	used := cpuOf(pid)
	done, took := s.asManyAsPossible(crowd, during)
	each := float64((cpuOf(pid) - used).Microseconds()) / float64(max(done, 1))
	times := s.atPace(crowd, during)
	if done == 0 || len(times) == 0 || crowd.wrong.Load() > 0 {
		return fmt.Errorf("%d messages, %d were timed, %d sockets failed", done, len(times), crowd.wrong.Load())
	}
	if round > 0 {
		perSecond, late := float64(done)/took.Seconds(), float64(times[len(times)*99/100].Microseconds())
		s.bench.figures[rate] = append(s.bench.figures[rate], figure{rate: perSecond, server: each})
		s.bench.figures[p99] = append(s.bench.figures[p99], figure{rate: late})
		say("round %d  %-26s %9.0f/s %7.0f µs CPU, p99 %.0f µs at %d/s", round, rate, perSecond, each, late, paced)
	}
	return nil
}

// asManyAsPossible keeps so many messages under way, each in a room of its own, and counts those that arrived.
func (s *sockets) asManyAsPossible(c *crowd, during time.Duration) (done int, took time.Duration) {
	var count atomic.Int64
	var group sync.WaitGroup
	begun := time.Now()
	lanes := min(underWay, len(c.rooms))
	for lane := range lanes {
		group.Go(func() {
			for n := lane; time.Since(begun) < during; {
				if !s.send(c, n) {
					return
				}
				count.Add(1)
				if n += lanes; n >= len(c.rooms) {
					n = lane
				}
			}
		})
	}
	group.Wait()
	return int(count.Load()), time.Since(begun)
}

// atPace sends so many messages a second, and gives how long each took, in order.
func (s *sockets) atPace(c *crowd, during time.Duration) (times []time.Duration) {
	var mu sync.Mutex
	var group sync.WaitGroup
	busy := make([]atomic.Bool, len(c.rooms))
	begun := time.Now()
	for n := 0; time.Since(begun) < during; n++ {
		time.Sleep(time.Until(begun.Add(time.Duration(n) * time.Second / paced)))
		room := rand.IntN(len(c.rooms))
		if !busy[room].CompareAndSwap(false, true) {
			continue
		}
		group.Go(func() {
			defer busy[room].Store(false)
			from := time.Now()
			if s.send(c, room) {
				mu.Lock()
				defer mu.Unlock()
				times = append(times, time.Since(from))
			}
		})
	}
	group.Wait()
	slices.Sort(times)
	return times
}

// send publishes the next message of a room, and waits until it is on the room's socket.
func (s *sockets) send(c *crowd, n int) bool {
	room := &c.rooms[n]
	room.seq++
	party := chat.Party{Member: id.MemberID(firstMember + n)}
	s.exchange.Announce(context.Background(), chat.Event{Party: party, Seq: room.seq, Messages: []chat.Message{{
		Party: party, Seq: room.seq, ID: fmt.Sprintf("message-%08d-%08d", n, room.seq), Sender: chat.Bot, Name: "Krapao", At: time.Now(),
		Content: chat.Content{Type: chat.Text, Text: "How can we help?"},
	}}})
	select {
	case <-room.heard:
		return true
	case <-time.After(20 * time.Second):
		c.wrong.Add(1)
		return false
	}
}

// crowd is the clients of one server.
type crowd struct {
	rooms []room
	wrong atomic.Int64
}

// room is a member's room with one socket.
type room struct {
	connection *websocket.Conn
	seq        int64
	heard      chan struct{}
}

func openCrowd(ctx context.Context, host string, count int) (*crowd, error) {
	c := &crowd{rooms: make([]room, count)}
	turns := make(chan struct{}, openAtOnce)
	var group sync.WaitGroup
	errs := make([]error, count)
	for n := range count {
		turns <- struct{}{}
		group.Go(func() {
			defer func() { <-turns }()
			errs[n] = c.open(ctx, host, n)
		})
	}
	group.Wait()
	if err := errors.Join(errs...); err != nil {
		c.close()
		return nil, err
	}
	return c, nil
}

// open opens the n-th socket, from the address that it shares with a few others, and reads it from there on.
func (c *crowd) open(ctx context.Context, host string, n int) error {
	address := n / eachAddress
	from := net.IPv4(127, 1, byte(address/250), byte(1+address%250))
	dialer := websocket.Dialer{
		NetDialContext: (&net.Dialer{LocalAddr: &net.TCPAddr{IP: from}}).DialContext, ReadBufferSize: 512, WriteBufferSize: 512, HandshakeTimeout: 20 * time.Second,
	}
	connection, _, err := dialer.DialContext(ctx, "ws://"+host+"/api/chat/socket", nil) //nolint:bodyclose // gorilla: it need not be closed
	if err != nil {
		return err
	}
	bearer := token(n)
	join := portal.ChatJoinFrame{Event: portal.ChatEventJoin, Data: portal.ChatJoin{Room: fmt.Sprintf("%s-%d", chat.Prefix, firstMember+n), Token: &bearer}}
	c.rooms[n] = room{connection: connection, heard: make(chan struct{}, 1)}
	if err := connection.WriteJSON(join); err != nil {
		return err
	}
	_, answer, err := connection.ReadMessage()
	if err != nil || !strings.Contains(string(answer), `"joined"`) {
		return fmt.Errorf("joining: %s %w", answer, err)
	}
	go c.read(&c.rooms[n])
	return nil
}

// messaging is what a message's frame has, and no other one.
var messaging = []byte(`"event":"messaging"`)

// read tells of each message.
func (c *crowd) read(of *room) {
	for {
		_, frame, err := of.connection.ReadMessage()
		if err != nil {
			return
		}
		if bytes.Contains(frame, messaging) {
			of.heard <- struct{}{}
		}
	}
}

func (c *crowd) close() {
	for i := range c.rooms {
		if c.rooms[i].connection != nil {
			_ = c.rooms[i].connection.Close()
		}
	}
}
