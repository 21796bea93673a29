package portaltest

import (
	"sync"
	"time"
)

// Clock is a clock that a test moves. It starts at the real time and stands still.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock starts a clock at a time.
func NewClock(now time.Time) *Clock { return &Clock{now: now} }

// Now reads the clock.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Advance moves the clock forward.
func (c *Clock) Advance(by time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(by)
}

// Set moves the clock to a time.
func (c *Clock) Set(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = now
}
