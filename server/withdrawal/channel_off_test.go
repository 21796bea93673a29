package withdrawal_test

import (
	"net/http"
	"testing"

	"krapao/server/channel"
	"krapao/server/money"
	"krapao/server/portaltest/paymenttest"
)

func TestAPayoutOfAGatewayWhoseChannelWasSwitchedOffIsSettled(t *testing.T) {
	t.Parallel()
	for name, change := range off {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newEnv(t)
			reference, event := s.sent("500")
			s.changed(gateway, change)
			if answer := s.tell(event, paymenttest.Signed{}); answer.Status != http.StatusOK {
				t.Errorf("%d %s", answer.Status, answer.Body)
			}
			if got := s.seen(reference); got.Step != isPaid {
				t.Errorf("%+v", got)
			}
			s.holds(somchai, money.Units(500), 0, money.Units(500))
		})
	}
}

// off are the ways to switch a channel's QR codes off.
var off = map[string]func(*channel.Channel){
	"closed":           func(c *channel.Channel) { c.Open = false },
	"without QR codes": func(c *channel.Channel) { c.Kind, c.TakesQR = channel.Bank, false },
}

// changed writes what a channel has become, and asks nobody.
func (s *base) changed(code string, change func(*channel.Channel)) {
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
