package realtime_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"krapao/server/app"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/portaltest"
	"krapao/server/postgres"
	"krapao/server/secret"
)

// natsServer is a NATS server that can be stopped and started at one address.
type natsServer struct {
	t    testing.TB
	port int
	now  *server.Server
}

func (n *natsServer) start() {
	n.t.Helper()
	made, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: n.port, NoSigs: true})
	if err != nil {
		n.t.Fatal(err)
	}
	go made.Start()
	if !made.ReadyForConnections(10 * time.Second) {
		n.t.Fatal("NATS does not start")
	}
	at, err := url.Parse(made.ClientURL())
	if err != nil {
		n.t.Fatal(err)
	}
	if n.port, err = strconv.Atoi(at.Port()); err != nil {
		n.t.Fatal(err)
	}
	n.now = made
}

func (n *natsServer) stop() {
	n.now.Shutdown()
	n.now.WaitForShutdown()
}

func TestNothingIsLostDoubledOrMixedUpWhileSocketsServersAndTheNotifyBusBreak(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	storm(t, e, func() {
		e.exec("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'krapao bus' and datname = current_database()")
	})
}

func TestNothingIsLostDoubledOrMixedUpWhileSocketsServersAndNATSBreak(t *testing.T) {
	t.Parallel()
	bus := &natsServer{t: t, port: -1}
	bus.start()
	defer func() { bus.stop() }()
	at := "nats://127.0.0.1:" + strconv.Itoa(bus.port)
	e := newEnv(t, portaltest.WithConfig(func(c *app.Config) { c.Chat.NATSURL = secret.NewText(at) }))
	storm(t, e, func() {
		bus.stop()
		time.Sleep(100 * time.Millisecond)
		bus.start()
	})
}

// servers are two, of which the second is restarted.
type servers struct {
	mu  sync.Mutex
	all [2]*env
}

func (s *servers) any() *env {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all[rand.IntN(2)]
}

func (s *servers) restart(e *env) {
	s.mu.Lock()
	old := s.all[1]
	s.mu.Unlock()
	_ = old.Stop() // its end is looked at by the test's cleanup
	next := e.twin()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all[1] = next
}

const (
	rooms = 6
	each  = 25 // messages of a member: fewer than the limit of a minute
)

// storm has members write and read on two servers while everything between them breaks.
func storm(t *testing.T, e *env, breakBus func()) {
	t.Helper()
	cluster := &servers{all: [2]*env{e, e.twin()}}
	var done atomic.Bool
	var group, readers sync.WaitGroup
	heard := make([][]portal.ChatItem, rooms)
	for i := range rooms {
		member := id.MemberID(10_000_100 + i)
		e.exec(`insert into member (id, phone, name, password_hash, currency, created_at, last_login_at) values ($1, $2, 'Name', 'none', 'BAHT', now(), now())`, member, "0"+member.String())
		group.Go(func() { writes(cluster, member) })
		readers.Go(func() { heard[i] = follows(t, cluster, member, &done) })
	}
	stop := make(chan struct{})
	var chaos sync.WaitGroup
	chaos.Go(func() {
		for turn := 0; ; turn++ {
			select {
			case <-stop:
				return
			case <-time.After(300 * time.Millisecond):
			}
			if turn%3 == 2 {
				cluster.restart(e)
			} else {
				breakBus()
			}
		}
	})
	group.Wait()
	close(stop)
	chaos.Wait()
	done.Store(true)
	readers.Wait()
	for i, items := range heard {
		want := make([]string, each)
		for n := range want {
			want[n] = fmt.Sprint(n)
		}
		var said []string
		for n, item := range items {
			if item.Sender == portal.Customer {
				said = append(said, *item.Message.Payload.Message)
			}
			if *item.Seq != int64(n+1) {
				t.Errorf("room %d: message %d has the number %d", i, n+1, *item.Seq)
			}
		}
		if !slices.Equal(said, want) {
			t.Errorf("room %d heard %q", i, said)
		}
	}
}

// writes sends every message until it is taken, with one id.
func writes(cluster *servers, member id.MemberID) {
	for n := range each {
		for cluster.any().send(member, fmt.Sprint(n), fmt.Sprintf("message-%08d-%04d", member, n)) != nil {
			time.Sleep(20 * time.Millisecond)
		}
		time.Sleep(time.Duration(rand.IntN(60)) * time.Millisecond)
	}
}

