package portal

import (
	"context"
	"errors"
	"time"

	"krapao/server/bonus"
	"krapao/server/fault"
	"krapao/server/httpapi/api/portal"
	"krapao/server/httpapi/convert"
	"krapao/server/httpapi/middleware"
	"krapao/server/site"
)

// bonusHandlers answers bonuses, promotions and the one condition.
type bonusHandlers struct {
	bonuses *bonus.Service
	site    *site.Service
}

// in gives the reader's language.
func (h bonusHandlers) in(ctx context.Context, language *string) (string, error) {
	snapshot, err := h.site.Read(ctx)
	if err != nil {
		return "", err
	}
	return string(snapshot.Locale(convert.Value(language))), nil
}

// ListBonuses gives the bonuses on offer.
func (h bonusHandlers) ListBonuses(ctx context.Context, request portal.ListBonusesRequestObject) (portal.ListBonusesResponseObject, error) {
	locale, err := h.in(ctx, request.Params.Language)
	if err != nil {
		return nil, err
	}
	session := middleware.SessionFrom(ctx)
	offers, err := h.bonuses.Offers(ctx, session.Member, session.Currency)
	if err != nil {
		return nil, err
	}
	return portal.ListBonuses200JSONResponse{Body: convert.Each(offers, func(offer bonus.Offer) portal.Bonus {
		shown := portal.Bonus{
			Code: offer.Code, Name: offer.Name.In(locale), Type: portal.BonusType(offer.Span), MaxReceived: offer.MaxReceived, PercentSuccess: offer.SuccessPercent,
			PercentFail: offer.FailPercent, CanReceive: offer.CanReceive,
			Banners: convert.Each(offer.Banners, func(banner bonus.Banner) portal.Banner {
				return portal.Banner{Image: banner.Image, HTML: banner.HTML.In(locale)}
			}),
		}
		if len(offer.Receipts) > 0 {
			own := toAPIUserBonus(offer.UserBonus)
			shown.UserBonus = &own
		}
		return shown
	})}, nil
}

func toAPIUserBonus(from bonus.UserBonus) portal.UserBonus {
	return portal.UserBonus{
		UnderscoreID: from.Receipts[0].ID.String(), IsActive: from.Active,
		Received: convert.Each(from.Receipts, func(receipt bonus.Receipt) portal.BonusReceived { return portal.BonusReceived{UpdatedAt: receipt.At} }),
	}
}

func (h bonusHandlers) activate(ctx context.Context, kind bonus.Kind, code string, repeats bool) (bonus.UserBonus, error) {
	session := middleware.SessionFrom(ctx)
	return h.bonuses.Activate(ctx, bonus.ActivateInput{
		Member: session.Member, Currency: session.Currency, Kind: kind, Code: code, Key: middleware.KeyFrom(ctx), Repeats: repeats,
	})
}

// ActivateBonus credits a bonus. Errors: NO_DATA, BONUS_ALREADY_ACTIVE, BONUS_REMAINING, BONUS_MAX_CLAIMED, BONUS_FULL,
// BONUS_CONDITION, IDEMPOTENCY_CONFLICT.
func (h bonusHandlers) ActivateBonus(ctx context.Context, request portal.ActivateBonusRequestObject) (portal.ActivateBonusResponseObject, error) {
	made, err := h.activate(ctx, bonus.FromBonus, request.Code, false)
	if err != nil {
		return nil, err
	}
	return portal.ActivateBonus200JSONResponse{Body: toAPIUserBonus(made)}, nil
}

// ActivateBonusByGet is the old form.
func (h bonusHandlers) ActivateBonusByGet(ctx context.Context, request portal.ActivateBonusByGetRequestObject) (portal.ActivateBonusByGetResponseObject, error) {
	made, err := h.activate(ctx, bonus.FromBonus, request.Code, true)
	if err != nil {
		return nil, err
	}
	return portal.ActivateBonusByGet200JSONResponse{Body: toAPIUserBonus(made)}, nil
}

// CheckActiveBonus tells whether the member is under a condition.
func (h bonusHandlers) CheckActiveBonus(ctx context.Context, request portal.CheckActiveBonusRequestObject) (portal.CheckActiveBonusResponseObject, error) {
	locale, err := h.in(ctx, request.Params.Language)
	if err != nil {
		return nil, err
	}
	active, err := h.bonuses.Active(ctx, middleware.MemberFrom(ctx))
	if errors.Is(err, fault.NoData) {
		return portal.CheckActiveBonus200JSONResponse{Body: portal.ActiveBonus{}}, nil
	}
	kind, name := toAPIConditionType(active.Kind), active.Name.In(locale)
	return portal.CheckActiveBonus200JSONResponse{Body: portal.ActiveBonus{Status: true, Type: &kind, Name: &name}}, err
}

// toAPIConditionType names a kind as the product does: a prize is a lucky draw.
func toAPIConditionType(kind bonus.Kind) portal.ConditionType {
	if kind == bonus.FromPrize {
		return portal.ConditionTypeLUCKYDRAW
	}
	return portal.ConditionType(kind)
}

