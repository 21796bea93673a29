package withdrawal_test

import (
	"context"
	"encoding/json"
	"net/http"
	"sync/atomic"
	"testing"

	"krapao/server/httpapi/api/operator"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/withdrawal"
)

// limitReads counts how often limits are read.
type limitReads struct {
	withdrawal.Store
	reads atomic.Int64
}

func (s *limitReads) WithdrawLimits(ctx context.Context, currency money.Currency) (withdrawal.Limits, error) {
	s.reads.Add(1)
	return s.Store.WithdrawLimits(ctx, currency)
}

func (s *limitReads) AllWithdrawLimits(ctx context.Context) (map[money.Currency]withdrawal.Limits, error) {
	s.reads.Add(1)
	return s.Store.AllWithdrawLimits(ctx)
}

func TestAPageOfWithdrawalsReadsTheLimitsOnce(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.limits(money.Kip, 100, 50_000, "")
	s.fund(malee, money.Units(30_000))
	for _, owner := range []id.MemberID{somchai, bounmy} {
		s.withdraw(owner, "500")
	}
	large := s.withdraw(malee, "20001")
	counted := &limitReads{Store: s.App.Withdrawals.Store}
	s.App.Withdrawals.Store = counted
	answer := s.noi.Do(http.MethodGet, "/operator/withdrawals", "")
	var page operator.OperatorWithdrawalPage
	if err := json.Unmarshal(answer.Body, &page); err != nil || page.Total != 3 || len(page.Withdrawals) != 3 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	for _, one := range page.Withdrawals {
		if one.NeedsSecondPerson != (one.Reference == large.Reference) {
			t.Errorf("%s of %v: a second person %v", one.Reference, one.Amount, one.NeedsSecondPerson)
		}
	}
	if reads := counted.reads.Load(); reads != 1 {
		t.Errorf("the limits were read %d times for a page of 3", reads)
	}
}
