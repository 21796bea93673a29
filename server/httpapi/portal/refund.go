package portal

import (
	"context"

	openapi_types "github.com/oapi-codegen/runtime/types"

	"krapao/server/content"
	"krapao/server/httpapi/api/portal"
	"krapao/server/httpapi/convert"
	"krapao/server/httpapi/middleware"
	"krapao/server/rebate"
	"krapao/server/site"
)

// refundHandlers answers refunds. The old GET forms do what their twins do, without an idempotency key.
type refundHandlers struct {
	rebates *rebate.Service
	site    *site.Service
}

// readerLocale gives the reader's language.
func readerLocale(ctx context.Context, site *site.Service, language *string) (string, error) {
	snapshot, err := site.Read(ctx)
	if err != nil {
		return "", err
	}
	return string(snapshot.Locale(convert.Value(language))), nil
}

func toAPIBanners(banners []content.Banner, locale string) portal.BannerList {
	return portal.BannerList{Banners: convert.Each(banners, func(banner content.Banner) portal.Banner {
		return portal.Banner{Image: banner.Image, HTML: banner.HTML.In(locale)}
	})}
}

// ListRefunds gives a page of the refunds that were paid, newest first.
func (h refundHandlers) ListRefunds(ctx context.Context, request portal.ListRefundsRequestObject) (portal.ListRefundsResponseObject, error) {
	paid, total, err := h.rebates.Paid(ctx, middleware.MemberFrom(ctx), request.Body.Page, request.Body.Limit)
	if err != nil {
		return nil, err
	}
	return portal.ListRefunds200JSONResponse{Body: portal.RefundPage{Total: total, Refunds: convert.Each(paid, func(refund rebate.Refund) portal.Refund {
		return portal.Refund{UnderscoreID: refund.ID.String(), RefundAmount: refund.Amount, CreatedAt: refund.PaidAt}
	})}}, nil
}

// CheckRefund tells what the member could receive.
func (h refundHandlers) CheckRefund(ctx context.Context, request portal.CheckRefundRequestObject) (portal.CheckRefundResponseObject, error) {
	locale, err := readerLocale(ctx, h.site, request.Params.Language)
	if err != nil {
		return nil, err
	}
	session := middleware.SessionFrom(ctx)
	check, err := h.rebates.Check(ctx, session.Member, session.Currency)
	if err != nil {
		return nil, err
	}
	answer := portal.RefundCheck{
		Result: check.Refund != nil, Bonus: check.UnderCondition, Info: check.Info.In(locale), RefundSuccess: check.SuccessPercent, RefundFail: check.FailPercent,
	}
	if refund := check.Refund; refund != nil {
		answer.RefundAmount, answer.IsReserved = refund.Amount, refund.Status == rebate.Reserved
		answer.Day, answer.Loss, answer.Percent = &openapi_types.Date{Time: refund.Day.Time}, &refund.Loss, &refund.Percent
	}
	return portal.CheckRefund200JSONResponse{Body: answer}, nil
}

func refundInput(ctx context.Context) rebate.Input {
	session := middleware.SessionFrom(ctx)
	return rebate.Input{Member: session.Member, Currency: session.Currency, Key: middleware.KeyFrom(ctx)}
}

func toAPIRefundReceipt(refund rebate.Refund) portal.RefundReceipt {
	return portal.RefundReceipt{Message: "REFUND_SUCCESS", RefundAmount: refund.Amount}
}

// ReceiveRefund reserves the refund of the day. Errors: NO_REFUND, REFUND_CONDITION, REFUND_MINIMUM, REFUND_INACTIVE,
// IDEMPOTENCY_CONFLICT.
func (h refundHandlers) ReceiveRefund(ctx context.Context, _ portal.ReceiveRefundRequestObject) (portal.ReceiveRefundResponseObject, error) {
	refund, err := h.rebates.Receive(ctx, refundInput(ctx))
	if err != nil {
		return nil, err
	}
	return portal.ReceiveRefund200JSONResponse{Body: toAPIRefundReceipt(refund)}, nil
}

// ReceiveRefundByGet is the old form.
func (h refundHandlers) ReceiveRefundByGet(ctx context.Context, _ portal.ReceiveRefundByGetRequestObject) (portal.ReceiveRefundByGetResponseObject, error) {
	refund, err := h.rebates.Receive(ctx, refundInput(ctx))
	if err != nil {
		return nil, err
	}
	return portal.ReceiveRefundByGet200JSONResponse{Body: toAPIRefundReceipt(refund)}, nil
}

// AddRefundToWallet pays the reserved refund. Errors: NO_REFUND, REFUND_CONDITION, REFUND_MINIMUM, REFUND_INACTIVE,
// IDEMPOTENCY_CONFLICT.
func (h refundHandlers) AddRefundToWallet(ctx context.Context, _ portal.AddRefundToWalletRequestObject) (portal.AddRefundToWalletResponseObject, error) {
	refund, err := h.rebates.Pay(ctx, refundInput(ctx))
	if err != nil {
		return nil, err
	}
	return portal.AddRefundToWallet200JSONResponse{Body: toAPIRefundReceipt(refund)}, nil
}

// AddRefundToWalletByGet is the old form.
func (h refundHandlers) AddRefundToWalletByGet(ctx context.Context, _ portal.AddRefundToWalletByGetRequestObject) (portal.AddRefundToWalletByGetResponseObject, error) {
	refund, err := h.rebates.Pay(ctx, refundInput(ctx))
	if err != nil {
		return nil, err
	}
	return portal.AddRefundToWalletByGet200JSONResponse{Body: toAPIRefundReceipt(refund)}, nil
}

// GetRefundBanners gives what is shown before the dialog.
func (h refundHandlers) GetRefundBanners(ctx context.Context, request portal.GetRefundBannersRequestObject) (portal.GetRefundBannersResponseObject, error) {
	locale, err := readerLocale(ctx, h.site, request.Params.Language)
	if err != nil {
		return nil, err
	}
	banners, err := h.rebates.Banners(ctx, middleware.SessionFrom(ctx).Currency)
	return portal.GetRefundBanners200JSONResponse{Body: toAPIBanners(banners, locale)}, err
}
