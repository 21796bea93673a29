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
	on    map[money.Currency]*lastKnown
}

// of gives what is remembered of a currency.
func (c *onCache) of(currency money.Currency) *lastKnown {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.on == nil {
		c.on = map[money.Currency]*lastKnown{}
	}
	if c.on[currency] == nil {
		c.on[currency] = &lastKnown{}
	}
	return c.on[currency]
}

// known is whether a wheel was on when it was read last.
type known struct {
	isOn, isKnown bool
	// at is when it was asked; zero: never, or it was declared out of date.
	at      time.Time
	changes int // how often it was declared out of date
}

func (k known) isFresh(now time.Time) bool {
	age := now.Sub(k.at)
	return !k.at.IsZero() && age >= 0 && age < keepKnown
}

// lastKnown is what was read last in one currency.
type lastKnown struct {
	reading sync.Mutex // held while it is read; what is below is never locked that long
	mutex   sync.Mutex
	last    known
}

func (l *lastKnown) get() known {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.last
}

// set keeps what was read; the next caller reads again if it was declared out of date meanwhile.
func (l *lastKnown) set(read known) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.last.changes != read.changes {
		read.at, read.changes = time.Time{}, l.last.changes
	}
	l.last = read
}

// outdate declares what was read out of date.
func (l *lastKnown) outdate() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.last.at = time.Time{}
	l.last.changes++
}

// LatelyActive tells whether a wheel is on in a currency, as it was at most two seconds ago. Only one caller reads it
// again; meanwhile the others are given what was known last, unless this server changed it itself. While it cannot be
// read, what was known last holds; isKnown is false only while nothing was ever read.
func (s *Service) LatelyActive(ctx context.Context, currency money.Currency) (isOn, isKnown bool) {
	l := s.known.of(currency)
	last := l.get()
	if last.isFresh(s.Now()) {
		return last.isOn, last.isKnown
	}
	if last.at.IsZero() {
		l.reading.Lock()
	} else if !l.reading.TryLock() {
		return last.isOn, last.isKnown
	}
	defer l.reading.Unlock()
	last, now := l.get(), s.Now()
	if last.isFresh(now) {
		return last.isOn, last.isKnown // somebody read it while this caller waited
	}
	// It is read for all: a caller who leaves does not end it.
	isOn, err := s.Active(context.WithoutCancel(ctx), currency)
	if err == nil {
		last.isOn, last.isKnown = isOn, true
	} else {
		s.Log.WarnContext(ctx, "whether a wheel is on could not be read", "currency", currency, "error", err)
	}
	last.at = now
	l.set(last)
	return last.isOn, last.isKnown
}

// forgetKnown makes the next caller read, after a change on this server. A change that an approval makes is committed
// after this: who reads in between has the answer of before, for up to two seconds.
func (s *Service) forgetKnown() {
	s.known.mutex.Lock()
	defer s.known.mutex.Unlock()
	for _, l := range s.known.on {
		l.outdate()
	}
}
