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

// How long a session lasts.
const (
	rememberedLife = 30 * 24 * time.Hour
	sessionLife    = 12 * time.Hour
)

// How often a login may be tried: for one account from one address, from one address, and from one network (/24, IPv6:
// /48).
const (
	loginPerMinute, loginPerHour               = 10, 50
	loginAddressPerMinute, loginAddressPerHour = 60, 600
	loginNetworkPerMinute, loginNetworkPerHour = 300, 6000
)

const (
	// loginGuesses is how many passwords an hour are judged for one account, from wherever they come, until one is
	// right. Beyond it only a device that has proved the phone may try: others are asked for an OTP, so that nobody can
	// lock a member out.
	loginGuesses = 20
	// KnownDeviceLife is how long a device that proved a phone is known to the logins of its member.
	KnownDeviceLife = 90 * 24 * time.Hour
)

// LogInInput is a login.
type LogInInput struct {
	Caller   Caller
	Phone    string
	Password secret.Text
	// Remember: 30 days instead of 12 hours.
	Remember bool
	// Locale is the language to write to the member in: th, la or en in any case; anything else leaves it as it was.
	Locale string
}

// OpenedSession is a session that was opened.
type OpenedSession struct {
	// Token is what its owner proves it with; it is kept nowhere.
	Token     secret.Text
	ExpiresAt time.Time
}

// LogIn opens a session. An unknown phone takes as long and answers the same as a wrong password. Errors:
// WRONG_CREDENTIAL, INACTIVE_USER (after the right password), LOGIN_FAIL, REQUEST_LIMIT, REQUEST_LIMIT_1MIN,
// UNVERIFIED_OTP.
func (s *Service) LogIn(ctx context.Context, input LogInInput) (OpenedSession, error) {
	phone, malformed := s.Phones.Parse(input.Phone)
	if malformed != nil {
		phone = input.Phone // nobody has it
	}
	from := bucket(input.Caller.Addr)
	pair := string(s.keyed("login", phone+" "+from)) // what was typed may be a password in the wrong field
	network := neighbourhood(input.Caller.Addr)
	if err := s.within(ctx,
		bound{"login:network:minute:" + network, loginNetworkPerMinute, time.Minute},
		bound{"login:network:hour:" + network, loginNetworkPerHour, time.Hour},
		bound{"login:address:minute:" + from, loginAddressPerMinute, time.Minute},
		bound{"login:address:hour:" + from, loginAddressPerHour, time.Hour},
		bound{"login:minute:" + encode([]byte(pair)), loginPerMinute, time.Minute},
		bound{"login:hour:" + encode([]byte(pair)), loginPerHour, time.Hour},
	); err != nil {
		return OpenedSession{}, err
	}
	guesses := "login:guesses:" + encode(s.keyed("login account", phone))
	if err := s.mayGuess(ctx, input.Caller, phone, guesses); err != nil {
		return OpenedSession{}, err
	}
	credentials, err := s.Store.Credentials(ctx, phone)
	if err != nil && !errors.Is(err, ErrNoUser) {
		return OpenedSession{}, err
	}
	match, err := s.hasher.Matches(ctx, normalPassword(input.Password.Reveal()), credentials.PasswordHash, ErrLoginFail)
	switch {
	case err != nil:
		return OpenedSession{}, err
	case !match:
		return OpenedSession{}, ErrWrongCredential
	case credentials.Status != Active:
		return OpenedSession{}, ErrInactive
	}
	if err := s.Limiter.Reset(ctx, guesses); err != nil {
		return OpenedSession{}, err
	}
	return s.open(ctx, input, credentials)
}

// mayGuess counts a password that is to be judged for an account. Whether a member has the phone makes no difference.
// Errors: UNVERIFIED_OTP, for a device that has not proved the phone when too many were judged.
func (s *Service) mayGuess(ctx context.Context, caller Caller, phone, guesses string) error {
	err := s.Limiter.Allow(ctx, guesses, loginGuesses, time.Hour)
	device, signed := s.device(caller.Device)
	if !errors.Is(err, fault.RequestLimit) || !signed {
		return unverified(err)
	}
	known, failed := s.Store.KnowsDevice(ctx, device, phone, s.Now().Add(-KnownDeviceLife))
	if failed != nil || known {
		return failed
	}
	return unverified(err)
}

// unverified makes a refusal of the bound on guesses the demand for an OTP.
func unverified(err error) error {
	if errors.Is(err, fault.RequestLimit) {
		return ErrUnverified.With(err)
	}
	return err
}

// open writes the session, and ends the others where the operator allows one.
func (s *Service) open(ctx context.Context, input LogInInput, checked Credentials) (OpenedSession, error) {
	rules, err := s.Site.Rules(ctx)
	if err != nil {
		return OpenedSession{}, err
	}
	token, now, life := encode(s.random(tokenBytes)), s.Now(), sessionLife
	if input.Remember {
		life = rememberedLife
	}
	session := StoredSession{
		ID: id.NewID(), TokenHash: tokenHash(token), Member: checked.Member, Addr: input.Caller.Addr, Device: deviceName(input.Caller.Agent),
		CreatedAt: now, ExpiresAt: now.Add(life), Locale: knownLocale(input.Locale),
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
		_, err := s.Store.EndSessions(ctx, EndSessionsInput{Member: checked.Member, Keep: session.ID, By: Superseded, At: now})
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
