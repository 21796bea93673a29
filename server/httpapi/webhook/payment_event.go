package webhook

import (
	"context"

	"krapao/server/deposit"
	"krapao/server/httpapi/api/webhook"
	"krapao/server/httpapi/convert"
	"krapao/server/money"
)

// paymentEventHandlers answers the webhook of payment gateways.
type paymentEventHandlers struct{ deposits *deposit.Service }

// ReceivePaymentEvent takes a gateway's report, whose signature webhook.go has checked. 200 says that its effect is
// committed. Errors: KEY_INVALID (no amount above 0).
func (h paymentEventHandlers) ReceivePaymentEvent(ctx context.Context, request webhook.ReceivePaymentEventRequestObject) (webhook.ReceivePaymentEventResponseObject, error) {
	if err := h.deposits.ReceivePayment(ctx, fromAPIPaymentEvent(request.GatewayCode, *request.Body)); err != nil {
		return nil, err
	}
	return webhook.ReceivePaymentEvent200JSONResponse{WebhookAcceptedJSONResponse: webhook.WebhookAcceptedJSONResponse{Body: webhook.WebhookReceipt{Received: true}}}, nil
}

func fromAPIPaymentEvent(gateway string, body webhook.PaymentEvent) deposit.PaymentEvent {
	event := deposit.PaymentEvent{
		Gateway: gateway, ID: body.EventID, Type: deposit.EventType(body.Type), Reference: body.Reference, GatewayReference: body.QrReference,
		Amount: body.Amount, Currency: money.Currency(body.Currency),
	}
	event.PaidAt = convert.Value(body.PaidAt)
	event.Payer = fromAPIPayer(body.Payer)
	return event
}
