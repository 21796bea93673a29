package httpapi

import (
	"context"

	"krapao/server/approval"
	"krapao/server/cashier"
	"krapao/server/fault"
	"krapao/server/httpapi/api/operator"
	"krapao/server/id"
)

// operatorSlipHandlers answers the queue of transfer slips.
type operatorSlipHandlers struct {
	slips *cashier.Slips
	links SlipLinks
}

// ListOperatorSlips gives a page of slips.
func (h operatorSlipHandlers) ListOperatorSlips(ctx context.Context, request operator.ListOperatorSlipsRequestObject) (operator.ListOperatorSlipsResponseObject, error) {
	filter := cashier.SlipFilter{Page: pageOf(request.Params.Page, request.Params.Limit)}
	switch show := valueOf(request.Params.Show); show {
	case "", operator.OperatorSlipViewREVIEW:
		filter.Review = true
	case operator.OperatorSlipViewALL:
	default:
		filter.Status = cashier.SlipStatus(show)
	}
	slips, total, err := h.slips.OfficeList(ctx, filter)
	if err != nil {
		return nil, err
	}
	return operator.ListOperatorSlips200JSONResponse{Body: operator.OperatorSlipPage{Total: total, Slips: each(slips, h.toOperatorSlip)}}, nil
}

// ApproveOperatorSlip credits a slip, or asks for a second person. Errors: NO_DATA, KEY_INVALID, APPROVAL_STALE.
func (h operatorSlipHandlers) ApproveOperatorSlip(ctx context.Context, request operator.ApproveOperatorSlipRequestObject) (operator.ApproveOperatorSlipResponseObject, error) {
	slipID, err := id.Parse(request.ID)
	if err != nil {
		return nil, fault.NoData.With(err)
	}
	slip, asked, err := h.slips.Approve(ctx, cashier.ApproveSlipInput{
		Slip: slipID, BankCode: valueOf(request.Body.BankCode), Reference: valueOf(request.Body.TransactionReference), Amount: valueOf(request.Body.Amount), Note: request.Body.Note,
	})
	return operator.ApproveOperatorSlip200JSONResponse{OperatorSlipJSONResponse: h.answer(slip, asked)}, err
}

// RejectOperatorSlip refuses a slip. Errors: NO_DATA, KEY_INVALID, APPROVAL_STALE.
func (h operatorSlipHandlers) RejectOperatorSlip(ctx context.Context, request operator.RejectOperatorSlipRequestObject) (operator.RejectOperatorSlipResponseObject, error) {
	slipID, err := id.Parse(request.ID)
	if err != nil {
		return nil, fault.NoData.With(err)
	}
	slip, err := h.slips.Reject(ctx, slipID, cashier.SlipReason(request.Body.Reason))
	return operator.RejectOperatorSlip200JSONResponse{OperatorSlipJSONResponse: h.answer(slip, nil)}, err
}

func (h operatorSlipHandlers) answer(slip cashier.Slip, asked *approval.Request) operator.OperatorSlipJSONResponse {
	body := h.toOperatorSlip(slip)
	if asked != nil {
		approvalID := asked.ID.String()
		body.ApprovalID = &approvalID
	}
	return operator.OperatorSlipJSONResponse{Body: body}
}

func (h operatorSlipHandlers) toOperatorSlip(from cashier.Slip) operator.OperatorSlip {
	shown := operator.OperatorSlip{
		ID: from.ID.String(), Reference: from.Reference, Member: from.Member.String(), Status: operator.OperatorSlipStatus(from.Status), Amount: from.Amount,
		Currency: operator.Currency(from.Currency), CreatedAt: from.CreatedAt, BankNo: optional(from.BankNo), TransactionReference: optional(from.TransactionReference),
		ReadBy: optional(from.ReadBy), DecidedBy: optional(from.DecidedBy), Review: optional(operator.OperatorSlipReview(from.Review)), Reason: optional(operator.OperatorSlipReason(from.Reason)),
		Image: h.links.path(toOperator, from.ID),
	}
	if !from.ImageRemovedAt.IsZero() {
		shown.ImageRemovedAt = &from.ImageRemovedAt
	}
	if !from.DecidedAt.IsZero() {
		shown.DecidedAt = &from.DecidedAt
	}
	if told := from.Transfer; told != nil {
		shown.Transfer = &operator.OperatorSlipTransfer{
			Amount: told.Amount, Currency: operator.Currency(told.Currency), TransferredAt: told.TransferredAt,
			Payer: toOperatorSlipParty(told.Payer), Receiver: toOperatorSlipParty(told.Receiver),
		}
	}
	return shown
}

func toOperatorSlipParty(from cashier.Payer) operator.OperatorSlipParty {
	return operator.OperatorSlipParty{BankCode: optional(from.BankCode), AccountNo: optional(from.AccountNo), AccountName: optional(from.AccountName)}
}
