package deposit_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"krapao/server/deposit"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/portaltest/paymenttest"
	"krapao/server/postgres"
	"krapao/server/simulator/api/webhook"
)

// confirmed is a code of 100.00 that its gateway reported as paid with 150.00, and the bank's line says 150.00 too.
func confirmed(s *intakeEnv) (honest webhook.PaymentEvent) {
	s.t.Helper()
	honest = s.event(s.made(somchai, "KBANKQR", "100"))
	honest.Payer = party(somchai)
	wrong := honest
	wrong.EventID, wrong.Amount = id.NewID().String(), 15000
	s.taken(wrong, paymenttest.Signed{Gateway: "KBANKQR"})
	line := s.unnamed(party(somchai))
	line.Amount = 15000
	s.arrived(intoKBANK, line)
	return honest
}

const asked = `{"memberId":"10000001","amount":100,"note":"what the code asked for"}`

// TestWhatTheBankHasConfirmedIsCreditedAsItCame: a line that covers a payment in suspense says how much it was; another
// amount would leave money nowhere.
func TestWhatTheBankHasConfirmedIsCreditedAsItCame(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	confirmed(s)
	path := "/operator/suspense/" + s.firstWaiting() + "/match"
	early := s.asked(s.noi.Do(http.MethodPost, path, asked)) // before the line is decided
	s.later(40 * time.Minute)
	s.booked(somchai, 0, 15000, "AMOUNT_DIFFERS") // the line is covered by it
	if answer := s.approve(early); answer.Code() != "APPROVAL_STALE" {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	if answer := s.noi.Do(http.MethodPost, path, asked); answer.Code() != "KEY_INVALID" {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	s.wantBalance(somchai, 0)
	if answer := s.approve(s.match(s.firstWaiting(), somchai)); answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	s.wantBalance(somchai, 15000)
	s.suspended(money.Baht, 0, "AMOUNT_DIFFERS")
}

// TestAGatewayDoesNotCorrectWhatTheBankHasConfirmed: the two contradict each other, and the operator decides.
func TestAGatewayDoesNotCorrectWhatTheBankHasConfirmed(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	honest := confirmed(s)
	s.later(40 * time.Minute)
	s.taken(honest, paymenttest.Signed{Gateway: "KBANKQR"})
	s.wantBalance(somchai, 0)
	s.suspended(money.Baht, 15000, "AMOUNT_DIFFERS")
}

// TestALineOfACorrectedAmountIsNotCovered: the amount that the gateway took back is no credit; the line is the
// operator's, and names who paid.
func TestALineOfACorrectedAmountIsNotCovered(t *testing.T) {
	t.Parallel()
	for name, correct := range map[string]func(s *intakeEnv, honest webhook.PaymentEvent){
		"by its gateway": func(s *intakeEnv, honest webhook.PaymentEvent) {
			s.taken(honest, paymenttest.Signed{Gateway: "KBANKQR"})
		},
		"by operators": func(s *intakeEnv, _ webhook.PaymentEvent) {
			s.approve(s.asked(s.noi.Do(http.MethodPost, "/operator/suspense/"+s.firstWaiting()+"/match", asked)))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newIntakeEnv(t)
			correct(s, confirmed(s))
			s.later(40 * time.Minute)
			s.wantBalance(somchai, hundred)
			s.suspended(money.Baht, 15000, "AMOUNT_DIFFERS NO_MATCH")
			if names := s.named(); names != "S" {
				t.Errorf("the operator reads %q", names)
			}
		})
	}
}

// TestALineAndACorrectionOfItsCreditAtOneMoment: whichever is second sees the first.
func TestALineAndACorrectionOfItsCreditAtOneMoment(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	confirmed(s)
	s.Clock.Advance(40 * time.Minute)
	store, settled := postgres.Deposits{DB: s.Database.DB}, make(chan error, 1)
	if err := s.Database.DB.InTx(t.Context(), func(ctx context.Context) error {
		suspense, err := store.Suspense(ctx, uuid(t, s.firstWaiting()))
		if err != nil {
			return err
		}
		if err := store.ResolveSuspense(ctx, deposit.ResolveInput{Suspense: suspense, Resolution: deposit.Corrected, At: s.Clock.Now()}); err != nil {
			return err
		}
		go func() { settled <- s.App.Intake.SettleWaiting(t.Context()) }()
		s.stuck(1)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := <-settled; err != nil {
		t.Fatal(err)
	}
	if queue := s.queue(); queue != "AMOUNT_DIFFERS NO_MATCH" {
		t.Errorf("the operator's queue: %q", queue)
	}
}

func uuid(t *testing.T, text string) id.ID {
	t.Helper()
	parsed, err := id.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}
