package operator

import (
	"context"
	"net/http"
	"net/netip"

	"krapao/server/chat"
	"krapao/server/deposit"
	"krapao/server/fault"
	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/api/portal"
	"krapao/server/httpapi/convert"
	"krapao/server/httpapi/middleware"
	"krapao/server/id"
	"krapao/server/wallet"
	"krapao/server/withdrawal"
)

// chatHandlers answers the support chat for operators.
type chatHandlers struct {
	chat        *chat.Service
	wallet      *wallet.Service
	intake      *deposit.Intake
	withdrawals *withdrawal.Service
	sockets     Sockets
}

// Sockets makes sockets of requests. Errors: KEY_INVALID, REQUEST_LIMIT, SERVER_BUSY.
type Sockets interface {
	Open(w http.ResponseWriter, r *http.Request, client netip.Addr) error
}

// OpenOperatorChatSocket makes a socket of the request. Errors: KEY_INVALID, REQUEST_LIMIT, SERVER_BUSY.
func (h chatHandlers) OpenOperatorChatSocket(ctx context.Context, _ operator.OpenOperatorChatSocketRequestObject) (operator.OpenOperatorChatSocketResponseObject, error) {
	return upgrade{h.sockets, middleware.RequestInfoFrom(ctx)}, nil
}

// upgrade is the answer that becomes a socket.
type upgrade struct {
	sockets Sockets
	asked   *middleware.RequestInfo
}

// VisitOpenOperatorChatSocketResponse gives the connection to the sockets.
func (u upgrade) VisitOpenOperatorChatSocketResponse(w http.ResponseWriter) error {
	return u.sockets.Open(w, u.asked.Request, u.asked.Client)
}

// ListOperatorConversations gives a page of the inbox. Errors: KEY_INVALID.
func (h chatHandlers) ListOperatorConversations(ctx context.Context, request operator.ListOperatorConversationsRequestObject) (operator.ListOperatorConversationsResponseObject, error) {
	params := request.Params
	filter := chat.InboxFilter{Page: max(convert.Value(params.Page), 1), Limit: convert.Value(params.Limit)}
	if filter.Limit == 0 {
		filter.Limit = 10
	}
	if params.State != nil {
		filter.States = []chat.State{chat.State(*params.State)}
	}
	if convert.Value(params.Mine) {
		filter.Operator = SessionFrom(ctx).Username
	}
	found, total, err := h.chat.Inbox(ctx, filter)
	return operator.ListOperatorConversations200JSONResponse{Body: operator.OperatorConversationPage{
		Total: total, Conversations: convert.Each(found, ToConversation),
	}}, err
}

// GetOperatorConversation gives a conversation and who it is with. Errors: NO_DATA.
func (h chatHandlers) GetOperatorConversation(ctx context.Context, request operator.GetOperatorConversationRequestObject) (operator.GetOperatorConversationResponseObject, error) {
	talk, err := h.find(ctx, request.ID)
	if err != nil {
		return nil, err
	}
	view := operator.OperatorConversationView{Conversation: ToConversation(talk)}
	if talk.Party.Member != 0 {
		if view.Member, err = h.memberOf(ctx, talk); err != nil {
			return nil, err
		}
	}
	return operator.GetOperatorConversation200JSONResponse{Body: view}, nil
}

// memberOf gives what an answer to a member needs.
func (h chatHandlers) memberOf(ctx context.Context, talk chat.Conversation) (*operator.OperatorConversationMember, error) {
	member := talk.Party.Member
	overview, err := h.wallet.Overview(ctx, member)
	if err != nil {
		return nil, err
	}
	const shown = 5
	deposits, _, err := h.intake.Deposits(ctx, member, 1, shown)
	if err != nil {
		return nil, err
	}
	found, err := h.withdrawals.Blockers(ctx, member, overview.Currency)
	if err != nil {
		return nil, err
	}
	blockers, err := reshaped[[]operator.WithdrawBlocker](convert.Each(found.Found, func(of withdrawal.Blocker) portal.WithdrawBlocker {
		return convert.ToWithdrawBlocker(of, talk.Locale)
	}))
	if err != nil {
		return nil, err
	}
	return &operator.OperatorConversationMember{
		Number: member.String(), Name: overview.Name, Phone: overview.Phone, Currency: operator.Currency(overview.Currency), Balance: overview.Main, Held: overview.Held,
		Deposits: convert.Each(deposits, func(paid deposit.Deposit) operator.OperatorConversationDeposit {
			return operator.OperatorConversationDeposit{
				Amount: paid.Amount, Currency: operator.Currency(overview.Currency), Status: paid.Status(), CreatedAt: paid.CreatedAt,
			}
		}),
		Blockers: blockers,
	}, nil
}

