package deposit_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"krapao/server/deposit"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/idempotency"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/portaltest/paymenttest"
	"krapao/server/postgres"
)

func TestCancellingEndsAQRCodeAtTheGatewayTooAndCanBeRepeated(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	qr := s.made(somchai, gateway, "100")
	for range 2 {
		if answer := s.As(somchai).Do(http.MethodDelete, "/api/qrcode/"+*qr.QrcodeID, ""); answer.Status != http.StatusOK || string(answer.Body) != `{"message":"SUCCESS"}` {
			t.Fatalf("%d %s", answer.Status, answer.Body)
		}
	}
	if now := s.current(somchai, gateway); now.HasQrcode || *now.Status != portal.QrCodeStatusCANCELLED {
		t.Errorf("%+v", now)
	}
	next := s.made(somchai, otherGateway, "200")
	down := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
	s.Intercept.Store(&down)
	if answer := s.As(somchai).Do(http.MethodDelete, "/api/qrcode/"+*next.QrcodeID, ""); answer.Status != http.StatusOK {
		t.Errorf("with the gateway down: %d %s", answer.Status, answer.Body)
	}
	s.Intercept.Store(nil)
	late := s.made(somchai, gateway, "300")
	s.Clock.Advance(deposit.Lifetime)
	if answer := s.As(somchai).Do(http.MethodDelete, "/api/qrcode/"+*late.QrcodeID, ""); answer.Status != http.StatusOK {
		t.Errorf("one that ran out: %d %s", answer.Status, answer.Body)
	}
}

func TestACallerWhoLeavesWhileTheGatewayCancelsHasCancelled(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	qr := s.made(somchai, gateway, "100")
	asking, leave := context.WithCancel(t.Context())
	ends := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		leave()
		s.Simulator.Handler().ServeHTTP(w, r)
	})
	s.Intercept.Store(&ends)
	if err := s.App.Deposits.CancelQR(asking, somchai, *qr.QrcodeID, idempotency.Key{}); err != nil {
		t.Fatal(err)
	}
	if status := s.stored(*qr.QrcodeID).Status; status != deposit.Cancelled {
		t.Errorf("the gateway has ended it, and here it is %s", status)
	}
}

// A server that died while it asked the gateway leaves a QR code that nobody was shown: the answer to the next request
// names it, and it can be cancelled.
func TestAQRCodeWhoseRequestIsUnderWayOrDeadCanBeCancelled(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	asked, release := make(chan struct{}), make(chan struct{})
	hangs := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPut {
			close(asked)
			<-release
		}
		s.Simulator.Handler().ServeHTTP(w, r)
	})
	s.Intercept.Store(&hangs)
	first := make(chan portal.QrCode)
	go func() { first <- s.create(somchai, gateway, "100") }()
	<-asked
	blocked := s.create(somchai, otherGateway, "200")
	if blocked.QrcodeID == nil || text(blocked.Message) != "QR_ACTIVE" || *blocked.Status != portal.QrCodeStatusACTIVE {
		t.Fatalf("%+v", blocked)
	}
	if answer := s.As(somchai).Do(http.MethodDelete, "/api/qrcode/"+*blocked.QrcodeID, ""); answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	if status := s.stored(*blocked.QrcodeID).Status; status != deposit.Cancelled {
		t.Errorf("cancelled, and it is %s", status)
	}
	close(release)
	if late := <-first; late.HasQrcode {
		t.Errorf("a cancelled QR code was shown: %+v", late)
	}
	s.Intercept.Store(nil)
	s.made(somchai, otherGateway, "200")
}

func TestAPaidQRCodeCannotBeCancelled(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	qr := s.made(somchai, gateway, "100")
	s.payAtGateway(*qr.QrcodeID) // its report has not come yet
	cancel := func() portaltest.Answer { return s.As(somchai).Do(http.MethodDelete, "/api/qrcode/"+*qr.QrcodeID, "") }
	if answer := cancel(); answer.Code() != "QR_PAID" || answer.Status != http.StatusConflict {
		t.Fatalf("paid at the gateway: %d %s", answer.Status, answer.Body)
	}
	s.taken(s.event(qr), paymenttest.Signed{})
	if answer := cancel(); answer.Code() != "QR_PAID" {
		t.Errorf("paid: %d %s", answer.Status, answer.Body)
	}
	s.booked(somchai, money.Units(100), 0)
}

func TestAnIdempotencyKeyHasOneEffect(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	first := s.create(somchai, gateway, "100", key("a"))
	if again := s.create(somchai, gateway, "100", key("a")); *again.QrcodeID != *first.QrcodeID || !again.HasQrcode {
		t.Errorf("%+v", again)
	}
	conflict := func(method, path, body string) {
		t.Helper()
		if answer := s.As(somchai).Do(method, path, body, key("a")); answer.Code() != "IDEMPOTENCY_CONFLICT" || answer.Status != http.StatusConflict {
			t.Errorf("%s %s: %d %s", method, body, answer.Status, answer.Body)
		}
	}
	conflict(http.MethodPost, "/api/qrcode/"+gateway, `{"amount":200}`)
	cancel := func() int {
		return s.As(somchai).Do(http.MethodDelete, "/api/qrcode/"+*first.QrcodeID, "", key("a")).Status
	}
	if one, two := cancel(), cancel(); one != http.StatusOK || two != http.StatusOK {
		t.Errorf("cancel: %d, %d", one, two)
	}
	conflict(http.MethodDelete, "/api/qrcode/"+id.NewID().String(), "")
	if ended := s.create(somchai, gateway, "100", key("a")); ended.HasQrcode || *ended.Status != portal.QrCodeStatusCANCELLED || *ended.QrcodeID != *first.QrcodeID {
		t.Errorf("the effect as it is now: %+v", ended)
	}
	if theirs := s.create(malee, gateway, "200", key("a")); !theirs.HasQrcode {
		t.Errorf("another member's key: %+v", theirs)
	}
	s.Clock.Advance(7*24*time.Hour + time.Second)
	if later := s.create(somchai, gateway, "300", key("a")); !later.HasQrcode {
		t.Errorf("after 7 days: %+v", later)
	}
	forgotten, err := postgres.Idempotency{DB: s.Database.DB, Now: s.Clock.Now}.Forget(t.Context())
	if err != nil || forgotten != 2 { // the cancel's and malee's
		t.Errorf("forgot %d, %v", forgotten, err)
	}
}

func TestAKeyWhoseFirstRequestStillRunsIsAConflictAndAFailureStaysOne(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	reached, release := make(chan struct{}), make(chan struct{})
	slow := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(reached)
		<-release
		w.WriteHeader(http.StatusBadGateway)
	})
	s.Intercept.Store(&slow)
	first := make(chan portal.QrCode, 1)
	go func() { first <- s.create(somchai, gateway, "100", key("slow")) }()
	<-reached
	if answer := s.As(somchai).Do(http.MethodPost, "/api/qrcode/"+gateway, `{"amount":100}`, key("slow")); answer.Code() != "IDEMPOTENCY_IN_PROGRESS" || answer.Status != http.StatusConflict {
		t.Errorf("while it runs: %d %s", answer.Status, answer.Body)
	}
	close(release)
	if qr := <-first; text(qr.Message) != "QR_FAIL" {
		t.Errorf("%+v", qr)
	}
	s.Intercept.Store(nil)
	if again := s.create(somchai, gateway, "100", key("slow")); text(again.Message) != "QR_FAIL" {
		t.Errorf("the same answer again: %+v", again)
	}
	s.made(somchai, gateway, "100")
}
