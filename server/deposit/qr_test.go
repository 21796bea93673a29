package deposit_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/server/deposit"
	"krapao/server/emvco"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/postgres"
)

func TestAQRCodeThatIsPaidIsInTheWalletAndTheStatementWithinAMinute(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); s.simulator.Run(ctx) }()
	defer func() { stop(); <-done }()

	if before := s.current(somchai, gateway); before.HasQrcode || before.Status != nil {
		t.Fatalf("before: %+v", before)
	}
	qr := s.made(somchai, gateway, "100")
	if *qr.Amount != money.Units(100) || *qr.GatewayCode != gateway || *qr.Status != portal.QrCodeStatusACTIVE || qr.Message != nil {
		t.Fatalf("%+v", qr)
	}
	if lives := qr.ExpireIn.Sub(s.Clock.Now()); lives > 10*time.Minute || lives < 10*time.Minute-2*time.Second {
		t.Errorf("it lives %v", lives)
	}
	if err := emvco.Verify(*qr.Payload, money.Units(100), money.Baht); err != nil {
		t.Error(err)
	}
	if !strings.HasPrefix(*qr.Qrcode, "<svg ") || strings.Contains(*qr.Qrcode, "<script") {
		t.Errorf("%.100s", *qr.Qrcode)
	}
	if again := s.current(somchai, gateway); !again.HasQrcode || *again.QrcodeID != *qr.QrcodeID || *again.Qrcode != *qr.Qrcode {
		t.Errorf("shown again: %+v", again)
	}
	if page := s.statement(somchai); page.Total != 0 || len(page.Statements) != 0 {
		t.Errorf("a QR code that waits is in the statement: %+v", page)
	}

	s.payAtGateway(*qr.QrcodeID)
	eventually(t, func() bool { return s.balance(somchai) == money.Units(100) })
	s.booked(somchai, money.Units(100), 0)
	paid := s.current(somchai, gateway)
	if paid.HasQrcode || *paid.Status != portal.QrCodeStatusPAID || *paid.QrcodeID != *qr.QrcodeID || paid.Payload != nil {
		t.Errorf("after the payment: %+v", paid)
	}
	page := s.statement(somchai)
	if page.Total != 1 || len(page.Statements) != 1 {
		t.Fatalf("%+v", page)
	}
	line := page.Statements[0]
	if line.StatementType != portal.StatementTypeDEPOSIT || line.Status != portal.StatementStatusSUCCESS || line.From != "KBANK" || line.To != "WALLET" ||
		line.Amount != money.Units(100) || line.WalletChange != money.Units(100) {
		t.Errorf("%+v", line)
	}
	if next := s.made(somchai, gateway, "100"); *next.QrcodeID == *qr.QrcodeID {
		t.Error("a paid QR code was given again")
	}
}

func (s *env) payAtGateway(reference string) {
	s.t.Helper()
	response, err := http.Post(s.App.Config.Payment.URL("")[:strings.Index(s.App.Config.Payment.URL(""), "/gateway")]+"/gateway/qr/"+reference+"/pay", "application/json", strings.NewReader("{}"))
	if err != nil {
		s.t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		s.t.Fatalf("paying: %d", response.StatusCode)
	}
}

func eventually(t *testing.T, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if holds() {
			return
		}
	}
	t.Fatal("it never held")
}

func TestAskingAgainGivesTheSameQRCodeAndAnotherOneHasToWait(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	first := s.made(somchai, gateway, "100.5")
	if again := s.made(somchai, gateway, "100.50"); *again.QrcodeID != *first.QrcodeID {
		t.Error("the same request made another QR code")
	}
	for name, other := range map[string]portal.QrCode{
		"another amount": s.create(somchai, gateway, "101"), "another gateway": s.create(somchai, otherGateway, "100.5"),
	} {
		if other.HasQrcode || text(other.Message) != "QR_ACTIVE" || text(other.QrcodeID) != *first.QrcodeID || text(other.GatewayCode) != gateway || *other.Amount != 10050 {
			t.Errorf("%s: %+v", name, other)
		}
	}
	if theirs := s.made(malee, gateway, "101"); *theirs.QrcodeID == *first.QrcodeID {
		t.Error("one member's QR code was given to another")
	}
	s.Clock.Advance(deposit.Lifetime)
	expired := s.current(somchai, gateway)
	if expired.HasQrcode || *expired.Status != portal.QrCodeStatusEXPIRED {
		t.Errorf("after 10 minutes: %+v", expired)
	}
	if next := s.made(somchai, otherGateway, "100.5"); *next.QrcodeID == *first.QrcodeID {
		t.Error("a QR code that ran out was given again")
	}
}

