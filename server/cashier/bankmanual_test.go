package cashier_test

import (
	"net/http"
	"testing"
	"time"

	"krapao/server/cashier"
	"krapao/server/id"
	"krapao/server/money"
)

// newManual is a counter whose members are shown every channel as an account to transfer to.
func newManual(t *testing.T) *counter {
	t.Helper()
	s := newCounter(t)
	rules, err := s.App.Cashier.SlipRules(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	rules.IsManual = true
	if err := s.App.Cashier.PutSettings(t.Context(), rules); err != nil {
		t.Fatal(err)
	}
	return s
}

var intoKBANK = fed{bank: "KBANK", account: houseKBANK}

func TestInManualModeALineThatNothingElseTellsOfIsCreditedAfterItsWait(t *testing.T) {
	t.Parallel()
	s := newManual(t)
	s.claimed(somchai, "100")
	line, unknown := s.lineFrom(somchai, hundred), s.lineFrom(somchai, 7)
	unknown.Payer.AccountNo = to("4050000000")
	s.arrived(intoKBANK, line, unknown)
	s.arrived(fed{bank: "TRUE", account: houseLink}, withPhone(s.lineFrom(malee, hundred), phones[malee]))
	s.later(34 * time.Minute)
	s.has(somchai, 0)
	s.has(malee, 0)
	s.Clock.Advance(6 * time.Minute)
	s.parallel(func(int) {
		if err := s.App.Intake.SettleWaiting(t.Context()); err != nil {
			t.Error(err)
		}
	})
	s.has(somchai, hundred)
	s.has(malee, hundred)
	s.suspended(money.Baht, 7, "NO_MATCH")
	again := line
	again.LineID = id.NewID().String()
	s.arrived(intoKBANK, line, again)
	s.later(40 * time.Minute)
	s.has(somchai, hundred)
	if story := s.story(somchai); story != "1 BANK KBANK 100.00 SUCCESS PAID CREDITED" {
		t.Errorf("the member sees %q", story)
	}
	if left := s.waitingClaims().Total; left != 0 {
		t.Errorf("%d claims wait to be credited once more", left)
	}
}

// TestInManualModeALineThatAQRCodeMayBeCreditsNobody: whoever made the code, and whatever became of it. Its report comes after the wait.
func TestInManualModeALineThatAQRCodeMayBeCreditsNobody(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		payer  id.MemberID
		amount string
		before func(s *counter, qr string)
		ago    time.Duration // that the line says the transfer was made
	}{
		"the payer's":                     {payer: somchai, amount: "100"},
		"the payer's, changed on the way": {payer: somchai, amount: "99"},
		"another member's":                {payer: malee, amount: "100"},
		"cancelled":                       {payer: malee, amount: "100", before: func(s *counter, qr string) { s.as(somchai).Do(http.MethodDelete, "/api/qrcode/"+qr, "") }},
		"run out":                         {payer: malee, amount: "100", before: func(s *counter, _ string) { s.Clock.Advance(cashier.Lifetime + time.Minute) }},
		"a clock that is days behind":     {payer: malee, amount: "100", ago: 72 * time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newManual(t)
			qr := s.made(somchai, "KBANKQR", c.amount)
			report, due := s.event(qr), *qr.Amount
			if c.before != nil {
				c.before(s, *qr.QrcodeID)
			}
			line := s.lineFrom(c.payer, hundred)
			line.TransferredAt = line.TransferredAt.Add(-c.ago)
			s.arrived(intoKBANK, line)
			s.later(40 * time.Minute)
			s.has(c.payer, 0)
			s.suspended(money.Baht, hundred, "NO_MATCH")
			s.taken(report, signed{gateway: "KBANKQR"})
			if name != "cancelled" {
				s.has(somchai, due)
				s.suspended(money.Baht, hundred, "NO_MATCH") // the operator sees both
			}
		})
	}
}

func TestInManualModeALineOfAQRPaymentCreditsNothingMore(t *testing.T) {
	t.Parallel()
	for name, reportFirst := range map[string]bool{"report first": true, "line first": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newManual(t)
			qr := s.made(somchai, "KBANKQR", "100")
			report := func() { s.taken(s.event(qr), signed{gateway: "KBANKQR"}) }
			if reportFirst {
				report()
			}
			s.arrived(intoKBANK, s.lineFrom(malee, hundred))
			if !reportFirst {
				report()
			}
			s.later(40 * time.Minute)
			s.has(somchai, hundred)
			s.has(malee, 0)
			s.suspended(money.Baht, 0, "")
			s.arrived(intoKBANK, s.lineFrom(malee, hundred)) // which of the two lines was the code's, nobody knows
			s.later(40 * time.Minute)
			s.has(malee, 0)
			s.suspended(money.Baht, hundred, "NO_MATCH")
			s.Clock.Advance(24 * time.Hour)
			s.arrived(intoKBANK, s.lineFrom(malee, hundred)) // this one was not
			s.later(40 * time.Minute)
			s.has(malee, hundred)
		})
	}
}

func TestInManualModeALineThatAGiftLinkMayBeCreditsNobody(t *testing.T) {
	t.Parallel()
	s := newManual(t)
	link, lost := s.give(phones[somchai], "100"), http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
	s.bend.Store(&lost)
	s.answered(s.sendLink(somchai, link), "PENDING")
	s.arrived(fed{bank: "TRUE", account: houseLink}, withPhone(s.lineFrom(somchai, hundred), phones[somchai]))
	s.later(40 * time.Minute)
	s.has(somchai, 0)
	s.suspended(money.Baht, hundred, "NO_MATCH")
	s.bend.Store(nil)
	s.later(time.Minute)
	s.has(somchai, hundred) // by the gift
	s.arrived(fed{bank: "TRUE", account: "089-000-1122"}, withPhone(s.lineFrom(somchai, hundred), phones[somchai]))
	early := withPhone(s.lineFrom(somchai, hundred), phones[somchai])
	early.TransferredAt = early.TransferredAt.Add(-20 * time.Minute)
	s.arrived(fed{bank: "TRUE", account: "089-000-1122"}, early)
	s.later(40 * time.Minute)
	s.has(somchai, hundred)
	s.suspended(money.Baht, 2*hundred, "NO_MATCH NO_MATCH") // and one is the gift's
}
