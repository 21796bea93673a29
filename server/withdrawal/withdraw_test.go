package withdrawal_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/audit"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/member"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/withdrawal"
)

func TestAWithdrawalIsHeldAtOnceAndShowsWhereItGoes(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made := s.withdraw(somchai, "300.50")
	if made.Message != "SUCCESS" || made.Status != portal.WithdrawalStatusPENDING || made.Amount != 30050 || made.CutAmount != 0 || made.Currency != portal.BAHT ||
		made.BankCode != "KTB" || made.BankAccountName != "SOMCHAI JAIDEE" || made.BankAccountNo != "1234567890" || !strings.HasPrefix(made.Reference, "W") {
		t.Errorf("%+v", made)
	}
	s.holds(somchai, 69950, 30050, 0)
	listed := s.listed(somchai)
	if len(listed) != 1 || listed[0].Reference != made.Reference || !listed[0].CanCancel || len(listed[0].Timeline) != 1 || listed[0].Timeline[0].Step != portal.WithdrawalStepREQUESTED ||
		!listed[0].CreatedAt.Equal(made.CreatedAt) || listed[0].Reason != nil {
		t.Errorf("%+v", listed)
	}
	if line := s.statement(somchai).Statements[0]; line.StatementType != portal.StatementTypeWITHDRAW || line.Status != portal.StatementStatusPENDING || line.From != "WALLET" || line.To != "KTB" || line.WalletChange != -30050 {
		t.Errorf("%+v", line)
	}
	if others := s.listed(malee); len(others) != 0 {
		t.Errorf("another member sees %+v", others)
	}
}

func TestEveryReasonNotToWithdrawHasItsCodeAndMovesNothing(t *testing.T) {
	t.Parallel()
	for _, path := range []string{withdrawPath, withdrawAllPath} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			s := newEnv(t)
			expect := func(code string, status int, owner id.MemberID, amount string, headers ...portaltest.Header) {
				t.Helper()
				if answer := s.ask(owner, path, amount, headers...); answer.Code() != code || answer.Status != status {
					t.Errorf("%v withdraws %s: %d %s, not %s", owner, amount, answer.Status, answer.Body, code)
				}
			}
			for _, amount := range []string{"0", "-0", "-1", "99.99"} {
				expect("WITHDRAW_MINIMUM", http.StatusConflict, somchai, amount)
			}
			expect("WITHDRAW_MAXIMUM", http.StatusConflict, somchai, "50000.01")
			expect("MONEY_NOT_ENOUGH", http.StatusConflict, somchai, "1000.01")
			for _, amount := range []string{"100.005", "1e309", `"100"`, "null", "9007199254740993"} {
				expect("KEY_INVALID", http.StatusBadRequest, somchai, amount)
			}
			s.condition.state.Store(withdrawal.ConditionOpen)
			expect("BONUS_REMAINING", http.StatusConflict, somchai, "100")
			s.condition.state.Store(withdrawal.NoCondition)
			if err := s.members.HoldWithdrawals(t.Context(), somchai, s.Clock.Now().Add(time.Hour)); err != nil {
				t.Fatal(err)
			}
			expect("WITHDRAW_HOLD", http.StatusConflict, somchai, "100")
			s.Clock.Advance(time.Hour)
			const stranger, poor = id.MemberID(10_000_007), id.MemberID(10_000_008)
			expect("NO_BANK", http.StatusNotFound, stranger, "100")
			if err := s.members.AddMember(t.Context(), member.Member{
				ID: poor, Phone: "0899999999", Name: "Poor", Currency: money.Baht, Status: member.Active, CreatedAt: s.Clock.Now(), LastLoginAt: s.Clock.Now(),
				Bank: &member.BankAccount{BankCode: "KTB", Number: "9999999999", Name: "POOR"},
			}, "x"); err != nil {
				t.Fatal(err)
			}
			expect("NO_WALLET", http.StatusNotFound, poor, "100")
			s.holds(somchai, money.Units(1000), 0, 0)
			if answer := s.ask(somchai, path, "100", key("first")); answer.Status != http.StatusOK {
				t.Fatalf("%d %s", answer.Status, answer.Body)
			}
			expect("WITHDRAW_PENDING", http.StatusConflict, somchai, "100")
			expect("IDEMPOTENCY_CONFLICT", http.StatusConflict, somchai, "101", key("first"))
			s.holds(somchai, money.Units(900), money.Units(100), 0)
		})
	}
}

