package webhook

import (
	"context"

	"krapao/server/chat"
	"krapao/server/fault"
	"krapao/server/httpapi/api/webhook"
	"krapao/server/httpapi/convert"
	"krapao/server/httpapi/middleware"
	"krapao/server/id"
)

// helpDeskHandlers answers the webhook of a help desk.
type helpDeskHandlers struct{ chat *chat.Service }

// ReceiveHelpDeskEvent takes a reply, or the end of a conversation; its signature webhook.go has checked. 200 says that
// it is committed, or has no effect. Errors: KEY_INVALID, NO_DATA, APPROVAL_STALE.
func (h helpDeskHandlers) ReceiveHelpDeskEvent(ctx context.Context, request webhook.ReceiveHelpDeskEventRequestObject) (webhook.ReceiveHelpDeskEventResponseObject, error) {
	event := request.Body
	attributes, isReply := event.CustomAttributes, event.Event == "message_created"
	if isReply {
		attributes = convert.Value(event.Conversation).CustomAttributes
	}
	named, text := convert.Value(convert.Value(attributes).KrapaoConversation), convert.Value(event.Content)
	ignored := isReply && (convert.Value(event.MessageType) != "outgoing" || convert.Value(event.Private) || text == "") ||
		!isReply && (event.Event != "conversation_status_changed" || convert.Value(event.Status) != "resolved")
	if ignored || named == "" { // also a conversation of the help desk that is not ours
		return received, nil
	}
	conversation, err := id.Parse(named)
	if err != nil {
		return nil, fault.NoData.With(err)
	}
	address, requestID := middleware.ClientAddr(ctx).String(), middleware.RequestID(ctx)
	if !isReply {
		return received, h.chat.DeskClose(ctx, conversation, address, requestID)
	}
	return received, h.chat.DeskReply(ctx, chat.DeskReplyInput{
		Conversation: conversation, Number: convert.Value(event.ID), Text: text, Address: address, RequestID: requestID,
	})
}

// received says that an event was taken.
var received = webhook.ReceiveHelpDeskEvent200JSONResponse{WebhookAcceptedJSONResponse: webhook.WebhookAcceptedJSONResponse{Body: webhook.WebhookReceipt{Received: true}}}
