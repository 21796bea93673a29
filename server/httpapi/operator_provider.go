package httpapi

import (
	"context"

	"krapao/server/game"
	"krapao/server/httpapi/api/operator"
	"krapao/server/money"
)

// operatorProviderHandlers answers game providers.
type operatorProviderHandlers struct{ games *game.Service }

// ListOperatorProviders gives the game providers, closed ones too.
func (h operatorProviderHandlers) ListOperatorProviders(ctx context.Context, _ operator.ListOperatorProvidersRequestObject) (operator.ListOperatorProvidersResponseObject, error) {
	providers, err := h.games.AllProviders(ctx)
	return operator.ListOperatorProviders200JSONResponse{Body: operator.OperatorProviderList{Providers: each(providers, toOperatorProvider)}}, err
}

// PutOperatorProvider writes a game provider, or asks a second person. Errors: KEY_INVALID.
func (h operatorProviderHandlers) PutOperatorProvider(ctx context.Context, request operator.PutOperatorProviderRequestObject) (operator.PutOperatorProviderResponseObject, error) {
	provider := fromOperatorProvider(request.Code, *request.Body)
	asked, err := h.games.ChangeProvider(ctx, provider)
	if !asked.ID.IsZero() {
		waits, err := toWaits(asked)
		return operator.PutOperatorProvider202JSONResponse{WaitsJSONResponse: waits}, err
	}
	return operator.PutOperatorProvider200JSONResponse{Body: toOperatorProvider(provider)}, err
}

func fromOperatorProvider(code string, body operator.PutOperatorProviderRequest) game.Provider {
	return game.Provider{
		Code: code, Name: body.Name, Category: game.Category(body.Category), Logo: body.Logo, Background: body.Background, FTWallet: body.FtWallet,
		Currencies: each(body.Currencies, func(currency operator.Currency) money.Currency { return money.Currency(currency) }),
		Web:        body.Web, Android: body.Android, IOS: body.Ios, Position: body.Position, Open: body.IsOpen,
		Launch: game.Launch{Kind: game.LaunchKind(body.LaunchKind), URL: body.LaunchURL, UsernameField: body.UsernameField, PasswordField: body.PasswordField},
	}
}

func toOperatorProvider(from game.Provider) operator.OperatorProvider {
	return operator.OperatorProvider{
		Code: from.Code, Name: from.Name, Category: operator.OperatorProviderCategory(from.Category), Logo: from.Logo, Background: from.Background,
		Currencies: each(from.Currencies, func(currency money.Currency) operator.Currency { return operator.Currency(currency) }), FtWallet: from.FTWallet,
		Web: from.Web, Android: from.Android, Ios: from.IOS, Position: from.Position, IsOpen: from.Open,
		LaunchKind: operator.OperatorLaunchKind(from.Launch.Kind), LaunchURL: from.Launch.URL,
		UsernameField: from.Launch.UsernameField, PasswordField: from.Launch.PasswordField,
	}
}
