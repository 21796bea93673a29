package httpapi

import (
	"context"
	"net/http"

	"krapao/server/game"
	"krapao/server/httpapi/api/portal"
	"krapao/server/member"
	"krapao/server/wallet"
)

// walletHandlers answers the overview of the home screen.
type walletHandlers struct {
	wallet *wallet.Service
	games  *game.Service
	sent   *sentAnswers[walletAsOf]
}

// walletAsOf is what the answer is made of. Both are shared and never changed: what changed is another one.
type walletAsOf struct {
	overview *wallet.Overview
	first    *game.Provider // of the catalogue; nil: it is empty
}

// walletAgain is an answer that was sent before.
type walletAgain struct{ sentAnswer[walletAsOf] }

// VisitGetWalletResponse sends it.
func (w walletAgain) VisitGetWalletResponse(to http.ResponseWriter) error { return w.write(to) }

// GetWallet gives everything the member has. Errors: NO_WALLET, NO_BANK.
func (h walletHandlers) GetWallet(ctx context.Context, _ portal.GetWalletRequestObject) (portal.GetWalletResponseObject, error) {
	overview, err := h.wallet.Overview(ctx, MemberFrom(ctx))
	if err != nil {
		return nil, err
	}
	providers, err := h.games.Providers(ctx)
	if err != nil {
		return nil, err
	}
	asOf := walletAsOf{overview: overview}
	if len(providers) > 0 {
		asOf.first = &providers[0]
	}
	if again, found := h.sent.find(ctx, asOf); found {
		return walletAgain{again}, nil
	}
	h.sent.remember(ctx, asOf)
	places := game.Places(providers, overview.Currency, each(overview.Games, fromWalletGame))
	return portal.GetWallet200JSONResponse{Body: toAPIWallet(overview, places)}, nil
}

func fromWalletGame(from wallet.GameBalance) game.Standing {
	return game.Standing{Code: from.Code, Balance: from.Amount, RefreshedAt: from.RefreshedAt}
}

func toAPIWallet(overview *wallet.Overview, places []game.Place) portal.WalletResponse {
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
