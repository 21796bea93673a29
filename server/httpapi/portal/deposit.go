package portal

import (
	"context"

	"krapao/server/deposit"
	"krapao/server/httpapi/api/portal"
	"krapao/server/httpapi/convert"
	"krapao/server/httpapi/middleware"
)

// depositHandlers answers what members tell of their deposits, and what became of those.
type depositHandlers struct{ intake *deposit.Intake }

// ClaimDeposit records a claim. Errors: TRANSFER_MINIMUM, NO_BANK, REQUEST_LIMIT_1MIN, IDEMPOTENCY_CONFLICT.
func (h depositHandlers) ClaimDeposit(ctx context.Context, request portal.ClaimDepositRequestObject) (portal.ClaimDepositResponseObject, error) {
	session := middleware.SessionFrom(ctx)
	claim, err := h.intake.ClaimDeposit(ctx, deposit.ClaimInput{
		Member: session.Member, Currency: session.Currency, Amount: request.Body.Amount, Key: middleware.KeyFrom(ctx),
	})
	if err != nil {
		return nil, err
	}
	return portal.ClaimDeposit200JSONResponse{Body: portal.DepositClaim{
		Message: "SUCCESS", UnderscoreID: claim.ID.String(), Amount: claim.Amount, Status: claimStatuses[claim.Status], CreatedAt: claim.CreatedAt,
	}}, nil
}

var claimStatuses = map[deposit.ClaimStatus]portal.StatementStatus{
	deposit.ClaimPending: portal.StatementStatusPENDING, deposit.ClaimCredited: portal.StatementStatusSUCCESS, deposit.ClaimRejected: portal.StatementStatusFAILED,
}

// SubmitGiftLink redeems a gift link. Errors: TRUELINK_INVALID, TRUELINK_DUPLICATE, REQUEST_LIMIT_1MIN,
// IDEMPOTENCY_CONFLICT.
func (h depositHandlers) SubmitGiftLink(ctx context.Context, request portal.SubmitGiftLinkRequestObject) (portal.SubmitGiftLinkResponseObject, error) {
	session := middleware.SessionFrom(ctx)
	link, err := h.intake.SendGiftLink(ctx, deposit.SendGiftLinkInput{
		Member: session.Member, Currency: session.Currency, Link: request.Body.Link, Key: middleware.KeyFrom(ctx),
	})
	if err != nil {
		return nil, err
	}
	body := portal.GiftLinkReceipt{Message: "SUCCESS", Status: portal.StatementStatusPENDING, Amount: convert.OrNil(link.Amount)}
	if link.Status == deposit.GiftCredited {
		body.Status = portal.StatementStatusSUCCESS
	}
	return portal.SubmitGiftLink200JSONResponse{Body: body}, nil
}

// ListDeposits gives a page of the member's deposits with what happened to each.
func (h depositHandlers) ListDeposits(ctx context.Context, request portal.ListDepositsRequestObject) (portal.ListDepositsResponseObject, error) {
	deposits, total, err := h.intake.Deposits(ctx, middleware.MemberFrom(ctx), request.Body.Page, request.Body.Limit)
	if err != nil {
		return nil, err
	}
	return portal.ListDeposits200JSONResponse{Body: portal.DepositPage{Total: total, Deposits: convert.Each(deposits, toAPIDeposit)}}, nil
}

// GetDeposit gives one of the member's deposits. Errors: NO_DATA.
func (h depositHandlers) GetDeposit(ctx context.Context, request portal.GetDepositRequestObject) (portal.GetDepositResponseObject, error) {
	found, err := h.intake.Deposit(ctx, middleware.MemberFrom(ctx), request.DepositID)
	if err != nil {
		return nil, err
	}
	return portal.GetDeposit200JSONResponse{Body: toAPIDeposit(found)}, nil
}

// reviewReasons are the wire's for those of ours that a member is told more of than OTHER.
var reviewReasons = map[deposit.Reason]portal.DepositReviewReason{
	deposit.AmountDiffers: portal.AMOUNTDIFFERS, deposit.BelowMinimum: portal.BELOWMINIMUM,
	deposit.PayerDiffers: portal.PAYERDIFFERS, deposit.OutcomeUnknown: portal.OUTCOMEUNKNOWN,
	deposit.PaidLate: portal.LATE, deposit.WasCancelled: portal.LATE, deposit.TooOld: portal.LATE,
}

func toAPIDeposit(from deposit.Deposit) portal.DepositRecord {
	record := portal.DepositRecord{
		UnderscoreID: from.ID.String(), Kind: portal.DepositKind(from.Kind), Channel: from.Channel, Amount: from.Amount, Currency: portal.Currency(from.Currency),
		Status: portal.StatementStatus(from.Status()), CreatedAt: from.CreatedAt, Reason: convert.OrNil(from.Reason), Timeline: []portal.DepositEvent{},
	}
	if from.Note != "" {
		note := portal.SlipReason(from.Note)
		record.Note = &note
	}
	if from.Review != "" {
		review, known := reviewReasons[from.Review]
		if !known {
			review = portal.OTHER
		}
		record.ReviewReason = &review
	}
	for _, stage := range from.Stages {
		record.Timeline = append(record.Timeline, portal.DepositEvent{Step: portal.DepositStep(stage.Stage), At: stage.At})
	}
	return record
}
