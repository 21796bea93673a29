package convert

import (
	"strings"

	"krapao/server/chat"
	"krapao/server/fault"
	"krapao/server/httpapi/api/portal"
)

// FromChatContent reads what a customer's message says. Errors: KEY_INVALID.
func FromChatContent(from portal.ChatMessage) (chat.Content, error) {
	payload := Value(from.Payload)
	content := chat.Content{Type: chat.Type(from.MessageType), Text: Value(payload.Message), Title: Value(payload.Title), FileName: Value(payload.Name)}
	if content.Type != chat.Media {
		return content, nil
	}
	name, ours := strings.CutPrefix(Value(payload.FilePath), chat.FilePath)
	if !ours {
		return chat.Content{}, fault.KeyInvalid.Withf("a file that no upload answered")
	}
	content.File = name
	return content, nil
}

// ToChatItem gives a message as clients read it.
func ToChatItem(from chat.Message) portal.ChatItem {
	item := portal.ChatItem{
		UnderscoreID: from.ID, Seq: OrNil(from.Seq), Sender: portal.ChatSender(from.Sender), Name: OrNil(from.Name), Username: OrNil(from.Username),
		DeviceToken: OrNil(from.DeviceToken), SessionID: from.Session.String(), CreatedAt: from.At, Message: ToChatMessage(from.Content),
	}
	if from.Sender == chat.Admin { // an operator is called by what they log in with
		item.Name = nil
	}
	if from.Party.Member != 0 {
		member := from.Party.Member.String()
		item.UserID = &member
	}
	return item
}

// ToChatMessage gives what a message says.
func ToChatMessage(from chat.Content) portal.ChatMessage {
	message := portal.ChatMessage{MessageType: portal.ChatMessageType(from.Type)}
	if from.Type == chat.Generic {
		cards := Each(from.Cards, func(card chat.Card) portal.ChatCard {
			return portal.ChatCard{ImageURL: OrNil(card.Image), Title: card.Title, Subtitle: OrNil(card.Subtitle), Buttons: toAPIButtons(card.Buttons)}
		})
		message.Payloads = &cards
		return message
	}
	message.Payload = &portal.ChatPayload{Message: &from.Text, Title: OrNil(from.Title), Buttons: toAPIButtons(from.Buttons)}
	if from.Type == chat.Media {
		shown, kind, path := true, portal.ChatFileType(from.FileKind), chat.FilePath+from.File
		message.Payload.URL, message.Payload.FileType, message.Payload.FilePath, message.Payload.Name = &shown, &kind, &path, OrNil(from.FileName)
	}
	return message
}

func toAPIButtons(from []chat.Button) *[]portal.ChatButton {
	if len(from) == 0 {
		return nil
	}
	buttons := Each(from, func(button chat.Button) portal.ChatButton {
		return portal.ChatButton{Type: portal.ChatButtonType(button.Type), Title: button.Title, Payload: OrNil(button.Payload)}
	})
	return &buttons
}
