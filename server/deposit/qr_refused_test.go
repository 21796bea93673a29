package deposit_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/server/emvco"
	"krapao/server/id"
	"krapao/server/money"
)

func TestAmountsBelowTheMinimumAreQRMinimum(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	for _, amount := range []string{"0", "-0", "-1", "0.01", "9.99"} {
		if qr := s.create(somchai, gateway, amount); qr.HasQrcode || text(qr.Message) != "QR_MINIMUM" {
			t.Errorf("%s: %+v", amount, qr)
		}
	}
	if s.count("qr_payment") != 0 || s.Calls.Load() != 0 {
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
		if answer := s.As(somchai).Do(http.MethodPost, "/api/qrcode/"+gateway, body); answer.Code() != code {
			t.Errorf("%s: %d %s", body, answer.Status, answer.Body)
		}
	}
	for _, huge := range []string{"10000000000", "100000000000"} {
		if answer := s.As(somchai).Do(http.MethodPost, "/api/qrcode/"+gateway, `{"amount":`+huge+`}`); answer.Code() != "KEY_INVALID" {
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
		if answer := s.As(somchai).Do(http.MethodPost, "/api/qrcode/"+code, `{"amount":100}`); answer.Code() != "NO_DATA" && answer.Status != http.StatusNotFound {
			t.Errorf("POST %.40s: %d %s", code, answer.Status, answer.Body)
		}
		if answer := s.As(somchai).Do(http.MethodDelete, "/api/qrcode/"+code, ""); answer.Status != http.StatusNotFound {
			t.Errorf("DELETE %.40s: %d %s", code, answer.Status, answer.Body)
		}
	}
	if answer := s.As(somchai).Do(http.MethodGet, "/api/qrcode/NOSUCH", ""); answer.Code() != "NO_DATA" {
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
		s.Intercept.Store(&intercept)
		if qr := s.create(somchai, gateway, "100"); qr.HasQrcode || text(qr.Message) != "QR_FAIL" || qr.Payload != nil {
			t.Errorf("%s: %+v", name, qr)
		}
		s.Clock.Advance(time.Minute) // the limit of a minute is not what is tested
	}
	s.Intercept.Store(nil)
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
		if answer := s.As(somchai).Do(http.MethodDelete, "/api/qrcode/"+*qr.QrcodeID, ""); answer.Status != http.StatusOK {
			t.Fatalf("%d %s", answer.Status, answer.Body)
		}
	}
	if answer := s.As(somchai).Do(http.MethodPost, "/api/qrcode/"+gateway, `{"amount":100}`); answer.Code() != "REQUEST_LIMIT_1MIN" || answer.Header.Get("Retry-After") != "60" {
		t.Errorf("%d %s %v", answer.Status, answer.Body, answer.Header)
	}
	s.made(malee, gateway, "100")
	s.Clock.Advance(time.Minute)
	s.made(somchai, gateway, "100")
}
