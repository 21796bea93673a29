package portal

import (
	"context"

	"krapao/server/game"
	"krapao/server/httpapi/api/portal"
	"krapao/server/httpapi/convert"
	"krapao/server/httpapi/middleware"
)

// gameHandlers answers accounts at game providers: opening, credentials, launching, refreshing. The old GET forms do
// what their twins do, without an idempotency key; a password in a path is read by nobody.
type gameHandlers struct{ games *game.Service }

func accountInput(ctx context.Context, code string) game.AccountInput {
	session := middleware.SessionFrom(ctx)
	return game.AccountInput{Member: session.Member, Currency: session.Currency, Code: code, Key: middleware.KeyFrom(ctx)}
}

func (h gameHandlers) activate(ctx context.Context, code string) (portal.GameAccount, error) {
	view, err := h.games.Activate(ctx, accountInput(ctx, code))
	if err != nil {
		return portal.GameAccount{}, err
	}
	return toAPIGameAccount(view), nil
}

// ActivateGameAccount opens an account. Errors: NO_GAME, SLOT_ALREADY_ACTIVE, SLOT_ACTIVATE_FAIL, GAME_ACTIVATION_FAIL,
// NO_WALLET, IDEMPOTENCY_CONFLICT.
func (h gameHandlers) ActivateGameAccount(ctx context.Context, request portal.ActivateGameAccountRequestObject) (portal.ActivateGameAccountResponseObject, error) {
	account, err := h.activate(ctx, request.Code)
	return portal.ActivateGameAccount200JSONResponse{Body: account}, err
}

// ActivateGameAccountByGet is the old form.
func (h gameHandlers) ActivateGameAccountByGet(ctx context.Context, request portal.ActivateGameAccountByGetRequestObject) (portal.ActivateGameAccountByGetResponseObject, error) {
	account, err := h.activate(ctx, request.Code)
	return portal.ActivateGameAccountByGet200JSONResponse{Body: account}, err
}

// GetGameCredentials gives the credentials. Errors: NO_GAME, SLOT_NO_ACCOUNT, NOT_{PROVIDER}.
func (h gameHandlers) GetGameCredentials(ctx context.Context, request portal.GetGameCredentialsRequestObject) (portal.GetGameCredentialsResponseObject, error) {
	credentials, err := h.games.Credentials(ctx, middleware.MemberFrom(ctx), request.Code, convert.Value(request.Params.Language))
	return portal.GetGameCredentials200JSONResponse{Body: toAPICredentials(credentials)}, err
}

// ResetGamePassword gives an account a new password. Errors: NO_GAME, SLOT_NO_ACCOUNT, SLOT_RESET_PASSWORD_FAIL,
// NOT_{PROVIDER}, IDEMPOTENCY_CONFLICT.
func (h gameHandlers) ResetGamePassword(ctx context.Context, request portal.ResetGamePasswordRequestObject) (portal.ResetGamePasswordResponseObject, error) {
	credentials, err := h.games.ResetPassword(ctx, accountInput(ctx, request.Code))
	return portal.ResetGamePassword200JSONResponse{Body: toAPICredentials(credentials)}, err
}

// ResetGamePasswordByGet is the old form.
func (h gameHandlers) ResetGamePasswordByGet(ctx context.Context, request portal.ResetGamePasswordByGetRequestObject) (portal.ResetGamePasswordByGetResponseObject, error) {
	credentials, err := h.games.ResetPassword(ctx, accountInput(ctx, request.Code))
	return portal.ResetGamePasswordByGet200JSONResponse{Body: toAPICredentials(credentials)}, err
}

func (h gameHandlers) launch(ctx context.Context, code, username string, language *string) (portal.GameLink, error) {
	link, err := h.games.Launch(ctx, game.LaunchInput{AccountInput: accountInput(ctx, code), Username: username, Language: convert.Value(language)})
	return portal.GameLink{Link: link}, err
}

