package deposit_test

import (
	"net/http"
	"testing"
	"time"

	"krapao/server/channel"
	"krapao/server/deposit"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/portaltest/paymenttest"
	"krapao/server/simulator/api/webhook"
)

var (
	intoKBANK = fed{bank: "KBANK", account: houseKBANK}
	intoGifts = fed{bank: "TRUE", account: houseLink}
)

// withoutQR is how an account of QR codes becomes an ordinary one.
func withoutQR(channel *channel.Channel) { channel.TakesQR = false }

// TestALineThatAQRCodeMayBeCreditsNobody: whoever made the code, and whatever became of it. Its report comes after the
// wait.
func TestALineThatAQRCodeMayBeCreditsNobody(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		payer  id.MemberID
		amount string
		before func(s *intakeEnv, qr string)
		ago    time.Duration // that the line says the transfer was made
	}{
		"the payer's":                     {payer: somchai, amount: "100"},
		"the payer's, changed on the way": {payer: somchai, amount: "99"},
		"another member's":                {payer: malee, amount: "100"},
		"cancelled":                       {payer: malee, amount: "100", before: func(s *intakeEnv, qr string) { s.As(somchai).Do(http.MethodDelete, "/api/qrcode/"+qr, "") }},
		"run out":                         {payer: malee, amount: "100", before: func(s *intakeEnv, _ string) { s.Clock.Advance(deposit.Lifetime + time.Minute) }},
		"a clock that is days behind":     {payer: malee, amount: "100", ago: 72 * time.Hour},
		"a clock that is days ahead":      {payer: malee, amount: "100", ago: -72 * time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newIntakeEnv(t)
			qr := s.made(somchai, "KBANKQR", c.amount)
			report, due := s.event(qr), *qr.Amount
			if c.before != nil {
				c.before(s, *qr.QrcodeID)
			}
			s.changed("KBANKQR", withoutQR)
			line := s.lineFrom(c.payer, hundred)
			line.TransferredAt = line.TransferredAt.Add(-c.ago)
			s.arrived(intoKBANK, line)
			s.later(40 * time.Minute)
			s.wantBalance(c.payer, 0)
			s.suspended(money.Baht, hundred, "NO_MATCH")
			s.taken(report, paymenttest.Signed{Gateway: "KBANKQR"})
			if name != "cancelled" {
				s.wantBalance(somchai, due)
				s.suspended(money.Baht, hundred, "NO_MATCH") // the operator sees both
			}
		})
	}
}

// TestALineThatNothingTellsOfWaitsForTheOperatorInManualModeToo: the code that it is the payment of may be one that we
// have not heard of.
func TestALineThatNothingTellsOfWaitsForTheOperatorInManualModeToo(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	rules, err := s.App.Channels.Settings(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	rules.IsManual = true
	if err := s.App.Channels.PutSettings(t.Context(), rules); err != nil {
		t.Fatal(err)
	}
	s.arrived(intoKBANK, s.lineFrom(somchai, hundred))
	s.later(40 * time.Minute)
	s.wantBalance(somchai, 0)
	s.suspended(money.Baht, hundred, "NO_MATCH")
}

func TestOfTwoLinesThatAPaidCodeMayBeNoneCredits(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	s.scanned(somchai, party(malee))
	s.changed("KBANKQR", withoutQR)
	s.arrived(intoKBANK, s.lineFrom(malee, hundred))
	s.later(40 * time.Minute)
	s.suspended(money.Baht, 0, "")
	s.arrived(intoKBANK, s.lineFrom(malee, hundred)) // which of the two was the code's, nobody knows
	s.later(40 * time.Minute)
	s.wantBalance(somchai, hundred)
	s.wantBalance(malee, 0)
	s.suspended(money.Baht, hundred, "NO_MATCH")
	s.Clock.Advance(24 * time.Hour)
	s.arrived(intoKBANK, s.lineFrom(malee, hundred)) // this one was not
	s.wantBalance(malee, hundred)
}

// TestALineOfAnAccountThatTheChannelHadCreditsNoQRPaymentAgain: who had the code on the screen pays into the old
// account yet.
func TestALineOfAnAccountThatTheChannelHadCreditsNoQRPaymentAgain(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*channel.Channel){
		"its number was taken away": func(c *channel.Channel) { c.AccountNo, c.AccountName = "", "" },
		"another number":            func(c *channel.Channel) { c.AccountNo = "0981111111" },
		"another bank":              func(c *channel.Channel) { c.BankCode = "SCB" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newIntakeEnv(t)
			qr := s.made(somchai, "KBANKQR", "100")
			s.changed("KBANKQR", change)
			s.changed("KBANKQR", func(c *channel.Channel) { c.Position++ })
			s.changed("SCB1", func(c *channel.Channel) { c.BankCode, c.AccountNo = "KBANK", houseKBANK })
			s.arrived(intoKBANK, s.lineFrom(malee, hundred))
			report := s.event(qr)
			report.Payer = party(malee)
			s.taken(report, paymenttest.Signed{Gateway: "KBANKQR"})
			s.later(40 * time.Minute)
			s.wantBalance(malee, 0)
			s.wantBalance(somchai, hundred)
			s.suspended(money.Baht, 0, "")
			s.Clock.Advance(24 * time.Hour)
			s.taken(s.event(s.made(somchai, "KBANKQR", "100")), paymenttest.Signed{Gateway: "KBANKQR"})
			s.arrived(intoKBANK, s.lineFrom(malee, hundred)) // no code of a day ago has the account
			s.wantBalance(malee, hundred)
		})
	}
}