func TestFiftyParallelWithdrawalsAreOne(t *testing.T) {
	t.Parallel()
	for _, path := range []string{withdrawPath, withdrawAllPath} {
		for name, headers := range map[string][]portaltest.Header{"with a key": {key("one")}, "without a key": nil} {
			t.Run(path+" "+name, func(t *testing.T) {
				t.Parallel()
				s := newEnv(t)
				var made, refused atomic.Int64
				var references sync.Map
				s.parallel(func(int) {
					answer := s.ask(somchai, path, "100", headers...)
					switch code := answer.Code(); {
					case answer.Status == http.StatusOK:
						var body struct {
							Reference  string
							Withdrawal struct{ Reference string }
						}
						_ = json.Unmarshal(answer.Body, &body)
						references.Store(body.Reference+body.Withdrawal.Reference, true)
						made.Add(1)
					case headers == nil && code == "WITHDRAW_PENDING", headers != nil && code == "IDEMPOTENCY_IN_PROGRESS" && path == withdrawAllPath:
						refused.Add(1)
					default:
						t.Errorf("I6: a repeat is told %d %s", answer.Status, answer.Body)
					}
				})
				names := 0
				references.Range(func(any, any) bool { names++; return true })
				if names != 1 || headers == nil && made.Load() != 1 || headers != nil && path == withdrawPath && made.Load() != parallel {
					t.Errorf("%d answers of success name %d withdrawals", made.Load(), names)
				}
				s.holds(somchai, money.Units(900), money.Units(100), 0)
			})
		}
	}
}

func TestOfTwoHundredRacersForTheLastBahtOneWins(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	var won atomic.Int64
	var group sync.WaitGroup
	for i := range 200 {
		group.Go(func() {
			if i%2 == 0 {
				if s.ask(somchai, withdrawPath, "1000").Status == http.StatusOK {
					won.Add(1)
				}
				return
			}
			if _, err := s.Book.Post(t.Context(), ledger.Transaction{
				Key: id.NewID().String() + "/spend", Kind: ledger.FinishBonus, MemberID: somchai, Currency: money.Baht, At: s.Clock.Now(),
				Postings: []ledger.Posting{{Account: ledger.Main(somchai), Amount: -money.Units(1000)}, {Account: ledger.House("bonus", money.Baht), Amount: money.Units(1000)}},
			}); err == nil {
				won.Add(1)
			}
		})
	}
	group.Wait()
	if won.Load() != 1 || s.balance(somchai) != 0 {
		t.Errorf("%d won, %v is left", won.Load(), s.balance(somchai))
	}
	s.sound()
}

func TestAMetConditionPaysTheAmountAndCutsTheRest(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.condition.state.Store(withdrawal.ConditionMet)
	first := s.withdraw(somchai, "400", key("cut"))
	again := s.withdraw(somchai, "400", key("cut"))
	if first.CutAmount != money.Units(600) || again.CutAmount != first.CutAmount || again.Reference != first.Reference || s.condition.ended.Load() != 60_000 {
		t.Errorf("%+v, then %+v, ended with %d", first, again, s.condition.ended.Load())
	}
	s.holds(somchai, 0, money.Units(400), 0)
	if got := s.house(ledger.House("bonus", money.Baht)); got != money.Units(600) {
		t.Errorf("the house got %v", got)
	}
	if line := s.statement(somchai).Statements[0]; line.StatementType != portal.StatementTypeFINISHBONUS || line.WalletChange != -money.Units(600) || line.Status != portal.StatementStatusSUCCESS {
		t.Errorf("%+v", line)
	}
	s.cancel(somchai, first.Reference, http.StatusOK, "")
	s.holds(somchai, money.Units(1000), 0, 0) // and brings back what was cut
	if got := s.house(ledger.House("bonus", money.Baht)); got != 0 || s.condition.ended.Load() != 0 {
		t.Errorf("the house kept %v", got)
	}
}

