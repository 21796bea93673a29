package operator

import (
	"context"

	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/convert"
	"krapao/server/money"
	"krapao/server/referral"
)

// inviteHandlers answers the rules of invites and their figures.
type inviteHandlers struct{ referrals *referral.Service }

// ListOperatorInviteRules gives the rules.
func (h inviteHandlers) ListOperatorInviteRules(ctx context.Context, _ operator.ListOperatorInviteRulesRequestObject) (operator.ListOperatorInviteRulesResponseObject, error) {
	rules, err := h.referrals.Rules(ctx)
	return operator.ListOperatorInviteRules200JSONResponse{Body: operator.OperatorInviteRuleList{Rules: convert.Each(rules, toOperatorInviteRule)}}, err
}

// PutOperatorInviteRule replaces a currency's rule, or asks a second person. Errors: KEY_INVALID, APPROVAL_STALE.
func (h inviteHandlers) PutOperatorInviteRule(ctx context.Context, request operator.PutOperatorInviteRuleRequestObject) (operator.PutOperatorInviteRuleResponseObject, error) {
	rule, asked, err := h.referrals.ChangeRule(ctx, fromOperatorInviteRule(money.Currency(request.Currency), *request.Body))
	if err != nil {
		return nil, err
	}
	if !asked.ID.IsZero() {
		answer, err := toWaits(asked)
		return operator.PutOperatorInviteRule202JSONResponse{WaitsJSONResponse: answer}, err
	}
	return operator.PutOperatorInviteRule200JSONResponse{Body: toOperatorInviteRule(rule)}, nil
}

// PreviewOperatorInviteRule tells what a rule would mean. Errors: KEY_INVALID.
func (h inviteHandlers) PreviewOperatorInviteRule(ctx context.Context, request operator.PreviewOperatorInviteRuleRequestObject) (operator.PreviewOperatorInviteRuleResponseObject, error) {
	member, err := exampleMember(request.Body.ExampleMember)
	if err != nil {
		return nil, err
	}
	found, err := h.referrals.PreviewRule(ctx, fromOperatorInviteRule(money.Currency(request.Currency), request.Body.Rule), referral.Example{Member: member, Loss: convert.Value(request.Body.ExampleLoss)})
	if err != nil {
		return nil, err
	}
	return operator.PreviewOperatorInviteRule200JSONResponse{Body: operator.OperatorInvitePreview{
		Rule: toOperatorInviteRule(found.Rule), Loss: found.Loss, Amount: found.Amount, MustWin: found.MustWin, YesterdayPlayers: found.Yesterday.Invitees,
		YesterdayCost: found.Yesterday.Cost, NeedsSecondPerson: found.NeedsSecondPerson,
	}}, nil
}

// GetOperatorInviteFigures tells what came of invites.
func (h inviteHandlers) GetOperatorInviteFigures(ctx context.Context, request operator.GetOperatorInviteFiguresRequestObject) (operator.GetOperatorInviteFiguresResponseObject, error) {
	found, err := h.referrals.Figures(ctx, figureDaysOf(request.Params.Days))
	return operator.GetOperatorInviteFigures200JSONResponse{Body: operator.OperatorInviteFigureList{
		Figures: convert.Each(found, func(of referral.Figures) operator.OperatorInviteFigures {
			return operator.OperatorInviteFigures{
				Currency: operator.Currency(of.Currency), Inviters: of.Inviters, Invitees: of.Invitees, Earned: of.Earned, Received: of.Received, Cost: of.Cost, Waiting: of.Waiting,
			}
		}),
	}}, err
}

func fromOperatorInviteRule(currency money.Currency, from operator.PutOperatorInviteRuleRequest) referral.Rule {
	return referral.Rule{
		Currency: currency, Open: from.IsOpen, Automatic: from.IsAutomatic, Percent: from.Percent, Cap: from.Cap,
		Terms: referral.Terms{SuccessPercent: from.Success, FailPercent: from.Fail}, ReviewAbove: from.ReviewAbove, Banners: convert.Each(from.Banners, fromOperatorRuleBanner),
	}
}

func toOperatorInviteRule(from referral.Rule) operator.OperatorInviteRule {
	return operator.OperatorInviteRule{
		Currency: operator.Currency(from.Currency), IsOpen: from.Open, IsAutomatic: from.Automatic, Percent: from.Percent, Cap: from.Cap, Success: from.SuccessPercent,
		Fail: from.FailPercent, ReviewAbove: from.ReviewAbove, Banners: convert.Each(from.Banners, toOperatorRuleBanner),
	}
}
