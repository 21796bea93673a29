package spin

import (
	"context"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/fault"
	"krapao/server/money"
)

// Rule says in one currency how deposits bring coins, and which wheels take two people.
type Rule struct {
	Currency money.Currency
	// PerAmount (minor units) of a deposit brings Coins; 0: deposits bring none. At most MaxCoins of one deposit.
	PerAmount money.Amount
	Coins     int
	MaxCoins  int
	// ReviewAbove is the average cost of a coin that is spent (minor units) above which an open wheel takes a second
	// person. Members have coins: a wheel that takes fewer of them makes each worth more.
	ReviewAbove money.Amount
}

// Validate tells what is wrong with a rule.
func (r Rule) Validate() error {
	if !r.Currency.Valid() || r.PerAmount < 0 || r.PerAmount > money.Max || r.Coins < 0 || r.Coins > MaxCoinPerSpin ||
		r.MaxCoins < 0 || r.MaxCoins > MaxCoinPerSpin || r.ReviewAbove < 0 || r.ReviewAbove > money.Max {
		return fault.KeyInvalid.Withf("spin: rule %+v", r)
	}
	return nil
}

// CoinsFor gives the coins that a deposit brings.
func (r Rule) CoinsFor(deposit money.Amount) int {
	if r.PerAmount <= 0 || deposit < r.PerAmount {
		return 0
	}
	return int(min(int64(deposit/r.PerAmount)*int64(r.Coins), int64(r.MaxCoins)))
}

// Rules gives the rules of every currency that has one.
func (s *Service) Rules(ctx context.Context) ([]Rule, error) { return s.Store.Rules(ctx) }

// loosens tells whether a rule gives more coins than another, or lets one person open a dearer wheel.
func (r Rule) loosens(than Rule) bool {
	given := func(r Rule) float64 {
		if r.PerAmount == 0 {
			return 0
		}
		return float64(r.Coins) / float64(r.PerAmount)
	}
	return r.ReviewAbove > than.ReviewAbove || given(r) > given(than) || r.PerAmount > 0 && r.MaxCoins > than.MaxCoins
}

// ruleAsked is the body of a SPIN_RULE request. Before is what it was when it was asked for.
type ruleAsked struct {
	ruleBody
	Before ruleBody `json:"before"`
}

// ruleBody is Rule as it is written down.
type ruleBody struct {
	Currency    money.Currency `json:"currency"`
	PerAmount   money.Amount   `json:"perAmount"`
	Coins       int            `json:"coins"`
	MaxCoins    int            `json:"maxCoins"`
	ReviewAbove money.Amount   `json:"reviewAbove"`
}

// ChangeRule replaces a currency's rule, or asks a second person where it would be looser: then the request comes
// along. Errors: KEY_INVALID.
func (s *Service) ChangeRule(ctx context.Context, rule Rule) (approval.Request, error) {
	if err := rule.Validate(); err != nil {
		return approval.Request{}, err
	}
	before, err := s.Store.SpinRule(ctx, rule.Currency)
	if err != nil {
		return approval.Request{}, err
	}
	if rule.loosens(before) {
		return s.Ask(ctx, approval.Draft{Kind: RuleApproval, Subject: string(rule.Currency), Body: ruleAsked{ruleBody(rule), ruleBody(before)}})
	}
	return approval.Request{}, s.putRule(ctx, before, rule, "")
}

// ApproveRule is what a second person's approval of a rule does; it runs in the transaction of the decision. Errors:
// APPROVAL_STALE.
func (s *Service) ApproveRule(ctx context.Context, request approval.Request) error {
	var asked ruleAsked
	if err := request.Read(&asked); err != nil {
		return err
	}
	return s.putRule(ctx, Rule(asked.Before), Rule(asked.ruleBody), request.ID.String())
}

// putRule writes a rule, if before is still what holds.
func (s *Service) putRule(ctx context.Context, before, rule Rule, approvalID string) error {
	defer s.forgetRules()
	return approval.Replace(ctx, s.Store, s.Trail, approval.Replacement{
		Change:   audit.Change{Action: audit.SpinRule, Subject: string(rule.Currency), Before: before.fields(), After: rule.fields()},
		Approval: approvalID,
		Now: func(ctx context.Context) (map[string]any, error) {
			now, err := s.Store.SpinRule(ctx, rule.Currency)
			return now.fields(), err
		},
		Write: func(ctx context.Context) error { return s.Store.PutRule(ctx, rule, s.Now()) },
	})
}

func (r Rule) fields() map[string]any {
	return map[string]any{"perAmount": r.PerAmount.String(), "coins": r.Coins, "maxCoins": r.MaxCoins, "reviewAbove": r.ReviewAbove.String()}
}
