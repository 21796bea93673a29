package operator

import (
	"context"

	"krapao/server/bonus"
	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/convert"
	"krapao/server/money"
	"krapao/server/spin"
)

// bonusHandlers answers bonuses and promotions for operators.
type bonusHandlers struct{ bonuses *bonus.Service }

// ListOperatorCampaigns gives every bonus, then every promotion.
func (h bonusHandlers) ListOperatorCampaigns(ctx context.Context, _ operator.ListOperatorCampaignsRequestObject) (operator.ListOperatorCampaignsResponseObject, error) {
	shown := []operator.OperatorCampaign{}
	for _, kind := range []bonus.Kind{bonus.FromBonus, bonus.FromPromotion} {
		campaigns, err := h.bonuses.Campaigns(ctx, kind)
		if err != nil {
			return nil, err
		}
		shown = append(shown, convert.Each(campaigns, toOperatorCampaign)...)
	}
	return operator.ListOperatorCampaigns200JSONResponse{Body: operator.OperatorCampaignList{Campaigns: shown}}, nil
}

// PutOperatorCampaign saves a campaign, or asks a second person. Errors: KEY_INVALID, APPROVAL_STALE.
func (h bonusHandlers) PutOperatorCampaign(ctx context.Context, request operator.PutOperatorCampaignRequestObject) (operator.PutOperatorCampaignResponseObject, error) {
	preview, asked, err := h.bonuses.ChangeCampaign(ctx, fromOperatorCampaign(request.Kind, request.Code, *request.Body))
	if err != nil {
		return nil, err
	}
	if !asked.ID.IsZero() {
		answer, err := toWaits(asked)
		return operator.PutOperatorCampaign202JSONResponse{WaitsJSONResponse: answer}, err
	}
	return operator.PutOperatorCampaign200JSONResponse{Body: toOperatorCampaignPreview(preview)}, nil
}

// PreviewOperatorCampaign tells what saving a campaign would mean. Errors: KEY_INVALID.
func (h bonusHandlers) PreviewOperatorCampaign(ctx context.Context, request operator.PreviewOperatorCampaignRequestObject) (operator.PreviewOperatorCampaignResponseObject, error) {
	preview, err := h.bonuses.PreviewCampaign(ctx, fromOperatorCampaign(request.Kind, request.Code, request.Body.Campaign),
		bonus.Example{Own: request.Body.ExampleOwn, Deposit: request.Body.ExampleDeposit})
	if err != nil {
		return nil, err
	}
	return operator.PreviewOperatorCampaign200JSONResponse{Body: toOperatorCampaignPreview(preview)}, nil
}

// GetOperatorCampaignFigures tells what came of a campaign. Errors: NO_DATA.
func (h bonusHandlers) GetOperatorCampaignFigures(ctx context.Context, request operator.GetOperatorCampaignFiguresRequestObject) (operator.GetOperatorCampaignFiguresResponseObject, error) {
	campaign, of, err := h.bonuses.Figures(ctx, bonus.Kind(request.Kind), request.Code)
	if err != nil {
		return nil, err
	}
	return operator.GetOperatorCampaignFigures200JSONResponse{Body: operator.OperatorCampaignFigures{
		Campaign: toOperatorCampaign(campaign), Claimed: of.Claimed, Members: of.Members, Active: of.Active, Met: of.Met, Lost: of.Lost,
		Credited: of.Credited, Cut: of.Cut, Cost: of.Cost(),
	}}, nil
}

// ListOperatorBonusRules gives what one person may open.
func (h bonusHandlers) ListOperatorBonusRules(ctx context.Context, _ operator.ListOperatorBonusRulesRequestObject) (operator.ListOperatorBonusRulesResponseObject, error) {
	rules, err := h.bonuses.Rules(ctx)
	return operator.ListOperatorBonusRules200JSONResponse{Body: operator.OperatorBonusRuleList{Rules: convert.Each(rules, toOperatorBonusRule)}}, err
}

