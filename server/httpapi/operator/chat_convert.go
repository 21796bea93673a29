package operator

import (
	"encoding/json"

	"krapao/server/chat"
	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/api/portal"
	"krapao/server/httpapi/convert"
)

// ToConversation gives a conversation as operators read it.
func ToConversation(from chat.Conversation) operator.OperatorConversation {
	talk := operator.OperatorConversation{
		ID: from.ID.String(), State: operator.OperatorConversationState(from.State), Name: convert.OrNil(from.GuestName), Operator: convert.OrNil(from.Operator), Locale: from.Locale,
		Seq: from.LastSeq, Unread: from.LastSeq - from.OperatorRead, WaitingSince: convert.TimeOrNil(from.WaitingSince), LastAt: from.LastAt, CreatedAt: from.CreatedAt,
	}
	if from.Party.Member != 0 {
		member := from.Party.Member.String()
		talk.Member = &member
	}
	return talk
}

// ToChatMessage gives a message as operators read it.
func ToChatMessage(from chat.Message) (operator.OperatorChatMessage, error) {
	said, err := reshaped[operator.ChatMessage](convert.ToChatMessage(from.Content))
	return operator.OperatorChatMessage{
		UnderscoreID: from.ID, Seq: from.Seq, Sender: operator.ChatSender(from.Sender), Name: convert.OrNil(from.Name), SessionID: from.Session.String(), CreatedAt: from.At,
		Message: said,
	}, err
}

// reshaped gives a value as the same schema of another contract.
func reshaped[To any](from any) (to To, err error) {
	written, err := json.Marshal(from)
	if err == nil {
		err = json.Unmarshal(written, &to)
	}
	return to, err
}

// fromOperatorContent reads what an operator or the bot says. Errors: KEY_INVALID.
func fromOperatorContent(from operator.ChatMessage) (chat.Content, error) {
	message, err := reshaped[portal.ChatMessage](from)
	if err != nil {
		return chat.Content{}, err
	}
	content, err := convert.FromChatContent(message)
	if err != nil {
		return chat.Content{}, err
	}
	content.Buttons = fromAPIButtons(convert.Value(message.Payload).Buttons)
	for _, card := range convert.Value(message.Payloads) {
		content.Cards = append(content.Cards, chat.Card{
			Image: convert.Value(card.ImageURL), Title: card.Title, Subtitle: convert.Value(card.Subtitle), Buttons: fromAPIButtons(card.Buttons),
		})
	}
	return content, nil
}

func fromAPIButtons(from *[]portal.ChatButton) (buttons []chat.Button) {
	for _, button := range convert.Value(from) {
		buttons = append(buttons, chat.Button{Type: string(button.Type), Title: button.Title, Payload: convert.Value(button.Payload)})
	}
	return buttons
}
