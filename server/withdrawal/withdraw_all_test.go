package withdrawal_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/game"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/portaltest/paymenttest"
	"krapao/server/postgres"
	"krapao/server/secret"
	"krapao/server/simulator"
	"krapao/server/wallet"
	"krapao/server/withdrawal"
)

// games are what brings the games' money home in the tests of the rule.
type games struct {
	book  postgres.Ledger
	calls atomic.Int64
	bring func(ctx context.Context, member id.MemberID, request id.ID) ([]withdrawal.Leg, error)
}

func (g *games) CollectToMain(ctx context.Context, member id.MemberID, _ money.Currency, request id.ID) ([]withdrawal.Leg, error) {
	g.calls.Add(1)
	return g.bring(ctx, member, request)
}

// won has a member's game at a provider hold money.
func (s *env) won(owner id.MemberID, provider string, amount money.Amount) {
	s.t.Helper()
	if _, err := s.Book.Post(s.t.Context(), ledger.Transaction{
		Key: id.NewID().String() + "/won", Kind: ledger.GameResult, MemberID: owner, Currency: money.Baht, At: s.Clock.Now(),
		Postings: []ledger.Posting{{Account: ledger.House("game", money.Baht), Amount: -amount}, {Account: ledger.Game(owner, provider), Amount: amount}},
	}); err != nil {
		s.t.Fatal(err)
	}
	if err := (postgres.Game{DB: s.Database.DB}).AddResult(s.t.Context(), game.Result{Member: owner, Provider: provider, At: s.Clock.Now(), Amount: amount}); err != nil {
		s.t.Fatal(err)
	}
}

// home has the money of one game come home in one step.
func (s *env) home(provider string, amount money.Amount) *games {
	g := &games{book: s.Book}
	g.bring = func(ctx context.Context, member id.MemberID, request id.ID) ([]withdrawal.Leg, error) {
		if _, err := s.Book.Post(ctx, ledger.Transaction{
			Key: request.String() + "/settle", Kind: ledger.Transfer, MemberID: member, Currency: money.Baht, At: s.Clock.Now(),
			Postings: []ledger.Posting{{Account: ledger.Game(member, provider), Amount: -amount}, {Account: ledger.Main(member), Amount: amount}},
		}); err != nil {
			return nil, err
		}
		return []withdrawal.Leg{
			{From: provider, To: "WALLET", HeldBy: "WALLET", Amount: amount, Status: "SETTLED", Reference: "T1"},
			{From: "LATE", To: "WALLET", Amount: 5, Status: "PENDING", Reference: "T2"},
			{From: "DOWN", To: "WALLET", HeldBy: "DOWN", Amount: 7, Status: "FAILED", Reference: "T3", Error: "TRANSFER_FAIL"},
		}, nil
	}
	s.App.Withdrawals.Collector = g
	return g
}

