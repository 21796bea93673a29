package simulator_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"krapao/server/gateway/api/payment"
	"krapao/server/id"
	"krapao/server/simulator"
)

func TestASlipIsVerifiedOnceAndOnlyForItsTransfer(t *testing.T) {
	w := start(t)
	status, made := w.control("/bank/transfers", `{"toBankCode":"KBANK","toAccountNo":"0987654321","amount":300,"fromBankCode":"SCB","fromAccountNo":"4051234567"}`)
	if status != http.StatusOK {
		t.Fatalf("transfer: %d %v", status, made)
	}
	got := w.krapao.next(t)
	checkSignature(t, got, w.credentials.Secret(simulator.BankFeedParty("KBANK")))
	if got.path != "/webhooks/bank-feed/KBANK" || !strings.Contains(string(got.body), `"lineId":"`+made["lineId"].(string)) {
		t.Errorf("feed: %s %s", got.path, got.body)
	}
	verify := func(reference, payload, receiver string, amount int64) payment.SlipOutcome {
		t.Helper()
		wanted := baht(amount)
		answer, err := w.payment(simulator.BankPath, simulator.BankParty).VerifySlipWithResponse(ctx, payment.VerifySlipRequest{
			Reference: reference, QrPayload: payload, ReceiverAccountNo: &receiver, Amount: &wanted,
		})
		if err != nil || answer.JSON200 == nil {
			t.Fatalf("verify: %v %s", err, answer.Body)
		}
		return answer.JSON200.Outcome
	}
	slip, mine := made["slipPayload"].(string), id.NewID().String()
	for _, check := range []struct {
		want                         payment.SlipOutcome
		reference, payload, receiver string
		amount                       int64
	}{
		{"RECEIVER_DIFFERS", mine, slip, "1111111111", 300},
		{"AMOUNT_DIFFERS", mine, slip, "0987654321", 301},
		{"VERIFIED", mine, slip, "098-765-4321", 300},
		{"VERIFIED", mine, slip, "0987654321", 300},
		{"DUPLICATE", id.NewID().String(), slip, "0987654321", 300},
		{"NOT_A_PAYMENT_QR", mine, "hello", "0987654321", 300},
		{"EXPIRED_OR_ABSENT", mine, "004100060000010103014022000111222233344ABCD125102TH910417DF", "0987654321", 300},
	} {
		if got := verify(check.reference, check.payload, check.receiver, check.amount); got != check.want {
			t.Errorf("%s, want %s", got, check.want)
		}
	}
	if page := w.page("/bank"); !strings.Contains(page, "300.00") {
		t.Errorf("page: %s", page)
	}
}

// TestALineThatIsRefusedSaysSo: a feed is answered line by line, and a 200 may refuse one. Who uses the sandbox sees
// which, and why.
func TestALineThatIsRefusedSaysSo(t *testing.T) {
	w := start(t)
	transfer := func() string {
		t.Helper()
		status, made := w.control("/bank/transfers", `{"toBankCode":"KBANK","toAccountNo":"0987654321","amount":300}`)
		if status != http.StatusOK {
			t.Fatalf("transfer: %d %v", status, made)
		}
		w.krapao.next(t)
		return made["lineId"].(string)
	}
	transfer()
	w.krapao.refuse()
	line := transfer()
	for end := time.Now().Add(20 * time.Second); !strings.Contains(w.page("/gateway"), "<code>"+line+"</code>"); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal(w.page("/gateway"))
		}
	}
	for _, path := range []string{"/gateway", "/bank"} {
		if page := w.page(path); strings.Count(page, "Refused: AMOUNT") != 1 {
			t.Errorf("%s: %s", path, page)
		}
	}
}

