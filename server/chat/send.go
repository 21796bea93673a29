package chat

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"krapao/server/fault"
	"krapao/server/id"
)

const (
	// sendsAMinute bounds one party's messages, guestSendsAMinute those of all guests of one address, newGuestsAnHour
	// the guests that begin there.
	sendsAMinute, guestSendsAMinute, newGuestsAnHour = 30, 120, 20
	// idleEnd is after which silence the next message begins another session.
	idleEnd = 24 * time.Hour
)

// SendInput is a message that a customer sends.
type SendInput struct {
	Party Party
	// ID is the message's, of the client's making; empty: ours.
	ID string
	// GuestName is what a guest calls themselves; a member's name is the profile's.
	GuestName, DeviceToken string
	// Locale is the language in which the bot answers.
	Locale  string
	Content Content
	// Address names the network that asks, for limits.
	Address string
}

// Send keeps a customer's message, and what the bot answers. The same ID again keeps nothing and gives the first time's
// moment. Errors: KEY_INVALID, UNAUTHORIZED (a guest who became a member meanwhile), REQUEST_LIMIT_1MIN.
func (s *Service) Send(ctx context.Context, input SendInput) (time.Time, error) {
	if err := input.Content.checkCustomer(); err != nil {
		return time.Time{}, err
	}
	if strings.ContainsRune(input.ID+input.GuestName+input.DeviceToken, 0) || !utf8.ValidString(input.ID) {
		return time.Time{}, fault.KeyInvalid.Withf("chat: NUL in a message")
	}
	if err := s.allowSend(ctx, input); err != nil {
		return time.Time{}, err
	}
	if input.Content.Type == Media {
		upload, err := s.ownUpload(ctx, input.Party, input.Content.File)
		if err != nil {
			return time.Time{}, err
		}
		input.Content.FileKind = upload.Kind
	}
	from := Message{ID: input.ID, Sender: Customer, Name: strings.TrimSpace(input.GuestName), DeviceToken: input.DeviceToken, Content: input.Content}
	if from.ID == "" {
		from.ID = id.NewID().String()
	}
	if input.Party.Member != 0 {
		profile, err := s.Members.Profile(ctx, input.Party.Member)
		if err != nil {
			return time.Time{}, err
		}
		from.Name, from.Username = profile.Name, profile.Phone
	}
	return s.keep(ctx, input, from)
}

// keep writes the message and the bot's answers, and announces them.
func (s *Service) keep(ctx context.Context, input SendInput, from Message) (at time.Time, err error) {
	bot, err := s.answers.read(ctx)
	if err != nil {
		return at, err
	}
	var talk Conversation
	var added []Message
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		added = nil
		if talk, err = s.open(ctx, input); err != nil {
			return err
		}
		first, err := s.Store.Message(ctx, talk.ID, from.ID)
		if err == nil {
			if at = first.At; first.Sender != Customer {
				return fault.KeyInvalid.Withf("chat: the id of another's message")
			}
			return nil
		} else if !errors.Is(err, fault.NoData) {
			return err
		}
		was, now := talk, s.Now().Truncate(time.Microsecond)
		if from.Content.File != "" {
			if err := s.nameUpload(ctx, from.Content.File); err != nil {
				return err
			}
		}
		began := s.begin(&talk, input, now)
		talk.Locale = input.Locale
		added = append(added, talk.next(from, now))
		at = now
		for _, content := range bot.answer(&talk, input.Content, began, now) {
			added = append(added, talk.next(Message{ID: id.NewID().String(), Sender: Bot, Name: bot.name(talk.Locale), Content: content}, now))
		}
		return s.add(ctx, Happening{was, talk, added})
	})
	if err != nil || len(added) == 0 {
		return at, err
	}
	s.Announcer.Announce(ctx, Event{Party: talk.Party, Conversation: talk.ID, Seq: talk.LastSeq, State: talk.State, Messages: added})
	return at, nil
}

// open locks the party's conversation, and makes one where there is none.
func (s *Service) open(ctx context.Context, input SendInput) (Conversation, error) {
	talk, err := s.Store.LockConversation(ctx, input.Party)
	if !errors.Is(err, fault.NoData) {
		return talk, err
	}
	if !input.Party.Guest.IsZero() { // the conversation may have become a member's since the caller was identified
		dead, err := s.Store.IsDeadGuest(ctx, input.Party.Guest)
		if err != nil {
			return Conversation{}, err
		}
		if dead {
			return Conversation{}, fault.Unauthorized
		}
	}
	now := s.Now().Truncate(time.Microsecond)
	if err := s.Store.AddConversation(ctx, Conversation{
		ID: id.NewID(), Party: input.Party, Locale: input.Locale, State: Closed, Session: id.NewID(), CreatedAt: now, LastAt: now,
	}); err != nil {
		return Conversation{}, err
	}
	return s.Store.LockConversation(ctx, input.Party)
}

// begin starts another session where the last one is over, and tells whether it did.
func (s *Service) begin(talk *Conversation, input SendInput, now time.Time) bool {
	if input.Party.Member == 0 && input.GuestName != "" {
		talk.GuestName = strings.TrimSpace(input.GuestName)
	}
	idle := talk.State == WithBot && now.Sub(talk.LastAt) > idleEnd
	if talk.State != Closed && !idle {
		return false
	}
	talk.State, talk.Session = WithBot, id.NewID()
	return true
}

// next numbers a message of the conversation.
func (c *Conversation) next(message Message, at time.Time) Message {
	c.LastSeq++
	c.LastAt = at
	message.Party, message.Conversation, message.Seq, message.Session, message.At = c.Party, c.ID, c.LastSeq, c.Session, at
	return message
}

// add writes new messages and the conversation that has them.
func (s *Service) add(ctx context.Context, happened Happening) error {
	for _, message := range happened.Messages {
		if err := s.Store.AddMessage(ctx, message); err != nil {
			return err
		}
	}
	if s.Outbox != nil {
		if err := s.Outbox.Add(ctx, happened); err != nil {
			return err
		}
	}
	return s.Store.PutConversation(ctx, happened.Conversation)
}

// allowSend counts a message. Errors: REQUEST_LIMIT_1MIN.
func (s *Service) allowSend(ctx context.Context, input SendInput) error {
	err := s.Limit.Allow(ctx, "chat-send:"+input.Party.name(), sendsAMinute, time.Minute)
	if err == nil && input.Party.Member == 0 {
		if err = s.Limit.Allow(ctx, "chat-guest-send:"+input.Address, guestSendsAMinute, time.Minute); err == nil {
			err = s.allowGuest(ctx, input.Party, input.Address)
		}
	}
	return inAMinute(err)
}

// allowGuest counts a guest who writes for the first time. Errors: REQUEST_LIMIT.
func (s *Service) allowGuest(ctx context.Context, party Party, address string) error {
	_, err := s.Store.Conversation(ctx, party)
	if errors.Is(err, fault.NoData) {
		return s.Limit.Allow(ctx, "chat-guest:"+address, newGuestsAnHour, time.Hour)
	}
	return err
}

// inAMinute says of a limit what the chat's calls say.
func inAMinute(err error) error {
	var limited *fault.Fault
	if errors.As(err, &limited) && limited.Kind == fault.TooMany {
		return fault.RequestLimit1Min.After(limited.RetryAfter)
	}
	return err
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