func TestALineOfAnEWalletThatTakesNoGiftLinksAnyMoreCreditsNoGiftAgain(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*channel.Channel){
		"automatic":      func(c *channel.Channel) { c.Mode = channel.Auto },
		"another number": func(c *channel.Channel) { c.AccountNo = "0890001144" },
	} {
		for order, ahead := range map[string]time.Duration{"": 0, ", its clock days ahead": 72 * time.Hour} {
			t.Run(name+order, func(t *testing.T) {
				t.Parallel()
				s := newIntakeEnv(t)
				for range 2 {
					s.answered(s.sendLink(somchai, s.give(phones[somchai], "100")), "SUCCESS")
				}
				line := func() webhook.BankFeedLine {
					line := withPhone(s.lineFrom(somchai, hundred), phones[somchai])
					line.TransferredAt = line.TransferredAt.Add(ahead)
					return line
				}
				s.arrived(intoGifts, line())
				s.changed("TRUELINK", change)
				s.changed("TRUEAUTO", func(c *channel.Channel) { c.AccountNo = houseLink })
				s.arrived(intoGifts, line())
				s.wantBalance(somchai, 2*hundred)
				s.later(40 * time.Minute)
				s.wantBalance(somchai, 2*hundred)
				s.suspended(money.Baht, 0, "")
			})
		}
	}
}

func TestAGiftWhoseAnswerIsLostHoldsTheLinesOfADay(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	link, lost := s.give(phones[somchai], "100"), http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
	s.Intercept.Store(&lost)
	s.answered(s.sendLink(somchai, link), "PENDING")
	s.changed("TRUELINK", func(c *channel.Channel) { c.Mode = channel.Auto })
	s.Clock.Advance(20 * time.Hour)
	s.later(0) // asked once more
	s.Clock.Advance(20 * time.Hour)
	s.arrived(intoGifts, withPhone(s.lineFrom(somchai, 2*hundred), phones[somchai]))
	s.Clock.Advance(5 * time.Hour)
	s.arrived(intoGifts, withPhone(s.lineFrom(somchai, hundred), phones[somchai]))
	s.wantBalance(somchai, hundred)
	s.later(0)
	s.suspended(money.Baht, 2*hundred, "NO_MATCH")
}

func TestAllLinesThatHaveWaitedAreDecidedInOneTurn(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	lines := make([]webhook.BankFeedLine, 60)
	for i := range lines {
		lines[i] = s.lineFrom(somchai, hundred)
	}
	s.arrived(intoKBANK, lines...)
	s.later(40 * time.Minute)
	if waiting := s.count("bank_line where status = 'WAITING'"); waiting != 0 {
		t.Errorf("%d lines wait", waiting)
	}
}
