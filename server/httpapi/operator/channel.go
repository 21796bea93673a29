package operator

import (
	"context"
	"time"

	"krapao/server/channel"
	"krapao/server/fault"
	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/convert"
	"krapao/server/money"
	"krapao/server/withdrawal"
)

// channelHandlers answers limits, rules and deposit channels. Errors of all that write: KEY_INVALID.
type channelHandlers struct {
	channels    *channel.Service
	withdrawals *withdrawal.Service
}

// ListOperatorWithdrawLimits gives the limits of every currency.
func (h channelHandlers) ListOperatorWithdrawLimits(ctx context.Context, _ operator.ListOperatorWithdrawLimitsRequestObject) (operator.ListOperatorWithdrawLimitsResponseObject, error) {
	all, err := h.withdrawals.AllWithdrawLimits(ctx)
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
func (h channelHandlers) PutOperatorWithdrawLimit(ctx context.Context, request operator.PutOperatorWithdrawLimitRequestObject) (operator.PutOperatorWithdrawLimitResponseObject, error) {
	currency := money.Currency(request.Currency)
	limits, asked, err := h.withdrawals.ChangeWithdrawLimits(ctx, currency, withdrawal.LimitsChange{
		Min: request.Body.Minimum, Max: request.Body.Maximum, ReviewAbove: request.Body.ReviewAbove, PayoutGateway: request.Body.PayoutGateway,
	})
	if !asked.ID.IsZero() {
		waits, err := toWaits(asked)
		return operator.PutOperatorWithdrawLimit202JSONResponse{WaitsJSONResponse: waits}, err
	}
	return operator.PutOperatorWithdrawLimit200JSONResponse{Body: toOperatorLimit(currency, limits)}, err
}

func toOperatorLimit(currency money.Currency, limits withdrawal.Limits) operator.OperatorWithdrawLimit {
	return operator.OperatorWithdrawLimit{
		Currency: operator.Currency(currency), Minimum: limits.Min, Maximum: limits.Max, ReviewAbove: limits.ReviewAbove, PayoutGateway: limits.PayoutGateway,
	}
}

// GetOperatorDepositRules gives the rules that no currency changes.
func (h channelHandlers) GetOperatorDepositRules(ctx context.Context, _ operator.GetOperatorDepositRulesRequestObject) (operator.GetOperatorDepositRulesResponseObject, error) {
	rules, err := h.channels.Settings(ctx)
	if err != nil {
		return nil, err
	}
	return operator.GetOperatorDepositRules200JSONResponse{Body: toOperatorRules(rules)}, nil
}

// PutOperatorDepositRules replaces the rules.
func (h channelHandlers) PutOperatorDepositRules(ctx context.Context, request operator.PutOperatorDepositRulesRequestObject) (operator.PutOperatorDepositRulesResponseObject, error) {
	rules, err := fromOperatorRules(*request.Body)
	if err != nil {
		return nil, err
	}
	return operator.PutOperatorDepositRules200JSONResponse{Body: toOperatorRules(rules)}, h.channels.PutSettings(ctx, rules)
}

func toOperatorRules(from channel.Settings) operator.OperatorDepositRules {
	return operator.OperatorDepositRules{
		IsManual: from.IsManual, SlipOpenFrom: convert.TimeOfDay(from.SlipOpenFrom), SlipOpenTo: convert.TimeOfDay(from.SlipOpenTo),
		SlipMaxAgeMinutes: int(from.SlipMaxAge / time.Minute), SlipMaxSizeMB: from.SlipMaxSizeMB,
	}
}

func fromOperatorRules(body operator.OperatorDepositRules) (channel.Settings, error) {
	from, wrongFrom := convert.ParseTimeOfDay(body.SlipOpenFrom)
	to, wrongTo := convert.ParseTimeOfDay(body.SlipOpenTo)
	if wrongFrom != nil || wrongTo != nil {
		return channel.Settings{}, fault.KeyInvalid.Withf("slips from %.10q to %.10q", body.SlipOpenFrom, body.SlipOpenTo)
	}
	return channel.Settings{
		IsManual: body.IsManual, SlipOpenFrom: from, SlipOpenTo: to, SlipMaxAge: time.Duration(body.SlipMaxAgeMinutes) * time.Minute, SlipMaxSizeMB: body.SlipMaxSizeMB,
	}, nil
}

// ListOperatorChannels gives the deposit channels, closed ones too.
func (h channelHandlers) ListOperatorChannels(ctx context.Context, _ operator.ListOperatorChannelsRequestObject) (operator.ListOperatorChannelsResponseObject, error) {
	channels, err := h.channels.AllChannels(ctx)
	if err != nil {
		return nil, err
	}
	return operator.ListOperatorChannels200JSONResponse{Body: operator.OperatorChannelList{Channels: convert.Each(channels, toOperatorChannel)}}, nil
}

// PutOperatorChannel writes a deposit channel, or asks a second person.
func (h channelHandlers) PutOperatorChannel(ctx context.Context, request operator.PutOperatorChannelRequestObject) (operator.PutOperatorChannelResponseObject, error) {
	channel := fromOperatorChannel(request.Code, *request.Body)
	asked, err := h.channels.ChangeChannel(ctx, channel)
	if !asked.ID.IsZero() {
		waits, err := toWaits(asked)
		return operator.PutOperatorChannel202JSONResponse{WaitsJSONResponse: waits}, err
	}
	return operator.PutOperatorChannel200JSONResponse{Body: toOperatorChannel(channel)}, err
}

func fromOperatorChannel(code string, body operator.PutOperatorChannelRequest) channel.Channel {
	return channel.Channel{
		Code: code, Kind: channel.Kind(body.Kind), BankCode: body.BankCode, Mode: channel.Mode(body.Mode), NameTH: body.NameTH, NameEN: body.NameEN,
		AccountName: body.AccountName, AccountNo: body.AccountNo, Currency: money.Currency(body.Currency), Logo: body.Logo, TakesQR: body.TakesQR,
		MinDeposit: body.MinDeposit, QuickAmounts: body.QuickAmounts, Position: body.Position, Open: body.IsOpen,
	}
}

func toOperatorChannel(from channel.Channel) operator.OperatorChannel {
	return operator.OperatorChannel{
		Code: from.Code, Kind: operator.OperatorChannelKind(from.Kind), BankCode: from.BankCode, Mode: operator.OperatorChannelMode(from.Mode), NameTH: from.NameTH,
		NameEN: from.NameEN, AccountName: from.AccountName, AccountNo: from.AccountNo, Currency: operator.Currency(from.Currency), Logo: from.Logo, TakesQR: from.TakesQR,
		MinDeposit: from.MinDeposit, QuickAmounts: append([]money.Amount{}, from.QuickAmounts...), Position: from.Position, IsOpen: from.Open,
	}
}
