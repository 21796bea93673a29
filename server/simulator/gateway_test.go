package simulator_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/server/emvco"
	"krapao/server/gateway/api/payment"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/simulator"
)

var ctx = context.Background()

func (w *world) createQR(code, reference string, amount money.Amount, currency payment.Currency) payment.QrPayment {
	w.t.Helper()
	answer, err := w.gateway(code).CreateQrPaymentWithResponse(ctx, reference, payment.CreateQrPaymentRequest{
		Amount: amount, Currency: currency, ExpireAt: w.clock.Now().Add(10 * time.Minute),
	})
	if err != nil || answer.JSON200 == nil {
		w.t.Fatalf("create QR: %v %s", err, answer.Body)
	}
	return *answer.JSON200
}

func (w *world) statusOf(code, reference string) payment.QrPaymentStatus {
	w.t.Helper()
	answer, err := w.gateway(code).GetQrPaymentWithResponse(ctx, reference)
	if err != nil || answer.JSON200 == nil {
		w.t.Fatalf("get QR: %v %s", err, answer.Body)
	}
	return answer.JSON200.Status
}

// checkSignature computes the HMAC as payment.yaml's webhookSignature says, apart from the simulator's own code.
func checkSignature(t *testing.T, got report, secret string) {
	t.Helper()
	mac := hmac.New(sha256.New, []byte(secret))
	fmt.Fprintf(mac, "%s.%s", got.timestamp, got.body)
	if want := hex.EncodeToString(mac.Sum(nil)); got.signature != want {
		t.Errorf("signature %q, want %q", got.signature, want)
	}
}

func TestAPaidQRIsReportedSignedUntilItIsTaken(t *testing.T) {
	w := start(t, http.StatusServiceUnavailable, http.StatusUnauthorized, http.StatusInternalServerError)
	reference := id.NewID().String()
	made := w.createQR("GATEWAY1", reference, baht(100), payment.BAHT)

	status, paid := w.control("/gateway/qr/"+reference+"/pay", `{"bankCode":"SCB","accountNo":"4051234567","accountName":"NOY DEE"}`)
	if status != http.StatusOK || paid["status"] != "PAID" || paid["qrReference"] != made.QrReference {
		t.Fatalf("pay: %d %v", status, paid)
	}
	var first report
	for try, want := range []int{503, 401, 500, 200} {
		got := w.krapao.next(t)
		if got.path != "/webhooks/payment/GATEWAY1" || got.status != want {
			t.Errorf("try %d: %s answered %d", try, got.path, got.status)
		}
		checkSignature(t, got, w.credentials.Secret(simulator.GatewayParty("GATEWAY1")))
		if try == 0 {
			first = got
		} else if string(got.body) != string(first.body) {
			t.Errorf("try %d has another body: %s", try, got.body)
		}
	}
	w.krapao.nothing(t)
	var event map[string]any
	if err := json.Unmarshal(first.body, &event); err != nil {
		t.Fatal(err)
	}
	if event["type"] != "PAID" || event["reference"] != reference || event["qrReference"] != made.QrReference || event["amount"] != 100.0 ||
		event["currency"] != "BAHT" || event["paidAt"] == nil || event["payer"].(map[string]any)["accountName"] != "NOY DEE" {
		t.Errorf("event: %s", first.body)
	}
	if status, again := w.control("/gateway/qr/"+reference+"/pay", ""); status != http.StatusConflict || again["code"] != "NOT_PAYABLE" {
		t.Errorf("paying twice: %d %v", status, again)
	}
	if got := w.statusOf("GATEWAY1", reference); got != "PAID" {
		t.Errorf("status %s", got)
	}
}

func TestCodesAreReadByKrapaosOwnReader(t *testing.T) {
	w := start(t)
	for code, currency := range map[string]payment.Currency{"GATEWAY1": payment.BAHT, "BCELONE": payment.LAK, "LAOQR1": payment.LAK} {
		made := w.createQR(code, id.NewID().String(), money.Amount(1234567), currency)
		if err := emvco.Verify(made.Payload, money.Amount(1234567), money.Currency(currency)); err != nil {
			t.Errorf("%s: %s: %v", code, made.Payload, err)
		}
	}
}