// CheckBonusMinimum tells how far the condition is.
func (h bonusHandlers) CheckBonusMinimum(ctx context.Context, request portal.CheckBonusMinimumRequestObject) (portal.CheckBonusMinimumResponseObject, error) {
	locale, err := h.in(ctx, request.Params.Language)
	if err != nil {
		return nil, err
	}
	member := middleware.MemberFrom(ctx)
	progress, err := h.bonuses.Progress(ctx, member)
	if errors.Is(err, fault.NoData) {
		total, err := h.bonuses.Equity(ctx, member)
		return portal.CheckBonusMinimum200JSONResponse{Body: portal.BonusMinimum{Total: total, Result: true}}, err
	}
	if err != nil {
		return nil, err
	}
	return portal.CheckBonusMinimum200JSONResponse{Body: portal.BonusMinimum{
		Minimum: progress.Minimum, Total: progress.Equity, Result: progress.State == bonus.StateMet, LostAt: progress.LostAt,
		Progress: &portal.ConditionProgress{
			Type: toAPIConditionType(progress.Kind), Name: progress.Name.In(locale), State: portal.ConditionState(progress.State), BetsOpen: progress.BetsOpen, Bonus: progress.Amount, Base: progress.OwnMoney,
			Won: progress.Won, Needed: progress.Needed, Remaining: progress.Remaining, InGames: progress.InGames, ReceivedAt: progress.OpenedAt.In(time.UTC),
		},
	}}, nil
}

func (h bonusHandlers) clear(ctx context.Context, repeats bool) (portal.Ok, error) {
	session := middleware.SessionFrom(ctx)
	err := h.bonuses.Clear(ctx, bonus.ClearInput{Member: session.Member, Currency: session.Currency, Key: middleware.KeyFrom(ctx), Repeats: repeats})
	return portal.Ok{Message: "BONUS_CLEAR"}, err
}

// ClearBonus ends the condition. Errors: NO_DATA, BONUS_CONDITION, IDEMPOTENCY_CONFLICT.
func (h bonusHandlers) ClearBonus(ctx context.Context, _ portal.ClearBonusRequestObject) (portal.ClearBonusResponseObject, error) {
	cleared, err := h.clear(ctx, false)
	return portal.ClearBonus200JSONResponse{Body: cleared}, err
}

// ClearBonusByGet is the old form.
func (h bonusHandlers) ClearBonusByGet(ctx context.Context, _ portal.ClearBonusByGetRequestObject) (portal.ClearBonusByGetResponseObject, error) {
	cleared, err := h.clear(ctx, true)
	return portal.ClearBonusByGet200JSONResponse{Body: cleared}, err
}

func toAPIPromotion(from bonus.Campaign, locale string) portal.PromotionOrNull {
	return &portal.Promotion{
		Code: from.Code, Name: from.Name.In(locale), PercentSuccess: from.SuccessPercent, PercentFail: from.FailPercent, Description: from.HTML.In(locale),
	}
}

// GetCurrentPromotion gives the promotion that the member is under, or null.
func (h bonusHandlers) GetCurrentPromotion(ctx context.Context, request portal.GetCurrentPromotionRequestObject) (portal.GetCurrentPromotionResponseObject, error) {
	locale, err := h.in(ctx, request.Params.Language)
	if err != nil {
		return nil, err
	}
	found, err := h.bonuses.CurrentPromotion(ctx, middleware.MemberFrom(ctx))
	if errors.Is(err, fault.NoData) {
		return portal.GetCurrentPromotion200JSONResponse{}, nil
	}
	return portal.GetCurrentPromotion200JSONResponse{Body: toAPIPromotion(found, locale)}, err
}

// FindPromotion gives the promotion with a code, or null. Errors: REQUEST_LIMIT_1MIN.
func (h bonusHandlers) FindPromotion(ctx context.Context, request portal.FindPromotionRequestObject) (portal.FindPromotionResponseObject, error) {
	locale, err := h.in(ctx, request.Params.Language)
	if err != nil {
		return nil, err
	}
	session := middleware.SessionFrom(ctx)
	found, err := h.bonuses.FindPromotion(ctx, session.Member, session.Currency, request.Code)
	if errors.Is(err, bonus.ErrNoPromotion) {
		return portal.FindPromotion200JSONResponse{}, nil
	}
	return portal.FindPromotion200JSONResponse{Body: toAPIPromotion(found, locale)}, err
}

// ActivatePromotion credits a promotion. Errors: NO_PROMOTION, PROMOTION_RECEIVED, BONUS_REMAINING, BONUS_FULL,
// BONUS_CONDITION, REQUEST_LIMIT_1MIN, IDEMPOTENCY_CONFLICT.
func (h bonusHandlers) ActivatePromotion(ctx context.Context, request portal.ActivatePromotionRequestObject) (portal.ActivatePromotionResponseObject, error) {
	_, err := h.activate(ctx, bonus.FromPromotion, request.Code, false)
	return portal.ActivatePromotion200JSONResponse{Body: portal.Ok{Message: "SUCCESS"}}, err
}

// ActivatePromotionByGet is the old form.
func (h bonusHandlers) ActivatePromotionByGet(ctx context.Context, request portal.ActivatePromotionByGetRequestObject) (portal.ActivatePromotionByGetResponseObject, error) {
	_, err := h.activate(ctx, bonus.FromPromotion, request.Code, true)
	return portal.ActivatePromotionByGet200JSONResponse{Body: portal.Ok{Message: "SUCCESS"}}, err
}
