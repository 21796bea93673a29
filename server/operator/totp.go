package operator

import (
	"context"
	"crypto/subtle"
	"errors"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
	"github.com/pquerna/otp/totp"

	"krapao/server/audit"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/secret"
)

// Faults of the second factor.
var (
	// ErrCodeRequired: the account has a second factor, and no code came.
	ErrCodeRequired = fault.New(fault.Forbidden, "TOTP_REQUIRED")
	// ErrCodeInvalid: a wrong code, one that was used, or nothing to confirm.
	ErrCodeInvalid = fault.New(fault.Forbidden, "TOTP_INVALID")
	// ErrSelf: nobody takes the own second factor away, nor decides about it.
	ErrSelf = fault.New(fault.Conflict, "APPROVAL_SELF")
	// ErrNoOperator: there is no such account.
	ErrNoOperator = fault.New(fault.NotFound, "NO_DATA")
)

var errNoKey = errors.New("operator: a second factor needs the server's key: KRAPAO_SECRET_KEY")

// Codes of RFC 6238 as every authenticator app makes them: six digits, 30 s, SHA-1. One step early or late is taken.
const (
	codePeriod  = 30
	codeSkew    = 1
	codeIssuer  = "Krapao"
	codeSeed    = 20 // bytes
	perTenMin   = 5  // tries of codes for an account
	perDay      = 30
	codeMinutes = 10
)

// SecondFactor is an account's. The seeds are sealed.
type SecondFactor struct {
	// Seed makes the codes, nil: no second factor. Pending is one that was shown and not confirmed yet.
	Seed, Pending []byte
	// Step is the last one whose code was taken: a code works once.
	Step int64
}

// Enrolment is a new seed, shown once.
type Enrolment struct {
	// Secret is what is typed into an authenticator app, URL (otpauth) what its QR code says.
	Secret, URL secret.Text
}

func sealedFor(account id.ID) string { return "operator-totp:" + account.String() }

// EnrolInput proves who enrols: the password, and the present code; where there is no second factor yet, the enrolment
// code.
type EnrolInput struct {
	Username      string
	Password      secret.Text
	Code          string
	EnrolmentCode secret.Text
}

// Enrol makes a seed that Confirm puts into force; until then the account's present one stays.
// Errors: WRONG_CREDENTIAL, TOTP_REQUIRED, TOTP_INVALID, LOGIN_FAIL, REQUEST_LIMIT, REQUEST_LIMIT_1MIN.
func (s *Service) Enrol(ctx context.Context, input EnrolInput) (Enrolment, error) {
	if err := s.within(ctx, "operator:enrol:"+s.keyed(input.Username), perName); err != nil {
		return Enrolment{}, err
	}
	account, err := s.Repository.Operator(ctx, input.Username)
	if err != nil {
		return Enrolment{}, noOperator(err)
	}
	match, err := s.hasher.Matches(ctx, input.Password.Reveal(), account.PasswordHash, ErrLoginFail)
	switch {
	case err != nil:
		return Enrolment{}, err
	case !match:
		return Enrolment{}, ErrWrongCredential
	case account.Factor.Seed != nil && input.Code == "", account.Factor.Seed == nil && input.EnrolmentCode.Empty():
		return Enrolment{}, ErrCodeRequired
	}
	if err := s.mayTry(ctx, account.ID); err != nil {
		return Enrolment{}, err
	}
	return s.enrol(ctx, input.Username, func(account *Account) error {
		if account.Factor.Seed == nil {
			return account.Enrolment.check(input.EnrolmentCode, s.Now())
		}
		return s.take(account, account.Factor.Seed, input.Code)
	})
}

// EnrolHere is Enrol for who may work on the server itself. Errors: NO_DATA.
func (s *Service) EnrolHere(ctx context.Context, username string) (Enrolment, error) {
	return s.enrol(ctx, username, func(*Account) error { return nil })
}

func (s *Service) enrol(ctx context.Context, username string, prove func(account *Account) error) (made Enrolment, err error) {
	if s.Box == nil {
		return made, errNoKey
	}
	key, err := totp.Generate(totp.GenerateOpts{Issuer: codeIssuer, AccountName: username, SecretSize: codeSeed, Rand: s.Random})
	if err != nil {
		return made, err
	}
	made = Enrolment{Secret: secret.NewText(key.Secret()), URL: secret.NewText(key.URL())}
	return made, s.changeFactor(ctx, username, func(account *Account) (string, error) {
		account.Factor.Pending = s.Box.Seal(made.Secret, sealedFor(account.ID))
		return "PENDING", prove(account)
	})
}

