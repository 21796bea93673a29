package cashier_test

import (
	"testing"
	"time"

	"krapao/server/money"
)

func TestALineOfAnAccountThatIsPaidByQRCodeCreditsNothingMore(t *testing.T) {
	t.Parallel()
	s := newCounter(t)
	qr := s.made(somchai, "KBANKQR", "100")
	line := s.lineFrom(somchai, hundred)
	s.arrived(fed{bank: "KBANK", account: houseKBANK}, line)
	s.has(somchai, 0)
	s.taken(s.event(qr), signed{gateway: "KBANKQR"})
	s.later(40 * time.Minute)
	s.has(somchai, hundred)
	s.suspended(money.Baht, 0, "")
}

func TestALineOfSuchAnAccountThatNothingProvesGoesToSuspense(t *testing.T) {
	t.Parallel()
	s := newCounter(t)
	qr := s.made(somchai, "KBANKQR", "100")
	s.taken(s.event(qr), signed{gateway: "KBANKQR"})
	s.arrived(fed{bank: "KBANK", account: houseKBANK}, s.lineFrom(somchai, hundred), s.lineFrom(somchai, hundred), s.lineFrom(somchai, 2*hundred))
	s.later(time.Minute)
	s.suspended(money.Baht, 0, "")
	s.later(40 * time.Minute)
	s.has(somchai, hundred)
	s.suspended(money.Baht, 3*hundred, "NO_MATCH NO_MATCH") // one QR payment is one line
}
