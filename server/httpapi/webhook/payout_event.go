package webhook

import (
	"context"

	"krapao/server/httpapi/api/webhook"
	"krapao/server/money"
	"krapao/server/withdrawal"
)

// payoutEventHandlers answers the webhook of gateways that pay out.
type payoutEventHandlers struct{ withdrawals *withdrawal.Service }

// ReceivePayoutEvent takes a gateway's report, whose signature webhook.go has checked. 200 says that its effect is
// committed.
func (h payoutEventHandlers) ReceivePayoutEvent(ctx context.Context, request webhook.ReceivePayoutEventRequestObject) (webhook.ReceivePayoutEventResponseObject, error) {
	body := *request.Body
	report := withdrawal.PayoutReport{
		Gateway: request.GatewayCode, EventID: body.EventID, Status: withdrawal.PayoutStatus(body.Type), Reference: body.Reference, GatewayReference: body.PayoutReference,
		Amount: body.Amount, Currency: money.Currency(body.Currency),
	}
	if body.Reason != nil {
		report.Reason = string(*body.Reason)
	}
	if err := h.withdrawals.ReceivePayout(ctx, report); err != nil {
		return nil, err
	}
	return webhook.ReceivePayoutEvent200JSONResponse{WebhookAcceptedJSONResponse: webhook.WebhookAcceptedJSONResponse{Body: webhook.WebhookReceipt{Received: true}}}, nil
}
