package rebate

import (
	"context"
	"encoding/json"
	"reflect"
	"time"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/content"
	"krapao/server/daily"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/money"
)

// RuleApproval is the kind of request with which a second person approves a rule.
const RuleApproval approval.Kind = "REFUND_RULE"

// OperatorStore keeps what operators set, and tells figures.
type OperatorStore interface {
	// LockSettings keeps other operators from changing rules until the transaction ends.
	LockSettings(ctx context.Context) error
	// Rules gives the rules of all currencies that have one; Rule one currency's, which is closed where it has none.
	Rules(ctx context.Context) ([]Rule, error)
	Rule(ctx context.Context, currency money.Currency) (Rule, error)
	// PutRule writes a currency's rule.
	PutRule(ctx context.Context, rule Rule, now time.Time) error
	// Estimate gives what a rule would have cost for a day's play.
	Estimate(ctx context.Context, day daily.Day, rule Rule) (Estimate, error)
	// Figures gives what became of refunds since a day, by currency.
	Figures(ctx context.Context, since daily.Day) ([]Figures, error)
}

// Estimate is what a rule would have cost on a day.
type Estimate struct {
	// Members is how many lost.
	Members int
	Cost    money.Amount
}

// Figures is what became of refunds in a currency.
type Figures struct {
	Currency money.Currency
	// Made counts all of them, Reserved those that wait to be paid.
	Made, Reserved, Paid int
	// Cost is what was paid.
	Cost money.Amount
}

// Preview is what saving a rule would mean.
type Preview struct {
	Rule Rule
	// Loss is the example's, Amount what it would be worth, MustWin what playing would have to win then.
	Loss, Amount, MustWin money.Amount
	// Yesterday is what the rule would have cost for the day before.
	Yesterday Estimate
	// NeedsSecondPerson: saving it asks a second person.
	NeedsSecondPerson bool
}

// Example is whom a preview is about: a member's day before, or an amount that somebody lost.
type Example struct {
	Member id.MemberID
	Loss   money.Amount
}

// PreviewRule tells what saving a rule would mean, and saves nothing. Errors: KEY_INVALID.
func (s *Service) PreviewRule(ctx context.Context, rule Rule, example Example) (preview Preview, err error) {
	rule = s.clean(rule)
	if err := rule.Validate(); err != nil {
		return preview, err
	}
	before, err := s.Store.Rule(ctx, rule.Currency)
	if err != nil {
		return preview, err
	}
	yesterday := dayOf(s.now())
	preview = Preview{Rule: rule, Loss: example.Loss}
	if preview.NeedsSecondPerson, err = s.needsTwo(ctx, rule, before); err != nil {
		return preview, err
	}
	if example.Member != 0 {
		result, err := s.Store.Result(ctx, example.Member, yesterday)
		if err := unless(err, fault.NoData); err != nil {
			return preview, err
		}
		preview.Loss = max(-result, 0)
	}
	worth := rule
	worth.Open = true // what it would be worth, also before it is opened
	preview.Amount = worth.Amount(preview.Loss)
	percent := money.Amount(max(rule.SuccessPercent-100, 0))
	preview.MustWin = preview.Amount/100*percent + (preview.Amount%100*percent+99)/100
	preview.Yesterday, err = s.Store.Estimate(ctx, yesterday, worth)
	return preview, err
}

// clean takes from the rule's HTML what may not be shown.
func (s *Service) clean(rule Rule) Rule {
	rule.Info, rule.Banners = rule.Info.Sanitised(s.Sanitise), content.SanitisedBanners(rule.Banners, s.Sanitise)
	return rule
}

// Rules gives the rules of every currency that has one.
func (s *Service) Rules(ctx context.Context) ([]Rule, error) { return s.Store.Rules(ctx) }

// Figures gives what became of the refunds of the last days, by currency.
func (s *Service) Figures(ctx context.Context, days int) ([]Figures, error) {
	return s.Store.Figures(ctx, daily.On(s.now()).Add(-days))
}

// ruleAsked is the body of a REFUND_RULE request. Before is what held when it was asked for.
type ruleAsked struct {
	Rule   Rule `json:"rule"`
	Before Rule `json:"before"`
}

