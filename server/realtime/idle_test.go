package realtime_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"krapao/server/id"
)

// silent is how many sockets read nothing.
const silent = 96

// Clients that joined and never read are closed once their buffers are full, and others hear as fast as before.
func TestSocketsThatNeverReadCostOthersNothing(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	member := e.joined(asMember(malee))
	for i := range silent {
		l := e.quiet("/api/chat/socket", e.URL())
		who := id.MemberID(20_000_000 + i/16) // as many as one member may have
		l.say("join", asMember(who))
		l.hears("joined")
	}
	took := func() time.Duration {
		var all []time.Duration
		for i := range 15 {
			began := time.Now()
			e.tell(malee, fmt.Sprint(began.UnixNano(), i))
			member.said()
			all = append(all, time.Since(began))
		}
		slices.Sort(all)
		e.Clock.Advance(2 * time.Minute)
		return all[len(all)/2]
	}
	before := took()
	// Room by room: on a machine that takes 10 s to fill all buffers side by side, every write would end by its
	// time-out first.
	for i := range silent / 16 {
		for seq := range int64(400) {
			e.App.Exchange.Announce(t.Context(), messageIn(id.MemberID(20_000_000+i), seq+1))
		}
	}
	after := took()
	if after > 10*before+200*time.Millisecond {
		t.Errorf("a message takes %v beside silent sockets, %v before", after, before)
	}
	// Sockets are written to, and closed, after Announce has returned.
	for end := time.Now().Add(30 * time.Second); e.metric("krapao_sockets_slow_total") == 0; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("no silent socket was closed")
		}
	}
	t.Logf("a message: %v before, %v beside %d sockets that read nothing", before, after, silent)
}

// quiet is a socket whose client has room for little.
func (e *env) quiet(path, url string) line {
	e.t.Helper()
	dialer := websocket.Dialer{NetDial: func(network, address string) (net.Conn, error) {
		made, err := net.Dial(network, address)
		if tcp, is := made.(*net.TCPConn); is && err == nil {
			err = tcp.SetReadBuffer(1024)
		}
		return made, err
	}}
	opened, _, err := dialer.Dial("ws"+strings.TrimPrefix(url, "http")+path, nil)
	if err != nil {
		e.t.Fatal(err)
	}
	e.t.Cleanup(func() { _ = opened.Close() })
	return line{opened, e.t}
}

// metric reads one of the server's figures.
func (e *env) metric(name string) (value float64) {
	e.t.Helper()
	answer, err := http.Get(e.OpsURL() + "/metrics")
	if err != nil {
		e.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		e.t.Fatal(err)
	}
	for row := range strings.SplitSeq(string(body), "\n") {
		if rest, is := strings.CutPrefix(row, name+" "); is {
			if _, err := fmt.Sscan(rest, &value); err != nil {
				e.t.Fatal(err)
			}
			return value
		}
	}
	e.t.Fatalf("no metric %s", name)
	return 0
}
