package httpapi

import (
	"context"
	"time"

	"krapao/server/cashier"
	"krapao/server/fault"
	"krapao/server/httpapi/api/operator"
	"krapao/server/money"
)

// operatorCashierHandlers answers limits, rules and deposit channels. Errors of all that write: KEY_INVALID.
type operatorCashierHandlers struct{ cashier *cashier.Service }

// ListOperatorWithdrawLimits gives the limits of every currency.
func (h operatorCashierHandlers) ListOperatorWithdrawLimits(ctx context.Context, _ operator.ListOperatorWithdrawLimitsRequestObject) (operator.ListOperatorWithdrawLimitsResponseObject, error) {
	all, err := h.cashier.AllWithdrawLimits(ctx)
	if err != nil {
		return nil, err
	}
	body := operator.OperatorWithdrawLimitList{Limits: []operator.OperatorWithdrawLimit{}}
	for _, currency := range []money.Currency{money.Baht, money.Kip} {
		if limits, set := all[currency]; set {
			body.Limits = append(body.Limits, toOperatorLimit(currency, limits))
		}
	}
	return operator.ListOperatorWithdrawLimits200JSONResponse{Body: body}, nil
}

// PutOperatorWithdrawLimit replaces the limits of a currency, or asks a second person.
func (h operatorCashierHandlers) PutOperatorWithdrawLimit(ctx context.Context, request operator.PutOperatorWithdrawLimitRequestObject) (operator.PutOperatorWithdrawLimitResponseObject, error) {
	currency := money.Currency(request.Currency)
	limits, asked, err := h.cashier.ChangeWithdrawLimits(ctx, currency, cashier.WithdrawLimitsChange{
		Min: request.Body.Minimum, Max: request.Body.Maximum, ReviewAbove: request.Body.ReviewAbove, PayoutGateway: request.Body.PayoutGateway,
	})
	if !asked.ID.IsZero() {
		waits, err := toWaits(asked)
		return operator.PutOperatorWithdrawLimit202JSONResponse{WaitsJSONResponse: waits}, err
	}
	return operator.PutOperatorWithdrawLimit200JSONResponse{Body: toOperatorLimit(currency, limits)}, err
}

func toOperatorLimit(currency money.Currency, limits cashier.WithdrawLimits) operator.OperatorWithdrawLimit {
	return operator.OperatorWithdrawLimit{
		Currency: operator.Currency(currency), Minimum: limits.Min, Maximum: limits.Max, ReviewAbove: limits.ReviewAbove, PayoutGateway: limits.PayoutGateway,
	}
}

// GetOperatorDepositRules gives the rules that no currency changes.
func (h operatorCashierHandlers) GetOperatorDepositRules(ctx context.Context, _ operator.GetOperatorDepositRulesRequestObject) (operator.GetOperatorDepositRulesResponseObject, error) {
	rules, err := h.cashier.SlipRules(ctx)
	if err != nil {
		return nil, err
	}
	return operator.GetOperatorDepositRules200JSONResponse{Body: toOperatorRules(rules)}, nil
}

// PutOperatorDepositRules replaces the rules.
func (h operatorCashierHandlers) PutOperatorDepositRules(ctx context.Context, request operator.PutOperatorDepositRulesRequestObject) (operator.PutOperatorDepositRulesResponseObject, error) {
	rules, err := fromOperatorRules(*request.Body)
	if err != nil {
		return nil, err
	}
	return operator.PutOperatorDepositRules200JSONResponse{Body: toOperatorRules(rules)}, h.cashier.PutSettings(ctx, rules)
}

func toOperatorRules(from cashier.Settings) operator.OperatorDepositRules {
	return operator.OperatorDepositRules{
		IsManual: from.IsManual, SlipOpenFrom: timeOfDay(from.SlipOpenFrom), SlipOpenTo: timeOfDay(from.SlipOpenTo),
		SlipMaxAgeMinutes: int(from.SlipMaxAge / time.Minute), SlipMaxSizeMB: from.SlipMaxSizeMB,
	}
}

func fromOperatorRules(body operator.OperatorDepositRules) (cashier.Settings, error) {
	from, wrongFrom := ParseTimeOfDay(body.SlipOpenFrom)
	to, wrongTo := ParseTimeOfDay(body.SlipOpenTo)
	if wrongFrom != nil || wrongTo != nil {
		return cashier.Settings{}, fault.KeyInvalid.Withf("slips from %.10q to %.10q", body.SlipOpenFrom, body.SlipOpenTo)
	}
	return cashier.Settings{
		IsManual: body.IsManual, SlipOpenFrom: from, SlipOpenTo: to, SlipMaxAge: time.Duration(body.SlipMaxAgeMinutes) * time.Minute, SlipMaxSizeMB: body.SlipMaxSizeMB,
	}, nil
}

// ParseTimeOfDay reads HH:mm as a time since midnight.
func ParseTimeOfDay(text string) (time.Duration, error) {
	read, err := time.Parse("15:04", text)
	return time.Duration(read.Hour())*time.Hour + time.Duration(read.Minute())*time.Minute, err
}

// ListOperatorChannels gives the deposit channels, closed ones too.
func (h operatorCashierHandlers) ListOperatorChannels(ctx context.Context, _ operator.ListOperatorChannelsRequestObject) (operator.ListOperatorChannelsResponseObject, error) {
	channels, err := h.cashier.AllChannels(ctx)
	if err != nil {
		return nil, err
	}
	return operator.ListOperatorChannels200JSONResponse{Body: operator.OperatorChannelList{Channels: each(channels, toOperatorChannel)}}, nil
}

// PutOperatorChannel writes a deposit channel, or asks a second person.
func (h operatorCashierHandlers) PutOperatorChannel(ctx context.Context, request operator.PutOperatorChannelRequestObject) (operator.PutOperatorChannelResponseObject, error) {
	channel := fromOperatorChannel(request.Code, *request.Body)
	asked, err := h.cashier.ChangeChannel(ctx, channel)
	if !asked.ID.IsZero() {
		waits, err := toWaits(asked)
		return operator.PutOperatorChannel202JSONResponse{WaitsJSONResponse: waits}, err
	}
	return operator.PutOperatorChannel200JSONResponse{Body: toOperatorChannel(channel)}, err
}

func fromOperatorChannel(code string, body operator.PutOperatorChannelRequest) cashier.Channel {
	return cashier.Channel{
		Code: code, Kind: cashier.ChannelKind(body.Kind), BankCode: body.BankCode, Mode: cashier.Mode(body.Mode), NameTH: body.NameTH, NameEN: body.NameEN,
		AccountName: body.AccountName, AccountNo: body.AccountNo, Currency: money.Currency(body.Currency), Logo: body.Logo, TakesQR: body.TakesQR,
		MinDeposit: body.MinDeposit, QuickAmounts: body.QuickAmounts, Position: body.Position, Open: body.IsOpen,
	}
}

func toOperatorChannel(from cashier.Channel) operator.OperatorChannel {
	return operator.OperatorChannel{
		Code: from.Code, Kind: operator.OperatorChannelKind(from.Kind), BankCode: from.BankCode, Mode: operator.OperatorChannelMode(from.Mode), NameTH: from.NameTH,
		NameEN: from.NameEN, AccountName: from.AccountName, AccountNo: from.AccountNo, Currency: operator.Currency(from.Currency), Logo: from.Logo, TakesQR: from.TakesQR,
		MinDeposit: from.MinDeposit, QuickAmounts: append([]money.Amount{}, from.QuickAmounts...), Position: from.Position, IsOpen: from.Open,
	}
}
