package chat

import (
	"context"
	"errors"
	"time"

	"krapao/server/fault"
)

const (
	maxPage = 100
	// readEvery is how often a mark is written: once a second, with room for a network that brings two closer together.
	readEvery = 800 * time.Millisecond
)

// HistoryInput is a page of a party's own messages.
type HistoryInput struct {
	Party Party
	// Limit is how many, Skip how many of the newest to leave out.
	Limit, Skip int
	// After names a message whose followers are wanted, instead of the newest; empty: none.
	After string
}

// History gives messages, newest first. Errors: KEY_INVALID for an After that the conversation has not.
func (s *Service) History(ctx context.Context, input HistoryInput) ([]Message, error) {
	talk, err := s.Store.Conversation(ctx, input.Party)
	if errors.Is(err, fault.NoData) {
		if input.After != "" {
			return nil, fault.KeyInvalid.Withf("chat: no message %.80q", input.After)
		}
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	wanted := Range{Limit: min(input.Limit, maxPage), Newest: true, Until: talk.LastSeq - int64(input.Skip)}
	if input.After != "" {
		after, err := s.Store.Message(ctx, talk.ID, input.After)
		if errors.Is(err, fault.NoData) {
			return nil, fault.KeyInvalid.With(err)
		} else if err != nil {
			return nil, err
		}
		wanted = Range{Limit: wanted.Limit, After: after.Seq}
	}
	if wanted.Newest && wanted.Until <= 0 {
		return nil, nil
	}
	found, err := s.Store.Messages(ctx, talk, wanted)
	if !wanted.Newest {
		for i, j := 0, len(found)-1; i < j; i, j = i+1, j-1 {
			found[i], found[j] = found[j], found[i]
		}
	}
	return found, err
}

// Since gives at most limit messages of a party above a number, oldest first: what a socket has not sent yet.
func (s *Service) Since(ctx context.Context, party Party, seq int64, limit int) ([]Message, error) {
	talk, err := s.Store.Conversation(ctx, party)
	if errors.Is(err, fault.NoData) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	if talk.LastSeq <= seq {
		return nil, nil
	}
	return s.Store.Messages(ctx, talk, Range{After: seq, Limit: limit})
}

// maxUnread is how far unread messages are counted.
const maxUnread = 100

// Position tells the number of a party's newest message, 0 without any, and how many messages to the party are not
// marked as read: at most 100.
func (s *Service) Position(ctx context.Context, party Party) (seq int64, unread int, err error) {
	talk, err := s.Store.Conversation(ctx, party)
	if errors.Is(err, fault.NoData) {
		return 0, 0, nil
	}
	if err != nil || talk.CustomerRead == talk.LastSeq {
		return talk.LastSeq, 0, err
	}
	unread, err = s.Store.CountUnread(ctx, talk, maxUnread)
	return talk.LastSeq, unread, err
}

// Read marks everything as read by the party. Errors: REQUEST_LIMIT within a second of the last mark, unless all is
// read.
func (s *Service) Read(ctx context.Context, party Party) error {
	talk, err := s.Store.Conversation(ctx, party)
	if errors.Is(err, fault.NoData) || err == nil && talk.CustomerRead == talk.LastSeq {
		return nil
	}
	if err != nil {
		return err
	}
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		if talk, err = s.Store.LockConversation(ctx, party); errors.Is(err, fault.NoData) {
			return nil
		} else if err != nil {
			return err
		}
		if talk.CustomerRead == talk.LastSeq { // another request was quicker
			return nil
		}
		now := s.Now()
		if wait := readEvery - now.Sub(talk.ReadAt); wait > 0 && !talk.ReadAt.IsZero() && wait <= readEvery {
			return fault.RequestLimit.After(time.Second)
		}
		talk.CustomerRead, talk.ReadAt = talk.LastSeq, now
		return s.Store.PutConversation(ctx, talk)
	})
}