func TestAmountsBelowTheMinimumAreQRMinimum(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	for _, amount := range []string{"0", "-0", "-1", "0.01", "9.99"} {
		if qr := s.create(somchai, gateway, amount); qr.HasQrcode || text(qr.Message) != "QR_MINIMUM" {
			t.Errorf("%s: %+v", amount, qr)
		}
	}
	if s.count("qr_payment") != 0 || s.calls.Load() != 0 {
		t.Error("a refused amount left something behind")
	}
	s.made(somchai, gateway, "10")
	s.made(bounmy, kipGateway, "1e4")
}

func TestWhatIsNotAnAmountIsRefusedBeforeAnythingHappens(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	for body, code := range map[string]string{
		``: "KEY_MISSING", `{}`: "KEY_MISSING", `{"amount":"100"}`: "KEY_INVALID", `{"amount":null}`: "KEY_INVALID", `{"amount":1.005}`: "KEY_INVALID",
		`{"amount":1e309}`: "KEY_INVALID", `{"amount":9007199254740993}`: "KEY_INVALID", `{"amount":100,"Amount":1}`: "KEY_INVALID", `{"amount":100,"x":1}`: "KEY_INVALID",
	} {
		if answer := s.as(somchai).Do(http.MethodPost, "/api/qrcode/"+gateway, body); answer.Code() != code {
			t.Errorf("%s: %d %s", body, answer.Status, answer.Body)
		}
	}
	for _, huge := range []string{"10000000000", "100000000000"} {
		if answer := s.as(somchai).Do(http.MethodPost, "/api/qrcode/"+gateway, `{"amount":`+huge+`}`); answer.Code() != "KEY_INVALID" {
			t.Errorf("%s: %d %s", huge, answer.Status, answer.Body)
		}
	}
	if s.count("qr_payment") != 0 {
		t.Error("something was written")
	}
}

func TestUnknownGatewaysAndForeignQRCodesAreNoData(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	theirs := s.made(malee, gateway, "100")
	for _, code := range []string{"NOSUCH", kipGateway, "CLOSED1", "promptpay1", "..", "%2F", "%00", "x%F0%9F%92%B0", strings.Repeat("A", 600), *theirs.QrcodeID} {
		if answer := s.as(somchai).Do(http.MethodPost, "/api/qrcode/"+code, `{"amount":100}`); answer.Code() != "NO_DATA" && answer.Status != http.StatusNotFound {
			t.Errorf("POST %.40s: %d %s", code, answer.Status, answer.Body)
		}
		if answer := s.as(somchai).Do(http.MethodDelete, "/api/qrcode/"+code, ""); answer.Status != http.StatusNotFound {
			t.Errorf("DELETE %.40s: %d %s", code, answer.Status, answer.Body)
		}
	}
	if answer := s.as(somchai).Do(http.MethodGet, "/api/qrcode/NOSUCH", ""); answer.Code() != "NO_DATA" {
		t.Errorf("GET: %d %s", answer.Status, answer.Body)
	}
	if still := s.current(malee, gateway); !still.HasQrcode || *still.QrcodeID != *theirs.QrcodeID {
		t.Error("another member cancelled it")
	}
	if mine := s.current(somchai, gateway); mine.QrcodeID != nil {
		t.Errorf("another member's QR code is shown: %+v", mine)
	}
}

func TestAGatewayThatGivesNothingGoodIsQRFailAndTheNextTryWorks(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	answer := func(change func(map[string]any)) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			var asked map[string]any
			_ = json.NewDecoder(r.Body).Decode(&asked)
			payload, _ := emvco.PromptPayBill("099400016550100", "REF1", "", money.Units(100))
			parts := strings.Split(r.URL.Path, "/")
			body := map[string]any{"reference": parts[len(parts)-1], "qrReference": "QR1", "status": "PENDING", "payload": payload, "amount": 100, "currency": "BAHT", "expireAt": asked["expireAt"]}
			change(body)
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(body)
		}
	}
	kip, _ := emvco.LaoQR("00000418", "001", "R", money.Units(100))
	dear, _ := emvco.PromptPayBill("099400016550100", "REF1", "", money.Units(101))
	for name, intercept := range map[string]http.HandlerFunc{
		"5xx": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) },
		"refusal": func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, `{"code":"NO","message":"no"}`, http.StatusConflict)
		},
		"no answer":          func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"not JSON":           func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("hello")) },
		"another reference":  answer(func(body map[string]any) { body["reference"] = id.NewID().String() }),
		"another amount":     answer(func(body map[string]any) { body["amount"] = 99 }),
		"another currency":   answer(func(body map[string]any) { body["currency"] = "LAK" }),
		"code of kip":        answer(func(body map[string]any) { body["payload"] = kip }),
		"code of 101":        answer(func(body map[string]any) { body["payload"] = dear }),
		"code without sense": answer(func(body map[string]any) { body["payload"] = "<script>" }),
		"no name":            answer(func(body map[string]any) { body["qrReference"] = "" }),
		"ended":              answer(func(body map[string]any) { body["status"] = "CANCELLED" }),
		"unheard-of status":  answer(func(body map[string]any) { body["status"] = "MAYBE" }),
		"run out":            answer(func(body map[string]any) { body["expireAt"] = s.Clock.Now().Add(-time.Second) }),
	} {
		s.intercept.Store(&intercept)
		if qr := s.create(somchai, gateway, "100"); qr.HasQrcode || text(qr.Message) != "QR_FAIL" || qr.Payload != nil {
			t.Errorf("%s: %+v", name, qr)
		}
		s.Clock.Advance(time.Minute) // the limit of a minute is not what is tested
	}
	s.intercept.Store(nil)
	s.made(somchai, gateway, "100")
	if current := s.current(malee, gateway); current.HasQrcode {
		t.Errorf("%+v", current)
	}
}

