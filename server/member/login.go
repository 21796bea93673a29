package member

import (
	"context"
	"crypto/sha256"
	"errors"
	"time"

	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/secret"
)

// Faults of a login.
var (
	// ErrWrongCredential: unknown phone or wrong password; which one is never told.
	ErrWrongCredential = fault.New(fault.Unauthenticated, "WRONG_CREDENTIAL")
	// ErrLoginFail: too much to do at this moment.
	ErrLoginFail = fault.New(fault.Unavailable, "LOGIN_FAIL")
)

// How long a session lasts (decisions.md, "Session and account").
const (
	rememberedLife = 30 * 24 * time.Hour
	sessionLife    = 12 * time.Hour
)

// How often a login may be tried: for one account from one address, and from one address.
const (
	loginPerMinute, loginPerHour               = 10, 50
	loginAddressPerMinute, loginAddressPerHour = 60, 600
)

// LogInInput is a login.
type LogInInput struct {
	Caller   Caller
	Phone    string
	Password secret.Text
	// Remember: 30 days instead of 12 hours.
	Remember bool
}

// OpenedSession is a session that was opened.
type OpenedSession struct {
	// Token is what its owner proves it with; it is kept nowhere.
	Token     secret.Text
	ExpiresAt time.Time
}

// LogIn opens a session. An unknown phone takes as long and answers the same as a wrong password.
// Errors: WRONG_CREDENTIAL, INACTIVE_USER (after the right password), LOGIN_FAIL, REQUEST_LIMIT, REQUEST_LIMIT_1MIN.
func (s *Service) LogIn(ctx context.Context, input LogInInput) (OpenedSession, error) {
	phone, malformed := s.Phones.Parse(input.Phone)
	if malformed != nil {
		phone = input.Phone // nobody has it
	}
	from := bucket(input.Caller.Addr)
	pair := string(s.keyed("login", phone+" "+from)) // what was typed may be a password in the wrong field
	if err := s.within(ctx,
		bound{"login:address:minute:" + from, loginAddressPerMinute, time.Minute},
		bound{"login:address:hour:" + from, loginAddressPerHour, time.Hour},
		bound{"login:minute:" + encode([]byte(pair)), loginPerMinute, time.Minute},
		bound{"login:hour:" + encode([]byte(pair)), loginPerHour, time.Hour},
	); err != nil {
		return OpenedSession{}, err
	}
	credentials, err := s.Store.Credentials(ctx, phone)
	if err != nil && !errors.Is(err, ErrNoUser) {
		return OpenedSession{}, err
	}
	match, err := s.hasher.matches(ctx, input.Password.Reveal(), credentials.PasswordHash, ErrLoginFail)
	switch {
	case err != nil:
		return OpenedSession{}, err
	case !match:
		return OpenedSession{}, ErrWrongCredential
	case credentials.Status != Active:
		return OpenedSession{}, ErrInactive
	}
	return s.open(ctx, input, credentials)
}

// open writes the session, and ends the others where the operator allows one.
func (s *Service) open(ctx context.Context, input LogInInput, checked Credentials) (OpenedSession, error) {
	rules, err := s.Site.Rules(ctx)
	if err != nil {
		return OpenedSession{}, err
	}
	token, now, life := encode(s.random(32)), s.Now(), sessionLife
	if input.Remember {
		life = rememberedLife
	}
	session := StoredSession{
		ID: id.NewID(), TokenHash: tokenHash(token), Member: checked.Member, Addr: input.Caller.Addr, Device: deviceName(input.Caller.Agent),
		CreatedAt: now, ExpiresAt: now.Add(life),
	}
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.Store.LockMember(ctx, checked.Member); err != nil {
			return err
		}
		// A password that was changed while this one was being checked no longer opens anything.
		switch current, err := s.Store.PasswordHash(ctx, checked.Member); {
		case err != nil:
			return err
		case current != checked.PasswordHash:
			return ErrWrongCredential
		}
		if err := s.Store.AddSession(ctx, session); err != nil || !rules.SingleSession {
			return err
		}
		_, err := s.Store.EndSessions(ctx, checked.Member, session.ID, Superseded, now)
		return err
	})
	if err != nil {
		return OpenedSession{}, err
	}
	if rules.SingleSession {
		s.sessions.forget(checked.Member)
	}
	return OpenedSession{Token: secret.NewText(token), ExpiresAt: session.ExpiresAt}, nil
}

// tokenHash is what is kept of a session's token, whose 256 random bits need no key and no salt.
func tokenHash(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}
