package member

import (
	"context"
	"encoding/base64"
	"net/netip"
	"sync"
	"time"

	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/money"
)

// Faults of a session.
var (
	// ErrInvalidToken: it never was a token.
	ErrInvalidToken = fault.New(fault.Unauthenticated, "invalid-token")
	// ErrExpiredToken: the session ran out.
	ErrExpiredToken = fault.New(fault.Unauthenticated, "EXPIRED_AUTH_TOKEN")
	// ErrNoMember: the session's member is gone.
	ErrNoMember = fault.New(fault.Unauthenticated, "INVALID_USER_1")
	// ErrRevoked: the session was revoked.
	ErrRevoked = fault.New(fault.Unauthenticated, "INVALID_USER_2")
	// ErrSuperseded: a newer login ended it.
	ErrSuperseded = fault.New(fault.Unauthenticated, "INVALID_USER_3")
	// ErrClosed: the member is closed or self-excluded.
	ErrClosed = fault.New(fault.Unauthenticated, "INVALID_USER_4")
	// ErrAddress: the session is used from an address that it may not be used from.
	ErrAddress = fault.New(fault.Unauthenticated, "INVALID_IP")
)

// StoredSession is a session as it is kept, with its member's state.
type StoredSession struct {
	ID        id.ID
	TokenHash []byte
	Member    id.MemberID
	// Addr is the address that opened it.
	Addr netip.Addr
	// Device names the browser and system that opened it, empty: unknown.
	Device               string
	CreatedAt, ExpiresAt time.Time
	// Locale is the language of who opened it, empty: unknown. Only AddSession reads it.
	Locale string
	// SeenAt is when it was last used, as far as it was written; only Sessions reads it.
	SeenAt time.Time
	// EndedBy says why it ended early, empty: it did not.
	EndedBy EndedBy
	// Status and Currency are the member's; an empty Status: the member is gone.
	Status   Status
	Currency money.Currency
}

// tokenBytes is how many random bytes a session's token has.
const tokenBytes = 32

// ReadSession gives the session of a token that may be used from an address now. A session that was read less than a
// second ago is not read again, so one that another server ended is refused within a second. Errors: invalid-token,
// EXPIRED_AUTH_TOKEN, INVALID_USER_1..4, INACTIVE_USER, INVALID_IP.
func (s *Service) ReadSession(ctx context.Context, token string, from netip.Addr) (StoredSession, error) {
	now := s.Now()
	session, generation, known, err := s.checkedSession(ctx, token, from, now)
	if err == nil {
		s.sessions.used(session, now, generation, known)
	}
	return session, err
}

// CheckSession is ReadSession for who only looks whether a session is still good: an open socket is no use of it.
func (s *Service) CheckSession(ctx context.Context, token string, from netip.Addr) (StoredSession, error) {
	session, _, _, err := s.checkedSession(ctx, token, from, s.Now())
	return session, err
}

func (s *Service) checkedSession(ctx context.Context, token string, from netip.Addr, now time.Time) (session StoredSession, generation uint64, known bool, err error) {
	if !isToken(token) {
		return StoredSession{}, 0, false, ErrInvalidToken
	}
	hash := tokenHash(token)
	session, generation, known = s.sessions.get(hash, now)
	if !known {
		if session, err = s.Store.Session(ctx, hash); err != nil {
			return StoredSession{}, 0, false, err
		}
	}
	if err := session.check(now); err != nil {
		return StoredSession{}, 0, false, err
	}
	rules, err := s.Site.Rules(ctx)
	if err != nil {
		return StoredSession{}, 0, false, err
	}
	if !rules.SameAddress(session.Addr, from) {
		return StoredSession{}, 0, false, ErrAddress
	}
	return session, generation, known, nil
}

// SessionUse is a token and the address that it is used from.
type SessionUse struct {
	Token string
	From  netip.Addr
}

