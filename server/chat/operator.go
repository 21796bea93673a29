package chat

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"krapao/server/audit"
	"krapao/server/fault"
	"krapao/server/id"
)

// InboxFilter says which conversations are wanted: in these states (none: those that wait for a person or are with
// one), those that wait longest first, then the latest written to.
type InboxFilter struct {
	States []State
	// Operator keeps those that one operator took; empty: all.
	Operator    string
	Page, Limit int
}

// ErrTaken says that the conversation is another operator's, or nobody's.
var ErrTaken = fault.New(fault.Conflict, "APPROVAL_STALE")

// Inbox gives a page of conversations, and how many there are. Who asks looks at the chat: clients are told that
// somebody is there.
func (s *Service) Inbox(ctx context.Context, filter InboxFilter) ([]Conversation, int, error) {
	if s.looked.due() {
		s.Announcer.Announce(ctx, Event{Presence: &Presence{Server: s.self, Online: true}})
	}
	if len(filter.States) == 0 {
		filter.States = []State{Waiting, Taken}
	}
	filter.Limit = min(filter.Limit, maxPage)
	return s.Store.Inbox(ctx, filter)
}

// Conversation gives one to an operator. Errors: NO_DATA.
func (s *Service) Conversation(ctx context.Context, conversation id.ID) (Conversation, error) {
	return s.Store.ConversationByID(ctx, conversation)
}

// Messages gives an operator a range of a conversation's messages, oldest first. Errors: NO_DATA.
func (s *Service) Messages(ctx context.Context, conversation id.ID, wanted Range) ([]Message, error) {
	talk, err := s.Store.ConversationByID(ctx, conversation)
	if err != nil {
		return nil, err
	}
	wanted.Limit = min(wanted.Limit, maxPage)
	found, err := s.Store.Messages(ctx, talk, wanted)
	if wanted.Newest {
		slices.Reverse(found)
	}
	return found, err
}

// Take has the acting operator answer a conversation. One that another operator has stays theirs, one
// that the help desk has does not. Errors: NO_DATA,
// APPROVAL_STALE.
func (s *Service) Take(ctx context.Context, conversation id.ID) (Conversation, error) {
	return s.change(ctx, conversation, func(talk *Conversation, actor string) ([]Message, error) {
		if talk.State == Closed || talk.State == Taken && talk.Operator != actor && talk.Operator != Desk {
			return nil, ErrTaken
		}
		talk.take(actor)
		return nil, nil
	})
}

// take gives a conversation to an operator.
func (c *Conversation) take(operator string) {
	c.State, c.Operator, c.WaitingSince, c.OperatorRead = Taken, operator, time.Time{}, c.LastSeq
}

// ReplyInput is what an operator answers.
type ReplyInput struct {
	Conversation id.ID
	// ID is the message's, of the client's making; empty: ours.
	ID      string
	Content Content
}

// Reply answers as the operator who took the conversation. The same ID again keeps nothing. Errors: NO_DATA,
// KEY_INVALID, APPROVAL_STALE.
func (s *Service) Reply(ctx context.Context, input ReplyInput) (Conversation, error) {
	return s.reply(ctx, input, func(talk *Conversation) bool {
		return talk.State == Taken && talk.Operator == audit.ActorFrom(ctx).Name
	})
}

// reply is Reply for whom may lets answer.
func (s *Service) reply(ctx context.Context, input ReplyInput, may func(talk *Conversation) bool) (Conversation, error) {
	if err := input.Content.check(s.Links); err != nil {
		return Conversation{}, err
	}
	if input.Content.Type == Media {
		return Conversation{}, fault.KeyInvalid.Withf("chat: operators send no files")
	}
	if strings.ContainsRune(input.ID, 0) {
		return Conversation{}, fault.KeyInvalid.Withf("chat: NUL in a message")
	}
	if input.ID == "" {
		input.ID = id.NewID().String()
	}
	return s.change(ctx, input.Conversation, func(talk *Conversation, actor string) ([]Message, error) {
		earlier, err := s.Store.Message(ctx, talk.ID, input.ID)
		if err == nil {
			if earlier.Sender != Admin {
				return nil, fault.KeyInvalid.Withf("chat: the id of another's message")
			}
			return nil, nil
		} else if !errors.Is(err, fault.NoData) {
			return nil, err
		}
		if !may(talk) {
			return nil, ErrTaken
		}
		said := talk.next(Message{ID: input.ID, Sender: Admin, Name: actor, Content: input.Content}, s.Now().Truncate(time.Microsecond))
		talk.OperatorRead = talk.LastSeq
		return []Message{said}, nil
	})
}

