package deposit_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/server/channel"
	"krapao/server/money"
	"krapao/server/portaltest/paymenttest"
	"krapao/server/simulator"
)

func TestAGiftWithoutAnAmountWaitsForTheOperatorWhoKnowsIt(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	silent := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"outcome":"SUCCESS"}`))
	})
	link := s.give("0812345678", "100")
	s.Intercept.Store(&silent)
	s.answered(s.sendLink(somchai, link), "PENDING")
	s.suspended(money.Baht, 0, "NO_AMOUNT")
	waiting := s.firstWaiting()
	for body, code := range map[string]string{
		`{"memberId":"10000001","note":"x"}`: "KEY_INVALID", `{"memberId":"10000001","amount":0,"note":"x"}`: "KEY_INVALID", `{"memberId":"10000003","amount":100,"note":"x"}`: "KEY_INVALID",
	} {
		if answer := s.noi.Do(http.MethodPost, "/operator/suspense/"+waiting+"/match", body); answer.Code() != code {
			t.Errorf("%s: %d %s", body, answer.Status, answer.Body)
		}
	}
	request := s.asked(s.noi.Do(http.MethodPost, "/operator/suspense/"+waiting+"/match", `{"memberId":"10000001","amount":100,"note":"seen in the e-wallet"}`))
	if answer := s.approve(request); answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	s.wantBalance(somchai, hundred)
	if story := s.story(somchai); story != "1 GIFT_LINK TRUE 100.00 SUCCESS STARTED PAID REVIEW CREDITED" {
		t.Errorf("the member sees %q", story)
	}
}

func TestAGiftThatWeRedeemedBeforeAMemberSentItWaitsForTheOperator(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	link := s.give("0812345678", "100")
	answer := `{"outcome":"ALREADY_REDEEMED_BY_TARGET","amount":100,"currency":"BAHT","sender":{"phone":"0812345678"},"redeemedAt":"` +
		s.Clock.Now().Add(-time.Hour).Format(time.RFC3339) + `"}`
	byHand := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(answer))
	})
	s.Intercept.Store(&byHand)
	s.answered(s.sendLink(somchai, link), "PENDING")
	s.wantBalance(somchai, 0)
	s.suspended(money.Baht, hundred, "REDEEMED_BEFORE")
}

func TestAGiftWhoseAnswerIsLostIsCreditedWhenItIsAskedAgain(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	lost := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		s.Simulator.Handler().ServeHTTP(discard{}, r) // redeemed, and nobody hears of it
		panic(http.ErrAbortHandler)
	})
	link := s.give("0812345678", "100")
	s.Intercept.Store(&lost)
	s.answered(s.sendLink(somchai, link), "PENDING")
	s.answered(s.sendLink(somchai, link), "TRUELINK_DUPLICATE")
	s.wantBalance(somchai, 0)
	if story := s.story(somchai); story != "1 GIFT_LINK TRUE 0.00 PENDING STARTED" {
		t.Errorf("the member sees %q", story)
	}
	s.later(time.Minute) // lost again
	s.wantBalance(somchai, 0)
	s.Intercept.Store(nil)
	s.later(time.Minute) // the e-wallet says: already redeemed by the target
	s.wantBalance(somchai, hundred)
	s.later(time.Minute)
	s.wantBalance(somchai, hundred)
	_, hash, _ := strings.Cut(link, "v=")
	for name, canary := range map[string]string{"the voucher": hash, "the e-wallet's key": paymenttest.Credentials.Key(simulator.EWalletParty)} {
		if strings.Contains(s.Logs.String(), canary) {
			t.Errorf("%s is in the log", name)
		}
	}
}

func TestAGiftWhoseEndCannotBeWrittenIsTakenAndCreditedLater(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	s.asSuper(
		"create function give_up() returns trigger language plpgsql as $$ begin raise 'too slow' using errcode = 'query_canceled'; end $$",
		"create trigger slow before update on gift_link for each row when (new.status <> 'CLAIMED') execute function give_up()",
	)
	link := s.give("0812345678", "100")
	s.answered(s.sendLink(somchai, link), "PENDING") // not SERVER_BUSY: the same link again would be TRUELINK_DUPLICATE
	s.wantBalance(somchai, 0)
	s.asSuper("drop trigger slow on gift_link")
	s.later(time.Minute)
	s.wantBalance(somchai, hundred)
}

