package simulator_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/server/gateway/api/payment"
	"krapao/server/gateway/api/provider"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/simulator"
)

// try sends one transfer IN that may get no answer.
func try(client *provider.ClientWithResponses, reference, username string, amount money.Amount) (*provider.CreateTransferHTTPResponse, error) {
	return client.CreateTransferWithResponse(ctx, reference, provider.CreateTransferRequest{
		Username: username, Direction: provider.IN, Amount: amount, Currency: provider.BAHT,
	})
}

func TestEveryFaultDoesWhatItSays(t *testing.T) {
	for mode, want := range map[string]struct {
		status  int // 0: no answer
		outcome provider.TransferStatus
		balance money.Amount
	}{
		"late":         {status: http.StatusOK, outcome: provider.TransferStatusAPPLIED, balance: baht(100)},
		"lose":         {balance: baht(100)},
		"error-after":  {status: http.StatusInternalServerError, balance: baht(100)},
		"error-before": {status: http.StatusInternalServerError},
		"reject":       {status: http.StatusOK, outcome: provider.TransferStatusREJECTED},
		"lie":          {status: http.StatusOK, outcome: provider.TransferStatusAPPLIED, balance: baht(100)},
		"down":         {},
	} {
		t.Run(mode, func(t *testing.T) {
			w := start(t)
			client := w.provider("SLOT1")
			player := openPlayer(t, client)
			if status, _ := w.control("/faults/provider/SLOT1", `{"mode":"`+mode+`","count":1,"seconds":0.05}`); status != http.StatusOK {
				t.Fatalf("switched: %d", status)
			}
			began := time.Now()
			answer, err := try(client, id.NewID().String(), player.Username, baht(100))
			switch {
			case want.status == 0 && err == nil:
				t.Fatalf("answered %d", answer.StatusCode())
			case want.status != 0 && (err != nil || answer.StatusCode() != want.status):
				t.Fatalf("answered %v, %v", answer, err)
			case want.outcome != "" && answer.JSON200.Status != want.outcome:
				t.Errorf("outcome %s", answer.JSON200.Status)
			case mode == "lie" && *answer.JSON200.Balance != baht(101):
				t.Errorf("report %s", *answer.JSON200.Balance)
			case mode == "late" && time.Since(began) < 50*time.Millisecond:
				t.Error("it was not late")
			}
			if got := balance(t, client, player.Username); got.Amount != want.balance {
				t.Errorf("balance %s, want %s", got.Amount, want.balance)
			}
			if got := move(t, client, id.NewID().String(), player.Username, provider.IN, baht(1)); got.Status != provider.TransferStatusAPPLIED {
				t.Errorf("the call after: %+v", got)
			}
		})
	}
}

func TestATransferAppliedLateIsRefusedByItsTombstone(t *testing.T) {
	w := start(t)
	client := w.provider("SLOT1")
	player := openPlayer(t, client)
	for _, cancelled := range []bool{false, true} {
		w.control("/faults/provider", `{"mode":"apply-late","count":1,"seconds":0.1,"only":"/transfers/"}`)
		reference := id.NewID().String()
		if answer, err := try(client, reference, player.Username, baht(100)); err == nil {
			t.Fatalf("answered %d", answer.StatusCode())
		}
		if cancelled {
			if answer, err := client.CancelTransferWithResponse(ctx, reference); err != nil || answer.JSON200.Status != provider.CancelStatusCANCELLED {
				t.Fatalf("cancel: %v %v", answer, err)
			}
		}
		time.Sleep(200 * time.Millisecond)
		if got := balance(t, client, player.Username); got.Amount != baht(100) {
			t.Errorf("cancelled %v: balance %s", cancelled, got.Amount)
		}
	}
}

func TestAMagicAmountHitsItsCallOnce(t *testing.T) {
	w := start(t)
	client := w.provider("SLOT1")
	player := openPlayer(t, client)
	reference := id.NewID().String()
	if answer, err := try(client, reference, player.Username, baht(100)+82); err == nil {
		t.Fatalf("answered %d", answer.StatusCode())
	}
	if got := move(t, client, reference, player.Username, provider.IN, baht(100)+82); got.Status != provider.TransferStatusAPPLIED || *got.Balance != baht(100)+82 {
		t.Errorf("asked again: %+v", got)
	}
}

