package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"krapao/server/httpapi/api/portal"
)

const (
	// joinAgain is the wait before another connection, with jitter before the first; catchUpAgain before the history is
	// asked again.
	joinAgain, catchUpAgain = 500 * time.Millisecond, 400 * time.Millisecond
	// batch is how many messages a client asks for at once.
	batch = 100
)

// device is one client of a talk. It does what mf-chat does: joins again without end, asks the history for what is
// missing, and shows each message once.
type device struct {
	trial  *trial
	talk   *talk
	chance *rand.Rand
	// cutEvery is how long a connection lasts on average before the network drops it, 0: it does not.
	cutEvery time.Duration

	mu     sync.Mutex
	thread []portal.ChatItem // what it shows, oldest first
	known  map[string]bool
	socket *websocket.Conn
	kept   bool // the network cuts it no more
	isIn   bool // in its room
}

func (t *trial) newDevice(of *talk, cutEvery time.Duration) *device {
	t.clients++
	made := &device{trial: t, talk: of, chance: t.chance(100_000 + t.clients), cutEvery: cutEvery, known: map[string]bool{}}
	of.devices = append(of.devices, made)
	return made
}

// follow keeps the device in its room until ctx ends.
func (d *device) follow(ctx context.Context) {
	stop := context.AfterFunc(ctx, d.cut)
	defer stop()
	left := time.Time{}
	for ctx.Err() == nil {
		connection, err := d.dial(ctx)
		if err == nil {
			err = d.listen(ctx, connection, left)
			_ = connection.Close()
			d.enter(false)
			left = time.Now()
		}
		var closed *websocket.CloseError
		if errors.As(err, &closed) {
			d.trial.count("sockets closed with " + closeName(closed.Code))
		}
		pause(ctx, joinAgain/2+rand.N(joinAgain/2))
	}
}

func closeName(code int) string {
	if code == websocket.CloseServiceRestart {
		return "1012, come back"
	}
	return "another code"
}

func (d *device) dial(ctx context.Context) (*websocket.Conn, error) {
	server := d.trial.server(d.chance)
	address := "ws" + strings.TrimPrefix(d.trial.portal(server), "http") + "/api/chat/socket"
	connection, answer, err := websocket.DefaultDialer.DialContext(ctx, address, http.Header{"X-Forwarded-For": {d.talk.address}}) //nolint:bodyclose // gorilla: it need not be closed
	if err != nil && answer != nil && answer.StatusCode == http.StatusTooManyRequests {
		d.trial.count("upgrades refused")
	}
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	d.socket = connection
	d.mu.Unlock()
	return connection, nil
}

// cut drops the connection as a network does: without a word.
func (d *device) cut() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.socket == nil {
		return
	}
	if tcp, is := d.socket.NetConn().(*net.TCPConn); is {
		_ = tcp.SetLinger(0) // a reset, not an end
	}
	_ = d.socket.Close()
	d.socket = nil
}

// keep has the network cut the device no more.
func (d *device) keep() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.kept = true
}

func (d *device) isKept() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.kept
}

type frame struct {
	Event string          `json:"event"`
	Data  json.RawMessage `json:"data"`
}

// listen is one connection: join, catch up, and take what comes. left is when the one before ended.
func (d *device) listen(ctx context.Context, from *websocket.Conn, left time.Time) error {
	join := portal.ChatJoinFrame{Event: portal.ChatEventJoin, Data: portal.ChatJoin{Room: d.talk.room()}}
	if d.talk.guestID != "" {
		join.Data.GuestID = &d.talk.guestID
	} else {
		join.Data.Token = &d.talk.token
	}
	if err := from.WriteJSON(join); err != nil {
		return err
	}
	if d.cutEvery > 0 {
		timer := time.AfterFunc(d.cutEvery/2+time.Duration(d.chance.Int64N(int64(d.cutEvery))), func() {
			if !d.isKept() {
				d.trial.count("sockets cut")
				d.cut()
			}
		})
		defer timer.Stop()
	}
	last := int64(-1) // the number of the newest message on this connection
	for {
		var got frame
		if err := from.ReadJSON(&got); err != nil {
			return err
		}
		switch got.Event {
		case string(portal.ChatEventJoined):
			var joined portal.ChatJoined
			if err := json.Unmarshal(got.Data, &joined); err != nil {
				return err
			}
			last = joined.Seq
			d.trial.joined(left)
			d.catchUp(ctx, joined.Seq)
			d.enter(true)
		case string(portal.ChatEventMessaging):
			var item portal.ChatItem
			if err := json.Unmarshal(got.Data, &item); err != nil {
				return err
			}
			if *item.Seq != last+1 {
				d.trial.broken("order", "%s: in one socket %d follows %d", d.talk.name, *item.Seq, last)
			}
			last = *item.Seq
			d.catchUp(ctx, last-1)
			if d.take([]portal.ChatItem{item}) > 0 {
				d.trial.live.Add(1)
			}
		case string(portal.ChatEventError):
			d.trial.count("error frames: " + string(got.Data))
		}
	}
}

func (d *device) enter(isIn bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.isIn = isIn
}

// isBehind tells whether the device is outside of its room, or lacks messages up to a number.
func (d *device) isBehind(seq int64) bool {
	have, _ := d.newest()
	d.mu.Lock()
	defer d.mu.Unlock()
	return !d.isIn || have < seq
}

// newest gives the newest message that the device has: its number and name.
func (d *device) newest() (seq int64, name string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.thread) == 0 {
		return 0, ""
	}
	last := d.thread[len(d.thread)-1]
	return *last.Seq, last.UnderscoreID
}

// catchUp asks the history until the device has what came up to a number.
func (d *device) catchUp(ctx context.Context, seq int64) {
	for ctx.Err() == nil {
		have, name := d.newest()
		if have >= seq {
			return
		}
		err := d.ask(ctx, name)
		if err != nil {
			d.trial.failed("the history", err.Error())
			pause(ctx, catchUpAgain)
		}
	}
}

// ask takes what follows a message from the history; without a message, all that there is, page by page from the
// newest.
func (d *device) ask(ctx context.Context, after string) error {
	for skip := 0; ; skip += batch {
		asked := portal.ChatHistoryRequest{Limit: batch, Skip: skip}
		if after != "" {
			asked.After = &after
		}
		page, err := d.trial.history(ctx, d.talk.speaker, d.trial.server(d.chance), asked)
		if err != nil {
			return err
		}
		d.trial.caughtUp.Add(int64(d.take(page)))
		if after != "" || len(page) < batch {
			return nil
		}
	}
}

// take shows messages that the device does not have, and tells how many those were.
func (d *device) take(items []portal.ChatItem) (taken int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, item := range items {
		if d.known[item.UnderscoreID] {
			continue
		}
		d.known[item.UnderscoreID] = true
		d.thread = append(d.thread, item)
		taken++
	}
	slices.SortStableFunc(d.thread, func(a, b portal.ChatItem) int { return cmp.Compare(*a.Seq, *b.Seq) })
	return taken
}
