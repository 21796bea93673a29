package portal

import (
	"context"
	"errors"

	"krapao/server/httpapi/api/portal"
	"krapao/server/httpapi/convert"
	"krapao/server/httpapi/middleware"
	"krapao/server/money"
	"krapao/server/site"
	"krapao/server/spin"
)

// spinHandlers answers the prize wheel. Its own refusals are answers of 200, as the product shows them.
type spinHandlers struct {
	wheel *spin.Service
	site  *site.Service
}

// in gives the reader's language.
func (h spinHandlers) in(ctx context.Context, language *string) (string, error) {
	snapshot, err := h.site.Read(ctx)
	if err != nil {
		return "", err
	}
	return string(snapshot.Locale(convert.Value(language))), nil
}

// GetSpinActive tells whether there is a wheel to spin.
func (h spinHandlers) GetSpinActive(ctx context.Context, _ portal.GetSpinActiveRequestObject) (portal.GetSpinActiveResponseObject, error) {
	active, err := h.wheel.Active(ctx, middleware.SessionFrom(ctx).Currency)
	return portal.GetSpinActive200JSONResponse{Body: portal.SpinActive{IsActive: active}}, err
}

// GetSpinSetup gives the wheel to draw. Errors: NO_DATA.
func (h spinHandlers) GetSpinSetup(ctx context.Context, request portal.GetSpinSetupRequestObject) (portal.GetSpinSetupResponseObject, error) {
	locale, err := h.in(ctx, request.Params.Language)
	if err != nil {
		return nil, err
	}
	session := middleware.SessionFrom(ctx)
	setup, err := h.wheel.Setup(ctx, session.Member, session.Currency)
	if err != nil {
		return nil, err
	}
	shown := portal.SpinWheel{Name: setup.Wheel.Name.In(locale), Slice: make([]portal.SpinSlice, len(setup.Wheel.Slices))}
	chances := setup.Wheel.Chances()
	for i, slice := range setup.Wheel.Slices {
		shown.Slice[i] = portal.SpinSlice{
			Code: slice.Code, Label: slice.Label.In(locale), BgColor: slice.Background, TextColor: slice.Foreground, Chance: &chances[i],
		}
	}
	return portal.GetSpinSetup200JSONResponse{Body: portal.SpinSetupResponse{Result: portal.SpinSetup{
		ActiveSpinwheel: shown, UserCoin: int(setup.Coins), CoinPerSpin: setup.Wheel.CoinPerSpin, Commitment: setup.Commitment,
	}}}, nil
}

// SpinWheel spins. Errors: MONEY_NOT_ENOUGH, NO_DATA, IDEMPOTENCY_CONFLICT.
func (h spinHandlers) SpinWheel(ctx context.Context, request portal.SpinWheelRequestObject) (portal.SpinWheelResponseObject, error) {
	locale, err := h.in(ctx, request.Params.Language)
	if err != nil {
		return nil, err
	}
	session := middleware.SessionFrom(ctx)
	input := spin.Input{Member: session.Member, Currency: session.Currency, Key: middleware.KeyFrom(ctx)}
	if request.Body != nil {
		input.Request, input.Commitment = convert.Value(request.Body.RequestID), convert.Value(request.Body.Commitment)
	}
	won, err := h.wheel.Spin(ctx, input)
	if refused, err := refusedBy(err); err != nil || refused != nil {
		return portal.SpinWheel200JSONResponse{Body: portal.SpinResponse{Error: refused}}, err
	}
	proof := toAPIProof(won.Spin)
	proof.NextCommitment = convert.OrNil(won.Next)
	return portal.SpinWheel200JSONResponse{Body: portal.SpinResponse{Success: true, Result: &portal.SpinResult{
		Code: won.Slice.Code, Label: won.Slice.Label.In(locale), RemainingCoin: int(won.Left), CouponID: won.Coupon.ID.String(), Proof: proof,
	}}}, nil
}

// refusedBy tells a refusal of the wheel itself from an error.
func refusedBy(err error) (*portal.SpinError, error) {
	var refusal spin.Refusal
	if !errors.As(err, &refusal) {
		return nil, err
	}
	shown := portal.SpinError(refusal)
	return &shown, nil
}

