package httpapi

import (
	"net/netip"
	"sync"
	"time"

	"krapao/server/fault"
)

// throttle is the coarse guard against floods: so many requests an address and minute, counted in this process only,
// because a write to the database for every request would cost more than the flood. Limits that protect something
// (login, OTP, ...) are a Limiter's.
type throttle struct {
	perMinute int
	now       func() time.Time

	mu     sync.Mutex
	minute int64
	counts map[string]int
}

// maxBuckets bounds the memory; addresses beyond it share one bucket.
const maxBuckets = 100_000

func newThrottle(perMinute int, now func() time.Time) *throttle {
	return &throttle{perMinute: perMinute, now: now, counts: map[string]int{}}
}

// allow counts one request. Errors: REQUEST_LIMIT.
func (t *throttle) allow(addr netip.Addr) error {
	if t.perMinute <= 0 {
		return nil
	}
	bucket, now := AddrBucket(addr), t.now()
	t.mu.Lock()
	defer t.mu.Unlock()
	if minute := now.Unix() / 60; minute != t.minute {
		t.minute = minute
		clear(t.counts)
	}
	if _, known := t.counts[bucket]; !known && len(t.counts) >= maxBuckets {
		bucket = ""
	}
	if t.counts[bucket] >= t.perMinute {
		return fault.RequestLimit.After(time.Duration(60-now.Unix()%60) * time.Second)
	}
	t.counts[bucket]++
	return nil
}