// LaunchGame gives a link that opens a game signed in. Errors: NO_GAME, SLOT_NO_ACCOUNT, NOT_{PROVIDER},
// IDEMPOTENCY_CONFLICT.
func (h gameHandlers) LaunchGame(ctx context.Context, request portal.LaunchGameRequestObject) (portal.LaunchGameResponseObject, error) {
	link, err := h.launch(ctx, request.Provider, request.Username, request.Params.Language)
	return portal.LaunchGame200JSONResponse{Body: link}, err
}

// LaunchGameByGet is the old form.
func (h gameHandlers) LaunchGameByGet(ctx context.Context, request portal.LaunchGameByGetRequestObject) (portal.LaunchGameByGetResponseObject, error) {
	link, err := h.launch(ctx, request.Provider, request.Username, request.Params.Language)
	return portal.LaunchGameByGet200JSONResponse{Body: link}, err
}

// LaunchGameWithPasswordByGet is the oldest form.
func (h gameHandlers) LaunchGameWithPasswordByGet(ctx context.Context, request portal.LaunchGameWithPasswordByGetRequestObject) (portal.LaunchGameWithPasswordByGetResponseObject, error) {
	link, err := h.launch(ctx, request.Provider, request.Username, request.Params.Language)
	return portal.LaunchGameWithPasswordByGet200JSONResponse{Body: link}, err
}

func (h gameHandlers) refresh(ctx context.Context) (portal.RefreshReport, error) {
	session := middleware.SessionFrom(ctx)
	report, err := h.games.Refresh(ctx, game.RefreshInput{Member: session.Member, Key: middleware.KeyFrom(ctx)})
	body := portal.RefreshReport{Timesync: report.SyncedAt, Accounts: []portal.RefreshedAccount{}}
	for _, account := range report.Accounts {
		shown := portal.RefreshedAccount{Code: account.Code, Amount: account.Balance, IsFresh: account.Fresh, RefreshedAt: account.RefreshedAt}
		if account.Held {
			shown.IsHeld = &account.Held
		}
		body.Accounts = append(body.Accounts, shown)
	}
	return body, err
}

// RefreshGameAccounts asks all providers for the balances. Errors: NO_WALLET, IDEMPOTENCY_CONFLICT.
func (h gameHandlers) RefreshGameAccounts(ctx context.Context, _ portal.RefreshGameAccountsRequestObject) (portal.RefreshGameAccountsResponseObject, error) {
	report, err := h.refresh(ctx)
	return portal.RefreshGameAccounts200JSONResponse{Body: report}, err
}

// RefreshGameAccountsByGet is the old form.
func (h gameHandlers) RefreshGameAccountsByGet(ctx context.Context, _ portal.RefreshGameAccountsByGetRequestObject) (portal.RefreshGameAccountsByGetResponseObject, error) {
	report, err := h.refresh(ctx)
	return portal.RefreshGameAccountsByGet200JSONResponse{Body: report}, err
}

func toAPICredentials(from game.Credentials) portal.GameCredentials {
	body := portal.GameCredentials{Username: from.Username, Password: from.Password.Reveal()}
	if from.Event != nil {
		event := portal.GameFormState(from.Event)
		body.Event = &event
	}
	return body
}

func toAPIGameAccount(from game.ProviderView) portal.GameAccount {
	provider := from.Provider
	return portal.GameAccount{
		Code: provider.Code, Name: provider.Name, Category: portal.GameCategory(provider.Category), Logo: provider.Logo, Background: provider.Background,
		IsActive: from.Active, Amount: from.Amount, FtWalletSlot: provider.FTWallet, Web: convert.OrNil(provider.Web), Android: convert.OrNil(provider.Android),
		Ios: convert.OrNil(provider.IOS), RefreshedAt: from.RefreshedAt,
		Launch: portal.GameLaunch{
			Kind: portal.LaunchKind(provider.Launch.Kind), URL: convert.OrNil(provider.Launch.URL),
			UsernameField: convert.OrNil(provider.Launch.UsernameField), PasswordField: convert.OrNil(provider.Launch.PasswordField),
		},
	}
}