func toAPIProof(from spin.Spin) portal.SpinProof {
	return portal.SpinProof{
		RequestID: from.Request, Seed: from.Seed.String(), Commitment: from.Commitment,
		Weights: convert.Each(from.Wheel.Weights(), func(of spin.Weight) portal.SpinWeight { return portal.SpinWeight{Code: of.Code, Weight: of.Weight} }),
	}
}

// ListSpinCoupons gives what the member can claim.
func (h spinHandlers) ListSpinCoupons(ctx context.Context, request portal.ListSpinCouponsRequestObject) (portal.ListSpinCouponsResponseObject, error) {
	locale, err := h.in(ctx, request.Params.Language)
	if err != nil {
		return nil, err
	}
	open, err := h.wheel.OpenCoupons(ctx, middleware.MemberFrom(ctx))
	if err != nil {
		return nil, err
	}
	return portal.ListSpinCoupons200JSONResponse{Body: convert.Each(open, func(coupon spin.Coupon) portal.SpinCoupon {
		prize := coupon.Slice.Prize
		return portal.SpinCoupon{
			UnderscoreID: coupon.ID.String(), Type: portal.SpinCouponType(prize.Type), Amount: amountOf(prize), CreatedAt: coupon.At,
			ExpireAt: convert.TimeOrNil(coupon.Expires), Prize: portal.SpinPrize{
				Name: prize.Name.In(locale), Slice: portal.SpinPrizeSlice{Label: coupon.Slice.Label.In(locale), HTMLDescription: convert.OrNil(prize.HTML.In(locale))},
			},
		}
	})}, nil
}

// amountOf gives a prize's amount as the wire has it: coins are a number like any other.
func amountOf(prize spin.Prize) money.Amount {
	if prize.Type == spin.Coins {
		return money.Units(int64(prize.Coins))
	}
	return prize.Amount
}

// ClaimSpinCoupon gives a coupon's prize. Errors: IDEMPOTENCY_CONFLICT.
func (h spinHandlers) ClaimSpinCoupon(ctx context.Context, request portal.ClaimSpinCouponRequestObject) (portal.ClaimSpinCouponResponseObject, error) {
	coupon, err := request.Body.Coupon.AsSpinCouponID()
	if err != nil {
		handle, err := request.Body.Coupon.AsSpinCouponHandle()
		if err != nil {
			return nil, middleware.AsInputFault(err)
		}
		coupon = handle.UnderscoreID
	}
	claimed, err := h.wheel.Claim(ctx, spin.ClaimInput{Member: middleware.MemberFrom(ctx), Coupon: coupon, Key: middleware.KeyFrom(ctx)})
	if refused, err := refusedBy(err); err != nil || refused != nil {
		return portal.ClaimSpinCoupon200JSONResponse{Body: portal.SpinClaimResponse{Error: refused}}, err
	}
	return portal.ClaimSpinCoupon200JSONResponse{Body: portal.SpinClaimResponse{Success: true, Code: convert.OrNil(claimed.Slice.Prize.Code)}}, nil
}

// ListSpins gives a page of the member's spins with their proofs.
func (h spinHandlers) ListSpins(ctx context.Context, request portal.ListSpinsRequestObject) (portal.ListSpinsResponseObject, error) {
	locale, err := h.in(ctx, request.Params.Language)
	if err != nil {
		return nil, err
	}
	found, total, err := h.wheel.Spins(ctx, middleware.MemberFrom(ctx), request.Body.Page, request.Body.Limit)
	if err != nil {
		return nil, err
	}
	now := h.wheel.Now()
	return portal.ListSpins200JSONResponse{Body: portal.SpinHistory{Total: total, Spins: convert.Each(found, func(from spin.Spin) portal.SpinRecord {
		prize, status := from.Slice.Prize, from.Coupon.StatusAt(now)
		coupon := portal.SpinRecordCoupon{
			UnderscoreID: from.Coupon.ID.String(), Type: portal.SpinCouponType(prize.Type), Name: prize.Name.In(locale), Amount: amountOf(prize),
			Status: portal.SpinCouponStatus(status),
		}
		if status == spin.CouponClaimed {
			coupon.Code = convert.OrNil(prize.Code)
		}
		return portal.SpinRecord{
			UnderscoreID: from.ID.String(), Wheel: from.Wheel.Name.In(locale), Code: from.Slice.Code, Label: from.Slice.Label.In(locale), Coins: from.Coins,
			CreatedAt: from.At, Coupon: coupon, Proof: toAPIProof(from),
		}
	})}}, nil
}
