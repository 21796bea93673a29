package sliptest

import (
	"testing"

	"krapao/server/cashier"
	"krapao/server/id"
	"krapao/server/money"
)

// TestASlipThatMayBeOfAQRCodeWhoseChannelWasSwitchedOffWaitsForTheOperator: the gateway's report credits it.
func TestASlipThatMayBeOfAQRCodeWhoseChannelWasSwitchedOffWaitsForTheOperator(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*cashier.Channel){
		"the account takes none any more": func(*cashier.Channel) {},
		"a closed channel of the account": func(c *cashier.Channel) { c.Code, c.TakesQR, c.Open = "KBANK9", true, false },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStand(t)
			channels, err := s.App.Cashier.AllChannels(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			code := cashier.QR{
				ID: id.NewID(), Member: malee, Amount: money.Units(90), Currency: money.Baht, Status: cashier.Requested,
				CreatedAt: s.Clock.Now(), ExpiresAt: s.Clock.Now().Add(cashier.Lifetime), AskAt: s.Clock.Now(),
			}
			for _, channel := range channels {
				if channel.AccountNo == houseNo {
					change(&channel)
					code.Gateway = channel.Code
					if err := s.App.Cashier.PutChannels(t.Context(), channel); err != nil {
						t.Fatal(err)
					}
				}
			}
			if _, err := s.App.Cashier.Store.AddQR(t.Context(), code); err != nil {
				t.Fatal(err)
			}
			s.upload(somchai, s.pay(somchai, "90").picture) // who scans is who pays
			if slip := s.waiting(1)[0]; text(slip.Review) != "RECEIVER_UNSURE" {
				t.Errorf("%+v", slip)
			}
			s.has(somchai, 0)
			if got := s.decided(somchai, s.upload(somchai, s.pay(somchai, "91").picture).Reference); got != "SUCCESS" {
				t.Errorf("of another amount: %s", got)
			}
			s.has(somchai, money.Units(91))
		})
	}
}