func TestAnotherBankAccountHoldsWithdrawalsForADay(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	const newcomer = id.MemberID(10_000_009)
	if err := s.members.AddMember(t.Context(), member.Member{
		ID: newcomer, Phone: "0811111111", Name: "New", Currency: money.Baht, Status: member.Active, CreatedAt: s.Clock.Now(), LastLoginAt: s.Clock.Now(),
		Bank: &member.BankAccount{BankCode: "KBANK", Number: "5555555555", Name: "NEW"},
	}, "x"); err != nil {
		t.Fatal(err)
	}
	if err := s.Book.OpenWallet(t.Context(), newcomer, money.Baht, s.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	change := func(body string) {
		t.Helper()
		if answer := s.As(newcomer).Do(http.MethodPut, "/api/account/profile", body); answer.Status != http.StatusOK {
			t.Fatalf("%d %s", answer.Status, answer.Body)
		}
	}
	held := func() bool {
		found, err := s.members.Member(t.Context(), newcomer)
		if err != nil {
			t.Fatal(err)
		}
		return found.WithdrawHoldUntil != nil && found.WithdrawHoldUntil.Sub(s.Clock.Now()) > 23*time.Hour
	}
	change(`{"name":"New","bankAccountName":"NEW NAME"}`)
	if held() {
		t.Error("another name holds withdrawals")
	}
	change(`{"name":"New","bankAccountNo":"5555555556"}`)
	if !held() {
		t.Error("another account holds nothing")
	}
	s.fund(newcomer, money.Units(500))
	if answer := s.ask(newcomer, withdrawPath, "100"); answer.Code() != "WITHDRAW_HOLD" {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	s.Clock.Advance(24 * time.Hour)
	s.withdraw(newcomer, "100")
}

// commands gives the services as a command of an operator has them.
func (s *env) commands(name string) (context.Context, *app.Services) {
	s.t.Helper()
	services, err := app.NewServices(context.Background(), s.Database.DB, app.ServicesConfig{Config: app.Config{Edition: app.Thai}, Keys: portaltest.TestKeys, Now: s.Clock.Now})
	if err != nil {
		s.t.Fatal(err)
	}
	return audit.WithActor(s.t.Context(), audit.Actor{Name: name, Via: audit.Command}), services
}

func TestMembersOfLaosWithdrawKip(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.fund(bounmy, money.Units(500_000))
	if answer := s.ask(bounmy, withdrawPath, "100"); answer.Code() != "WITHDRAW_MINIMUM" {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	made := s.withdraw(bounmy, "100000")
	if made.Currency != portal.LAK {
		t.Errorf("%+v", made)
	}
	ctx, services := s.commands("noi")
	if _, _, err := services.Withdrawals.ApproveWithdrawal(ctx, made.Reference); err != nil {
		t.Fatal(err)
	}
	if _, err := services.Withdrawals.SettleWithdrawal(ctx, made.Reference, fmt.Sprint("BCEL-", 1)); err != nil {
		t.Fatal(err)
	}
	s.holds(bounmy, money.Units(401_000), 0, money.Units(100_000))
}

func TestWhatIsHeldForAWithdrawalIsShownBesideTheBalance(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	shown := func(main, held money.Amount) {
		t.Helper()
		answer := s.As(somchai).Do(http.MethodGet, "/api/wallet", "")
		var overview portal.WalletResponse
		if err := json.Unmarshal(answer.Body, &overview); err != nil || answer.Status != http.StatusOK || overview.Held == nil || overview.InTransit == nil {
			t.Fatalf("%d %s", answer.Status, answer.Body)
		}
		if overview.Wallet.Amount != main || *overview.Held != held || *overview.InTransit != 0 {
			t.Errorf("%s", answer.Body)
		}
	}
	shown(money.Units(1000), 0)
	made := s.withdraw(somchai, "100")
	shown(money.Units(900), money.Units(100))
	s.cancel(somchai, made.Reference, http.StatusOK, "")
	shown(money.Units(1000), 0)
}

func TestAWithdrawalInKipHasNoAtt(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	for _, path := range []string{"/api/wallet/withdraw", "/api/wallet/withdrawAll"} {
		if answer := s.As(bounmy).Do(http.MethodPost, path, `{"amount":60000.5}`); answer.Code() != "KEY_INVALID" {
			t.Errorf("%s: %d %s", path, answer.Status, answer.Body)
		}
	}
}
