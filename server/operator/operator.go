// Package operator has the accounts of the back office and their sessions. They have nothing to do with members; the
// first account is made on the server itself (`krapao operator create`), because nobody could log in to make it.
// README.md has the rules.
package operator

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"time"
	"unicode/utf8"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/id"
	"krapao/server/password"
	"krapao/server/secret"
)

// Account is an operator.
type Account struct {
	ID id.ID
	// Username is what they log in with and what the audit log shows.
	Username string
	// PasswordHash is an argon2id hash.
	PasswordHash string
	// Active: may log in.
	Active    bool
	CreatedAt time.Time
	// Factor is the second one.
	Factor SecondFactor
	// Enrolment is the code that enrolling the first factor needs.
	Enrolment EnrolmentCode
}

// What can be wrong with an account's name.
var (
	// ErrTaken means that an operator of that name exists.
	ErrTaken = errors.New("operator: that name is taken")
	// ErrUnknown means that no operator has that name.
	ErrUnknown = errors.New("operator: nobody has that name")
)

// Repository keeps accounts and sessions.
type Repository interface {
	// InTx runs fn in one transaction.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// AddOperator keeps a new account. Errors: ErrTaken.
	AddOperator(ctx context.Context, account Account) error
	// Operator gives an account; LockOperator also keeps others from changing it until the transaction ends. Errors:
	// ErrUnknown.
	Operator(ctx context.Context, username string) (Account, error)
	LockOperator(ctx context.Context, username string) (Account, error)
	// Operators gives every account, by name.
	Operators(ctx context.Context) ([]Account, error)
	// PutOperator changes password hash, activity, second factor and enrolment code of an account.
	PutOperator(ctx context.Context, account Account) error

	// AddSession keeps a new session.
	AddSession(ctx context.Context, session StoredSession) error
	// Session gives a session with its account's state. One that was ended is none, unless its account was deactivated.
	// Errors: invalid-token.
	Session(ctx context.Context, tokenHash []byte) (StoredSession, error)
	// EndSession ends one session, EndSessions all of an account, EndOtherSessions all but one (the zero ID: all).
	EndSession(ctx context.Context, session id.ID, at time.Time) error
	EndSessions(ctx context.Context, account id.ID, at time.Time) error
	EndOtherSessions(ctx context.Context, account, keep id.ID, at time.Time) error
	// ProveSession notes that a session has given a second factor; the zero ID names none.
	ProveSession(ctx context.Context, session id.ID) error
	// ForgetSessions drops those that ran out before a time.
	ForgetSessions(ctx context.Context, before time.Time) error

	// Policy gives the operators' rules; LockPolicy also keeps others from changing them until the transaction ends.
	Policy(ctx context.Context) (Policy, error)
	LockPolicy(ctx context.Context) (Policy, error)
	PutPolicy(ctx context.Context, policy Policy) error
}

// Limiter counts events over sliding windows, for all servers together. Errors: REQUEST_LIMIT with RetryAfter.
type Limiter interface {
	Allow(ctx context.Context, key string, limit int, window time.Duration) error
}

// Config is what a Service needs.
type Config struct {
	Repository Repository
	// Trail takes every change of an account and every login.
	Trail audit.Trail
	// Approvals is where a second person decides about another's lost factor.
	Approvals *approval.Approvals
	// Limiter and Key (secret, 32 bytes) are for logging in only; commands need neither.
	Limiter Limiter
	Key     []byte
	// Box seals the seeds of second factors; nil: nobody can enrol, and who did cannot log in.
	Box *secret.Box
	// Hash is what a password's hash costs; the zero value is password.Production.
	Hash password.Cost
	// HashWait is how long a login waits for a turn to have the password hashed; 0 is 5 s.
	HashWait time.Duration
	// Now is the clock, Random the randomness; nil is crypto/rand.
	Now    func() time.Time
	Random io.Reader
}

// Service has the operators' rules.
type Service struct {
	Config
	hasher *password.Hasher
}