// ListOperatorConversationMessages gives messages, oldest first. Errors: NO_DATA.
func (h chatHandlers) ListOperatorConversationMessages(ctx context.Context, request operator.ListOperatorConversationMessagesRequestObject) (operator.ListOperatorConversationMessagesResponseObject, error) {
	talk, err := h.find(ctx, request.ID)
	if err != nil {
		return nil, err
	}
	wanted := chat.Range{After: convert.Value(request.Params.After), Newest: request.Params.After == nil, Limit: convert.Value(request.Params.Limit)}
	if wanted.Limit == 0 {
		wanted.Limit = 10
	}
	found, err := h.chat.Messages(ctx, talk.ID, wanted)
	if err != nil {
		return nil, err
	}
	shown := make([]operator.OperatorChatMessage, len(found))
	for i, message := range found {
		if shown[i], err = ToChatMessage(message); err != nil {
			return nil, err
		}
	}
	return operator.ListOperatorConversationMessages200JSONResponse{Body: operator.OperatorChatMessageList{Messages: shown}}, nil
}

// TakeOperatorConversation has the caller answer. Errors: NO_DATA, APPROVAL_STALE.
func (h chatHandlers) TakeOperatorConversation(ctx context.Context, request operator.TakeOperatorConversationRequestObject) (operator.TakeOperatorConversationResponseObject, error) {
	talk, err := changed(ctx, request.ID, h.chat.Take)
	return operator.TakeOperatorConversation200JSONResponse{Body: talk}, err
}

// ReplyOperatorConversation answers. Errors: KEY_MISSING, KEY_INVALID, NO_DATA, APPROVAL_STALE.
func (h chatHandlers) ReplyOperatorConversation(ctx context.Context, request operator.ReplyOperatorConversationRequestObject) (operator.ReplyOperatorConversationResponseObject, error) {
	talk, err := h.find(ctx, request.ID)
	if err != nil {
		return nil, err
	}
	body := request.Body
	input := chat.ReplyInput{Conversation: talk.ID, ID: convert.Value(body.UnderscoreID)}
	switch {
	case (body.Message == nil) == (body.Canned == nil):
		return nil, fault.KeyMissing.Withf("a message or a canned reply, and not both")
	case body.Message != nil:
		input.Content, err = fromOperatorContent(*body.Message)
	default:
		input.Content, err = h.chat.Canned(ctx, *body.Canned, talk.Locale)
	}
	if err != nil {
		return nil, err
	}
	replied, err := h.chat.Reply(ctx, input)
	return operator.ReplyOperatorConversation200JSONResponse{Body: ToConversation(replied)}, err
}

// TypeOperatorConversation tells the customer that the caller writes. Errors: NO_DATA.
func (h chatHandlers) TypeOperatorConversation(ctx context.Context, request operator.TypeOperatorConversationRequestObject) (operator.TypeOperatorConversationResponseObject, error) {
	talk, err := h.find(ctx, request.ID)
	if err == nil {
		h.chat.Type(ctx, talk, SessionFrom(ctx).Username, request.Body.IsTyping)
	}
	return operator.TypeOperatorConversation200JSONResponse{Body: operator.Ok{Message: "SUCCESS"}}, err
}

// HandBackOperatorConversation gives a conversation back. Errors: NO_DATA, APPROVAL_STALE.
func (h chatHandlers) HandBackOperatorConversation(ctx context.Context, request operator.HandBackOperatorConversationRequestObject) (operator.HandBackOperatorConversationResponseObject, error) {
	talk, err := changed(ctx, request.ID, func(ctx context.Context, conversation id.ID) (chat.Conversation, error) {
		return h.chat.HandBack(ctx, conversation, request.Body.To == operator.OperatorHandBackTargetQUEUE)
	})
	return operator.HandBackOperatorConversation200JSONResponse{Body: talk}, err
}

// CloseOperatorConversation ends a conversation. Errors: NO_DATA, APPROVAL_STALE.
func (h chatHandlers) CloseOperatorConversation(ctx context.Context, request operator.CloseOperatorConversationRequestObject) (operator.CloseOperatorConversationResponseObject, error) {
	talk, err := changed(ctx, request.ID, h.chat.Close)
	return operator.CloseOperatorConversation200JSONResponse{Body: talk}, err
}

// changed does something to the conversation that a path names.
func changed(ctx context.Context, name string, do func(ctx context.Context, conversation id.ID) (chat.Conversation, error)) (operator.OperatorConversation, error) {
	conversation, err := id.Parse(name)
	if err != nil {
		return operator.OperatorConversation{}, fault.NoData.With(err)
	}
	talk, err := do(ctx, conversation)
	return ToConversation(talk), err
}

func (h chatHandlers) find(ctx context.Context, name string) (chat.Conversation, error) {
	conversation, err := id.Parse(name)
	if err != nil {
		return chat.Conversation{}, fault.NoData.With(err)
	}
	return h.chat.Conversation(ctx, conversation)
}