// HandBack gives a conversation back, to the bot or to the queue of those that wait. Errors: NO_DATA, APPROVAL_STALE.
func (s *Service) HandBack(ctx context.Context, conversation id.ID, toQueue bool) (Conversation, error) {
	return s.end(ctx, conversation, func(talk *Conversation, bot bot, now time.Time) []Content {
		talk.Operator = ""
		if toQueue {
			talk.State, talk.WaitingSince = Waiting, now
			return nil
		}
		talk.State, talk.WaitingSince, talk.OperatorRead = WithBot, time.Time{}, talk.LastSeq
		return bot.say(HandBack, talk.Locale)
	})
}

// Close ends a conversation: the next message begins another session. Errors: NO_DATA, APPROVAL_STALE.
func (s *Service) Close(ctx context.Context, conversation id.ID) (Conversation, error) {
	return s.end(ctx, conversation, func(talk *Conversation, bot bot, _ time.Time) []Content {
		talk.State, talk.Operator, talk.WaitingSince = Closed, "", time.Time{}
		return bot.say(Ended, talk.Locale)
	})
}

// end is what only who took a conversation may do; one that nobody took, anybody.
func (s *Service) end(ctx context.Context, conversation id.ID, do func(*Conversation, bot, time.Time) []Content) (Conversation, error) {
	bot, err := s.answers.read(ctx)
	if err != nil {
		return Conversation{}, err
	}
	return s.change(ctx, conversation, func(talk *Conversation, actor string) ([]Message, error) {
		if talk.State == Closed || talk.State == Taken && talk.Operator != actor {
			return nil, ErrTaken
		}
		now := s.Now().Truncate(time.Microsecond)
		var said []Message
		for _, content := range do(talk, bot, now) {
			said = append(said, talk.next(Message{ID: id.NewID().String(), Sender: Bot, Name: bot.name(talk.Locale), Content: content}, now))
		}
		return said, nil
	})
}

// change is an operator's deed: under the conversation's lock, in the audit log, and announced.
func (s *Service) change(ctx context.Context, conversation id.ID, do func(talk *Conversation, actor string) ([]Message, error)) (talk Conversation, err error) {
	var added []Message
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		if talk, err = s.Store.LockConversationByID(ctx, conversation); err != nil {
			return err
		}
		before, was := line(talk), talk
		if added, err = do(&talk, audit.ActorFrom(ctx).Name); err != nil {
			return err
		}
		after := line(talk)
		if len(added) > 0 {
			after["messages"] = len(added)
		}
		if err := audit.RecordAll(ctx, s.Trail, audit.Change{Action: audit.Chat, Subject: talk.ID.String(), Before: before, After: after}); err != nil {
			return err
		}
		return s.add(ctx, Happening{was, talk, added})
	})
	if err != nil {
		return Conversation{}, err
	}
	s.Announcer.Announce(ctx, Event{Party: talk.Party, Conversation: talk.ID, Seq: talk.LastSeq, State: talk.State, Messages: added})
	return talk, nil
}

// Type tells the customer that an operator writes, and the other operators who.
func (s *Service) Type(ctx context.Context, talk Conversation, name string, is bool) {
	s.Announcer.Announce(ctx, Event{Party: talk.Party, Conversation: talk.ID, Typing: &Typing{Sender: Admin, Name: name, Is: is}})
}

// Canned gives the canned reply of a code in a language, or in the one that it has. Errors: KEY_INVALID.
func (s *Service) Canned(ctx context.Context, code, locale string) (Content, error) {
	replies, err := s.Store.CannedReplies(ctx)
	if err != nil {
		return Content{}, err
	}
	for _, reply := range replies {
		if reply.Code != code {
			continue
		}
		for _, language := range []string{locale, "en", "th", "la"} {
			if text := reply.Texts[language]; text != "" {
				return Content{Type: Text, Text: text}, nil
			}
		}
	}
	return Content{}, fault.KeyInvalid.Withf("chat: no canned reply %.40q", code)
}

// looks counts operators' looks at the inbox: one is told of every few seconds.
type looks struct {
	mu   sync.Mutex
	last time.Time
}

// lookEvery is how often. A look holds for half a minute (realtime).
const lookEvery = 5 * time.Second

func (l *looks) due() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if time.Since(l.last) < lookEvery {
		return false
	}
	l.last = time.Now()
	return true
}

// line is a conversation in the audit log: never what was said.
func line(talk Conversation) map[string]any {
	return map[string]any{"state": string(talk.State), "operator": talk.Operator, "lastSeq": talk.LastSeq}
}
