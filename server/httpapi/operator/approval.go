package operator

import (
	"context"
	"encoding/json"

	"krapao/server/approval"
	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/convert"
	"krapao/server/id"
	"krapao/server/spin"
)

// approvalHandlers answers what waits for a second person.
type approvalHandlers struct{ approvals *approval.Approvals }

// ListApprovals gives a page of requests.
func (h approvalHandlers) ListApprovals(ctx context.Context, request operator.ListApprovalsRequestObject) (operator.ListApprovalsResponseObject, error) {
	filter := approval.Filter{
		State: approval.State(convert.Value(request.Params.State)), Kind: approval.Kind(convert.Value(request.Params.Kind)), Page: pageOf(request.Params.Page, request.Params.Limit),
	}
	requests, total, err := h.approvals.Requests(ctx, filter)
	if err != nil {
		return nil, err
	}
	page := operator.ApprovalPage{Total: total, Approvals: []operator.Approval{}}
	for _, request := range requests {
		shown, err := toApproval(request)
		if err != nil {
			return nil, err
		}
		shown.Details, _ = shorten(shown.Details).(map[string]any)
		page.Approvals = append(page.Approvals, shown)
	}
	return operator.ListApprovals200JSONResponse{Body: page}, nil
}

// GetApproval gives one request. Errors: NO_DATA.
func (h approvalHandlers) GetApproval(ctx context.Context, request operator.GetApprovalRequestObject) (operator.GetApprovalResponseObject, error) {
	answer, err := decided(request.ID, func(requestID id.ID) (approval.Request, error) { return h.approvals.Request(ctx, requestID) })
	return operator.GetApproval200JSONResponse{ApprovalJSONResponse: answer}, err
}

// ApproveApproval does what was asked for. Errors: NO_DATA, APPROVAL_SELF, APPROVAL_STALE, and those of what is done.
func (h approvalHandlers) ApproveApproval(ctx context.Context, request operator.ApproveApprovalRequestObject) (operator.ApproveApprovalResponseObject, error) {
	answer, err := decided(request.ID, func(requestID id.ID) (approval.Request, error) { return h.approvals.Approve(ctx, requestID) })
	return operator.ApproveApproval200JSONResponse{ApprovalJSONResponse: answer}, err
}

// RejectApproval ends a request. Errors: NO_DATA, APPROVAL_STALE.
func (h approvalHandlers) RejectApproval(ctx context.Context, request operator.RejectApprovalRequestObject) (operator.RejectApprovalResponseObject, error) {
	answer, err := decided(request.ID, func(requestID id.ID) (approval.Request, error) {
		return h.approvals.Reject(ctx, requestID, request.Body.Reason)
	})
	return operator.RejectApproval200JSONResponse{ApprovalJSONResponse: answer}, err
}

// longDetail is the longest text of a request's details in a list, in characters.
const longDetail = 4000

// shorten cuts long texts in details, a picture or a page of conditions, so that a list of a hundred requests stays
// small.
func shorten(detail any) any {
	switch value := detail.(type) {
	case string:
		if letters := []rune(value); len(letters) > longDetail {
			return string(letters[:longDetail]) + "…"
		}
	case []any:
		for i := range value {
			value[i] = shorten(value[i])
		}
	case map[string]any:
		for name := range value {
			value[name] = shorten(value[name])
		}
	}
	return detail
}

func decided(text string, work func(requestID id.ID) (approval.Request, error)) (answer operator.ApprovalJSONResponse, err error) {
	requestID, err := id.Parse(text)
	if err != nil {
		return answer, approval.ErrUnknown.With(err)
	}
	request, err := work(requestID)
	if err == nil {
		answer.Body, err = toApproval(request)
	}
	return answer, err
}

func toApproval(from approval.Request) (operator.Approval, error) {
	to := operator.Approval{
		ID: from.ID.String(), Kind: string(from.Kind), Subject: from.Subject, Details: map[string]any{}, Note: from.Note, Requester: from.Requester,
		RequestedAt: from.RequestedAt, ExpiresAt: from.ExpiresAt, State: operator.ApprovalState(from.State),
		Decider: convert.OrNil(from.Decider), DecidedAt: convert.TimeOrNil(from.DecidedAt), Reason: convert.OrNil(from.Reason),
	}
	if err := from.Read(&to.Details); err != nil || from.Kind != spin.WheelApproval {
		return to, err
	}
	return to, showWheel(from, to.Details)
}

// showWheel has the details of a request for a wheel show it in the contract's names and amounts.
func showWheel(from approval.Request, details map[string]any) error {
	var asked struct{ Wheel spin.Wheel }
	if err := from.Read(&asked); err != nil {
		return err
	}
	text, err := json.Marshal(toOperatorWheel(asked.Wheel))
	if err != nil {
		return err
	}
	var shown map[string]any
	err = json.Unmarshal(text, &shown)
	details["wheel"] = shown
	return err
}

// toWaits is the answer to a change that is asked for.
func toWaits(asked approval.Request) (answer operator.WaitsJSONResponse, err error) {
	answer.Body, err = toApproval(asked)
	return answer, err
}
