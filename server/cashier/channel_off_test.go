package cashier_test

import (
	"net/http"
	"testing"
	"time"

	"krapao/server/cashier"
	"krapao/server/money"
	"krapao/server/simulator"
)

// changed writes what a channel has become, and asks nobody.
func (s *stand) changed(code string, change func(*cashier.Channel)) {
	s.t.Helper()
	channels, err := s.App.Cashier.AllChannels(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	for _, channel := range channels {
		if channel.Code == code {
			change(&channel)
			if err := s.App.Cashier.PutChannels(s.t.Context(), channel); err != nil {
				s.t.Fatal(err)
			}
		}
	}
}

// off are the ways to switch a channel's QR codes off.
var off = map[string]func(*cashier.Channel){
	"closed":           func(c *cashier.Channel) { c.Open = false },
	"without QR codes": func(c *cashier.Channel) { c.Kind, c.TakesQR = cashier.Bank, false },
}

func TestAPaymentOfACodeWhoseChannelWasSwitchedOffIsCredited(t *testing.T) {
	t.Parallel()
	for name, change := range off {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newCounter(t)
			qr := s.made(somchai, "KBANKQR", "100")
			s.changed("KBANKQR", change)
			if shown := s.current(somchai, "KBANKQR"); !shown.HasQrcode {
				t.Errorf("the member sees %+v", shown)
			}
			if answer := s.report(s.event(qr), signed{gateway: "KBANKQR", secret: credentials.Secret(simulator.GatewayParty(gateway))}); answer.Status != http.StatusUnauthorized {
				t.Errorf("signed by another: %d %s", answer.Status, answer.Body)
			}
			s.has(somchai, 0)
			for range 2 {
				s.taken(s.event(qr), signed{gateway: "KBANKQR"})
			}
			s.has(somchai, hundred)
			s.suspended(money.Baht, 0, "")
			if shown := s.current(somchai, "KBANKQR"); shown.HasQrcode || text(shown.Status) != "PAID" {
				t.Errorf("the member sees %+v", shown)
			}
			if answer := s.as(somchai).Do(http.MethodPost, "/api/qrcode/KBANKQR", `{"amount":100}`); answer.Code() != "NO_DATA" {
				t.Errorf("a new code: %d %s", answer.Status, answer.Body)
			}
		})
	}
}

func TestAPayoutOfAGatewayWhoseChannelWasSwitchedOffIsSettled(t *testing.T) {
	t.Parallel()
	for name, change := range off {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newTill(t)
			reference, event := s.sent("500")
			s.changed(gateway, change)
			if answer := s.tell(event, signed{}); answer.Status != http.StatusOK {
				t.Errorf("%d %s", answer.Status, answer.Body)
			}
			if got := s.seen(reference); got.Step != isPaid {
				t.Errorf("%+v", got)
			}
			s.holds(somchai, money.Units(500), 0, money.Units(500))
		})
	}
}

func TestALineOfAnAccountThatWasClosedIsCredited(t *testing.T) {
	t.Parallel()
	s := newCounter(t)
	s.changed("SCB1", func(c *cashier.Channel) { c.Open = false })
	s.arrived(fed{}, s.lineFrom(somchai, hundred))
	s.has(somchai, hundred)
	s.suspended(money.Baht, 0, "")
}

func TestAPaymentOfACodeWhoseChannelWasSwitchedOffCreditsOnceWithItsLine(t *testing.T) {
	t.Parallel()
	for name, change := range off {
		for order, lineFirst := range map[string]bool{"line first": true, "report first": false} {
			t.Run(name+", "+order, func(t *testing.T) {
				t.Parallel()
				s := newCounter(t)
				qr := s.made(somchai, "KBANKQR", "100")
				s.changed("KBANKQR", change)
				if lineFirst {
					s.arrived(fed{bank: "KBANK", account: houseKBANK}, s.lineFrom(malee, hundred)) // who scans is who pays
				}
				report := s.event(qr)
				report.Payer = party(malee)
				s.taken(report, signed{gateway: "KBANKQR"})
				if !lineFirst {
					s.arrived(fed{bank: "KBANK", account: houseKBANK}, s.lineFrom(malee, hundred))
				}
				s.later(40 * time.Minute)
				s.has(somchai, hundred)
				s.has(malee, 0)
				s.suspended(money.Baht, 0, "")
			})
		}
	}
}
