package portal

import (
	"context"
	"time"

	"krapao/server/channel"
	"krapao/server/httpapi/api/portal"
	"krapao/server/httpapi/convert"
	"krapao/server/httpapi/middleware"
	"krapao/server/withdrawal"
)

// depositLookupHandlers answers what the deposit, withdraw and slip screens need to know beforehand.
type depositLookupHandlers struct {
	channels    *channel.Service
	withdrawals *withdrawal.Service
}

// GetDepositLookup lists the channels of the member's currency.
func (h depositLookupHandlers) GetDepositLookup(ctx context.Context, _ portal.GetDepositLookupRequestObject) (portal.GetDepositLookupResponseObject, error) {
	deposits, err := h.channels.Deposits(ctx, middleware.SessionFrom(ctx).Currency)
	if err != nil {
		return nil, err
	}
	body := portal.DepositLookup{Banks: []portal.DepositBank{}, Wallets: []portal.DepositWallet{}, IsManual: deposits.IsManual}
	for _, c := range deposits.Channels {
		if c.Kind == channel.Wallet {
			body.Wallets = append(body.Wallets, toAPIDepositWallet(c))
		} else {
			body.Banks = append(body.Banks, toAPIDepositBank(c))
		}
	}
	return portal.GetDepositLookup200JSONResponse{Body: body}, nil
}

func toAPIDepositBank(channel channel.Channel) portal.DepositBank {
	bank := portal.DepositBank{
		BankType: portal.DepositBankType(channel.Kind), BankCode: channel.BankCode, Mode: portal.DepositMode(channel.Mode),
		Bank:            portal.BankName{NameTH: channel.NameTH, NameEN: channel.NameEN},
		BankAccountName: channel.AccountName, BankAccountNo: channel.AccountNo, Currency: portal.Currency(channel.Currency), Logo: channel.Logo,
	}
	if channel.TakesQR {
		bank.GatewayCode, bank.MinDeposit, bank.QuickAmounts = &channel.Code, &channel.MinDeposit, &channel.QuickAmounts
	}
	return bank
}

func toAPIDepositWallet(from channel.Channel) portal.DepositWallet {
	wallet := portal.DepositWallet{
		WalletAccountName: from.AccountName, WalletAccountNo: from.AccountNo, Mode: portal.DepositMode(from.Mode), Currency: portal.Currency(from.Currency),
	}
	if from.House().TakesGifts { // a transfer credits whatever its amount
		wallet.MinDeposit = &from.MinDeposit
	}
	return wallet
}

// GetWithdrawLimits tells the limits of one withdrawal in the member's currency.
func (h depositLookupHandlers) GetWithdrawLimits(ctx context.Context, _ portal.GetWithdrawLimitsRequestObject) (portal.GetWithdrawLimitsResponseObject, error) {
	limits, err := h.withdrawals.WithdrawLimits(ctx, middleware.SessionFrom(ctx).Currency)
	if err != nil {
		return nil, err
	}
	return portal.GetWithdrawLimits200JSONResponse{Body: portal.WithdrawLookup{WithdrawMin: limits.Min, WithdrawMax: limits.Max}}, nil
}

// GetSlipRules tells when and how slips are taken.
func (h depositLookupHandlers) GetSlipRules(ctx context.Context, _ portal.GetSlipRulesRequestObject) (portal.GetSlipRulesResponseObject, error) {
	rules, err := h.channels.Settings(ctx)
	if err != nil {
		return nil, err
	}
	return portal.GetSlipRules200JSONResponse{Body: portal.SlipLookup{
		OpenFrom: convert.TimeOfDay(rules.SlipOpenFrom), OpenTo: convert.TimeOfDay(rules.SlipOpenTo),
		MaxAgeMinutes: int(rules.SlipMaxAge / time.Minute), MaxSizeMB: rules.SlipMaxSizeMB,
	}}, nil
}
