package chat

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html"
	"strings"
	"unicode"

	"github.com/microcosm-cc/bluemonday"

	"krapao/server/audit"
	"krapao/server/fault"
	"krapao/server/id"
)

// Desk is what the help desk is called where operators are: no operator logs in with capitals.
const Desk = "HELP_DESK"

// Happening is what one transaction did to a conversation.
type Happening struct {
	// Before is the conversation as it was, Conversation as it is.
	Before, Conversation Conversation
	Messages             []Message
}

// Outbox hears in its transaction of whatever happens in a conversation, under the conversation's lock.
type Outbox interface {
	Add(ctx context.Context, happened Happening) error
}

// DeskReplyInput is what the help desk answers.
type DeskReplyInput struct {
	Conversation id.ID
	// Number is the message's at the help desk: the same one again keeps nothing.
	Number int64
	Text   string
	// Address is who called, for the audit log.
	Address, RequestID string
}

// noMarkup takes markup out of a text.
var noMarkup = bluemonday.StrictPolicy()

// DeskReply answers as the help desk, which has the conversation from then on. Errors: NO_DATA, KEY_INVALID,
// APPROVAL_STALE (an operator has it, or it has ended).
func (s *Service) DeskReply(ctx context.Context, input DeskReplyInput) error {
	if input.Number <= 0 {
		return fault.KeyInvalid.Withf("chat: a reply of the help desk without a number")
	}
	ctx = audit.WithActor(ctx, audit.Actor{Name: Desk, Via: audit.Console, Address: input.Address, RequestID: input.RequestID})
	_, err := s.reply(ctx, ReplyInput{
		Conversation: input.Conversation, ID: deskMessageID(input.Conversation, input.Number), Content: Content{Type: Text, Text: cleaned(input.Text)},
	}, func(talk *Conversation) bool {
		if talk.State != WithBot && talk.State != Waiting {
			return talk.State == Taken && talk.Operator == Desk
		}
		talk.take(Desk)
		return true
	})
	return err
}

// DeskClose ends a conversation that the help desk has; any other one stays as it is. Errors: NO_DATA.
func (s *Service) DeskClose(ctx context.Context, conversation id.ID, address, requestID string) error {
	talk, err := s.Store.ConversationByID(ctx, conversation)
	if err != nil || talk.State != Taken || talk.Operator != Desk {
		return err
	}
	_, err = s.Close(audit.WithActor(ctx, audit.Actor{Name: Desk, Via: audit.Console, Address: address, RequestID: requestID}), conversation)
	return err
}

// deskMessageID names a reply of the help desk. Customers do not know a conversation's id, so none can take the name
// before.
func deskMessageID(conversation id.ID, number int64) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d", conversation, number))
	return "desk-" + hex.EncodeToString(sum[:16])
}

// cleaned gives a text without markup, also where it was written as a text in markup, and without signs that turn the
// direction.
func cleaned(text string) string {
	for range 5 {
		plain := html.UnescapeString(noMarkup.Sanitize(text))
		if plain == text {
			break
		}
		text = plain
	}
	return strings.TrimSpace(strings.Map(func(letter rune) rune {
		if letter != '\n' && letter != '\t' && unicode.IsControl(letter) || unicode.Is(unicode.Bidi_Control, letter) {
			return -1
		}
		return letter
	}, text))
}
