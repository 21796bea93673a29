package member

import (
	"sync"
	"time"
)

// otpBudget remembers that all messages of the hour are spent: nobody who asks meanwhile uses up the phone's own
// bounds.
type otpBudget struct {
	mu      sync.Mutex
	until   time.Time
	refused int64
}

// check refuses while the budget is spent. Errors: OTP_BLOCK.
func (b *otpBudget) check(now time.Time) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if wait := b.until.Sub(now); wait > 0 {
		b.refused++
		return ErrOTPBlock.After(wait)
	}
	return nil
}

// spend notes that the budget is spent until a time.
func (b *otpBudget) spend(until time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.until = until
	b.refused++
}

// OTPBudget tells whether the messages of the hour are spent, and how many were refused for that since the start: an
// alarm for operators.
func (s *Service) OTPBudget() (spent bool, refused int64) {
	b := &s.otpBudget
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.until.After(s.Now()), b.refused
}
