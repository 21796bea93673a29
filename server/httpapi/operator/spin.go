package operator

import (
	"context"

	"krapao/server/fault"
	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/convert"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/spin"
)

// spinHandlers answers the prize wheel's settings and figures.
type spinHandlers struct{ wheel *spin.Service }

// ListOperatorWheels gives every wheel.
func (h spinHandlers) ListOperatorWheels(ctx context.Context, _ operator.ListOperatorWheelsRequestObject) (operator.ListOperatorWheelsResponseObject, error) {
	wheels, err := h.wheel.Wheels(ctx)
	return operator.ListOperatorWheels200JSONResponse{Body: operator.OperatorWheelList{Wheels: convert.Each(wheels, toOperatorWheel)}}, err
}

// PutOperatorWheel saves a wheel, or asks a second person. Errors: KEY_INVALID, APPROVAL_STALE.
func (h spinHandlers) PutOperatorWheel(ctx context.Context, request operator.PutOperatorWheelRequestObject) (operator.PutOperatorWheelResponseObject, error) {
	preview, asked, err := h.wheel.ChangeWheel(ctx, fromOperatorWheel(request.Code, *request.Body))
	if err != nil {
		return nil, err
	}
	if !asked.ID.IsZero() {
		answer, err := toWaits(asked)
		return operator.PutOperatorWheel202JSONResponse{WaitsJSONResponse: answer}, err
	}
	return operator.PutOperatorWheel200JSONResponse{Body: toOperatorPreview(preview)}, nil
}

// PreviewOperatorWheel tells what saving a wheel would mean. Errors: KEY_INVALID.
func (h spinHandlers) PreviewOperatorWheel(ctx context.Context, request operator.PreviewOperatorWheelRequestObject) (operator.PreviewOperatorWheelResponseObject, error) {
	preview, err := h.wheel.PreviewWheel(ctx, fromOperatorWheel(request.Code, *request.Body))
	if err != nil {
		return nil, err
	}
	return operator.PreviewOperatorWheel200JSONResponse{Body: toOperatorPreview(preview)}, nil
}

// GetOperatorWheelStatistics holds a wheel against its odds. Errors: NO_DATA.
func (h spinHandlers) GetOperatorWheelStatistics(ctx context.Context, request operator.GetOperatorWheelStatisticsRequestObject) (operator.GetOperatorWheelStatisticsResponseObject, error) {
	found, err := h.wheel.Statistics(ctx, request.Code)
	if err != nil {
		return nil, err
	}
	return operator.GetOperatorWheelStatistics200JSONResponse{Body: operator.OperatorWheelStatistics{
		Wheel: toOperatorWheel(found.Wheel), Spins: found.Spins, ChiSquared: found.ChiSquared, P: found.P,
		Sectors: convert.Each(found.Sectors, func(sector spin.SectorCount) operator.OperatorSectorCount {
			return operator.OperatorSectorCount{Code: sector.Code, Seen: sector.Seen, Expected: sector.Expected}
		}),
	}}, nil
}

// ListOperatorSpinRules gives the rules for coins.
func (h spinHandlers) ListOperatorSpinRules(ctx context.Context, _ operator.ListOperatorSpinRulesRequestObject) (operator.ListOperatorSpinRulesResponseObject, error) {
	rules, err := h.wheel.Rules(ctx)
	return operator.ListOperatorSpinRules200JSONResponse{Body: operator.OperatorSpinRuleList{Rules: convert.Each(rules, toOperatorSpinRule)}}, err
}

// PutOperatorSpinRule replaces a currency's rule, or asks a second person. Errors: KEY_INVALID, APPROVAL_STALE.
func (h spinHandlers) PutOperatorSpinRule(ctx context.Context, request operator.PutOperatorSpinRuleRequestObject) (operator.PutOperatorSpinRuleResponseObject, error) {
	body := request.Body
	rule := spin.Rule{Currency: money.Currency(request.Currency), PerAmount: body.PerAmount, Coins: body.Coins, MaxCoins: body.MaxCoins, ReviewAbove: body.ReviewAbove}
	asked, err := h.wheel.ChangeRule(ctx, rule)
	if err != nil {
		return nil, err
	}
	if !asked.ID.IsZero() {
		answer, err := toWaits(asked)
		return operator.PutOperatorSpinRule202JSONResponse{WaitsJSONResponse: answer}, err
	}
	return operator.PutOperatorSpinRule200JSONResponse{Body: toOperatorSpinRule(rule)}, nil
}

