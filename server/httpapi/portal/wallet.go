package portal

import (
	"context"
	"strconv"
	"time"

	"krapao/server/game"
	"krapao/server/httpapi/api/portal"
	"krapao/server/httpapi/convert"
	"krapao/server/httpapi/middleware"
	"krapao/server/member"
	"krapao/server/money"
	"krapao/server/spin"
	"krapao/server/wallet"
)

// walletHandlers answers the overview of the home screen.
type walletHandlers struct {
	wallet *wallet.Service
	games  *game.Service
	wheel  *spin.Service
}

// GetWallet gives everything the member has, or says that nothing of it changed since the answer that the caller names.
// Errors: NO_WALLET, NO_BANK.
func (h walletHandlers) GetWallet(ctx context.Context, request portal.GetWalletRequestObject) (portal.GetWalletResponseObject, error) {
	session := middleware.SessionFrom(ctx)
	overview, err := h.wallet.Overview(ctx, session.Member)
	if err != nil {
		return nil, err
	}
	catalogue, err := h.games.Catalogue(ctx)
	if err != nil {
		return nil, err
	}
	// The member's sessions share what is read, and each learns of another login.
	lastLogin := session.LastLogin(overview.LastLoginAt, overview.PreviousLoginAt)
	wheel := h.hasWheel(ctx, overview.Currency)
	tag := middleware.EntityTag(overview.Version, catalogue.Version, strconv.FormatInt(lastLogin.UnixMicro(), 36), wheelMark(wheel))
	if request.Params.IfNoneMatch != nil && middleware.MatchesTag(*request.Params.IfNoneMatch, tag) {
		return portal.GetWallet304Response{Headers: portal.GetWallet304ResponseHeaders{ETag: &tag}}, nil
	}
	views := game.ProviderViews(catalogue.Providers, overview.Currency, convert.Each(overview.Games, fromWalletGame))
	body := toAPIWallet(overview, views, lastLogin)
	body.HasWheel = wheel
	return portal.GetWallet200JSONResponse{Body: body, Headers: portal.GetWallet200ResponseHeaders{ETag: &tag}}, nil
}

// hasWheel tells whether a prize wheel is on; nil before anybody can tell, which keeps nobody from their balance.
func (h walletHandlers) hasWheel(ctx context.Context, currency money.Currency) *bool {
	isOn, isKnown := h.wheel.LatelyActive(ctx, currency)
	if !isKnown {
		return nil
	}
	return &isOn
}

// wheelMark is the wheel's part of an answer's version.
func wheelMark(isOn *bool) string {
	if isOn == nil {
		return ""
	}
	return strconv.FormatBool(*isOn)
}

func fromWalletGame(from wallet.GameBalance) game.AccountBalance {
	return game.AccountBalance{Code: from.Code, Balance: from.Amount, RefreshedAt: from.RefreshedAt}
}

func toAPIWallet(overview *wallet.Overview, views []game.ProviderView, lastLogin time.Time) portal.WalletResponse {
	number := overview.Member.String()
	return portal.WalletResponse{
		Profile: portal.Profile{
			UnderscoreID: number, Username: overview.Phone, Name: overview.Name, CreatedAt: overview.CreatedAt, LastLoginAt: lastLogin,
			Coin: int(overview.Coins), Currency: portal.Currency(overview.Currency), InviteCode: member.InviteCode(overview.Member), AgreementVersion: overview.AgreementVersion,
		},
		BankAccount: portal.MemberBankAccount{
			Bank:     portal.BankName{NameTH: overview.Bank.NameLocal, NameEN: overview.Bank.NameEN},
			BankCode: overview.Bank.Code, BankAccountName: overview.Bank.Holder, BankAccountNo: overview.Bank.Number, IsLocked: overview.Bank.IsLocked,
		},
		Wallet:    portal.MainWallet{Amount: overview.Main},
		InTransit: &overview.Transit,
		Held:      &overview.Held,
		Invite:    portal.InviteBalance{Amount: overview.Invite.Amount, Success: overview.Invite.SuccessPercent, Fail: overview.Invite.FailPercent},
		Slots:     convert.Each(views, toAPIGameAccount),
		Timesync:  overview.SyncedAt,
	}
}
