package middleware

import (
	"net/netip"
	"sync"
	"time"

	"krapao/server/fault"
)

// Throttle is the coarse guard against floods: so many requests an address and minute, counted in this process only,
// because a write to the database for every request would cost more than the flood. Limits that protect something
// (login, OTP, ...) are a Limiter's. It is our own because libraries (httprate, x/time/rate) bound no memory and count
// no wider network where addresses are too many.
type Throttle struct {
	perMinute int
	now       func() time.Time

	mu     sync.Mutex
	minute int64
	counts [len(widths)]map[netip.Prefix]int
}

// widths are the networks that are counted: an address (IPv6: one /64), and wider ones for the addresses beyond
// maxBuckets. So a flood from very many addresses is counted together with its neighbours, and with nobody else.
var widths = [...]struct{ v4, v6 int }{{32, 64}, {24, 48}, {16, 32}, {0, 0}}

const (
	// maxBuckets bounds the memory: networks of each width that are counted by themselves in a minute.
	maxBuckets = 100_000
	// widerAllows is how many times as much a network of the next width may.
	widerAllows = 10
)

// NewThrottle makes a throttle that lets so many requests of an address through in a minute; 0 is no bound.
func NewThrottle(perMinute int, now func() time.Time) *Throttle {
	return &Throttle{perMinute: perMinute, now: now}
}

// Allow counts one request. Errors: REQUEST_LIMIT.
func (t *Throttle) Allow(addr netip.Addr) error { return t.add(addr, 1) }

// Check counts none. Errors: REQUEST_LIMIT, when allow would refuse.
func (t *Throttle) Check(addr netip.Addr) error { return t.add(addr, 0) }

func (t *Throttle) add(addr netip.Addr, requests int) error {
	if t.perMinute <= 0 {
		return nil
	}
	now := t.now()
	t.mu.Lock()
	defer t.mu.Unlock()
	if minute := now.Unix() / 60; minute != t.minute || t.counts[0] == nil {
		t.minute = minute
		for i := range t.counts {
			t.counts[i] = map[netip.Prefix]int{}
		}
	}
	limit := t.perMinute
	for i, width := range widths {
		bucket := prefixOf(addr, width.v4, width.v6)
		count, known := t.counts[i][bucket]
		if !known && len(t.counts[i]) >= maxBuckets {
			limit *= widerAllows
			continue
		}
		if count >= limit {
			return fault.RequestLimit.After(time.Duration(60-now.Unix()%60) * time.Second)
		}
		if requests > 0 {
			t.counts[i][bucket] = count + requests
		}
		return nil
	}
	return nil
}

// prefixOf gives the network of an address, the zero Prefix for no address.
func prefixOf(addr netip.Addr, v4, v6 int) netip.Prefix {
	bits := v6
	if addr.Is4() {
		bits = v4
	}
	prefix, _ := addr.Prefix(bits) // it fails for the zero Addr only
	return prefix
}