// PutOperatorBonusRule replaces a currency's rule, or asks a second person. Errors: KEY_INVALID, APPROVAL_STALE.
func (h bonusHandlers) PutOperatorBonusRule(ctx context.Context, request operator.PutOperatorBonusRuleRequestObject) (operator.PutOperatorBonusRuleResponseObject, error) {
	rule := bonus.Rule{Currency: money.Currency(request.Currency), ReviewAbove: request.Body.ReviewAbove}
	asked, err := h.bonuses.ChangeRule(ctx, rule)
	if err != nil {
		return nil, err
	}
	if !asked.ID.IsZero() {
		answer, err := toWaits(asked)
		return operator.PutOperatorBonusRule202JSONResponse{WaitsJSONResponse: answer}, err
	}
	return operator.PutOperatorBonusRule200JSONResponse{Body: toOperatorBonusRule(rule)}, nil
}

func toOperatorBonusRule(from bonus.Rule) operator.OperatorBonusRule {
	return operator.OperatorBonusRule{Currency: operator.Currency(from.Currency), ReviewAbove: from.ReviewAbove}
}

func fromOperatorCampaign(kind operator.OperatorCampaignKind, code string, body operator.PutOperatorCampaignRequest) bonus.Campaign {
	campaign := bonus.Campaign{
		Kind: bonus.Kind(kind), Code: code, Currency: money.Currency(body.Currency), Name: bonus.Text(fromOperatorSpinText(body.Name)), Span: bonus.Span(body.Type),
		MaxReceived: body.MaxReceived, Percent: body.Percent, Cap: body.Cap, Fixed: body.Fixed, MinDeposit: body.MinDeposit, Quota: body.Quota,
		Terms: bonus.Terms{SuccessPercent: body.PercentSuccess, FailPercent: body.PercentFail}, Position: body.Position, Open: body.IsOpen, From: body.OpenFrom,
		Until: convert.Value(body.OpenUntil),
		Banners: convert.Each(convert.Value(body.Banners), func(banner operator.OperatorCampaignBanner) bonus.Banner {
			return bonus.Banner{Image: banner.Image, HTML: bonus.Text(fromOperatorSpinText(banner.Text))}
		}),
	}
	if body.Description != nil {
		campaign.HTML = bonus.Text(fromOperatorSpinText(*body.Description))
	}
	return campaign
}

func toOperatorCampaign(from bonus.Campaign) operator.OperatorCampaign {
	shown := operator.OperatorCampaign{
		Kind: operator.OperatorCampaignKind(from.Kind), Code: from.Code, Version: from.Version, Currency: operator.Currency(from.Currency), Name: toOperatorSpinText(spin.Text(from.Name)),
		Type: operator.OperatorCampaignType(from.Span), MaxReceived: from.MaxReceived, Percent: from.Percent, Cap: from.Cap, Fixed: from.Fixed, MinDeposit: from.MinDeposit,
		Quota: from.Quota, PercentSuccess: from.SuccessPercent, PercentFail: from.FailPercent, Position: from.Position, IsOpen: from.Open, OpenFrom: from.From,
		OpenUntil: convert.TimeOrNil(from.Until),
		Banners: convert.Each(from.Banners, func(banner bonus.Banner) operator.OperatorCampaignBanner {
			return operator.OperatorCampaignBanner{Image: banner.Image, Text: toOperatorSpinText(spin.Text(banner.HTML))}
		}),
	}
	if len(from.HTML) > 0 {
		html := toOperatorSpinText(spin.Text(from.HTML))
		shown.Description = &html
	}
	return shown
}

func toOperatorCampaignPreview(from bonus.Preview) operator.OperatorCampaignPreview {
	return operator.OperatorCampaignPreview{
		Campaign: toOperatorCampaign(from.Campaign), MaxCost: from.MaxCost, IsUnbounded: from.Unbounded, NeedsSecondPerson: from.NeedsSecondPerson,
		ExampleCredit: from.Example.Amount, ExampleMinimum: from.Example.Minimum, ExampleNeeded: from.Example.Needed, ExampleLostAt: from.Example.LostAt,
	}
}
