package deposit_test

import (
	"cmp"
	"net/http"
	"testing"
	"time"

	"krapao/server/bankaccount"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/portaltest/paymenttest"
)

// strange are moments that a party may write, with what they make of a payment: "" credits it as one of now.
var strange = map[string]struct {
	at     time.Time
	reason string
}{
	"the year 0":         {time.Date(0, 1, 1, 0, 0, 0, 0, time.FixedZone("", 7*3600)), "TOO_OLD"},
	"the year 1":         {time.Date(1, 1, 1, 0, 0, 0, 0, time.FixedZone("", 7*3600)), "TOO_OLD"},
	"more than 400 days": {time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC), "TOO_OLD"},
	"the future":         {time.Date(9999, 12, 31, 23, 59, 59, 0, time.FixedZone("", -12*3600)), ""},
}

// readable fails unless everything that lists a member's payments answers.
func (s *intakeEnv) readable(who id.MemberID) {
	s.t.Helper()
	for _, deposit := range s.deposits(who).Deposits {
		if answer := s.As(who).Do(http.MethodGet, "/api/wallet/deposits/"+deposit.UnderscoreID, ""); answer.Status != http.StatusOK {
			s.t.Errorf("deposit %s: %d %s", deposit.UnderscoreID, answer.Status, answer.Body)
		}
	}
	if answer := s.noi.Do(http.MethodGet, "/operator/suspense", ""); answer.Status != http.StatusOK {
		s.t.Errorf("suspense: %d %s", answer.Status, answer.Body)
	}
}

func TestAPaymentOfAStrangeTimeNeverBreaksAList(t *testing.T) {
	t.Parallel()
	for name, c := range strange {
		t.Run("a report of "+name, func(t *testing.T) {
			t.Parallel()
			s := newIntakeEnv(t)
			event := s.event(s.made(somchai, gateway, "100"))
			event.PaidAt = &c.at
			s.taken(event, paymenttest.Signed{})
			s.judged(c.reason)
		})
		t.Run("a line of "+name, func(t *testing.T) {
			t.Parallel()
			s := newIntakeEnv(t)
			line := s.lineFrom(somchai, hundred)
			line.TransferredAt = c.at
			s.arrived(fed{}, line)
			s.judged(c.reason)
		})
		t.Run("a line that would wait of "+name, func(t *testing.T) {
			t.Parallel()
			s := newIntakeEnv(t)
			line := s.lineFrom(somchai, hundred)
			line.TransferredAt = c.at
			s.arrived(fed{bank: "KBANK", account: houseKBANK}, line)
			s.later(36 * time.Minute)
			s.judged(cmp.Or(c.reason, "NO_MATCH"))
		})
	}
}

// judged fails unless a payment of hundred is Somchai's, or in suspense for a reason, and all lists can be read.
func (s *intakeEnv) judged(reason string) {
	s.t.Helper()
	has, suspense := hundred, money.Amount(0)
	if reason != "" {
		has, suspense = 0, hundred
	}
	s.suspended(money.Baht, suspense, reason)
	s.wantBalance(somchai, has)
	s.readable(somchai)
}

func TestAGiftRedeemedAtAStrangeTimeNeverBreaksAList(t *testing.T) {
	t.Parallel()
	for name, c := range strange {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newIntakeEnv(t)
			link := s.give(phones[somchai], "100")
			s.walletSays(`{"outcome":"SUCCESS","amount":100,"currency":"BAHT","sender":{"phone":"` + phones[somchai] + `"},"redeemedAt":"` + c.at.Format(time.RFC3339) + `"}`)
			if answer := s.sendLink(somchai, link); answer.Status != http.StatusOK {
				t.Errorf("%d %s", answer.Status, answer.Body)
			}
			s.judged(c.reason)
		})
	}
}

// walletSays has the e-wallet answer each redemption with this body.
func (s *intakeEnv) walletSays(body string) {
	says := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(body))
	})
	s.Intercept.Store(&says)
}

func TestABanksReferenceIsOneInAnyCase(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	line := s.lineFrom(somchai, hundred)
	*line.TransactionReference = "ab12 Cd34ef"
	s.arrived(fed{}, line)
	line.LineID, *line.TransactionReference = "again", "AB12CD34EF"
	s.arrived(fed{}, line)
	if payment := bankaccount.BankPayment("SCB", " ab12cd34EF"); payment == nil || payment.ID != "AB12CD34EF" {
		t.Errorf("the payment's name is %v", payment)
	}
	if payment := bankaccount.BankPayment("SCB", "  "); payment != nil {
		t.Errorf("blanks name %v", payment)
	}
	s.suspended(money.Baht, 0, "")
	s.wantBalance(somchai, hundred)
}

func TestANoAfterAnAnswerThatWasLostIsTheOperators(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	link := s.give(phones[somchai], "100")
	s.walletSays("nothing")
	s.answered(s.sendLink(somchai, link), "PENDING")
	s.walletSays(`{"outcome":"NOT_FOUND"}`)
	s.later(time.Minute)
	s.suspended(money.Baht, 0, "OUTCOME_UNKNOWN")
	deposit := s.deposits(somchai).Deposits[0]
	if deposit.Status != "PENDING" || deposit.ReviewReason == nil || *deposit.ReviewReason != "OUTCOME_UNKNOWN" {
		t.Errorf("%+v", deposit)
	}
	request := s.asked(s.noi.Do(http.MethodPost, "/operator/suspense/"+s.firstWaiting()+"/match", `{"memberId":"10000001","amount":100,"note":"the e-wallet shows it"}`))
	if answer := s.approve(request); answer.Status != http.StatusOK {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	s.wantBalance(somchai, hundred)
}

func TestAGiftThatTheEWalletNeverTellsOfIsTheOperatorsInTheEnd(t *testing.T) {
	t.Parallel()
	for _, answer := range []string{"nothing", `{"outcome":"TARGET_NOT_FOUND"}`} {
		t.Run(answer, func(t *testing.T) {
			t.Parallel()
			s := newIntakeEnv(t)
			link := s.give(phones[somchai], "100")
			s.walletSays(answer)
			s.answered(s.sendLink(somchai, link), "PENDING")
			for turn := range 120 { // as often as the clock lets it, for five days
				s.Clock.Advance(time.Hour)
				if err := s.App.Intake.ReconcileGifts(t.Context()); err != nil {
					t.Fatal(err)
				}
				if turn == 20 {
					s.suspended(money.Baht, 0, "")
				}
			}
			s.suspended(money.Baht, 0, "OUTCOME_UNKNOWN")
			deposit := s.deposits(somchai).Deposits[0]
			if deposit.Status != "PENDING" || deposit.ReviewReason == nil || *deposit.ReviewReason != "OUTCOME_UNKNOWN" {
				t.Errorf("%+v", deposit)
			}
		})
	}
}

func TestAGiftIsAskedAboutLessAndLessOften(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	asked := 0
	silent := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked++
		w.WriteHeader(http.StatusBadGateway)
	})
	link := s.give(phones[somchai], "100")
	s.Intercept.Store(&silent)
	s.answered(s.sendLink(somchai, link), "PENDING")
	for range 4 * 60 { // an hour
		s.Clock.Advance(15 * time.Second)
		if err := s.App.Intake.ReconcileGifts(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if asked < 10 || asked > 20 {
		t.Errorf("asked %d times in an hour", asked)
	}
	s.Intercept.Store(nil)
	s.later(time.Hour)
	s.wantBalance(somchai, hundred)
}
