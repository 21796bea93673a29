package simulator_test

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"krapao/server/gateway/api/payment"
	"krapao/server/gateway/api/provider"
	"krapao/server/id"
	"krapao/server/simulator"
)

// again opens the parties of a journal, as after a kill: the run before was not closed.
func again(t *testing.T, path string) *world {
	t.Helper()
	w := &world{t: t, credentials: simulator.Credentials{Seed: "journal"}, clock: &clock{now: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)}}
	parties, err := simulator.Open(simulator.Config{Credentials: w.credentials, Now: w.clock.Now, Journal: path})
	if err != nil {
		t.Fatal(err)
	}
	w.server = httptest.NewServer(parties.Handler())
	t.Cleanup(w.server.Close)
	return w
}

func TestPartiesKnowAfterARestartWhatTheyAnswered(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	w := again(t, path)
	client := w.provider("SLOT1")
	player, in, cancelled := openPlayer(t, client), id.NewID().String(), id.NewID().String()
	applied := move(t, client, in, player.Username, provider.IN, baht(100))
	if answer, err := client.CancelTransferWithResponse(ctx, cancelled); err != nil || answer.JSON200 == nil {
		t.Fatal(err)
	}
	w.control("/provider/SLOT1/players/"+player.Username+"/play", `{"stake":20,"payout":"35.50"}`)
	w.control("/bank/transfers", `{"toAccountNo":"1112223334","amount":"250"}`)
	_, gift := w.control("/ewallet/gift-links", `{"amount":"75"}`)
	qr := payment.CreateQrPaymentRequest{Amount: baht(120), Currency: payment.BAHT, ExpireAt: w.clock.Now().Add(10 * time.Minute)}
	qrReference := id.NewID().String()
	asked, err := w.payment(simulator.GatewayPath("KPAY"), simulator.GatewayParty("KPAY")).CreateQrPaymentWithResponse(ctx, qrReference, qr)
	if err != nil || asked.JSON200 == nil {
		t.Fatalf("QR: %v %s", err, asked.Body)
	}
	out := payment.CreatePayoutRequest{
		Amount: baht(50), Currency: payment.BAHT, Destination: payment.PayoutDestination{BankCode: "SCB", AccountNo: "4051234567", AccountName: "SOMCHAI"},
	}
	paid, err := w.payment(simulator.GatewayPath("KPAY"), simulator.GatewayParty("KPAY")).CreatePayoutWithResponse(ctx, qrReference, out)
	if err != nil || paid.JSON200 == nil {
		t.Fatalf("payout: %v %s", err, paid.Body)
	}

	for range 2 { // the second start reads what the first wrote anew
		w = again(t, path)
		client = w.provider("SLOT1")
		if got := openPlayer(t, client); got.Username != player.Username || got.Password != player.Password {
			t.Errorf("player %+v, before %+v", got, player)
		}
		if got := balance(t, client, player.Username); got.Amount.String() != "115.50" || got.Sequence != 2 {
			t.Errorf("balance %+v", got)
		}
		if got := move(t, client, in, player.Username, provider.IN, baht(100)); got.Status != applied.Status || *got.Sequence != *applied.Sequence {
			t.Errorf("the transfer again: %+v, before %+v", got, applied)
		}
		if got := move(t, client, cancelled, player.Username, provider.IN, baht(100)); got.Status != provider.TransferStatusREJECTED {
			t.Errorf("the cancelled transfer: %+v", got)
		}
		gateway := w.payment(simulator.GatewayPath("KPAY"), simulator.GatewayParty("KPAY"))
		if got, err := gateway.CreateQrPaymentWithResponse(ctx, qrReference, qr); err != nil || got.JSON200 == nil || got.JSON200.QrReference != asked.JSON200.QrReference {
			t.Errorf("the QR payment again: %v %s", err, got.Body)
		}
		if got, err := gateway.GetPayoutWithResponse(ctx, qrReference); err != nil || got.JSON200 == nil || got.JSON200.PayoutReference != paid.JSON200.PayoutReference {
			t.Errorf("the payout: %v %s", err, got.Body)
		}
		wallet := w.payment(simulator.EWalletPath, simulator.EWalletParty)
		redeemed, err := wallet.RedeemGiftLinkWithResponse(ctx, payment.RedeemGiftLinkRequest{VoucherHash: gift["voucherHash"].(string), TargetPhone: "0899999999"})
		if err != nil || redeemed.JSON200 == nil || redeemed.JSON200.Amount == nil || *redeemed.JSON200.Amount != baht(75) {
			t.Errorf("the gift link: %v %s", err, redeemed.Body)
		}
		w.page("/bank")
	}
}

func TestAJournalCutShortLosesOnlyWhatWasNotAnswered(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	w := again(t, path)
	player := openPlayer(t, w.provider("SLOT1"))
	move(t, w.provider("SLOT1"), id.NewID().String(), player.Username, provider.IN, baht(100))
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(whole, `[{"kind":"player","key":"SLOT1/kr`...), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := balance(t, again(t, path).provider("SLOT1"), player.Username); got.Amount != baht(100) {
		t.Errorf("balance %+v", got)
	}
	if err := os.WriteFile(path, append([]byte("no JSON\n"), whole...), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := simulator.Open(simulator.Config{Journal: path}); err == nil {
		t.Error("a journal that is none was read")
	}
}
