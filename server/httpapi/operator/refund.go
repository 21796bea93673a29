package operator

import (
	"context"

	"krapao/server/content"
	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/convert"
	"krapao/server/httpapi/middleware"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/rebate"
)

// refundHandlers answers the rules of refunds and their figures.
type refundHandlers struct{ rebates *rebate.Service }

// figureDays is how many days figures go back that nobody chose.
const figureDays = 30

func figureDaysOf(days *int) int {
	if days == nil {
		return figureDays
	}
	return *days
}

// ListOperatorRefundRules gives the rules.
func (h refundHandlers) ListOperatorRefundRules(ctx context.Context, _ operator.ListOperatorRefundRulesRequestObject) (operator.ListOperatorRefundRulesResponseObject, error) {
	rules, err := h.rebates.Rules(ctx)
	return operator.ListOperatorRefundRules200JSONResponse{Body: operator.OperatorRefundRuleList{Rules: convert.Each(rules, toOperatorRefundRule)}}, err
}

// PutOperatorRefundRule replaces a currency's rule, or asks a second person. Errors: KEY_INVALID, APPROVAL_STALE.
func (h refundHandlers) PutOperatorRefundRule(ctx context.Context, request operator.PutOperatorRefundRuleRequestObject) (operator.PutOperatorRefundRuleResponseObject, error) {
	rule, asked, err := h.rebates.ChangeRule(ctx, fromOperatorRefundRule(money.Currency(request.Currency), *request.Body))
	if err != nil {
		return nil, err
	}
	if !asked.ID.IsZero() {
		answer, err := toWaits(asked)
		return operator.PutOperatorRefundRule202JSONResponse{WaitsJSONResponse: answer}, err
	}
	return operator.PutOperatorRefundRule200JSONResponse{Body: toOperatorRefundRule(rule)}, nil
}

// PreviewOperatorRefundRule tells what a rule would mean. Errors: KEY_INVALID.
func (h refundHandlers) PreviewOperatorRefundRule(ctx context.Context, request operator.PreviewOperatorRefundRuleRequestObject) (operator.PreviewOperatorRefundRuleResponseObject, error) {
	member, err := exampleMember(request.Body.ExampleMember)
	if err != nil {
		return nil, err
	}
	found, err := h.rebates.PreviewRule(ctx, fromOperatorRefundRule(money.Currency(request.Currency), request.Body.Rule), rebate.Example{Member: member, Loss: convert.Value(request.Body.ExampleLoss)})
	if err != nil {
		return nil, err
	}
	return operator.PreviewOperatorRefundRule200JSONResponse{Body: operator.OperatorRefundPreview{
		Rule: toOperatorRefundRule(found.Rule), Loss: found.Loss, Amount: found.Amount, MustWin: found.MustWin, YesterdayPlayers: found.Yesterday.Members,
		YesterdayCost: found.Yesterday.Cost, NeedsSecondPerson: found.NeedsSecondPerson,
	}}, nil
}

func exampleMember(number *string) (id.MemberID, error) {
	if number == nil {
		return 0, nil
	}
	member, err := id.ParseMember(*number)
	if err != nil {
		return 0, middleware.AsInputFault(err)
	}
	return member, nil
}

// GetOperatorRefundFigures tells what came of refunds.
func (h refundHandlers) GetOperatorRefundFigures(ctx context.Context, request operator.GetOperatorRefundFiguresRequestObject) (operator.GetOperatorRefundFiguresResponseObject, error) {
	found, err := h.rebates.Figures(ctx, figureDaysOf(request.Params.Days))
	return operator.GetOperatorRefundFigures200JSONResponse{Body: operator.OperatorRefundFigureList{
		Figures: convert.Each(found, func(of rebate.Figures) operator.OperatorRefundFigures {
			return operator.OperatorRefundFigures{Currency: operator.Currency(of.Currency), Made: of.Made, Reserved: of.Reserved, Paid: of.Paid, Cost: of.Cost}
		}),
	}}, err
}

func fromOperatorRuleText(from operator.OperatorRuleText) content.Text {
	text := content.Text{}
	for locale, value := range map[string]string{"en": convert.Value(from.En), "th": convert.Value(from.Th), "la": convert.Value(from.La)} {
		if value != "" {
			text[locale] = value
		}
	}
	return text
}

func toOperatorRuleText(from content.Text) operator.OperatorRuleText {
	return operator.OperatorRuleText{En: convert.OrNil(from["en"]), Th: convert.OrNil(from["th"]), La: convert.OrNil(from["la"])}
}

func fromOperatorRuleBanner(from operator.OperatorRuleBanner) content.Banner {
	return content.Banner{Image: from.Image, HTML: fromOperatorRuleText(from.HTML)}
}

func toOperatorRuleBanner(from content.Banner) operator.OperatorRuleBanner {
	return operator.OperatorRuleBanner{Image: from.Image, HTML: toOperatorRuleText(from.HTML)}
}

func fromOperatorRefundRule(currency money.Currency, from operator.PutOperatorRefundRuleRequest) rebate.Rule {
	return rebate.Rule{
		Currency: currency, Open: from.IsOpen, Percent: from.Percent, Cap: from.Cap, Terms: rebate.Terms{SuccessPercent: from.Success, FailPercent: from.Fail},
		ReviewAbove: from.ReviewAbove, Info: fromOperatorRuleText(from.Info), Banners: convert.Each(from.Banners, fromOperatorRuleBanner),
	}
}

func toOperatorRefundRule(from rebate.Rule) operator.OperatorRefundRule {
	return operator.OperatorRefundRule{
		Currency: operator.Currency(from.Currency), IsOpen: from.Open, Percent: from.Percent, Cap: from.Cap, Success: from.SuccessPercent, Fail: from.FailPercent,
		ReviewAbove: from.ReviewAbove, Info: toOperatorRuleText(from.Info), Banners: convert.Each(from.Banners, toOperatorRuleBanner),
	}
}
