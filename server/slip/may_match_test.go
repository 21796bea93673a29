package slip_test

import (
	"testing"

	"krapao/server/channel"
	"krapao/server/deposit"
	"krapao/server/id"
	"krapao/server/money"
)

// TestASlipThatMayBeOfAQRCodeWhoseChannelWasSwitchedOffWaitsForTheOperator: the gateway's report credits it.
func TestASlipThatMayBeOfAQRCodeWhoseChannelWasSwitchedOffWaitsForTheOperator(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*channel.Channel){
		"the account takes none any more": func(*channel.Channel) {},
		"a closed channel of the account": func(c *channel.Channel) { c.Code, c.TakesQR, c.Open = "KBANK9", true, false },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newEnv(t)
			channels, err := s.App.Channels.AllChannels(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			code := deposit.QR{
				ID: id.NewID(), Member: malee, Amount: money.Units(90), Currency: money.Baht, Status: deposit.Requested,
				CreatedAt: s.Clock.Now(), ExpiresAt: s.Clock.Now().Add(deposit.Lifetime), AskAt: s.Clock.Now(),
			}
			for _, channel := range channels {
				if channel.AccountNo == houseNo {
					change(&channel)
					code.Gateway = channel.Code
					if err := s.App.Channels.PutChannels(t.Context(), channel); err != nil {
						t.Fatal(err)
					}
				}
			}
			if _, err := s.App.Deposits.Store.AddQR(t.Context(), code); err != nil {
				t.Fatal(err)
			}
			s.upload(somchai, s.pay(somchai, "90").picture) // who scans is who pays
			if slip := s.waiting(1)[0]; text(slip.Review) != "RECEIVER_UNSURE" {
				t.Errorf("%+v", slip)
			}
			s.wantBalance(somchai, 0)
			if got := s.decided(somchai, s.upload(somchai, s.pay(somchai, "91").picture).Reference); got != "SUCCESS" {
				t.Errorf("of another amount: %s", got)
			}
			s.wantBalance(somchai, money.Units(91))
		})
	}
}
