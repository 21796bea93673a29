package httpapi

import (
	"context"

	"krapao/server/game"
	"krapao/server/httpapi/api/portal"
	"krapao/server/member"
	"krapao/server/wallet"
)

// walletHandlers answers the overview of the home screen.
type walletHandlers struct {
	wallet *wallet.Service
	games  *game.Service
}

// GetWallet gives everything the member has. Errors: NO_WALLET, NO_BANK.
func (h walletHandlers) GetWallet(ctx context.Context, _ portal.GetWalletRequestObject) (portal.GetWalletResponseObject, error) {
	overview, err := h.wallet.Overview(ctx, MemberFrom(ctx))
	if err != nil {
		return nil, err
	}
	places, err := h.games.Places(ctx, overview.Currency, each(overview.Games, fromWalletGame))
	return portal.GetWallet200JSONResponse{Body: toAPIWallet(overview, places)}, err
}

func fromWalletGame(from wallet.GameBalance) game.Standing {
	return game.Standing{Code: from.Code, Balance: from.Amount, RefreshedAt: from.RefreshedAt}
}

func toAPIWallet(overview wallet.Overview, places []game.Place) portal.WalletResponse {
	number := overview.Member.String()
	return portal.WalletResponse{
		Profile: portal.Profile{
			UnderscoreID: number, Username: overview.Phone, Name: overview.Name, CreatedAt: overview.CreatedAt, LastLoginAt: overview.LastLoginAt,
			Coin: int(overview.Coins), Currency: portal.Currency(overview.Currency), InviteCode: member.InviteCode(overview.Member), AgreementVersion: overview.AgreementVersion,
		},
		BankAccount: portal.MemberBankAccount{
			Bank:     portal.BankName{NameTH: overview.Bank.NameLocal, NameEN: overview.Bank.NameEN},
			BankCode: overview.Bank.Code, BankAccountName: overview.Bank.Holder, BankAccountNo: overview.Bank.Number, IsLocked: overview.Bank.IsLocked,
		},
		Wallet:    portal.MainWallet{Amount: overview.Main},
		InTransit: &overview.Transit,
		Held:      &overview.Held,
		Slots:     each(places, toAPIGameAccount),
		Timesync:  overview.SyncedAt,
	}
}
