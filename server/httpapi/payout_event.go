package httpapi

import (
	"context"

	"krapao/server/cashier"
	"krapao/server/httpapi/api/webhook"
	"krapao/server/money"
)

// payoutEventHandlers answers the webhook of gateways that pay out.
type payoutEventHandlers struct{ cashier *cashier.Service }

// ReceivePayoutEvent takes a gateway's report, whose signature webhook.go has checked. 200 says that its effect is committed.
func (h payoutEventHandlers) ReceivePayoutEvent(ctx context.Context, request webhook.ReceivePayoutEventRequestObject) (webhook.ReceivePayoutEventResponseObject, error) {
	body := *request.Body
	report := cashier.PayoutReport{
		Gateway: request.GatewayCode, EventID: body.EventID, Status: cashier.PayoutStatus(body.Type), Reference: body.Reference, GatewayReference: body.PayoutReference,
		Amount: body.Amount, Currency: money.Currency(body.Currency),
	}
	if body.Reason != nil {
		report.Reason = string(*body.Reason)
	}
	if err := h.cashier.ReceivePayout(ctx, report); err != nil {
		return nil, err
	}
	return webhook.ReceivePayoutEvent200JSONResponse{WebhookAcceptedJSONResponse: webhook.WebhookAcceptedJSONResponse{Body: webhook.WebhookReceipt{Received: true}}}, nil
}