// HandOutOperatorCoupon records that a prize was handed out. Errors: NO_DATA, APPROVAL_STALE.
func (h spinHandlers) HandOutOperatorCoupon(ctx context.Context, request operator.HandOutOperatorCouponRequestObject) (operator.HandOutOperatorCouponResponseObject, error) {
	coupon, err := id.Parse(request.ID)
	if err != nil {
		return nil, fault.NoData.With(err)
	}
	return operator.HandOutOperatorCoupon200JSONResponse{Body: operator.Ok{Message: "SUCCESS"}}, h.wheel.HandOut(ctx, coupon)
}

func fromOperatorSpinText(from operator.OperatorSpinText) spin.Text {
	text := spin.Text{}
	for locale, value := range map[string]string{"en": from.En, "th": convert.Value(from.Th), "la": convert.Value(from.La)} {
		if value != "" {
			text[locale] = value
		}
	}
	return text
}

func toOperatorSpinText(from spin.Text) operator.OperatorSpinText {
	return operator.OperatorSpinText{En: from["en"], Th: convert.OrNil(from["th"]), La: convert.OrNil(from["la"])}
}

func fromOperatorWheel(code string, body operator.PutOperatorWheelRequest) spin.Wheel {
	return spin.Wheel{
		Code: code, Currency: money.Currency(body.Currency), Name: fromOperatorSpinText(body.Name), CoinPerSpin: body.CoinPerSpin,
		Open: body.IsOpen, From: body.OpenFrom, Until: convert.Value(body.OpenUntil),
		Slices: convert.Each(body.Slices, func(slice operator.OperatorSlice) spin.Slice {
			prize := slice.Prize
			html := spin.Text{}
			if prize.Description != nil {
				html = fromOperatorSpinText(*prize.Description)
			}
			return spin.Slice{
				Code: slice.Code, Label: fromOperatorSpinText(slice.Label), Background: slice.BgColor, Foreground: slice.TextColor, Weight: slice.Weight,
				Prize: spin.Prize{
					Type: spin.PrizeType(prize.Type), Name: fromOperatorSpinText(prize.Name), Amount: convert.Value(prize.Amount), Coins: convert.Value(prize.Coins),
					Code: convert.Value(prize.Code), Cost: convert.Value(prize.Cost), HTML: html, Days: convert.Value(prize.ExpiresAfterDays),
					Terms: spin.Terms{SuccessPercent: convert.Value(prize.PercentSuccess), FailPercent: convert.Value(prize.PercentFail)},
				},
			}
		}),
	}
}

func toOperatorWheel(from spin.Wheel) operator.OperatorWheel {
	return operator.OperatorWheel{
		Code: from.Code, Version: from.Version, Currency: operator.Currency(from.Currency), Name: toOperatorSpinText(from.Name), CoinPerSpin: from.CoinPerSpin,
		IsOpen: from.Open, OpenFrom: from.From, OpenUntil: convert.TimeOrNil(from.Until),
		Slices: convert.Each(from.Slices, func(slice spin.Slice) operator.OperatorSlice {
			prize := slice.Prize
			shown := operator.OperatorPrize{
				Type: operator.OperatorPrizeType(prize.Type), Name: toOperatorSpinText(prize.Name), Amount: convert.OrNil(prize.Amount), Coins: convert.OrNil(prize.Coins),
				PercentSuccess: convert.OrNil(prize.SuccessPercent), PercentFail: convert.OrNil(prize.FailPercent),
				Code: convert.OrNil(prize.Code), Cost: convert.OrNil(prize.Cost), ExpiresAfterDays: convert.OrNil(prize.Days),
			}
			if len(prize.HTML) > 0 {
				html := toOperatorSpinText(prize.HTML)
				shown.Description = &html
			}
			return operator.OperatorSlice{
				Code: slice.Code, Label: toOperatorSpinText(slice.Label), BgColor: slice.Background, TextColor: slice.Foreground, Weight: slice.Weight, Prize: shown,
			}
		}),
	}
}

func toOperatorPreview(from spin.Preview) operator.OperatorWheelPreview {
	chances := from.Wheel.Chances()
	shown := operator.OperatorWheelPreview{
		Wheel: toOperatorWheel(from.Wheel), CostPerSpin: from.Cost, IsUnbounded: from.Unbounded, NeedsSecondPerson: from.NeedsSecondPerson, Chances: []operator.OperatorChance{},
	}
	for i, slice := range from.Wheel.Slices {
		shown.Chances = append(shown.Chances, operator.OperatorChance{Code: slice.Code, Percent: chances[i]})
	}
	return shown
}

func toOperatorSpinRule(from spin.Rule) operator.OperatorSpinRule {
	return operator.OperatorSpinRule{
		Currency: operator.Currency(from.Currency), PerAmount: from.PerAmount, Coins: from.Coins, MaxCoins: from.MaxCoins, ReviewAbove: from.ReviewAbove,
	}
}