func (s *env) withdrawAll(amount string, headers ...portaltest.Header) (report portal.WithdrawAllReport) {
	s.t.Helper()
	answer := s.ask(somchai, withdrawAllPath, amount, headers...)
	if err := json.Unmarshal(answer.Body, &report); err != nil || answer.Status != http.StatusOK {
		s.t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	return report
}

func TestWithdrawingAllBringsTheGamesMoneyHomeAndTellsEachLeg(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.won(somchai, "PGS", money.Units(500))
	collector := s.home("PGS", money.Units(500))
	report := s.withdrawAll("1400", key("all"))
	again := s.withdrawAll("1400", key("all"))
	legs := report.Legs
	if len(legs) != 3 || *legs[0].HeldBy != "WALLET" || legs[1].HeldBy != nil || legs[1].Status != portal.TransferLegStatusPENDING || *legs[2].Error != "TRANSFER_FAIL" || legs[0].Error != nil {
		t.Errorf("%+v", legs)
	}
	if report.Withdrawal.Amount != money.Units(1400) || again.Withdrawal.Reference != report.Withdrawal.Reference || len(again.Legs) != 3 || collector.calls.Load() != 1 {
		t.Errorf("%+v, then %+v, collected %d times", report, again, collector.calls.Load())
	}
	s.holds(somchai, money.Units(100), money.Units(1400), 0)
}

func TestWhatDoesNotSufficeStaysInTheMainWallet(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.won(somchai, "PGS", money.Units(500))
	collector := s.home("PGS", money.Units(500))
	for range 2 { // the same key is the same answer
		var refusal portal.WithdrawAllRefusal
		answer := s.ask(somchai, withdrawAllPath, "1600", key("short"))
		if err := json.Unmarshal(answer.Body, &refusal); err != nil || answer.Status != http.StatusConflict || answer.Code() != "MONEY_NOT_ENOUGH" || refusal.RequestID == "" {
			t.Errorf("%d %s", answer.Status, answer.Body)
		}
		if legs := refusal.Legs; legs == nil || len(*legs) != 3 || (*legs)[1].Status != portal.TransferLegStatusPENDING || (*legs)[1].HeldBy != nil ||
			(*legs)[2].Status != portal.TransferLegStatusFAILED || *(*legs)[2].HeldBy != "DOWN" || *(*legs)[2].Error != "TRANSFER_FAIL" {
			t.Errorf("what did not come home is not told: %s", answer.Body)
		}
	}
	if collector.calls.Load() != 1 || len(s.listed(somchai)) != 0 {
		t.Errorf("collected %d times, listed %+v", collector.calls.Load(), s.listed(somchai))
	}
	s.holds(somchai, money.Units(1500), 0, 0)
	s.withdraw(somchai, "1500")
}

func TestNothingMovesBeforeTheRulesAreAsked(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.won(somchai, "PGS", money.Units(500))
	collector := s.home("PGS", money.Units(500))
	expect := func(code, amount string) {
		t.Helper()
		if answer := s.ask(somchai, withdrawAllPath, amount); answer.Code() != code || collector.calls.Load() != 0 {
			t.Errorf("%d %s, not %s; collected %d times", answer.Status, answer.Body, code, collector.calls.Load())
		}
	}
	expect("WITHDRAW_MINIMUM", "99")
	expect("WITHDRAW_MAXIMUM", "50001")
	s.condition.state.Store(withdrawal.ConditionOpen)
	expect("BONUS_REMAINING", "100")
	s.condition.state.Store(withdrawal.NoCondition)
	if err := s.members.HoldWithdrawals(t.Context(), somchai, s.Clock.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	expect("WITHDRAW_HOLD", "100")
	s.Clock.Advance(time.Minute)
	s.withdraw(somchai, "100")
	expect("WITHDRAW_PENDING", "100")
}

func TestWhatChangesWhileTheMoneyComesHomeIsAskedAgain(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.won(somchai, "PGS", money.Units(500))
	collector := s.home("PGS", money.Units(500))
	bring := collector.bring
	collector.bring = func(ctx context.Context, owner id.MemberID, request id.ID) ([]withdrawal.Leg, error) {
		if err := s.members.HoldWithdrawals(ctx, owner, s.Clock.Now().Add(24*time.Hour)); err != nil {
			return nil, err
		}
		return bring(ctx, owner, request)
	}
	if answer := s.ask(somchai, withdrawAllPath, "100"); answer.Code() != "WITHDRAW_HOLD" {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	s.holds(somchai, money.Units(1500), 0, 0)
}

func TestAWithdrawalWhoseCollectionDiedGivesWayAndCanBeRepeated(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	entered, release := make(chan struct{}), make(chan struct{})
	stuck := &games{bring: func(context.Context, id.MemberID, id.ID) ([]withdrawal.Leg, error) {
		close(entered)
		<-release
		return nil, errors.New("the server died")
	}}
	s.App.Withdrawals.Collector = stuck
	died := make(chan portaltest.Answer)
	go func() { died <- s.ask(somchai, withdrawAllPath, "100", key("died")) }()
	<-entered
	s.App.Withdrawals.Collector = &games{bring: func(context.Context, id.MemberID, id.ID) ([]withdrawal.Leg, error) { return nil, nil }}
	if answer := s.ask(somchai, withdrawAllPath, "100", key("died")); answer.Code() != "IDEMPOTENCY_IN_PROGRESS" {
		t.Errorf("while it runs: %d %s", answer.Status, answer.Body)
	}
	if answer := s.ask(somchai, withdrawPath, "200"); answer.Code() != "WITHDRAW_PENDING" {
		t.Errorf("another one: %d %s", answer.Status, answer.Body)
	}
	s.Clock.Advance(46 * time.Second)
	report := s.withdrawAll("100", key("died")) // as the member's phone does, which has heard nothing
	s.holds(somchai, money.Units(900), money.Units(100), 0)
	close(release)
	if answer := <-died; answer.Status == http.StatusOK {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	s.holds(somchai, money.Units(900), money.Units(100), 0)
	s.cancel(somchai, report.Withdrawal.Reference, http.StatusOK, "")
}

func TestAPartThatIsDownFailsAWithdrawalThatCanBeRepeated(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.App.Withdrawals.Collector = &games{bring: func(context.Context, id.MemberID, id.ID) ([]withdrawal.Leg, error) { return nil, errors.New("down") }}
	if answer := s.ask(somchai, withdrawAllPath, "100", key("down")); answer.Status != http.StatusInternalServerError {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	s.holds(somchai, money.Units(1000), 0, 0)
	s.App.Withdrawals.Collector = &games{bring: func(context.Context, id.MemberID, id.ID) ([]withdrawal.Leg, error) { return nil, nil }}
	s.withdrawAll("100", key("down"))
	s.holds(somchai, money.Units(900), money.Units(100), 0)
}

func TestTheMoneyComesHomeFromARealProvider(t *testing.T) {
	t.Parallel()
	const pg = "PG"
	s := newEnv(t, portaltest.WithConfig(func(config *app.Config) {
		origin := strings.TrimSuffix(config.Payment.GatewayURL, simulator.GatewayPath("{code}"))
		config.Game.ProviderURL = origin + simulator.ProviderPath("{code}")
		config.Game.ProviderKeys = map[string]secret.Text{pg: secret.NewText(paymenttest.Credentials.Key(simulator.ProviderParty(pg)))}
	}))
	ctx := t.Context()
	if err := s.App.Games.PutProviders(ctx, game.Provider{
		Code: pg, Name: pg, Category: game.Slot, Currencies: []money.Currency{money.Baht}, Logo: "/media/logo.svg", Background: "/media/back.svg", FTWallet: 1,
		Launch: game.Launch{Kind: game.AutoLogin, UsernameField: "username", PasswordField: "password"}, Open: true,
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.App.Games.Activate(ctx, game.AccountInput{Member: somchai, Currency: money.Baht, Code: pg}); err != nil {
		t.Fatal(err)
	}
	if leg, err := s.App.Transfers.Transfer(ctx, wallet.TransferInput{Member: somchai, Currency: money.Baht, Source: wallet.Main, Target: pg, Amount: money.Units(600)}); err != nil || leg.Status != wallet.LegSettled {
		t.Fatalf("%+v %v", leg, err)
	}
	if answer := s.ask(somchai, withdrawPath, "900"); answer.Code() != "MONEY_NOT_ENOUGH" {
		t.Errorf("from the main wallet alone: %d %s", answer.Status, answer.Body)
	}
	report := s.withdrawAll("900", key("real"))
	again := s.withdrawAll("900", key("real"))
	if len(report.Legs) != 1 || report.Legs[0].From != pg || report.Legs[0].To != "WALLET" || *report.Legs[0].HeldBy != "WALLET" || report.Legs[0].Amount != money.Units(600) ||
		report.Legs[0].Status != portal.TransferLegStatusSETTLED || again.Withdrawal.Reference != report.Withdrawal.Reference || len(again.Legs) != 1 {
		t.Errorf("%+v, then %+v", report, again)
	}
	s.holds(somchai, money.Units(100), money.Units(900), 0)
}
