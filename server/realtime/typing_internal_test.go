package realtime

import (
	"context"
	"log/slog"
	"slices"
	"testing"

	"krapao/server/chat"
)

// silent is a bus without other servers.
type silent struct{}

func (silent) Publish(context.Context, []byte) error      { return nil }
func (silent) Listen(context.Context, func([]byte)) error { return nil }

func TestThatACustomerWritesIsPassedOnSeldomAndThatTheyCeasedOnce(t *testing.T) {
	t.Parallel()
	h := &Hub{Config: Config{Exchange: NewExchange(silent{}, slog.New(slog.DiscardHandler))}}
	var passed []bool
	h.Exchange.Subscribe(func(event chat.Event) { passed = append(passed, event.Typing.Is) })
	one := &socket{party: chat.Party{Member: 10_000_001}}
	for _, is := range []bool{false, true, true, false, false, true, false} {
		h.typing(one, is)
	}
	if !slices.Equal(passed, []bool{true, false}) {
		t.Errorf("%v", passed)
	}
	one.typing.last = one.typing.last.Add(-typingEvery)
	h.typing(one, true)
	h.typing(one, false)
	if !slices.Equal(passed, []bool{true, false, true, false}) {
		t.Errorf("after a while: %v", passed)
	}
}
