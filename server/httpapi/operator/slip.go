package operator

import (
	"context"

	"krapao/server/approval"
	"krapao/server/bankaccount"
	"krapao/server/fault"
	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/convert"
	"krapao/server/httpapi/media"
	"krapao/server/id"
	"krapao/server/slip"
)

// slipHandlers answers the queue of transfer slips.
type slipHandlers struct {
	slips *slip.Service
	links media.SlipLinks
}

// ListOperatorSlips gives a page of slips.
func (h slipHandlers) ListOperatorSlips(ctx context.Context, request operator.ListOperatorSlipsRequestObject) (operator.ListOperatorSlipsResponseObject, error) {
	filter := slip.Filter{Page: pageOf(request.Params.Page, request.Params.Limit)}
	switch show := convert.Value(request.Params.Show); show {
	case "", operator.OperatorSlipViewREVIEW:
		filter.Review = true
	case operator.OperatorSlipViewALL:
	default:
		filter.Status = slip.Status(show)
	}
	slips, total, err := h.slips.OperatorList(ctx, filter)
	if err != nil {
		return nil, err
	}
	return operator.ListOperatorSlips200JSONResponse{Body: operator.OperatorSlipPage{Total: total, Slips: convert.Each(slips, h.toOperatorSlip)}}, nil
}

// ApproveOperatorSlip credits a slip, or asks for a second person. Errors: NO_DATA, KEY_INVALID, APPROVAL_STALE.
func (h slipHandlers) ApproveOperatorSlip(ctx context.Context, request operator.ApproveOperatorSlipRequestObject) (operator.ApproveOperatorSlipResponseObject, error) {
	slipID, err := id.Parse(request.ID)
	if err != nil {
		return nil, fault.NoData.With(err)
	}
	slip, asked, err := h.slips.Approve(ctx, slip.ApproveInput{
		Slip: slipID, BankCode: convert.Value(request.Body.BankCode), Reference: convert.Value(request.Body.TransactionReference), Amount: convert.Value(request.Body.Amount), Note: request.Body.Note,
	})
	return operator.ApproveOperatorSlip200JSONResponse{OperatorSlipJSONResponse: h.answer(slip, asked)}, err
}

// RejectOperatorSlip refuses a slip. Errors: NO_DATA, KEY_INVALID, APPROVAL_STALE.
func (h slipHandlers) RejectOperatorSlip(ctx context.Context, request operator.RejectOperatorSlipRequestObject) (operator.RejectOperatorSlipResponseObject, error) {
	slipID, err := id.Parse(request.ID)
	if err != nil {
		return nil, fault.NoData.With(err)
	}
	slip, err := h.slips.Reject(ctx, slipID, slip.Reason(request.Body.Reason))
	return operator.RejectOperatorSlip200JSONResponse{OperatorSlipJSONResponse: h.answer(slip, nil)}, err
}

func (h slipHandlers) answer(slip slip.Slip, asked *approval.Request) operator.OperatorSlipJSONResponse {
	body := h.toOperatorSlip(slip)
	if asked != nil {
		approvalID := asked.ID.String()
		body.ApprovalID = &approvalID
	}
	return operator.OperatorSlipJSONResponse{Body: body}
}

func (h slipHandlers) toOperatorSlip(from slip.Slip) operator.OperatorSlip {
	shown := operator.OperatorSlip{
		ID: from.ID.String(), Reference: from.Reference, Member: from.Member.String(), Status: operator.OperatorSlipStatus(from.Status), Amount: from.Amount,
		Currency: operator.Currency(from.Currency), CreatedAt: from.CreatedAt, BankNo: convert.OrNil(from.BankNo), TransactionReference: convert.OrNil(from.TransactionReference),
		ReadBy: convert.OrNil(from.ReadBy), DecidedBy: convert.OrNil(from.DecidedBy), Review: convert.OrNil(operator.OperatorSlipReview(from.Review)), Reason: convert.OrNil(operator.OperatorSlipReason(from.Reason)),
		Image: h.links.Path(media.ToOperator, from.ID),
	}
	if !from.ImageRemovedAt.IsZero() {
		shown.ImageRemovedAt = &from.ImageRemovedAt
	}
	if !from.DecidedAt.IsZero() {
		shown.DecidedAt = &from.DecidedAt
	}
	if reported := from.Transfer; reported != nil {
		shown.Transfer = &operator.OperatorSlipTransfer{
			Amount: reported.Amount, Currency: operator.Currency(reported.Currency), TransferredAt: reported.TransferredAt,
			Payer: toOperatorSlipParty(reported.Payer), Receiver: toOperatorSlipParty(reported.Receiver),
		}
	}
	return shown
}

func toOperatorSlipParty(from bankaccount.Payer) operator.OperatorSlipParty {
	return operator.OperatorSlipParty{BankCode: convert.OrNil(from.Bank), AccountNo: convert.OrNil(from.Number), AccountName: convert.OrNil(from.Holder)}
}
