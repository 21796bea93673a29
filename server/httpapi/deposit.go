package httpapi

import (
	"context"

	"krapao/server/cashier"
	"krapao/server/httpapi/api/portal"
)

// depositHandlers answers what members tell of their deposits, and what became of those.
type depositHandlers struct{ intake *cashier.Intake }

// ClaimDeposit records a claim. Errors: TRANSFER_MINIMUM, NO_BANK, REQUEST_LIMIT_1MIN, IDEMPOTENCY_CONFLICT.
func (h depositHandlers) ClaimDeposit(ctx context.Context, request portal.ClaimDepositRequestObject) (portal.ClaimDepositResponseObject, error) {
	session := SessionFrom(ctx)
	claim, err := h.intake.ClaimDeposit(ctx, session.Member, session.Currency, request.Body.Amount, keyFrom(ctx))
	if err != nil {
		return nil, err
	}
	return portal.ClaimDeposit200JSONResponse{Body: portal.DepositClaim{
		Message: "SUCCESS", UnderscoreID: claim.ID.String(), Amount: claim.Amount, Status: claimStatuses[claim.Status], CreatedAt: claim.CreatedAt,
	}}, nil
}

var claimStatuses = map[cashier.ClaimStatus]portal.StatementStatus{
	cashier.ClaimPending: portal.StatementStatusPENDING, cashier.ClaimCredited: portal.StatementStatusSUCCESS, cashier.ClaimRejected: portal.StatementStatusFAILED,
}

// SubmitGiftLink redeems a gift link. Errors: TRUELINK_INVALID, TRUELINK_DUPLICATE, REQUEST_LIMIT_1MIN, IDEMPOTENCY_CONFLICT.
func (h depositHandlers) SubmitGiftLink(ctx context.Context, request portal.SubmitGiftLinkRequestObject) (portal.SubmitGiftLinkResponseObject, error) {
	session := SessionFrom(ctx)
	link, err := h.intake.SendGiftLink(ctx, cashier.SendGiftLinkInput{
		Member: session.Member, Currency: session.Currency, Link: request.Body.Link, Key: keyFrom(ctx),
	})
	if err != nil {
		return nil, err
	}
	body := portal.GiftLinkReceipt{Message: "SUCCESS", Status: portal.StatementStatusPENDING, Amount: unlessZero(link.Amount)}
	if link.Status == cashier.GiftCredited {
		body.Status = portal.StatementStatusSUCCESS
	}
	return portal.SubmitGiftLink200JSONResponse{Body: body}, nil
}

// ListDeposits gives a page of the member's deposits with what happened to each.
func (h depositHandlers) ListDeposits(ctx context.Context, request portal.ListDepositsRequestObject) (portal.ListDepositsResponseObject, error) {
	deposits, total, err := h.intake.Deposits(ctx, MemberFrom(ctx), request.Body.Page, request.Body.Limit)
	if err != nil {
		return nil, err
	}
	return portal.ListDeposits200JSONResponse{Body: portal.DepositPage{Total: total, Deposits: each(deposits, toAPIDeposit)}}, nil
}

// GetDeposit gives one of the member's deposits. Errors: NO_DATA.
func (h depositHandlers) GetDeposit(ctx context.Context, request portal.GetDepositRequestObject) (portal.GetDepositResponseObject, error) {
	found, err := h.intake.Deposit(ctx, MemberFrom(ctx), request.DepositID)
	if err != nil {
		return nil, err
	}
	return portal.GetDeposit200JSONResponse{Body: toAPIDeposit(found)}, nil
}

// reviewReasons are the wire's for those of ours that a member is told more of than OTHER.
var reviewReasons = map[cashier.Reason]portal.DepositReviewReason{
	cashier.AmountDiffers: portal.AMOUNTDIFFERS, cashier.BelowMinimum: portal.AMOUNTDIFFERS,
	cashier.PayerDiffers: portal.PAYERDIFFERS, cashier.OutcomeUnknown: portal.OUTCOMEUNKNOWN,
	cashier.PaidLate: portal.LATE, cashier.WasCancelled: portal.LATE, cashier.TooOld: portal.LATE,
}

func toAPIDeposit(from cashier.Deposit) portal.DepositRecord {
	record := portal.DepositRecord{
		UnderscoreID: from.ID.String(), Kind: portal.DepositKind(from.Kind), Channel: from.Channel, Amount: from.Amount, Currency: portal.Currency(from.Currency),
		Status: portal.StatementStatus(from.Status()), CreatedAt: from.CreatedAt, Reason: unlessZero(from.Reason), Timeline: []portal.DepositEvent{},
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
