package rebate_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/money"
	"krapao/server/rebate"
	"krapao/server/referral"
)

// as gives the context of an operator.
func (e *env) as(operator string) context.Context {
	return audit.WithActor(e.t.Context(), audit.Actor{Name: operator, Via: audit.Command})
}

// rules puts both rules in force with a cap of 100 baht; one person may decide 1,000.
func (e *env) rules() {
	e.t.Helper()
	most := money.Units(1000)
	refunds := rule(money.Baht)
	refunds.Cap, refunds.ReviewAbove = money.Units(100), most
	if err := e.App.Rebates.PutRule(e.t.Context(), refunds); err != nil {
		e.t.Fatal(err)
	}
	if err := e.App.Referrals.PutRule(e.t.Context(), referral.Rule{Currency: money.Baht, Open: true, Percent: 5, Cap: money.Units(100), ReviewAbove: most}); err != nil {
		e.t.Fatal(err)
	}
}

// saved is what became of a rule that an operator saved: what its preview said, and whether a second person was asked.
type saved struct{ previewed, twoPeople bool }

// saveRefunds has an operator save the rule of refunds with a cap in baht, saveInvites that of invites.
func (e *env) saveRefunds(operator string, limit int64, isOpen bool) (saved, error) {
	all, err := e.App.Rebates.Rules(e.t.Context())
	if err != nil {
		return saved{}, err
	}
	rule := all[0]
	rule.Cap, rule.Open = money.Units(limit), isOpen
	preview, err := e.App.Rebates.PreviewRule(e.as(operator), rule, rebate.Example{})
	if err != nil {
		return saved{}, err
	}
	_, asked, err := e.App.Rebates.ChangeRule(e.as(operator), rule)
	return saved{preview.NeedsSecondPerson, !asked.ID.IsZero()}, err
}

func (e *env) saveInvites(operator string, limit int64) (saved, error) {
	all, err := e.App.Referrals.Rules(e.t.Context())
	if err != nil {
		return saved{}, err
	}
	rule := all[0]
	rule.Cap = money.Units(limit)
	preview, err := e.App.Referrals.PreviewRule(e.as(operator), rule, referral.Example{})
	if err != nil {
		return saved{}, err
	}
	_, asked, err := e.App.Referrals.ChangeRule(e.as(operator), rule)
	return saved{preview.NeedsSecondPerson, !asked.ID.IsZero()}, err
}

func TestWhatOneOperatorAllowsOfRefundsAndInvitesIsAddedUpOverADay(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.rules()
	for i, step := range []struct {
		operator        string
		refunds, closed bool
		limit           int64
		twoPeople       bool
	}{
		{operator: "noi", refunds: true, limit: 600},
		{operator: "noi", refunds: true, limit: 500},                  // a lower cap costs nothing more
		{operator: "noi", refunds: true, limit: 500, closed: true},    // nor does a closed rule
		{operator: "noi", refunds: true, limit: 500, twoPeople: true}, // 600 and 500
		{operator: "noi", limit: 500, twoPeople: true},                // of another kind, and of the same operator
		{operator: "noi", limit: 400},
		{operator: "noi", limit: 401, twoPeople: true},
		{operator: "kam", limit: 800},
		{operator: "kam", refunds: true, limit: 200},
		{operator: "kam", refunds: true, limit: 201, twoPeople: true},
	} {
		save := func() (saved, error) { return e.saveInvites(step.operator, step.limit) }
		if step.refunds {
			save = func() (saved, error) { return e.saveRefunds(step.operator, step.limit, !step.closed) }
		}
		if rule, err := save(); err != nil || rule != (saved{step.twoPeople, step.twoPeople}) {
			t.Errorf("step %d, %+v: %+v, %v", i+1, step, rule, err)
		}
	}
	e.Clock.Advance(24 * time.Hour)
	if rule, err := e.saveRefunds("kam", 999, true); err != nil || rule.twoPeople {
		t.Errorf("on the next day: %+v, %v", rule, err)
	}
}

func TestOfTwoRulesThatOneOperatorRaisesAtOnceOneIsInForce(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	for round := range 5 {
		e.rules()
		operator, inForce := fmt.Sprintf("noi%d", round), 0
		var both sync.WaitGroup
		var mu sync.Mutex
		for _, save := range []func() (saved, error){
			func() (saved, error) { return e.saveRefunds(operator, 600, true) }, func() (saved, error) { return e.saveInvites(operator, 600) },
		} {
			both.Go(func() {
				rule, err := save()
				mu.Lock()
				defer mu.Unlock()
				switch {
				case errors.Is(err, approval.ErrStale):
				case err != nil:
					t.Error(err)
				case !rule.twoPeople:
					inForce++
				}
			})
		}
		both.Wait()
		if inForce != 1 {
			t.Errorf("%d of two are in force", inForce)
		}
	}
}
