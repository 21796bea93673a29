package operator

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"net/netip"
	"regexp"
	"time"

	"krapao/server/audit"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/secret"
)

// Faults of a login and of a session.
var (
	// ErrWrongCredential: unknown name or wrong password; which one is never told.
	ErrWrongCredential = fault.New(fault.Unauthenticated, "WRONG_CREDENTIAL")
	// ErrInactive: the account was deactivated. Told only after the right password.
	ErrInactive = fault.New(fault.Forbidden, "INACTIVE_USER")
	// ErrLoginFail: too much to do at this moment.
	ErrLoginFail = fault.New(fault.Unavailable, "LOGIN_FAIL")
	// ErrInvalidToken: it never was a token, or its session was ended.
	ErrInvalidToken = fault.New(fault.Unauthenticated, "invalid-token")
	// ErrExpiredToken: the session ran out.
	ErrExpiredToken = fault.New(fault.Unauthenticated, "EXPIRED_AUTH_TOKEN")
)

// sessionLife is how long a session lasts.
const sessionLife = 8 * time.Hour

// How often a login may be tried in a minute from one address (IPv6: one /64): for one name, and for all. Who tries
// elsewhere locks nobody out: the limit of a name is of the address too.
const perName, perAddress = 10, 30

// unknown stands in the audit log for a name that no operator has: it may be a password in the wrong field.
const unknown = "unknown"

// StoredSession is a session as it is kept, with its account's state.
type StoredSession struct {
	ID        id.ID
	TokenHash []byte
	Account   id.ID
	// Address opened it.
	Address              string
	CreatedAt, ExpiresAt time.Time
	// SecondFactor: it gave a code.
	SecondFactor bool
	// Username and Active are the account's, Policy the rules in force; AddSession does not read them.
	Username string
	Active   bool
	Policy   Policy
}

// MoneyBarred tells whether calls about money are closed to the session for want of a second factor.
func (s StoredSession) MoneyBarred() bool { return s.Policy.CodeForMoney && !s.SecondFactor }

// LogInInput is a login.
type LogInInput struct {
	Username string
	Password secret.Text
	// Code is of the second factor, empty: none was given.
	Code string
	// Addr is the caller's address as far as it can be trusted, RequestID the request's id for the audit log.
	Addr      netip.Addr
	RequestID string
}

// OpenedSession is a session that was opened.
type OpenedSession struct {
	// Token is what its owner proves it with; it is kept nowhere.
	Token     secret.Text
	ExpiresAt time.Time
}

// LogIn opens a session. An unknown name takes as long and answers the same as a wrong password. Every try that is not
// over a limit is in the audit log. Errors: WRONG_CREDENTIAL; after the right password INACTIVE_USER, TOTP_REQUIRED,
// TOTP_INVALID; LOGIN_FAIL, REQUEST_LIMIT, REQUEST_LIMIT_1MIN.
func (s *Service) LogIn(ctx context.Context, input LogInInput) (OpenedSession, error) {
	if err := s.within(ctx, "operator:address:"+bucket(input.Addr), perAddress); err != nil {
		return OpenedSession{}, err
	}
	if err := s.within(ctx, "operator:name:"+bucket(input.Addr)+":"+s.keyed(input.Username), perName); err != nil {
		return OpenedSession{}, err
	}
	account, err := s.Repository.Operator(ctx, input.Username)
	if err != nil && !errors.Is(err, ErrUnknown) {
		return OpenedSession{}, err
	}
	actor := audit.Actor{Name: account.Username, Via: audit.Console, Address: input.Addr.String(), RequestID: input.RequestID}
	if account.Username == "" {
		actor.Name = unknown
	}
	ctx = audit.WithActor(ctx, actor)
	match, err := s.hasher.Matches(ctx, input.Password.Reveal(), account.PasswordHash, ErrLoginFail)
	switch {
	case err != nil:
		return OpenedSession{}, err
	case !match:
		return OpenedSession{}, s.refuse(ctx, ErrWrongCredential)
	case !account.Active:
		return OpenedSession{}, s.refuse(ctx, ErrInactive)
	case account.Factor.Seed != nil && input.Code == "":
		return OpenedSession{}, s.refuse(ctx, ErrCodeRequired)
	case account.Factor.Seed != nil:
		if err := s.mayTry(ctx, account.ID); err != nil {
			return OpenedSession{}, err
		}
	}
	opened, err := s.open(ctx, input, account)
	if errors.Is(err, ErrCodeInvalid) {
		err = s.refuse(ctx, ErrCodeInvalid)
	}
	return opened, err
}

