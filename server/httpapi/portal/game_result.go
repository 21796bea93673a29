package portal

import (
	"context"

	openapi_types "github.com/oapi-codegen/runtime/types"

	"krapao/server/game"
	"krapao/server/httpapi/api/portal"
	"krapao/server/httpapi/convert"
	"krapao/server/httpapi/middleware"
)

// defaultDays is how many days a page has that does not say.
const defaultDays = 10

// ListGameResults gives a page of what playing won and lost, day by day.
func (h gameHandlers) ListGameResults(ctx context.Context, request portal.ListGameResultsRequestObject) (portal.ListGameResultsResponseObject, error) {
	page, limit := 1, defaultDays
	if request.Params.Page != nil {
		page = *request.Params.Page
	}
	if request.Params.Limit != nil {
		limit = *request.Params.Limit
	}
	days, total, err := h.games.Results(ctx, middleware.MemberFrom(ctx), page, limit)
	if err != nil {
		return nil, err
	}
	catalogue, err := h.games.Catalogue(ctx)
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	for _, provider := range catalogue.Providers {
		names[provider.Code] = provider.Name
	}
	return portal.ListGameResults200JSONResponse{Body: portal.GameResultPage{Total: total, Days: convert.Each(days, func(day game.Day) portal.GameDay {
		return portal.GameDay{Day: openapi_types.Date{Time: day.Date}, Result: day.Result, BroughtForward: convert.OrNil(day.BroughtForward), Games: convert.Each(day.Games, func(won game.DayResult) portal.GameDayResult {
			name, known := names[won.Provider]
			if !known {
				name = won.Provider
			}
			return portal.GameDayResult{Code: won.Provider, Name: name, Result: won.Result}
		})}
	})}}, nil
}