// discard is where an answer goes that nobody gets.
type discard struct{}

func (discard) Header() http.Header            { return http.Header{} }
func (discard) Write(body []byte) (int, error) { return len(body), nil }
func (discard) WriteHeader(int)                {}

func TestFiftyReconcilersCreditAGiftOnce(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	down := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
	link := s.give("0812345678", "100")
	s.Intercept.Store(&down)
	s.answered(s.sendLink(somchai, link), "PENDING")
	s.Intercept.Store(nil)
	s.Clock.Advance(time.Minute)
	s.parallel(func(int) {
		if err := s.App.Intake.ReconcileGifts(t.Context()); err != nil {
			t.Error(err)
		}
	})
	s.wantBalance(somchai, hundred)
}

func TestAGiftOfACurrencyThatNobodyKnowsIsTheOperators(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	answer := `{"outcome":"SUCCESS","amount":100,"currency":"THB","sender":{"phone":"0812345678"}}`
	intercept := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(answer))
	})
	first, second := s.give("0812345678", "100"), s.give("0812345678", "100")
	s.Intercept.Store(&intercept)
	s.answered(s.sendLink(somchai, first), "PENDING")
	s.suspended(money.Baht, 0, "NO_AMOUNT")
	answer = `{"outcome":"SUCCESS","amount":100,"currency":"BAHT","sender":{"phone":"0812345678","accountName":"\u0000"}}`
	s.answered(s.sendLink(somchai, second), "SUCCESS") // heard, without the zero
	s.suspended(money.Baht, 0, "NO_AMOUNT")
	s.wantBalance(somchai, hundred)
}

func TestALinkThatFoundNoEWalletIsRedeemedIntoTheCorrectedOne(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answers []string // before the channel is corrected
		target  string   // of the try after it
	}{
		"no try had another answer":      {[]string{`{"outcome":"TARGET_NOT_FOUND"}`, `{"outcome":"TARGET_NOT_FOUND"}`}, "0890009999"},
		"one may have redeemed it":       {[]string{`nothing`, `{"outcome":"TARGET_NOT_FOUND"}`}, houseLink},
		"a later one may have":           {[]string{`{"outcome":"TARGET_NOT_FOUND"}`, `nothing`}, houseLink},
		"and what comes then is no help": {[]string{`{"outcome":"TARGET_NOT_FOUND"}`, `nothing`, `{"outcome":"TARGET_NOT_FOUND"}`}, houseLink},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newIntakeEnv(t)
			link := s.give("0812345678", "100")
			var body, target string
			intercept := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				var asked struct{ TargetPhone string }
				_ = json.NewDecoder(r.Body).Decode(&asked)
				target = asked.TargetPhone
				w.Header().Set("Content-Type", "application/json")
				_, _ = w.Write([]byte(body))
			})
			s.Intercept.Store(&intercept)
			body = c.answers[0]
			s.answered(s.sendLink(somchai, link), "PENDING")
			for _, body = range c.answers[1:] {
				s.later(time.Minute)
			}
			channel := channel.Channel{
				Code: "TRUELINK", Kind: channel.Wallet, BankCode: "TRUE", Mode: channel.Link, NameTH: "TRUE", NameEN: "TRUE", AccountName: "KRAPAO CO LTD", AccountNo: "0890009999",
				Currency: money.Baht, MinDeposit: money.Units(2), Open: true,
			}
			if err := s.App.Channels.PutChannels(t.Context(), channel); err != nil {
				t.Fatal(err)
			}
			body = `{"outcome":"SUCCESS","amount":100,"currency":"BAHT","sender":{"phone":"0812345678"}}`
			s.later(time.Minute)
			if target != c.target {
				t.Errorf("redeemed into %s", target)
			}
			s.wantBalance(somchai, hundred)
		})
	}
}
