package portal

import (
	"context"

	"krapao/server/httpapi/api/portal"
	"krapao/server/httpapi/convert"
	"krapao/server/httpapi/middleware"
	"krapao/server/referral"
	"krapao/server/site"
)

// inviteHandlers answers invites. The old GET form does what its twin does, without an idempotency key.
type inviteHandlers struct {
	referrals *referral.Service
	site      *site.Service
}

// ListInvites gives a page of what invitees' days earned the member, newest first.
func (h inviteHandlers) ListInvites(ctx context.Context, request portal.ListInvitesRequestObject) (portal.ListInvitesResponseObject, error) {
	earned, total, err := h.referrals.Earnings(ctx, middleware.MemberFrom(ctx), request.Body.Page, request.Body.Limit)
	if err != nil {
		return nil, err
	}
	return portal.ListInvites200JSONResponse{Body: portal.InvitePage{Total: total, Invites: convert.Each(earned, func(of referral.Earning) portal.InviteRecord {
		return portal.InviteRecord{UnderscoreID: of.ID.String(), From: portal.InviteSource{Name: of.Name}, Amount: of.Amount, CreatedAt: of.At}
	})}}, nil
}

func (h inviteHandlers) receive(ctx context.Context) (portal.InviteBonusReceipt, error) {
	session := middleware.SessionFrom(ctx)
	receipt, err := h.referrals.Receive(ctx, referral.Input{Member: session.Member, Currency: session.Currency, Key: middleware.KeyFrom(ctx)})
	return portal.InviteBonusReceipt{Message: "INVITE_BONUS_SUCCESS", Amount: receipt.Amount}, err
}

// ReceiveInviteBonus credits all that was earned. Errors: BONUS_REMAINING, INVITE_COLLECT, INVITE_INACTIVE,
// NO_INVITE_BONUS, NO_INVITEE_PLAY_INFO, INVITE_BONUS_FAIL, IDEMPOTENCY_CONFLICT.
func (h inviteHandlers) ReceiveInviteBonus(ctx context.Context, _ portal.ReceiveInviteBonusRequestObject) (portal.ReceiveInviteBonusResponseObject, error) {
	receipt, err := h.receive(ctx)
	if err != nil {
		return nil, err
	}
	return portal.ReceiveInviteBonus200JSONResponse{Body: receipt}, nil
}

// ReceiveInviteBonusByGet is the old form.
func (h inviteHandlers) ReceiveInviteBonusByGet(ctx context.Context, _ portal.ReceiveInviteBonusByGetRequestObject) (portal.ReceiveInviteBonusByGetResponseObject, error) {
	receipt, err := h.receive(ctx)
	if err != nil {
		return nil, err
	}
	return portal.ReceiveInviteBonusByGet200JSONResponse{Body: receipt}, nil
}

// GetInviteBanners gives what is shown before the dialog.
func (h inviteHandlers) GetInviteBanners(ctx context.Context, request portal.GetInviteBannersRequestObject) (portal.GetInviteBannersResponseObject, error) {
	locale, err := readerLocale(ctx, h.site, request.Params.Language)
	if err != nil {
		return nil, err
	}
	banners, err := h.referrals.Banners(ctx, middleware.SessionFrom(ctx).Currency)
	return portal.GetInviteBanners200JSONResponse{Body: toAPIBanners(banners, locale)}, err
}