func TestFaultsAreSwitchedListedAndEnded(t *testing.T) {
	w := start(t)
	for path, body := range map[string]string{
		"/faults/nobody": `{"mode":"late"}`, "/faults/sms/X": `{"mode":"late"}`, "/faults/sms": `{"mode":"shout"}`,
		"/faults/bank": `{"mode":"late","count":0}`, "/faults/provider/": `{"mode":"late"}`,
	} {
		if status, _ := w.control(path, body); status != http.StatusBadRequest {
			t.Errorf("%s %s: %d", path, body, status)
		}
	}
	w.control("/faults/payout/KPAY", `{"mode":"lose","count":null,"percent":50}`)
	if listed := get(t, w.server.URL+"/faults"); listed != `{"faults":[{"party":"payout/KPAY","mode":"lose","count":null,"percent":50,"seconds":3,"times":3}]}` {
		t.Errorf("listed: %s", listed)
	}
	w.control("/faults/payout/KPAY", `{"mode":"off"}`)
	if listed := get(t, w.server.URL+"/faults"); listed != `{"faults":[]}` {
		t.Errorf("ended: %s", listed)
	}
}

func TestAReportIsRepeatedOrLies(t *testing.T) {
	w := start(t)
	w.control("/faults/bank", `{"mode":"webhook-repeat","count":1,"times":2}`)
	w.control("/bank/transfers", `{"toAccountNo":"1112223334","amount":"250"}`)
	first, second := w.krapao.next(t), w.krapao.next(t)
	if string(first.body) != string(second.body) {
		t.Errorf("repeated with another body: %s, %s", first.body, second.body)
	}
	w.control("/faults/bank", `{"mode":"webhook-lie","count":1}`)
	w.control("/bank/transfers", `{"toAccountNo":"1112223334","amount":"250"}`)
	if report := w.krapao.next(t); !strings.Contains(string(report.body), `"amount":251`) {
		t.Errorf("report %s", report.body)
	}
}

func TestTheEWalletsFeedMisbehavesByItself(t *testing.T) {
	w := start(t)
	send := func() { w.control("/ewallet/transfers", `{"toPhone":"0890001133","amount":300}`) }
	w.control("/faults/bank", `{"mode":"webhook-lose"}`)
	w.control("/faults/ewallet", `{"mode":"webhook-repeat","count":1,"times":2}`)
	send()
	if first, second := w.krapao.next(t), w.krapao.next(t); string(first.body) != string(second.body) || first.path != "/webhooks/bank-feed/TRUE" {
		t.Errorf("repeated with another body: %s, %s", first.body, second.body)
	}
	w.control("/faults/ewallet", `{"mode":"webhook-lie","count":1}`)
	send()
	if report := w.krapao.next(t); !strings.Contains(string(report.body), `"amount":301`) {
		t.Errorf("report %s", report.body)
	}
	w.control("/faults/ewallet", `{"mode":"webhook-late","count":1,"seconds":0.3}`)
	before := time.Now()
	send()
	if w.krapao.next(t); time.Since(before) < 300*time.Millisecond {
		t.Errorf("report after %v", time.Since(before))
	}
	w.control("/faults/bank", `{"mode":"off"}`)
	w.control("/faults/ewallet", `{"mode":"webhook-lose"}`)
	send()
	w.krapao.nothing(t)
	w.control("/bank/transfers", `{"toAccountNo":"1112223334","amount":"250"}`)
	if report := w.krapao.next(t); report.path != "/webhooks/bank-feed/KBANK" {
		t.Errorf("the bank's feed: %+v", report.path)
	}
}

func get(t *testing.T, url string) string {
	t.Helper()
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, _ := io.ReadAll(response.Body)
	return strings.TrimSpace(string(text))
}

func TestAGiftLinksAmountIsMagicToo(t *testing.T) {
	w := start(t)
	_, lost := w.control("/ewallet/gift-links", `{"amount":"75.82"}`)
	_, refused := w.control("/ewallet/gift-links", `{"amount":"75.85"}`)
	client := w.payment(simulator.EWalletPath, simulator.EWalletParty)
	redeem := func(hash any) (payment.GiftLinkOutcome, error) {
		answer, err := client.RedeemGiftLinkWithResponse(ctx, payment.RedeemGiftLinkRequest{VoucherHash: hash.(string), TargetPhone: "0899999999"})
		if err != nil {
			return "", err
		}
		return answer.JSON200.Outcome, nil
	}
	if outcome, err := redeem(lost["voucherHash"]); err == nil {
		t.Errorf("answered %s", outcome)
	}
	if outcome, err := redeem(lost["voucherHash"]); err != nil || outcome != payment.GiftLinkOutcomeALREADYREDEEMEDBYTARGET {
		t.Errorf("asked again: %s, %v", outcome, err)
	}
	if outcome, err := redeem(refused["voucherHash"]); err != nil || outcome != payment.GiftLinkOutcomeNOTFOUND {
		t.Errorf("refused: %s, %v", outcome, err)
	}
}