func TestMoreThanTenQRCodesInAMinuteAreTooMany(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	for range 10 {
		qr := s.made(somchai, gateway, "100")
		if answer := s.as(somchai).Do(http.MethodDelete, "/api/qrcode/"+*qr.QrcodeID, ""); answer.Status != http.StatusOK {
			t.Fatalf("%d %s", answer.Status, answer.Body)
		}
	}
	if answer := s.as(somchai).Do(http.MethodPost, "/api/qrcode/"+gateway, `{"amount":100}`); answer.Code() != "REQUEST_LIMIT_1MIN" || answer.Header.Get("Retry-After") != "60" {
		t.Errorf("%d %s %v", answer.Status, answer.Body, answer.Header)
	}
	s.made(malee, gateway, "100")
	s.Clock.Advance(time.Minute)
	s.made(somchai, gateway, "100")
}

func TestFiftyParallelRequestsMakeOneQRCode(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	var group sync.WaitGroup
	ids := make([]string, 50)
	for i := range ids {
		group.Go(func() { ids[i] = text(s.create(somchai, gateway, "100").QrcodeID) })
	}
	group.Wait()
	for _, found := range ids {
		if found == "" || found != ids[0] {
			t.Fatalf("%q differs from %q", found, ids[0])
		}
	}
	if rows := s.count("qr_payment"); rows != 1 {
		t.Errorf("%d rows", rows)
	}
}

func TestAQRCodeWhoseServerDiedIsTakenUpAgain(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	store := postgres.Deposits{DB: s.Database.DB}
	now := s.Clock.Now()
	died := deposit.QR{
		ID: id.NewID(), Member: somchai, Gateway: gateway, Amount: money.Units(100), Currency: money.Baht, Status: deposit.Requested,
		CreatedAt: now, ExpiresAt: now.Add(deposit.Lifetime).Truncate(time.Second),
	}
	if added, err := store.AddQR(t.Context(), died); err != nil || !added {
		t.Fatal(added, err)
	}
	if shown := s.current(somchai, gateway); shown.HasQrcode || shown.QrcodeID != nil {
		t.Errorf("one that nobody has seen is shown: %+v", shown)
	}
	if other := s.create(somchai, gateway, "200"); text(other.Message) != "QR_ACTIVE" {
		t.Errorf("the other request may still be running: %+v", other)
	}
	if same := s.made(somchai, gateway, "100"); *same.QrcodeID != died.ID.String() {
		t.Error("it was not taken up")
	}
	died.ID, died.Member = id.NewID(), malee
	if _, err := store.AddQR(t.Context(), died); err != nil {
		t.Fatal(err)
	}
	s.Clock.Advance(31 * time.Second)
	if other := s.made(malee, gateway, "200"); *other.QrcodeID == died.ID.String() {
		t.Error("a dead request keeps a member from another QR code")
	}
	if status := s.stored(died.ID.String()).Status; status != deposit.Failed {
		t.Errorf("the dead one is %s", status)
	}
}

func TestTheQRCodeThatWaitsIsFoundWithoutItsGateway(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	waiting := func(member id.MemberID) portal.QrCode {
		return s.qr(s.as(member).Do(http.MethodGet, "/api/wallet/qrcode", ""))
	}
	nothing := func(when string) {
		t.Helper()
		if found := waiting(somchai); found.HasQrcode || found.QrcodeID != nil || found.Status != nil {
			t.Errorf("%s: %+v", when, found)
		}
	}
	nothing("before")
	made := s.made(somchai, gateway, "100")
	if found := waiting(somchai); !found.HasQrcode || *found.QrcodeID != *made.QrcodeID || *found.GatewayCode != gateway || !found.ExpireIn.Equal(*made.ExpireIn) {
		t.Errorf("%+v, not %+v", found, made)
	}
	if others := waiting(malee); others.HasQrcode || others.QrcodeID != nil {
		t.Errorf("another member sees it: %+v", others)
	}
	if answer := s.as(somchai).Do(http.MethodDelete, "/api/qrcode/"+*made.QrcodeID, ""); answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	nothing("cancelled")
	s.made(somchai, gateway, "200")
	s.Clock.Advance(deposit.Lifetime)
	nothing("run out")
}
