package deposit_test

import (
	"net/http"
	"testing"
	"time"

	"krapao/server/channel"
	"krapao/server/money"
	"krapao/server/portaltest/paymenttest"
	"krapao/server/simulator"
)

// changed writes what a channel has become, and asks nobody.
func (s *env) changed(code string, change func(*channel.Channel)) {
	s.t.Helper()
	channels, err := s.App.Channels.AllChannels(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	for _, channel := range channels {
		if channel.Code == code {
			change(&channel)
			if err := s.App.Channels.PutChannels(s.t.Context(), channel); err != nil {
				s.t.Fatal(err)
			}
		}
	}
}

// off are the ways to switch a channel's QR codes off.
var off = map[string]func(*channel.Channel){
	"closed":           func(c *channel.Channel) { c.Open = false },
	"without QR codes": func(c *channel.Channel) { c.Kind, c.TakesQR = channel.Bank, false },
}

func TestAPaymentOfACodeWhoseChannelWasSwitchedOffIsCredited(t *testing.T) {
	t.Parallel()
	for name, change := range off {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newIntakeEnv(t)
			qr := s.made(somchai, "KBANKQR", "100")
			s.changed("KBANKQR", change)
			if shown := s.current(somchai, "KBANKQR"); !shown.HasQrcode {
				t.Errorf("the member sees %+v", shown)
			}
			if answer := s.report(s.event(qr), paymenttest.Signed{Gateway: "KBANKQR", Secret: paymenttest.Credentials.Secret(simulator.GatewayParty(gateway))}); answer.Status != http.StatusUnauthorized {
				t.Errorf("signed by another: %d %s", answer.Status, answer.Body)
			}
			s.wantBalance(somchai, 0)
			for range 2 {
				s.taken(s.event(qr), paymenttest.Signed{Gateway: "KBANKQR"})
			}
			s.wantBalance(somchai, hundred)
			s.suspended(money.Baht, 0, "")
			if shown := s.current(somchai, "KBANKQR"); shown.HasQrcode || text(shown.Status) != "PAID" {
				t.Errorf("the member sees %+v", shown)
			}
			if answer := s.As(somchai).Do(http.MethodPost, "/api/qrcode/KBANKQR", `{"amount":100}`); answer.Code() != "NO_DATA" {
				t.Errorf("a new code: %d %s", answer.Status, answer.Body)
			}
		})
	}
}

func TestALineOfAnAccountThatWasClosedIsCredited(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	s.changed("SCB1", func(c *channel.Channel) { c.Open = false })
	s.arrived(fed{}, s.lineFrom(somchai, hundred))
	s.wantBalance(somchai, hundred)
	s.suspended(money.Baht, 0, "")
}

func TestAPaymentOfACodeWhoseChannelWasSwitchedOffCreditsOnceWithItsLine(t *testing.T) {
	t.Parallel()
	for name, change := range off {
		for order, lineFirst := range map[string]bool{"line first": true, "report first": false} {
			t.Run(name+", "+order, func(t *testing.T) {
				t.Parallel()
				s := newIntakeEnv(t)
				qr := s.made(somchai, "KBANKQR", "100")
				s.changed("KBANKQR", change)
				if lineFirst {
					s.arrived(fed{bank: "KBANK", account: houseKBANK}, s.lineFrom(malee, hundred)) // who scans is who pays
				}
				report := s.event(qr)
				report.Payer = party(malee)
				s.taken(report, paymenttest.Signed{Gateway: "KBANKQR"})
				if !lineFirst {
					s.arrived(fed{bank: "KBANK", account: houseKBANK}, s.lineFrom(malee, hundred))
				}
				s.later(40 * time.Minute)
				s.wantBalance(somchai, hundred)
				s.wantBalance(malee, 0)
				s.suspended(money.Baht, 0, "")
			})
		}
	}
}