func TestThePayButtonPaysAndReturnsToThePage(t *testing.T) {
	w := start(t)
	reference := id.NewID().String()
	w.createQR("GATEWAY2", reference, baht(300), payment.BAHT)
	if page := w.page("/gateway"); !strings.Contains(page, "300.00") || !strings.Contains(page, ">Pay<") {
		t.Errorf("page: %s", page)
	}
	if status, page := w.press("/gateway/qr/"+reference+"/pay", nil); status != http.StatusOK || strings.Contains(page, ">Pay<") {
		t.Errorf("pressed: %d %s", status, page)
	}
	w.krapao.next(t)
	if status, page := w.press("/gateway/qr/"+reference+"/pay", nil); status != http.StatusConflict || !strings.Contains(page, "cannot be paid") {
		t.Errorf("pressed twice: %d %s", status, page)
	}
}

func TestTheSameReferenceIsTheSameQR(t *testing.T) {
	w := start(t)
	reference := id.NewID().String()
	first := w.createQR("GATEWAY1", reference, baht(100), payment.BAHT)
	if again := w.createQR("GATEWAY1", reference, baht(100), payment.BAHT); again.QrReference != first.QrReference || again.Payload != first.Payload {
		t.Errorf("%v, then %v", first, again)
	}
	answer, err := w.gateway("GATEWAY1").CreateQrPaymentWithResponse(ctx, reference, payment.CreateQrPaymentRequest{
		Amount: baht(101), Currency: payment.BAHT, ExpireAt: w.clock.Now().Add(10 * time.Minute),
	})
	if err != nil || answer.StatusCode() != http.StatusConflict || answer.JSONDefault.Code != "REFERENCE_CONFLICT" {
		t.Errorf("another amount: %v %s", err, answer.Body)
	}
	unknown, err := w.gateway("GATEWAY2").GetQrPaymentWithResponse(ctx, reference)
	if err != nil || unknown.StatusCode() != http.StatusNotFound || unknown.JSONDefault.Code != "NOT_FOUND" {
		t.Errorf("at another gateway: %v %s", err, unknown.Body)
	}
}

func TestACancelledQRCannotBePaid(t *testing.T) {
	w := start(t)
	reference := id.NewID().String()
	w.createQR("GATEWAY1", reference, baht(100), payment.BAHT)
	for range 2 {
		answer, err := w.gateway("GATEWAY1").CancelQrPaymentWithResponse(ctx, reference)
		if err != nil || answer.JSON200 == nil || answer.JSON200.Status != "CANCELLED" {
			t.Fatalf("cancel: %v %s", err, answer.Body)
		}
	}
	if status, _ := w.control("/gateway/qr/"+reference+"/pay", ""); status != http.StatusConflict {
		t.Errorf("paying: %d", status)
	}
	w.clock.forward(time.Hour)
	w.krapao.nothing(t)
	if got := w.statusOf("GATEWAY1", reference); got != "CANCELLED" {
		t.Errorf("status %s", got)
	}
}

func TestAQRThatRanOutIsReportedAndCannotBePaid(t *testing.T) {
	w := start(t)
	reference := id.NewID().String()
	w.createQR("GATEWAY1", reference, baht(100), payment.BAHT)
	w.clock.forward(10 * time.Minute)
	if status, _ := w.control("/gateway/qr/"+reference+"/pay", ""); status != http.StatusConflict {
		t.Errorf("paying: %d", status)
	}
	if got := w.krapao.next(t); !strings.Contains(string(got.body), `"type":"EXPIRED"`) {
		t.Errorf("report: %s", got.body)
	}
	if got := w.statusOf("GATEWAY1", reference); got != "EXPIRED" {
		t.Errorf("status %s", got)
	}
}

