package operator

import (
	"context"

	"krapao/server/chat"
	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/convert"
)

// ListOperatorChatAnswers gives what the bot answers.
func (h chatHandlers) ListOperatorChatAnswers(ctx context.Context, _ operator.ListOperatorChatAnswersRequestObject) (operator.ListOperatorChatAnswersResponseObject, error) {
	entries, err := h.chat.Entries(ctx)
	if err != nil {
		return nil, err
	}
	list := operator.OperatorChatAnswerList{Answers: []operator.OperatorChatAnswer{}}
	for _, entry := range entries {
		shown := operator.OperatorChatAnswer{Code: entry.Code, Keywords: entry.Keywords, Position: entry.Position, HandOver: entry.HandOver}
		for locale, into := range map[string]**[]operator.ChatMessage{"th": &shown.Answers.Th, "la": &shown.Answers.La, "en": &shown.Answers.En} {
			if said := entry.Answers[locale]; len(said) > 0 {
				messages, err := reshaped[[]operator.ChatMessage](convert.Each(said, convert.ToChatMessage))
				if err != nil {
					return nil, err
				}
				*into = &messages
			}
		}
		list.Answers = append(list.Answers, shown)
	}
	return operator.ListOperatorChatAnswers200JSONResponse{Body: list}, nil
}

// PutOperatorChatAnswer writes what the bot answers. Errors: KEY_INVALID.
func (h chatHandlers) PutOperatorChatAnswer(ctx context.Context, request operator.PutOperatorChatAnswerRequestObject) (operator.PutOperatorChatAnswerResponseObject, error) {
	body := request.Body
	entry := chat.Entry{Code: request.Code, Keywords: body.Keywords, Position: body.Position, HandOver: body.HandOver, Answers: map[string][]chat.Content{}}
	for locale, said := range map[string]*[]operator.ChatMessage{"th": body.Answers.Th, "la": body.Answers.La, "en": body.Answers.En} {
		for _, message := range convert.Value(said) {
			content, err := fromOperatorContent(message)
			if err != nil {
				return nil, err
			}
			entry.Answers[locale] = append(entry.Answers[locale], content)
		}
	}
	return operator.PutOperatorChatAnswer200JSONResponse{Body: operator.Ok{Message: "SUCCESS"}}, h.chat.PutEntry(ctx, entry)
}

// DeleteOperatorChatAnswer removes what operators wrote for a code. Errors: NO_DATA.
func (h chatHandlers) DeleteOperatorChatAnswer(ctx context.Context, request operator.DeleteOperatorChatAnswerRequestObject) (operator.DeleteOperatorChatAnswerResponseObject, error) {
	return operator.DeleteOperatorChatAnswer200JSONResponse{Body: operator.Ok{Message: "SUCCESS"}}, h.chat.DeleteEntry(ctx, request.Code)
}

// ListOperatorCannedReplies gives what operators answer often.
func (h chatHandlers) ListOperatorCannedReplies(ctx context.Context, _ operator.ListOperatorCannedRepliesRequestObject) (operator.ListOperatorCannedRepliesResponseObject, error) {
	replies, err := h.chat.CannedReplies(ctx)
	return operator.ListOperatorCannedReplies200JSONResponse{Body: operator.OperatorCannedReplyList{
		Replies: convert.Each(replies, func(reply chat.CannedReply) operator.OperatorCannedReply {
			return operator.OperatorCannedReply{Code: reply.Code, Texts: operator.OperatorCannedTexts{
				Th: convert.OrNil(reply.Texts["th"]), La: convert.OrNil(reply.Texts["la"]), En: convert.OrNil(reply.Texts["en"]),
			}}
		}),
	}}, err
}

// PutOperatorCannedReply writes one. Errors: KEY_INVALID.
func (h chatHandlers) PutOperatorCannedReply(ctx context.Context, request operator.PutOperatorCannedReplyRequestObject) (operator.PutOperatorCannedReplyResponseObject, error) {
	reply := chat.CannedReply{Code: request.Code, Texts: map[string]string{}}
	for locale, text := range map[string]*string{"th": request.Body.Texts.Th, "la": request.Body.Texts.La, "en": request.Body.Texts.En} {
		if text != nil {
			reply.Texts[locale] = *text
		}
	}
	return operator.PutOperatorCannedReply200JSONResponse{Body: operator.Ok{Message: "SUCCESS"}}, h.chat.PutCannedReply(ctx, reply)
}

// DeleteOperatorCannedReply removes one. Errors: NO_DATA.
func (h chatHandlers) DeleteOperatorCannedReply(ctx context.Context, request operator.DeleteOperatorCannedReplyRequestObject) (operator.DeleteOperatorCannedReplyResponseObject, error) {
	return operator.DeleteOperatorCannedReply200JSONResponse{Body: operator.Ok{Message: "SUCCESS"}}, h.chat.DeleteCannedReply(ctx, request.Code)
}

// GetOperatorChatHours gives the office hours.
func (h chatHandlers) GetOperatorChatHours(ctx context.Context, _ operator.GetOperatorChatHoursRequestObject) (operator.GetOperatorChatHoursResponseObject, error) {
	hours, _, err := h.chat.Hours(ctx)
	return operator.GetOperatorChatHours200JSONResponse{Body: operator.OperatorChatHours{OpenFrom: convert.Clock(hours.OpenFrom), OpenTo: convert.Clock(hours.OpenTo)}}, err
}

// PutOperatorChatHours writes the office hours. Errors: KEY_INVALID.
func (h chatHandlers) PutOperatorChatHours(ctx context.Context, request operator.PutOperatorChatHoursRequestObject) (operator.PutOperatorChatHoursResponseObject, error) {
	err := h.chat.PutSettings(ctx, chat.Settings{OpenFrom: convert.ClockMinutes(request.Body.OpenFrom), OpenTo: convert.ClockMinutes(request.Body.OpenTo)})
	return operator.PutOperatorChatHours200JSONResponse{Body: operator.Ok{Message: "SUCCESS"}}, err
}
