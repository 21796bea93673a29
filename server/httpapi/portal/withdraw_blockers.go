package portal

import (
	"context"

	"krapao/server/httpapi/api/portal"
	"krapao/server/httpapi/convert"
	"krapao/server/httpapi/middleware"
	"krapao/server/withdrawal"
)

// GetWithdrawBlockers tells what stands in the way of a withdrawal. Errors: NO_WALLET.
func (h withdrawHandlers) GetWithdrawBlockers(ctx context.Context, request portal.GetWithdrawBlockersRequestObject) (portal.GetWithdrawBlockersResponseObject, error) {
	locale, err := readerLocale(ctx, h.site, request.Params.Language)
	if err != nil {
		return nil, err
	}
	session := middleware.SessionFrom(ctx)
	found, err := h.withdrawals.Blockers(ctx, session.Member, session.Currency)
	if err != nil {
		return nil, err
	}
	return portal.GetWithdrawBlockers200JSONResponse{Body: portal.WithdrawBlockers{
		CanWithdraw: len(found.Found) == 0, Minimum: found.Limits.Min, Maximum: found.Limits.Max, Total: found.Total, CutsRest: found.CutsRest,
		Blockers: convert.Each(found.Found, func(of withdrawal.Blocker) portal.WithdrawBlocker { return convert.ToWithdrawBlocker(of, locale) }),
	}}, nil
}