func TestMoneyToAPhoneNumberIsReportedByTheEWalletsFeed(t *testing.T) {
	w := start(t)
	if status, refused := w.control("/ewallet/transfers", `{"amount":300}`); status != http.StatusBadRequest {
		t.Errorf("to nobody: %d %v", status, refused)
	}
	status, made := w.control("/ewallet/transfers", `{"toPhone":"0890001133","amount":300,"phone":"0812345678"}`)
	if status != http.StatusOK {
		t.Fatalf("transfer: %d %v", status, made)
	}
	got := w.krapao.next(t)
	checkSignature(t, got, w.credentials.Secret(simulator.BankFeedParty("TRUE")))
	for _, part := range []string{`"accountNo":"0890001133"`, `"phone":"0812345678"`, `"amount":300`, `"transactionReference":"` + made["transactionReference"].(string)} {
		if got.path != "/webhooks/bank-feed/TRUE" || !strings.Contains(string(got.body), part) {
			t.Errorf("feed: %s %s lacks %s", got.path, got.body, part)
		}
	}
}

func TestAGiftLinkIsRedeemedByOneTarget(t *testing.T) {
	w := start(t)
	status, made := w.control("/ewallet/gift-links", `{"phone":"0812345678","amount":"50"}`)
	if status != http.StatusOK {
		t.Fatalf("gift link: %d %v", status, made)
	}
	hash := made["voucherHash"].(string)
	for _, check := range []struct {
		want         payment.GiftLinkOutcome
		hash, target string
	}{
		{"NOT_FOUND", "nothing", "0890001122"},
		{"OWN_VOUCHER", hash, "0812345678"},
		{"TARGET_NOT_FOUND", hash, "0000000000"},
		{"SUCCESS", hash, "0890001122"},
		{"ALREADY_REDEEMED_BY_TARGET", hash, "0890001122"},
		{"OUT_OF_STOCK", hash, "0890003344"},
	} {
		answer, err := w.payment(simulator.EWalletPath, simulator.EWalletParty).RedeemGiftLinkWithResponse(ctx, payment.RedeemGiftLinkRequest{VoucherHash: check.hash, TargetPhone: check.target})
		if err != nil || answer.JSON200 == nil || answer.JSON200.Outcome != check.want {
			t.Errorf("%s: %v %s", check.want, err, answer.Body)
		}
	}
	if status, page := w.press("/ewallet/gift-links", url.Values{"amount": {"20"}, "phone": {"0812345678"}}); status != http.StatusOK || !strings.Contains(page, "not redeemed") {
		t.Errorf("form: %d %s", status, page)
	}
}

func TestAMessageIsTakenOncePerReferenceAndItsCodeShown(t *testing.T) {
	w := start(t)
	client := w.payment(simulator.SMSPath, simulator.SMSParty)
	send := func(reference, to, text string) string {
		t.Helper()
		answer, err := client.SendSmsWithResponse(ctx, payment.SendSmsRequest{Reference: reference, To: to, Text: text})
		if err != nil || answer.JSON200 == nil {
			t.Fatalf("send: %v %s", err, answer.Body)
		}
		return answer.JSON200.MessageID
	}
	reference := id.NewID().String()
	first := send(reference, "0812345678", "OTP 482913 (ref: KX7Q)")
	if again := send(reference, "0812345678", "OTP 482913 (ref: KX7Q)"); again != first {
		t.Error("a repeat was sent again")
	}
	send(id.NewID().String(), "0812345678", "OTP 771204 (ref: AB12)")
	send(id.NewID().String(), "02012345678", "<b>OTP</b> 000001")
	response, err := http.Get(w.server.URL + "/sms/messages?phone=0812345678")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	var messages []struct{ To, OTP string }
	if err := json.NewDecoder(response.Body).Decode(&messages); err != nil {
		t.Fatal(err)
	}
	if len(messages) != 2 || messages[0].OTP != "771204" || messages[1].OTP != "482913" {
		t.Errorf("messages: %v", messages)
	}
	if page := w.page("/sms"); strings.Contains(page, "<b>OTP") || !strings.Contains(page, ">771204<") {
		t.Errorf("page: %s", page)
	}
	answer, err := client.GetPayoutWithResponse(ctx, reference)
	if err != nil || answer.StatusCode() != http.StatusNotFound || answer.JSONDefault.Code != "NOT_SERVED" {
		t.Errorf("a call of another party: %v %s", err, answer.Body)
	}
}
