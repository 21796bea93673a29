package operator

import (
	"context"

	"krapao/server/fault"
	"krapao/server/game"
	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/convert"
	"krapao/server/id"
	"krapao/server/money"
)

// providerHandlers answers game providers.
type providerHandlers struct{ games *game.Service }

// ListOperatorProviders gives the game providers, closed ones too.
func (h providerHandlers) ListOperatorProviders(ctx context.Context, _ operator.ListOperatorProvidersRequestObject) (operator.ListOperatorProvidersResponseObject, error) {
	providers, err := h.games.AllProviders(ctx)
	return operator.ListOperatorProviders200JSONResponse{Body: operator.OperatorProviderList{Providers: convert.Each(providers, toOperatorProvider)}}, err
}

// PutOperatorProvider writes a game provider, or asks a second person. Errors: KEY_INVALID.
func (h providerHandlers) PutOperatorProvider(ctx context.Context, request operator.PutOperatorProviderRequestObject) (operator.PutOperatorProviderResponseObject, error) {
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
		Currencies: convert.Each(body.Currencies, func(currency operator.Currency) money.Currency { return money.Currency(currency) }),
		Web:        body.Web, Android: body.Android, IOS: body.Ios, Position: body.Position, Open: body.IsOpen,
		Launch: game.Launch{Kind: game.LaunchKind(body.LaunchKind), URL: body.LaunchURL, UsernameField: body.UsernameField, PasswordField: body.PasswordField},
	}
}

func toOperatorProvider(from game.Provider) operator.OperatorProvider {
	return operator.OperatorProvider{
		Code: from.Code, Name: from.Name, Category: operator.OperatorProviderCategory(from.Category), Logo: from.Logo, Background: from.Background,
		Currencies: convert.Each(from.Currencies, func(currency money.Currency) operator.Currency { return operator.Currency(currency) }), FtWallet: from.FTWallet,
		Web: from.Web, Android: from.Android, Ios: from.IOS, Position: from.Position, IsOpen: from.Open,
		LaunchKind: operator.OperatorLaunchKind(from.Launch.Kind), LaunchURL: from.Launch.URL,
		UsernameField: from.Launch.UsernameField, PasswordField: from.Launch.PasswordField,
	}
}

// ListOperatorGameBounds gives what each provider may report by itself.
func (h providerHandlers) ListOperatorGameBounds(ctx context.Context, _ operator.ListOperatorGameBoundsRequestObject) (operator.ListOperatorGameBoundsResponseObject, error) {
	bounds, err := h.games.Bounds(ctx)
	return operator.ListOperatorGameBounds200JSONResponse{Body: operator.OperatorGameBoundList{Bounds: convert.Each(bounds, toOperatorGameBound)}}, err
}

// PutOperatorGameBound sets a bound, or asks a second person. Errors: KEY_INVALID, NO_DATA, APPROVAL_STALE.
func (h providerHandlers) PutOperatorGameBound(ctx context.Context, request operator.PutOperatorGameBoundRequestObject) (operator.PutOperatorGameBoundResponseObject, error) {
	bound := game.Bound{
		Provider: request.Code, Currency: money.Currency(request.Currency), Most: request.Body.MaximumResult, ReviewAbove: request.Body.ReviewAbove,
	}
	asked, err := h.games.ChangeBound(ctx, bound)
	if !asked.ID.IsZero() {
		waits, err := toWaits(asked)
		return operator.PutOperatorGameBound202JSONResponse{WaitsJSONResponse: waits}, err
	}
	return operator.PutOperatorGameBound200JSONResponse{Body: toOperatorGameBound(bound)}, err
}

func toOperatorGameBound(from game.Bound) operator.OperatorGameBound {
	return operator.OperatorGameBound{Provider: from.Provider, Currency: operator.Currency(from.Currency), MaximumResult: from.Most, ReviewAbove: from.ReviewAbove}
}

// ListOperatorGameResults gives a page of the results that went beyond their bound. Errors: KEY_INVALID.
func (h providerHandlers) ListOperatorGameResults(ctx context.Context, request operator.ListOperatorGameResultsRequestObject) (operator.ListOperatorGameResultsResponseObject, error) {
	page := pageOf(request.Params.Page, request.Params.Limit)
	found, total, err := h.games.HeldResults(ctx, game.HeldFilter{All: convert.Value(request.Params.Show) == operator.OperatorGameResultViewALL, Offset: page.Offset, Limit: page.Limit})
	return operator.ListOperatorGameResults200JSONResponse{Body: operator.OperatorGameResultPage{Total: total, Results: convert.Each(found, toOperatorGameResult)}}, err
}

// ReleaseOperatorGameResult lets a held result be booked, or asks a second person. Errors: KEY_INVALID, NO_DATA,
// APPROVAL_STALE.
func (h providerHandlers) ReleaseOperatorGameResult(ctx context.Context, request operator.ReleaseOperatorGameResultRequestObject) (operator.ReleaseOperatorGameResultResponseObject, error) {
	held, err := id.Parse(request.ID)
	if err != nil {
		return nil, fault.NoData.With(err)
	}
	released, asked, err := h.games.ReleaseResult(ctx, game.ReleaseInput{ID: held, Result: request.Body.Result})
	shown := toOperatorGameResult(released)
	if !asked.IsZero() {
		shown.ApprovalID = convert.OrNil(asked.String())
	}
	return operator.ReleaseOperatorGameResult200JSONResponse{Body: shown}, err
}

func toOperatorGameResult(from game.HeldResult) operator.OperatorGameResult {
	return operator.OperatorGameResult{
		ID: from.ID.String(), Member: from.Member.String(), Provider: from.Provider, Currency: operator.Currency(from.Currency), Result: from.Result,
		Balance: from.Balance, Bound: from.Bound, Status: operator.OperatorGameResultStatus(from.Status), ReportedAt: from.ReportedAt, SeenAt: from.SeenAt,
		NeedsSecondPerson: from.NeedsSecondPerson, ReleasedBy: convert.OrNil(from.ReleasedBy),
	}
}