func TestAWrongKeyOpensNothing(t *testing.T) {
	w := start(t)
	base := w.server.URL + simulator.GatewayPath("GATEWAY1")
	stranger, err := payment.NewClientWithResponses(base, payment.WithHTTPClient(contractClient(t, "payment", base, w.credentials.Key(simulator.GatewayParty("GATEWAY2")))))
	if err != nil {
		t.Fatal(err)
	}
	answer, err := stranger.GetQrPaymentWithResponse(ctx, id.NewID().String())
	if err != nil || answer.StatusCode() != http.StatusUnauthorized || answer.JSONDefault.Code != "WRONG_KEY" {
		t.Errorf("%v %s", err, answer.Body)
	}
}

func TestAPayoutIsPaidOnceAndReported(t *testing.T) {
	w := start(t)
	reference := id.NewID().String()
	order := payment.CreatePayoutRequest{Amount: baht(500), Currency: payment.BAHT,
		Destination: payment.PayoutDestination{BankCode: "SCB", AccountNo: "4051234567", AccountName: "SOMCHAI JAIDEE"}}
	create := func() payment.Payout {
		t.Helper()
		answer, err := w.gateway("GATEWAY1").CreatePayoutWithResponse(ctx, reference, order)
		if err != nil || answer.JSON200 == nil {
			t.Fatalf("payout: %v %s", err, answer.Body)
		}
		return *answer.JSON200
	}
	first := create()
	if again := create(); first.Status != "PENDING" || again.PayoutReference != first.PayoutReference {
		t.Errorf("%v, then %v", first, again)
	}
	w.clock.forward(3 * time.Second)
	got := w.krapao.next(t)
	checkSignature(t, got, w.credentials.Secret(simulator.GatewayParty("GATEWAY1")))
	if got.path != "/webhooks/payout/GATEWAY1" || !strings.Contains(string(got.body), `"type":"PAID"`) {
		t.Errorf("report: %s %s", got.path, got.body)
	}
	if settled := create(); settled.Status != "PAID" || settled.PaidAt == nil {
		t.Errorf("settled: %v", settled)
	}
	w.clock.forward(time.Hour)
	w.krapao.nothing(t)
	if page := w.page("/gateway"); !strings.Contains(page, "9,999,500.00") {
		t.Errorf("the house's balance fell by something else than 500: %s", page)
	}
	order.Amount = baht(501)
	if answer, err := w.gateway("GATEWAY1").CreatePayoutWithResponse(ctx, reference, order); err != nil || answer.StatusCode() != http.StatusConflict {
		t.Errorf("another amount: %v %s", err, answer.Body)
	}
}

func TestAPayoutThatCannotBePaidIsRejectedWithAReason(t *testing.T) {
	for reason, order := range map[string]payment.CreatePayoutRequest{
		"NO_ACCOUNT":         {Amount: baht(5), Currency: payment.LAK, Destination: payment.PayoutDestination{BankCode: "BCEL", AccountNo: "0000000000", AccountName: "A"}},
		"INSUFFICIENT_FUNDS": {Amount: baht(10_000_001), Currency: payment.LAK, Destination: payment.PayoutDestination{BankCode: "BCEL", AccountNo: "1", AccountName: "A"}},
	} {
		w := start(t)
		reference := id.NewID().String()
		if answer, err := w.gateway("LAO1").CreatePayoutWithResponse(ctx, reference, order); err != nil || answer.JSON200 == nil {
			t.Fatalf("%s: %v %s", reason, err, answer.Body)
		}
		w.clock.forward(3 * time.Second)
		if got := w.krapao.next(t); !strings.Contains(string(got.body), `"type":"REJECTED"`) || !strings.Contains(string(got.body), reason) {
			t.Errorf("%s: %s", reason, got.body)
		}
		known, err := w.gateway("LAO1").GetPayoutWithResponse(ctx, reference)
		if err != nil || known.JSON200 == nil || known.JSON200.Status != "REJECTED" || string(*known.JSON200.Reason) != reason {
			t.Errorf("%s: %v %s", reason, err, known.Body)
		}
	}
}
