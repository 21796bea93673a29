package realtime

import (
	"fmt"
	"testing"
	"time"

	"krapao/server/chat"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
)

// BenchmarkAMessageAmongRooms is what a message costs until it is handed to its room's sockets, among ever more rooms:
// the index finds its room without looking at the others (performance.md, P7).
func BenchmarkAMessageAmongRooms(b *testing.B) {
	took := map[int]time.Duration{}
	for _, rooms := range []int{1_000, 10_000, 50_000} {
		b.Run(fmt.Sprint(rooms), func(b *testing.B) {
			h := &Hub{rooms: newRooms(), Config: Config{Item: func(m chat.Message) portal.ChatItem { return portal.ChatItem{UnderscoreID: m.ID} }}}
			for i := range rooms {
				to := h.rooms.enter(chat.Party{Member: id.MemberID(10_000_000 + i)})
				to.cursor = 0
				to.sockets[&socket{hub: h}] = struct{}{}
			}
			next := make([]int64, rooms)
			for n := 0; b.Loop(); n++ {
				at := n * 7919 % rooms
				next[at]++
				party := chat.Party{Member: id.MemberID(10_000_000 + at)}
				h.heard(chat.Event{Party: party, Seq: next[at], Messages: []chat.Message{{Party: party, Seq: next[at], ID: "message-id"}}})
			}
			took[rooms] = b.Elapsed() / time.Duration(b.N)
		})
	}
	if few, many := took[1_000], took[10_000]; many > 4*few {
		b.Errorf("a message takes %v among 10,000 rooms, %v among 1,000", many, few)
	}
}