// CheckSessions is CheckSession for many at once, with one statement: an error for each use, nil where its session is
// good. It does not use the cache. The second error: it could not be found out.
func (s *Service) CheckSessions(ctx context.Context, uses []SessionUse) ([]error, error) {
	errs, hashes := make([]error, len(uses)), make([]string, len(uses))
	for i, use := range uses {
		if isToken(use.Token) {
			hashes[i] = string(tokenHash(use.Token))
		}
	}
	rules, err := s.Site.Rules(ctx)
	if err != nil {
		return nil, err
	}
	found, err := s.Store.SessionsByHash(ctx, hashes)
	if err != nil {
		return nil, err
	}
	now := s.Now()
	for i, use := range uses {
		session, has := found[hashes[i]]
		if !has {
			errs[i] = ErrInvalidToken
		} else if errs[i] = session.check(now); errs[i] == nil && !rules.SameAddress(session.Addr, use.From) {
			errs[i] = ErrAddress
		}
	}
	return errs, nil
}

func isToken(token string) bool {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	return err == nil && len(raw) == tokenBytes
}

func (s StoredSession) check(now time.Time) error {
	switch {
	case !now.Before(s.ExpiresAt):
		return ErrExpiredToken
	case s.Status == "":
		return ErrNoMember
	case s.EndedBy == Revoked:
		return ErrRevoked
	case s.EndedBy == Superseded:
		return ErrSuperseded
	case s.Status == Closed:
		return ErrClosed
	case s.Status != Active:
		return ErrInactive
	}
	return nil
}

// FlushSeen writes when sessions were last used. Between two flushes that is known in memory only: a write for every
// request would cost more than the requests.
func (s *Service) FlushSeen(ctx context.Context) error {
	seen := s.sessions.takeSeen()
	if len(seen) == 0 {
		return nil
	}
	return s.Store.SeenSessions(ctx, seen)
}

// ForgetSessions drops sessions that ran out more than a week ago; until then their owner is told that they ran out.
func (s *Service) ForgetSessions(ctx context.Context) error {
	_, err := s.Store.ForgetSessions(ctx, s.Now().Add(-7*24*time.Hour))
	return err
}

const (
	cacheLife = time.Second
	maxCached = 50_000 // sessions; beyond it the cache starts anew
)

// sessionCache keeps sessions that were just read. Only good ones are kept.
type sessionCache struct {
	mu         sync.Mutex
	sessions   map[string]cachedSession
	generation uint64 // counts what was forgotten
	seen       map[id.ID]time.Time
}

type cachedSession struct {
	session StoredSession
	at      time.Time
}

func newSessionCache() *sessionCache {
	return &sessionCache{sessions: map[string]cachedSession{}, seen: map[id.ID]time.Time{}}
}

func (c *sessionCache) get(hash []byte, now time.Time) (session StoredSession, generation uint64, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	cached, known := c.sessions[string(hash)]
	age := now.Sub(cached.at)
	return cached.session, c.generation, known && age >= 0 && age < cacheLife
}

// used notes that a session was used and, when it was read since generation and nothing was forgotten meanwhile, keeps
// it.
func (c *sessionCache) used(session StoredSession, now time.Time, generation uint64, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seen[session.ID] = now
	if known || generation != c.generation {
		return
	}
	if len(c.sessions) >= maxCached {
		clear(c.sessions)
	}
	c.sessions[string(session.TokenHash)] = cachedSession{session: session, at: now}
}

// forget drops a member's sessions, and keeps what is being read at this moment from coming in.
func (c *sessionCache) forget(member id.MemberID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.generation++
	for hash, cached := range c.sessions {
		if cached.session.Member == member {
			delete(c.sessions, hash)
		}
	}
}

// lastSeen tells when a session was last used, zero: not since the last flush, as far as this server knows.
func (c *sessionCache) lastSeen(session id.ID) time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.seen[session]
}

func (c *sessionCache) takeSeen() map[id.ID]time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	seen := c.seen
	c.seen = map[id.ID]time.Time{}
	return seen
}