// Confirm puts the enrolled seed into force by its first code, and ends the account's other sessions; keep is the
// asking one, the zero ID none. Errors: TOTP_INVALID, NO_DATA, REQUEST_LIMIT.
func (s *Service) Confirm(ctx context.Context, username, code string, keep id.ID) error {
	account, err := s.Repository.Operator(ctx, username)
	if err != nil {
		return noOperator(err)
	}
	if err := s.mayTry(ctx, account.ID); err != nil {
		return err
	}
	return s.Repository.InTx(ctx, func(ctx context.Context) error {
		err := s.changeFactor(ctx, username, func(account *Account) (string, error) {
			if account.Factor.Pending == nil {
				return "", ErrCodeInvalid.Withf("operator: nothing to confirm")
			}
			account.Factor.Step = 0
			if err := s.take(account, account.Factor.Pending, code); err != nil {
				return "", err
			}
			account.Factor.Seed, account.Factor.Pending, account.Enrolment = account.Factor.Pending, nil, EnrolmentCode{}
			return "ON", nil
		})
		if err != nil {
			return err
		}
		if err := s.Repository.EndOtherSessions(ctx, account.ID, keep, s.Now()); err != nil {
			return err
		}
		return s.Repository.ProveSession(ctx, keep)
	})
}

// ResetFactor takes a lost second factor away and ends the account's sessions, for who may work on the server itself;
// others have AskReset. Errors: NO_DATA.
func (s *Service) ResetFactor(ctx context.Context, username string) error {
	return s.Repository.InTx(ctx, func(ctx context.Context) error {
		var account id.ID
		err := s.changeFactor(ctx, username, func(changed *Account) (string, error) {
			account, changed.Factor = changed.ID, SecondFactor{Step: changed.Factor.Step}
			return "OFF", nil
		})
		if err != nil {
			return err
		}
		return s.Repository.EndSessions(ctx, account, s.Now())
	})
}

// changeFactor changes an account's second factor with its line in the audit log: what apply says it then is.
func (s *Service) changeFactor(ctx context.Context, username string, apply func(account *Account) (string, error)) error {
	return s.Repository.InTx(ctx, func(ctx context.Context) error {
		account, err := s.Repository.LockOperator(ctx, username)
		if err != nil {
			return noOperator(err)
		}
		before := account.Factor.state()
		after, err := apply(&account)
		if err != nil {
			return err
		}
		if off := (SecondFactor{}).state(); before == off && after == off {
			return nil // nothing to change, and no line in the audit log
		}
		if err := s.Repository.PutOperator(ctx, account); err != nil {
			return err
		}
		return s.Trail.Record(ctx, audit.Change{Action: audit.Operator, Subject: username, Before: map[string]any{"secondFactor": before}, After: map[string]any{"secondFactor": after}})
	})
}

func (f SecondFactor) state() string {
	switch {
	case f.Pending != nil:
		return "PENDING"
	case f.Seed != nil:
		return "ON"
	}
	return "OFF"
}

// mayTry counts a try of a code. Errors: REQUEST_LIMIT.
func (s *Service) mayTry(ctx context.Context, account id.ID) error {
	key := "operator:totp:" + account.String()
	if err := s.Limiter.Allow(ctx, key, perTenMin, codeMinutes*time.Minute); err != nil {
		return err // not counted as one of the day's
	}
	return s.Limiter.Allow(ctx, key+":day", perDay, 24*time.Hour)
}

// take accepts a code of a seed once: its step and all before it are used up. The account is locked. Errors:
// TOTP_INVALID.
func (s *Service) take(account *Account, sealed []byte, code string) error {
	if s.Box == nil {
		return errNoKey
	}
	seed, err := s.Box.Open(sealed, sealedFor(account.ID))
	if err != nil {
		return err
	}
	now := s.Now().Unix() / codePeriod
	for step := max(now-codeSkew, account.Factor.Step+1); step <= now+codeSkew; step++ {
		right, err := hotp.GenerateCodeCustom(seed.Reveal(), uint64(step), hotp.ValidateOpts{Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1}) //nolint:gosec // steps since 1970
		if err != nil {
			return err
		}
		if subtle.ConstantTimeCompare([]byte(right), []byte(code)) == 1 {
			account.Factor.Step = step
			return nil
		}
	}
	return ErrCodeInvalid
}

func noOperator(err error) error {
	if errors.Is(err, ErrUnknown) {
		return ErrNoOperator.With(err)
	}
	return err
}
