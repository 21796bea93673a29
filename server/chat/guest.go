package chat

import (
	"context"
	"crypto/sha256"
	"errors"
	"regexp"

	"krapao/server/fault"
	"krapao/server/id"
)

var guestForm = regexp.MustCompile(`^guest-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)

// ParseGuest gives the guest of a secret. Errors: KEY_INVALID.
func ParseGuest(secret string) (Guest, error) {
	if !guestForm.MatchString(secret) {
		return Guest{}, fault.KeyInvalid.Withf("chat: a guest id of %d characters that has not the form", len(secret))
	}
	return sha256.Sum256([]byte(secret)), nil
}

// Caller is who calls, as the transport proved it: a member by their token, a guest by their secret, or both.
type Caller struct {
	Member id.MemberID
	// GuestID is the guest's secret, empty: none.
	GuestID string
}

// Identify gives the party that a caller speaks for. A member who brings a guest id takes the guest's conversation
// over. Errors: UNAUTHORIZED, also for a guest id that became a member; KEY_INVALID.
func (s *Service) Identify(ctx context.Context, caller Caller) (Party, error) {
	if caller.GuestID == "" {
		if caller.Member == 0 {
			return Party{}, fault.Unauthorized
		}
		return Party{Member: caller.Member}, nil
	}
	guest, err := ParseGuest(caller.GuestID)
	if err != nil {
		return Party{}, err
	}
	if caller.Member != 0 {
		return Party{Member: caller.Member}, s.adopt(ctx, caller.Member, guest)
	}
	dead, err := s.Store.IsDeadGuest(ctx, guest)
	if err != nil {
		return Party{}, err
	}
	if dead {
		return Party{}, fault.Unauthorized.Withf("chat: the guest became a member")
	}
	return Party{Guest: guest}, nil
}

// DeadGuests gives those of many guests who became members.
func (s *Service) DeadGuests(ctx context.Context, guests []Guest) ([]Guest, error) {
	if len(guests) == 0 {
		return nil, nil
	}
	return s.Store.DeadGuests(ctx, guests)
}

// ErrHasConversation says that a member got a conversation of their own meanwhile.
var ErrHasConversation = errors.New("chat: the member has a conversation")

// adopt makes a guest's conversation, if there is one, the member's. The guest id opens nothing any more.
func (s *Service) adopt(ctx context.Context, member id.MemberID, guest Guest) error {
	from := Party{Guest: guest}
	if _, err := s.Store.Conversation(ctx, from); errors.Is(err, fault.NoData) {
		if dead, err := s.Store.IsDeadGuest(ctx, guest); err != nil || dead {
			return err
		}
	} else if err != nil {
		return err
	}
	var left, now Conversation
	take := func(ctx context.Context) (err error) {
		left, now = Conversation{}, Conversation{}
		if left, err = s.Store.LockConversation(ctx, from); errors.Is(err, fault.NoData) { // there is none, or another request was quicker
			return s.Store.BuryGuest(ctx, guest, member, s.Now())
		} else if err != nil {
			return err
		}
		now, err = s.merge(ctx, left, member)
		return err
	}
	err := s.Store.InTx(ctx, take)
	if errors.Is(err, ErrHasConversation) { // their first message came in between: now there is one to lock
		err = s.Store.InTx(ctx, take)
	}
	if err != nil {
		return err
	}
	s.Announcer.Announce(ctx, Event{Party: from, Conversation: left.ID, Dead: true})
	if !left.ID.IsZero() {
		s.Announcer.Announce(ctx, Event{Party: now.Party, Conversation: now.ID, Seq: now.LastSeq, State: now.State})
	}
	return nil
}

// merge gives the guest's conversation to the member. The guest's messages come behind what the member has.
func (s *Service) merge(ctx context.Context, guest Conversation, member id.MemberID) (Conversation, error) {
	if err := s.Store.BuryGuest(ctx, guest.Party.Guest, member, s.Now()); err != nil {
		return Conversation{}, err
	}
	now, err := s.Store.LockConversation(ctx, Party{Member: member})
	if errors.Is(err, fault.NoData) {
		guest.Party, guest.GuestName = Party{Member: member}, ""
		return guest, s.Store.PutConversation(ctx, guest)
	}
	if err != nil {
		return Conversation{}, err
	}
	moved, err := s.Store.MoveMessages(ctx, guest, now)
	if err != nil {
		return Conversation{}, err
	}
	read := now.CustomerRead == now.LastSeq && guest.CustomerRead == guest.LastSeq
	if guest.State != Closed && (now.State == Closed || now.State == WithBot) {
		now.State, now.Operator, now.WaitingSince = guest.State, guest.Operator, guest.WaitingSince
	}
	now.LastSeq += moved
	now.Session, now.Locale, now.LastAt = guest.Session, guest.Locale, later(now.LastAt, guest.LastAt)
	if read {
		now.CustomerRead = now.LastSeq
	}
	return now, errors.Join(s.Store.PutConversation(ctx, now), s.Store.DeleteConversation(ctx, guest.ID))
}
