package deposit_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"krapao/server/httpapi/api/operator"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/portaltest/paymenttest"
	"krapao/server/simulator/api/webhook"
)

// misreported is a code of 100.00 that its gateway reported as paid with 50.00.
func misreported(s *intakeEnv) (qrID string, honest webhook.PaymentEvent) {
	s.t.Helper()
	qr := s.made(somchai, gateway, "100")
	honest = s.event(qr)
	wrong := honest
	wrong.EventID, wrong.Amount = id.NewID().String(), 5000
	s.taken(wrong, paymenttest.Signed{})
	s.booked(somchai, 0, 5000, "AMOUNT_DIFFERS")
	return *qr.QrcodeID, honest
}

// settledAs fails unless the member has all that the code asked for, once, and the gateway owes exactly that.
func (s *intakeEnv) settledAs(story string) {
	s.t.Helper()
	s.booked(somchai, hundred, 0, "AMOUNT_DIFFERS")
	if got := s.story(somchai); got != story {
		s.t.Errorf("the member sees %q", got)
	}
	if lines := s.statement(somchai).Statements; len(lines) != 1 || lines[0].WalletChange != hundred {
		s.t.Errorf("%+v", lines)
	} else if answer := s.As(somchai).Do(http.MethodGet, "/api/wallet/deposits/"+*lines[0].Reference, ""); answer.Status != http.StatusOK {
		s.t.Errorf("the statement's reference: %d %s", answer.Status, answer.Body)
	}
	if qr := s.current(somchai, gateway); qr.HasQrcode || text(qr.Status) != "PAID" {
		s.t.Errorf("%+v", qr)
	}
}

func TestALaterTrueReportCorrectsAWrongAmount(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	_, honest := misreported(s)
	s.parallel(func(int) {
		event := honest
		event.EventID = id.NewID().String()
		s.taken(event, paymenttest.Signed{})
	})
	s.settledAs("1 QR PROMPTPAY1 100.00 SUCCESS STARTED PAID CREDITED")
}

func TestWhatItsGatewaySaysLaterCorrectsAWrongAmount(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	qrID, _ := misreported(s)
	s.payAtGateway(qrID)
	s.Clock.Advance(45 * time.Second)
	s.parallel(func(int) { s.reconcile() })
	s.settledAs("1 QR PROMPTPAY1 100.00 SUCCESS STARTED PAID CREDITED")
}

func TestACodeThatSomethingWasPaidForIsNoMorePayable(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	qrID, _ := misreported(s)
	if qr := s.current(somchai, gateway); qr.HasQrcode || qr.Payload != nil || text(qr.Status) != "REVIEW" {
		t.Errorf("%+v", qr)
	}
	if answer := s.As(somchai).Do(http.MethodDelete, "/api/qrcode/"+qrID, ""); answer.Code() != "QR_PAID" {
		t.Errorf("cancelling it: %d %s", answer.Status, answer.Body)
	}
	deposit := s.deposits(somchai).Deposits[0]
	if deposit.ReviewReason == nil || *deposit.ReviewReason != "AMOUNT_DIFFERS" || deposit.Status != "PENDING" {
		t.Errorf("%+v", deposit)
	}
	s.made(somchai, gateway, "200") // and another can be made
}

func TestOperatorsSeeWhatWasAskedAndMayCreditIt(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	misreported(s)
	answer := s.noi.Do(http.MethodGet, "/operator/suspense", "")
	var page operator.SuspensePage
	if err := json.Unmarshal(answer.Body, &page); err != nil || page.Total != 1 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	entry := page.Suspense[0]
	if entry.Amount != 5000 || entry.AskedAmount == nil || *entry.AskedAmount != hundred {
		t.Errorf("%s", answer.Body)
	}
	path := "/operator/suspense/" + entry.ID + "/match"
	for _, amount := range []string{"99", "50", "0", "-100", "101"} {
		if answer := s.noi.Do(http.MethodPost, path, `{"memberId":"10000001","amount":`+amount+`,"note":"x"}`); answer.Code() != "KEY_INVALID" {
			t.Errorf("%s: %d %s", amount, answer.Status, answer.Body)
		}
	}
	request := s.asked(s.noi.Do(http.MethodPost, path, `{"memberId":"10000001","amount":100,"note":"the gateway's own list says 100"}`))
	if answer := s.noi.Do(http.MethodPost, "/operator/approvals/"+request+"/approve", ""); answer.Code() != "APPROVAL_SELF" {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	if answer := s.approve(request); answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	s.settledAs("1 QR PROMPTPAY1 100.00 SUCCESS STARTED PAID REVIEW CREDITED")
	if owed := s.house(ledger.Clearing("payment", money.Baht)); owed != -hundred {
		t.Errorf("the gateways owe %v", owed)
	}
}

func TestAReportAfterOperatorsHaveDecidedChangesNothing(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	qrID, honest := misreported(s)
	request := s.asked(s.noi.Do(http.MethodPost, "/operator/suspense/"+s.firstWaiting()+"/match", `{"memberId":"10000001","note":"as told"}`))
	if answer := s.approve(request); answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	s.taken(honest, paymenttest.Signed{})
	s.payAtGateway(qrID)
	s.reconcile()
	s.booked(somchai, 5000, 0, "AMOUNT_DIFFERS")
}