// ChangeRule replaces a currency's rule and gives it as it is kept, or asks a second person where it may cost more than
// one may decide: then the request comes along. Errors: KEY_INVALID.
func (s *Service) ChangeRule(ctx context.Context, rule Rule) (Rule, approval.Request, error) {
	rule = s.clean(rule)
	if err := rule.Validate(); err != nil {
		return rule, approval.Request{}, err
	}
	before, err := s.Store.Rule(ctx, rule.Currency)
	if err != nil {
		return rule, approval.Request{}, err
	}
	two, err := s.needsTwo(ctx, rule, before)
	switch {
	case err != nil:
		return rule, approval.Request{}, err
	case two && !same(before, rule):
		asked, err := s.Ask(ctx, approval.Draft{Kind: RuleApproval, Subject: string(rule.Currency), Body: ruleAsked{rule, before}})
		return rule, asked, err
	}
	return rule, approval.Request{}, s.put(ctx, putInput{Rule: rule, Before: before, Alone: true})
}

// ApproveRule is what a second person's approval of a rule does; it runs in the transaction of the decision. Errors:
// APPROVAL_STALE.
func (s *Service) ApproveRule(ctx context.Context, request approval.Request) error {
	var asked ruleAsked
	if err := request.Read(&asked); err != nil {
		return err
	}
	return s.put(ctx, putInput{Rule: asked.Rule, Before: asked.Before, Approval: request.ID.String()})
}

// PutRule replaces a currency's rule and asks nobody: for setting a server up. Operators have ChangeRule. Errors:
// KEY_INVALID, APPROVAL_STALE.
func (s *Service) PutRule(ctx context.Context, rule Rule) error {
	rule = s.clean(rule)
	if err := rule.Validate(); err != nil {
		return err
	}
	before, err := s.Store.Rule(ctx, rule.Currency)
	if err != nil {
		return err
	}
	return s.put(ctx, putInput{Rule: rule, Before: before})
}

// same tells whether two rules say the same.
func same(one, other Rule) bool { return reflect.DeepEqual(one.fields(), other.fields()) }

// needsTwo tells whether putting a rule in the place of another takes two people: it does by itself, or this operator
// has put too much in force alone within a day.
func (s *Service) needsTwo(ctx context.Context, rule, before Rule) (bool, error) {
	if rule.NeedsSecondPerson(before) {
		return true, nil
	}
	return s.Alone.Exceeds(ctx, rule.alone(before), before.ReviewAbove)
}

// putInput is a rule that takes the place of another. Approval is the request by which a second person approved it.
type putInput struct {
	Rule, Before Rule
	Approval     string
	// Alone: one operator puts it.
	Alone bool
}

// put writes a rule, if the one before is still what holds and, where one operator puts it, that one still may. Errors:
// APPROVAL_STALE.
func (s *Service) put(ctx context.Context, in putInput) error {
	before, rule := in.Before, in.Rule
	return approval.Replace(ctx, s.Store, s.Trail, approval.Replacement{
		Change:   audit.Change{Action: audit.RefundRule, Subject: string(rule.Currency), Before: before.fields(), After: rule.fields()},
		Approval: in.Approval,
		Now: func(ctx context.Context) (map[string]any, error) {
			now, err := s.Store.Rule(ctx, rule.Currency)
			return now.fields(), err
		},
		Write: func(ctx context.Context) error {
			if in.Alone {
				if err := s.Alone.Add(ctx, rule.alone(before), before.ReviewAbove); err != nil {
					return err
				}
			}
			return s.Store.PutRule(ctx, rule, s.now())
		},
	})
}

func (r Rule) fields() map[string]any {
	banners, _ := json.Marshal(r.Banners)
	info, _ := json.Marshal(r.Info)
	if len(r.Banners) == 0 {
		banners = []byte("[]")
	}
	if len(r.Info) == 0 {
		info = []byte("{}")
	}
	return map[string]any{
		"isOpen": r.Open, "percent": r.Percent, "cap": r.Cap.String(), "success": r.SuccessPercent, "fail": r.FailPercent,
		"reviewAbove": r.ReviewAbove.String(), "info": string(info), "banners": string(banners),
	}
}