// follows reads a room as a client does: joins, asks for what it missed, and drops what it has; it gives what it heard
// in the order of arrival.
func follows(t *testing.T, cluster *servers, member id.MemberID, done *atomic.Bool) (items []portal.ChatItem) {
	known := map[string]bool{}
	take := func(item portal.ChatItem) {
		if !known[item.UnderscoreID] {
			known[item.UnderscoreID] = true
			items = append(items, item)
		}
	}
	for end := time.Now().Add(3 * time.Minute); time.Now().Before(end); {
		last := done.Load()
		at := cluster.any()
		opened, _, err := dial(at.URL(), nil)
		if err != nil {
			time.Sleep(50 * time.Millisecond)
			continue
		}
		if listens(t, at, opened.WriteJSON, opened.ReadJSON, opened.SetReadDeadline, member, func() string {
			if len(items) == 0 {
				return ""
			}
			return items[len(items)-1].UnderscoreID
		}, take) && last {
			_ = opened.Close()
			return items
		}
		_ = opened.Close()
	}
	t.Errorf("member %v was never done", member)
	return items
}

// listens is one connection; it tells whether the history was read to its end.
func listens(t *testing.T, at *env, write, read func(any) error, deadline func(time.Time) error, member id.MemberID, newest func() string, take func(portal.ChatItem)) bool {
	var got frame
	_ = deadline(time.Now().Add(10 * time.Second))
	if write(map[string]any{"event": "join", "data": asMember(member)}) != nil || read(&got) != nil || got.Event != "joined" {
		return false
	}
	for {
		body := map[string]any{"limit": 10, "skip": 0}
		if after := newest(); after != "" {
			body["after"] = after
		} else {
			body["limit"] = 100
		}
		said, _ := json.Marshal(body)
		answer, err := at.Client(t).As(member.String()).Try(http.MethodPost, "/api/chat/history", string(said))
		var page []portal.ChatItem
		if err != nil || answer.Status != http.StatusOK || json.Unmarshal(answer.Body, &page) != nil {
			return false
		}
		slices.Reverse(page)
		for _, item := range page {
			take(item)
		}
		if len(page) < body["limit"].(int) { //nolint:forcetypeassert // it is one
			break
		}
	}
	var last int64
	_ = deadline(time.Now().Add(time.Duration(200+rand.IntN(600)) * time.Millisecond))
	for read(&got) == nil {
		if got.Event != "messaging" {
			continue
		}
		var item portal.ChatItem
		if err := json.Unmarshal(got.Data, &item); err != nil {
			t.Error(err)
			return false
		}
		if last != 0 && *item.Seq != last+1 {
			t.Errorf("in one socket %d follows %d", *item.Seq, last)
		}
		last = *item.Seq
		take(item)
	}
	return true
}

func TestAMemberIsToldWithinASecondWhatChangedOfTheirAccount(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	member, other := e.joined(asMember(somchai)), e.joined(asMember(malee))
	time.Sleep(time.Second) // until the changes are looked at from here on
	for _, change := range []struct{ kind, sql string }{
		{"slip", `insert into slip (member_id, id, reference, currency, file_hash, image_name, image_type, created_at)
			values ($1, $2, 'SLIP-23456789', 'BAHT', sha256('a file'), 'x', 'image/png', now())`},
		{"withdrawal", `insert into withdrawal (member_id, id, reference, amount, currency, bank_code, account_no, account_name, step, created_at)
			values ($1, $2, 'W1', 1, 'BAHT', 'SCB', '1', 'N', 'FAILED', now())`},
	} {
		e.exec(change.sql, somchai, id.NewID())
		if got := read[portal.AccountChanged](t, member.hears("account")); len(got.Kinds) != 1 || string(got.Kinds[0]) != change.kind {
			t.Errorf("%s: %v", change.kind, got.Kinds)
		}
	}
	e.deposit(malee)
	if got := read[portal.AccountChanged](t, other.hears("account")); !slices.Contains(got.Kinds, portal.AccountChangeKindBalance) || !slices.Contains(got.Kinds, portal.AccountChangeKindQr) {
		t.Errorf("a deposit: %v", got.Kinds)
	}
	_ = member.SetReadDeadline(time.Now().Add(time.Second))
	var got frame
	if err := member.ReadJSON(&got); err == nil {
		t.Errorf("somchai is told of malee's: %s %s", got.Event, got.Data)
	}
}

// deposit posts a deposit.
func (e *env) deposit(member id.MemberID) {
	e.t.Helper()
	if _, err := (postgres.Ledger{DB: e.Database.DB}).Post(e.t.Context(), depositOf(member, e.Clock.Now())); err != nil {
		e.t.Fatal(err)
	}
}
