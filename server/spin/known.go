package spin

import (
	"context"
	"sync"
	"time"

	"krapao/server/money"
)

// keepKnown is how long it is remembered whether a wheel is on: a change shows on every server after this time at most.
const keepKnown = 2 * time.Second

// onCache remembers in which currencies a wheel is on: every read of a wallet asks.
type onCache struct {
	mutex sync.Mutex
	on    map[money.Currency]known
}

// known is whether a wheel was on at a moment.
type known struct {
	isOn bool
	at   time.Time
}

// LatelyActive tells whether a wheel is on in a currency, as it was at most two seconds ago.
func (s *Service) LatelyActive(ctx context.Context, currency money.Currency) (bool, error) {
	s.known.mutex.Lock()
	last, now := s.known.on[currency], s.Now()
	s.known.mutex.Unlock()
	if age := now.Sub(last.at); !last.at.IsZero() && age >= 0 && age < keepKnown {
		return last.isOn, nil
	}
	isOn, err := s.Active(ctx, currency)
	if err != nil {
		return false, err
	}
	s.known.mutex.Lock()
	defer s.known.mutex.Unlock()
	if s.known.on == nil {
		s.known.on = map[money.Currency]known{}
	}
	s.known.on[currency] = known{isOn, now}
	return isOn, nil
}

// forgetKnown makes the next read a fresh one, after a change on this server.
func (s *Service) forgetKnown() {
	s.known.mutex.Lock()
	defer s.known.mutex.Unlock()
	clear(s.known.on)
}
