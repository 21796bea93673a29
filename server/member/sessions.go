package member

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/mileusna/useragent"

	"krapao/server/id"
)

// Sessions gives the member's sessions that are alive, the asking one first and then the latest used.
func (s *Service) Sessions(ctx context.Context, member id.MemberID, asking id.ID) ([]StoredSession, error) {
	sessions, err := s.Store.Sessions(ctx, member, s.Now())
	if err != nil {
		return nil, err
	}
	for i := range sessions {
		if seen := s.sessions.lastSeen(sessions[i].ID); seen.After(sessions[i].SeenAt) {
			sessions[i].SeenAt = seen
		}
	}
	slices.SortStableFunc(sessions, func(a, b StoredSession) int {
		if isA, isB := a.ID == asking, b.ID == asking; isA != isB {
			if isA {
				return -1
			}
			return 1
		}
		return cmp.Or(b.SeenAt.Compare(a.SeenAt), strings.Compare(a.ID.String(), b.ID.String()))
	})
	return sessions, nil
}

// EndOtherSessions ends the member's sessions but the asking one, and tells how many they were. They are refused here
// at once and by other servers within a second.
func (s *Service) EndOtherSessions(ctx context.Context, member id.MemberID, asking id.ID) (ended int, err error) {
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.Store.LockMember(ctx, member); err != nil {
			return gone(err)
		}
		sessions, err := s.Store.EndSessions(ctx, EndSessionsInput{Member: member, Keep: asking, By: Revoked, At: s.Now()})
		ended = len(sessions)
		return err
	})
	s.sessions.forget(member)
	return ended, err
}

// EndSession ends one of the member's sessions, and tells whether it was alive. It is refused here at once and by other
// servers within a second. Errors: NO_DATA, for one that is not the member's.
func (s *Service) EndSession(ctx context.Context, member id.MemberID, session id.ID) (ended bool, err error) {
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.Store.LockMember(ctx, member); err != nil {
			return gone(err)
		}
		ended, err = s.Store.EndSession(ctx, EndSessionInput{Member: member, Session: session, By: Revoked, At: s.Now()})
		return err
	})
	s.sessions.forget(member)
	return ended, err
}

// ForgetSessionsOf drops a member's sessions from memory: what operators change about them is in force here at once.
func (s *Service) ForgetSessionsOf(member id.MemberID) { s.sessions.forget(member) }

// maxDevice is the longest device name in characters, maxAgent how much of what a browser says of itself is read, in
// bytes.
const maxDevice, maxAgent = 60, 512

// deviceName names browser and system: "Chrome, Android". Only the name is kept. Empty: the browser said nothing that
// is known.
func deviceName(agent string) string {
	if len(agent) > maxAgent {
		agent = agent[:maxAgent]
	}
	said := useragent.Parse(agent)
	if said.OS == "" {
		return ""
	}
	name := strings.Map(func(r rune) rune {
		if r == unicode.ReplacementChar || !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, strings.Trim(said.Name+", "+said.OS, ", "))
	if runes := []rune(name); len(runes) > maxDevice {
		name = string(runes[:maxDevice])
	}
	return name
}
