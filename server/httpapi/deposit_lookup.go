package httpapi

import (
	"context"
	"fmt"
	"time"

	"krapao/server/cashier"
	"krapao/server/httpapi/api/portal"
)

// depositLookupHandlers answers what the deposit, withdraw and slip screens need to know beforehand.
type depositLookupHandlers struct{ cashier *cashier.Service }

// GetDepositLookup lists the channels of the member's currency.
func (h depositLookupHandlers) GetDepositLookup(ctx context.Context, _ portal.GetDepositLookupRequestObject) (portal.GetDepositLookupResponseObject, error) {
	deposits, err := h.cashier.Deposits(ctx, SessionFrom(ctx).Currency)
	if err != nil {
		return nil, err
	}
	body := portal.DepositLookup{Banks: []portal.DepositBank{}, Wallets: []portal.DepositWallet{}, IsManual: deposits.IsManual}
	for _, channel := range deposits.Channels {
		if channel.Kind == cashier.Wallet {
			body.Wallets = append(body.Wallets, toAPIDepositWallet(channel))
		} else {
			body.Banks = append(body.Banks, toAPIDepositBank(channel))
		}
	}
	return portal.GetDepositLookup200JSONResponse{Body: body}, nil
}

func toAPIDepositBank(channel cashier.Channel) portal.DepositBank {
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

func toAPIDepositWallet(channel cashier.Channel) portal.DepositWallet {
	return portal.DepositWallet{
		WalletAccountName: channel.AccountName, WalletAccountNo: channel.AccountNo, Mode: portal.DepositMode(channel.Mode),
		MinDeposit: channel.MinDeposit, Currency: portal.Currency(channel.Currency),
	}
}

// GetWithdrawLimits tells the limits of one withdrawal in the member's currency.
func (h depositLookupHandlers) GetWithdrawLimits(ctx context.Context, _ portal.GetWithdrawLimitsRequestObject) (portal.GetWithdrawLimitsResponseObject, error) {
	limits, err := h.cashier.WithdrawLimits(ctx, SessionFrom(ctx).Currency)
	if err != nil {
		return nil, err
	}
	return portal.GetWithdrawLimits200JSONResponse{Body: portal.WithdrawLookup{WithdrawMin: limits.Min, WithdrawMax: limits.Max}}, nil
}

// GetSlipRules tells when and how slips are taken.
func (h depositLookupHandlers) GetSlipRules(ctx context.Context, _ portal.GetSlipRulesRequestObject) (portal.GetSlipRulesResponseObject, error) {
	rules, err := h.cashier.SlipRules(ctx)
	if err != nil {
		return nil, err
	}
	return portal.GetSlipRules200JSONResponse{Body: portal.SlipLookup{
		OpenFrom: timeOfDay(rules.SlipOpenFrom), OpenTo: timeOfDay(rules.SlipOpenTo),
		MaxAgeMinutes: int(rules.SlipMaxAge / time.Minute), MaxSizeMB: rules.SlipMaxSizeMB,
	}}, nil
}

// timeOfDay writes a time since midnight as HH:mm.
func timeOfDay(since time.Duration) string {
	minutes := int(since / time.Minute)
	return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60)
}