// outcome is what the audit log shows of a login.
func outcome(code fault.Code) map[string]any { return map[string]any{"outcome": string(code)} }

// refuse writes the refused try down, and gives its reason.
func (s *Service) refuse(ctx context.Context, reason *fault.Fault) error {
	if err := s.Trail.Record(ctx, audit.Change{Action: audit.Login, After: outcome(reason.Code)}); err != nil {
		return err
	}
	return reason
}

func (s *Service) open(ctx context.Context, input LogInInput, checked Account) (OpenedSession, error) {
	random := make([]byte, 32)
	if _, err := io.ReadFull(s.Random, random); err != nil {
		return OpenedSession{}, err
	}
	token, now := "op_"+base64.RawURLEncoding.EncodeToString(random), s.Now()
	session := StoredSession{
		ID: id.NewID(), TokenHash: tokenHash(token), Account: checked.ID, Address: input.Addr.String(), CreatedAt: now, ExpiresAt: now.Add(sessionLife),
	}
	err := s.Repository.InTx(ctx, func(ctx context.Context) error {
		// An account that was changed while the password was being checked opens nothing.
		current, err := s.Repository.LockOperator(ctx, checked.Username)
		switch {
		case err != nil:
			return err
		case current.PasswordHash != checked.PasswordHash || !current.Active:
			return ErrWrongCredential
		case current.Factor.Seed != nil:
			if err := s.take(&current, current.Factor.Seed, input.Code); err != nil {
				return err
			}
			if err := s.Repository.PutOperator(ctx, current); err != nil {
				return err
			}
			session.SecondFactor = true
		}
		if err := s.Repository.AddSession(ctx, session); err != nil {
			return err
		}
		return s.Trail.Record(ctx, audit.Change{Action: audit.Login, After: outcome("OK")})
	})
	return OpenedSession{Token: secret.NewText(token), ExpiresAt: session.ExpiresAt}, err
}

var tokenForm = regexp.MustCompile(`^op_[A-Za-z0-9_-]{43}$`)

// ReadSession gives the session of a token. Errors: invalid-token, EXPIRED_AUTH_TOKEN, INACTIVE_USER.
func (s *Service) ReadSession(ctx context.Context, token string) (StoredSession, error) {
	if !tokenForm.MatchString(token) {
		return StoredSession{}, ErrInvalidToken
	}
	session, err := s.Repository.Session(ctx, tokenHash(token))
	switch {
	case err != nil:
		return StoredSession{}, err
	case !session.Active:
		return StoredSession{}, ErrInactive
	case !s.Now().Before(session.ExpiresAt):
		return StoredSession{}, ErrExpiredToken
	}
	return session, nil
}

// LogOut ends a session.
func (s *Service) LogOut(ctx context.Context, session id.ID) error {
	return s.Repository.InTx(ctx, func(ctx context.Context) error {
		if err := s.Repository.EndSession(ctx, session, s.Now()); err != nil {
			return err
		}
		return s.Trail.Record(ctx, audit.Change{Action: audit.Logout})
	})
}

// ForgetSessions drops sessions that ran out more than a day ago; until then their owner is told that they ran out.
func (s *Service) ForgetSessions(ctx context.Context) error {
	return s.Repository.ForgetSessions(ctx, s.Now().Add(-24*time.Hour))
}

func (s *Service) within(ctx context.Context, key string, limit int) error {
	err := s.Limiter.Allow(ctx, key, limit, time.Minute)
	var refused *fault.Fault
	if errors.Is(err, fault.RequestLimit) && errors.As(err, &refused) {
		return fault.RequestLimit1Min.After(refused.RetryAfter)
	}
	return err
}

// keyed names what was typed without telling it.
func (s *Service) keyed(typed string) string {
	mac := hmac.New(sha256.New, s.Key)
	mac.Write([]byte(typed))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// bucket names what an address shares limits with: itself, or its /64 for IPv6.
func bucket(addr netip.Addr) string {
	if addr = addr.Unmap().WithZone(""); addr.Is6() {
		if prefix, err := addr.Prefix(64); err == nil {
			return prefix.String()
		}
	}
	return addr.String()
}

// tokenHash is what is kept of a token, whose 256 random bits need no key and no salt.
func tokenHash(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}
