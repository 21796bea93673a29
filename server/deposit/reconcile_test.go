package deposit_test

import (
	"net/http"
	"testing"
	"time"

	"krapao/server/deposit"
	"krapao/server/money"
	"krapao/server/portaltest/paymenttest"
)

func (s *env) reconcile() {
	s.t.Helper()
	if err := s.App.Deposits.Reconcile(s.t.Context()); err != nil {
		s.t.Error(err)
	}
}

func TestAReportThatIsLostForGoodStillCreditsOnceAndOneThatComesLaterIsARepeat(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	qr := s.made(somchai, gateway, "100")
	unpaid := s.made(malee, gateway, "200")
	s.reconcile()
	s.booked(somchai, 0, 0)
	s.payAtGateway(*qr.QrcodeID)
	event := s.event(qr)
	s.Clock.Advance(deposit.Lifetime + time.Minute) // paid in time, learnt late
	s.parallel(func(int) { s.reconcile() })
	s.booked(somchai, money.Units(100), 0)
	if line := s.statement(somchai).Statements[0]; line.From != "KBANK" {
		t.Errorf("%+v", line)
	}
	s.taken(event, paymenttest.Signed{})
	s.taken(event, paymenttest.Signed{})
	s.reconcile()
	s.booked(somchai, money.Units(100), 0)
	if status := s.stored(*unpaid.QrcodeID).Status; status == deposit.Paid || s.balance(malee) != 0 {
		t.Errorf("not paid, and now %s", status)
	}
}

func TestWhatAGatewaySaysWasPaidGoesWhereItsReportWouldHaveGone(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	qr := s.made(somchai, gateway, "100")
	down := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
	s.Intercept.Store(&down)
	if answer := s.As(somchai).Do(http.MethodDelete, "/api/qrcode/"+*qr.QrcodeID, ""); answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	s.reconcile() // the gateway is down: nothing happens, and nothing fails
	s.Intercept.Store(nil)
	s.payAtGateway(*qr.QrcodeID)
	s.reconcile()
	s.booked(somchai, 0, money.Units(100), "CANCELLED")
	s.taken(s.event(qr), paymenttest.Signed{})
	s.reconcile()
	s.booked(somchai, 0, money.Units(100), "CANCELLED")
}

func TestGatewaysAreAskedForHalfAnHourThenOnceAnHourForThreeDaysAndNotAboutWhatTheyReported(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	asked := func() int64 {
		before := s.Calls.Load()
		s.reconcile()
		return s.Calls.Load() - before
	}
	paid := s.made(somchai, gateway, "100")
	s.made(malee, otherGateway, "100")
	if n := asked(); n != 2 {
		t.Errorf("%d calls about two QR codes", n)
	}
	s.taken(s.event(paid), paymenttest.Signed{})
	if n := asked(); n != 1 {
		t.Errorf("%d calls, one of two is reported", n)
	}
	s.Clock.Advance(29 * time.Minute)
	if n := asked(); n != 1 {
		t.Errorf("%d calls after 29 minutes", n)
	}
	s.Clock.Advance(2 * time.Minute)
	for hour := range 72 {
		if first, second := asked(), asked(); first != 1 || second != 0 {
			t.Errorf("%d and %d calls after %d hours and 31 minutes", first, second, hour)
		}
		s.Clock.Advance(time.Hour)
	}
	asked() // about what was due when it became too old
	s.Clock.Advance(time.Hour)
	if n := asked(); n != 0 {
		t.Errorf("%d calls after three days", n)
	}
}

func TestAPaymentWhoseReportIsLostWhileNobodyAsksIsCreditedWhenAskedAgain(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	qr := s.made(somchai, gateway, "100")
	s.payAtGateway(*qr.QrcodeID)
	s.Clock.Advance(10 * time.Hour) // the gateway was away, or we
	s.reconcile()
	s.booked(somchai, money.Units(100), 0)
	s.reconcile()
	s.booked(somchai, money.Units(100), 0)
}