// New makes a Service.
func New(config Config) (*Service, error) {
	if config.Random == nil {
		config.Random = rand.Reader
	}
	hasher, err := password.New(password.Config{Cost: config.Hash, Wait: config.HashWait})
	if err != nil {
		return nil, err
	}
	return &Service{Config: config, hasher: hasher}, nil
}

// CreateInput is a new operator.
type CreateInput struct {
	Username string
	Password secret.Text
}

var (
	usernameForm = regexp.MustCompile(`^[a-z][a-z0-9._-]{1,63}$`)
	// reserved names mean something else in the audit log.
	reserved = []string{audit.System, unknown}
)

// The shortest and the longest password in characters (OWASP ASVS 5: at least 12 where there is no second factor yet).
const minPassword, maxPassword = 12, 128

// Validate refuses names and passwords that are not of the form.
func (in CreateInput) Validate() error {
	if !usernameForm.MatchString(in.Username) || slices.Contains(reserved, in.Username) {
		return errors.New("operator: a name is 2 to 64 small letters, digits, dots, dashes and underscores, begins with a letter, and is not system or unknown")
	}
	return checkPassword(in.Password)
}

func checkPassword(password secret.Text) error {
	text := password.Reveal()
	if length := utf8.RuneCountInString(text); !utf8.ValidString(text) || length < minPassword || length > maxPassword {
		return fmt.Errorf("operator: a password has %d to %d characters", minPassword, maxPassword)
	}
	return nil
}

// state is what the audit log shows of an account.
func state(active, passwordChanged bool) map[string]any {
	shown := map[string]any{"active": active}
	if passwordChanged {
		shown["passwordChanged"] = true
	}
	return shown
}

// Create makes an account. Errors: those of Validate, ErrTaken.
func (s *Service) Create(ctx context.Context, in CreateInput) (Account, error) {
	if err := in.Validate(); err != nil {
		return Account{}, err
	}
	hash, err := s.hasher.Hash(ctx, in.Password.Reveal(), ErrLoginFail)
	if err != nil {
		return Account{}, err
	}
	account := Account{ID: id.NewID(), Username: in.Username, PasswordHash: hash, Active: true, CreatedAt: s.Now()}
	return account, s.Repository.InTx(ctx, func(ctx context.Context) error {
		if err := s.Repository.AddOperator(ctx, account); err != nil {
			return err
		}
		return s.Trail.Record(ctx, audit.Change{Action: audit.Operator, Subject: account.Username, After: state(true, true)})
	})
}

// SetActive lets an account log in, or no longer: then its sessions end too. Errors: ErrUnknown.
func (s *Service) SetActive(ctx context.Context, username string, active bool) error {
	return s.change(ctx, username, false, func(account *Account) { account.Active = active })
}

// SetPassword replaces an account's password and ends its sessions. Errors: a password of another form, ErrUnknown.
func (s *Service) SetPassword(ctx context.Context, username string, password secret.Text) error {
	if err := checkPassword(password); err != nil {
		return err
	}
	hash, err := s.hasher.Hash(ctx, password.Reveal(), ErrLoginFail)
	if err != nil {
		return err
	}
	return s.change(ctx, username, true, func(account *Account) { account.PasswordHash = hash })
}

func (s *Service) change(ctx context.Context, username string, passwordChanged bool, apply func(*Account)) error {
	return s.Repository.InTx(ctx, func(ctx context.Context) error {
		account, err := s.Repository.LockOperator(ctx, username)
		if err != nil {
			return err
		}
		before := state(account.Active, false)
		apply(&account)
		if err := s.Repository.PutOperator(ctx, account); err != nil {
			return err
		}
		if err := s.Repository.EndSessions(ctx, account.ID, s.Now()); err != nil {
			return err
		}
		return s.Trail.Record(ctx, audit.Change{Action: audit.Operator, Subject: username, Before: before, After: state(account.Active, passwordChanged)})
	})
}
