package withdrawal_test

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/withdrawal"
)

func TestAKeyThatIsSentAgainTellsWhatItsWithdrawalIsNow(t *testing.T) {
	t.Parallel()
	for _, path := range []string{withdrawPath, withdrawAllPath} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			s := newEnv(t)
			send := func() portal.Withdrawal {
				if path == withdrawPath {
					return s.withdraw(somchai, "100", key("again"))
				}
				report := s.withdrawAll("100", key("again"))
				if report.Message != report.Withdrawal.Message {
					t.Errorf("the report says %s, its withdrawal %s", report.Message, report.Withdrawal.Message)
				}
				return report.Withdrawal
			}
			expect := func(message string, status portal.WithdrawalStatus, step portal.WithdrawalStep, reason string) portal.Withdrawal {
				t.Helper()
				result := send()
				if result.Message != message || result.Status != status || result.Step == nil || *result.Step != step || text(result.Reason) != reason {
					t.Errorf("%+v, not %s %s %s %s", result, message, status, step, reason)
				}
				return result
			}
			made := expect("SUCCESS", "PENDING", "REQUESTED", "")
			expect("SUCCESS", "PENDING", "REQUESTED", "")
			s.cancel(somchai, made.Reference, http.StatusOK, "")
			expect("RETURNED", "RETURNED", "CANCELLED", "")
			s.holds(somchai, money.Units(1000), 0, 0)
		})
	}
}

func TestAKeyOfARejectedWithdrawalTellsWhy(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made := s.withdraw(somchai, "100", key("rejected"))
	if answer := s.operate(made.Reference, "reject", `{"reason":"The account is closed."}`); answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	result := s.withdraw(somchai, "100", key("rejected"))
	if result.Message != "RETURNED" || *result.Step != portal.WithdrawalStepREJECTED || text(result.Reason) != "The account is closed." || result.Reference != made.Reference {
		t.Errorf("%+v", result)
	}
}

// losing is a store whose n-th transaction is lost once, when all is written; then between is run, and the transaction
// again.
type losing struct {
	withdrawal.Store
	nth     int64
	begun   *atomic.Int64
	between func()
}

func (l losing) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	loses, lost := l.begun.Add(1) == l.nth, false
	return l.Store.InTx(ctx, func(ctx context.Context) error {
		if lost {
			l.between()
		}
		err := fn(ctx)
		if err == nil && loses && !lost {
			lost = true
			return &pgconn.PgError{Code: "40001"}
		}
		return err
	})
}

func TestATryThatWasLostLeavesNothingInAWithdrawal(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	collector := s.home("PGS", 0)
	collector.bring = func(context.Context, id.MemberID, id.ID) ([]withdrawal.Leg, error) { return nil, nil }
	s.App.Withdrawals.Store = losing{s.App.Withdrawals.Store, 2, new(atomic.Int64), func() { s.fund(somchai, money.Units(500)) }}
	report := s.withdrawAll("1200") // refused at first: it has 1000
	if report.Withdrawal.Reason != nil || *report.Withdrawal.Step != portal.WithdrawalStepREQUESTED {
		t.Errorf("%+v", report.Withdrawal)
	}
	if reason := s.listed(somchai)[0].Reason; reason != nil {
		t.Errorf("it is kept with the reason %s", *reason)
	}
	s.holds(somchai, money.Units(300), money.Units(1200), 0)
}
