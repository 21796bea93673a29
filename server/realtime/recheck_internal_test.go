package realtime

import (
	"context"
	"errors"
	"log/slog"
	"net/netip"
	"strconv"
	"sync"
	"testing"
	"time"

	"krapao/server/chat"
	"krapao/server/id"
	"krapao/server/member"
)

// asked counts how often each token was asked about.
type asked struct {
	mu        sync.Mutex
	questions int
	times     map[string]int
	before    func(question int) error // called before each, by its number
}

func (a *asked) CheckSession(context.Context, string, netip.Addr) (id.MemberID, error) {
	return 0, errors.New("nobody joins")
}

func (a *asked) CheckSessions(_ context.Context, uses []member.SessionUse) ([]error, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.questions++
	if a.before != nil {
		if err := a.before(a.questions); err != nil {
			return nil, err
		}
	}
	if len(uses) > rechecks {
		return nil, errors.New("too many at once")
	}
	for _, use := range uses {
		a.times[use.Token]++
	}
	return make([]error, len(uses)), nil
}

// hubOf is a hub with so many members' sockets.
func hubOf(sessions *asked, count int) *Hub {
	sessions.times = map[string]int{}
	h := &Hub{Config: Config{Sessions: sessions, Log: slog.New(slog.DiscardHandler), Recheck: 300 * time.Millisecond}, sockets: newSockets()}
	for n := range count {
		h.sockets.add(&socket{party: chat.Party{Member: id.MemberID(10_000_000 + n)}, token: strconv.Itoa(n)})
	}
	return h
}

// A question that fails is asked again with all that was not found out; what was is asked about once.
func TestWhatCouldNotBeFoundOutIsAskedAgain(t *testing.T) {
	t.Parallel()
	sessions := &asked{before: func(question int) error {
		if question == 2 {
			return errors.New("no database")
		}
		return nil
	}}
	h := hubOf(sessions, 2*rechecks+1)
	due := map[*socket]struct{}{}
	for _, one := range h.sockets.all() {
		due[one] = struct{}{}
	}
	if err := h.recheck(t.Context(), due); err == nil || len(due) != rechecks+1 {
		t.Fatalf("%v, %d are left", err, len(due))
	}
	if err := h.recheck(t.Context(), due); err != nil || len(due) != 0 || sessions.questions != 4 {
		t.Fatalf("%v, %d are left after %d questions", err, len(due), sessions.questions)
	}
	for token, times := range sessions.times {
		if times != 1 {
			t.Errorf("%s was asked about %d times", token, times)
		}
	}
	if len(sessions.times) != 2*rechecks+1 {
		t.Errorf("%d were asked about", len(sessions.times))
	}
}

// Who leaves a member's room for a guest's while others are asked about has no member's session, and is not closed for
// that: nobody asks about it.
func TestWhoBecameAGuestMeanwhileIsNotAskedAboutAsAMember(t *testing.T) {
	t.Parallel()
	sessions := &asked{}
	h := hubOf(sessions, rechecks+20)
	due := map[*socket]struct{}{}
	for _, one := range h.sockets.all() {
		due[one] = struct{}{}
	}
	sessions.before = func(question int) error {
		for one := range due { // those of the first question are no longer among them
			if question == 1 {
				one.party, one.token = chat.Party{Guest: chat.Guest{1}}, ""
			}
		}
		return nil
	}
	if err := h.recheck(t.Context(), due); err != nil || len(sessions.times) != rechecks || sessions.times[""] != 0 {
		t.Errorf("%v; asked about %d, %d times about nobody", err, len(sessions.times), sessions.times[""])
	}
}

// Every part has its turn, again and again, whatever became of one question.
func TestEverySocketHasItsTurnAgainAndAgain(t *testing.T) {
	t.Parallel()
	sessions := &asked{before: func(question int) error {
		switch question {
		case 3:
			panic("once")
		case 5:
			return errors.New("no database")
		}
		return nil
	}}
	h := hubOf(sessions, 2*socketParts)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go h.recheckInTurn(ctx)
	least := func() int {
		sessions.mu.Lock()
		defer sessions.mu.Unlock()
		if len(sessions.times) < 2*socketParts {
			return 0
		}
		least := 1000
		for _, times := range sessions.times {
			least = min(least, times)
		}
		return least
	}
	for end := time.Now().Add(20 * time.Second); least() < 3; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("somebody was asked about %d times", least())
		}
	}
}
