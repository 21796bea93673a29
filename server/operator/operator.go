// Package operator has the accounts of the back office. They have nothing to do with members; the first one is made on the
// server itself (`krapao operator create`), because nobody could log in to make it.
package operator

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"time"
	"unicode/utf8"

	"github.com/alexedwards/argon2id"

	"krapao/server/id"
)

// Account is an operator.
type Account struct {
	ID id.ID
	// Username is what they log in with and what the audit log shows.
	Username string
	// PasswordHash is an argon2id hash.
	PasswordHash string
	CreatedAt    time.Time
}

// ErrTaken means that an operator of that name exists.
var ErrTaken = errors.New("operator: that name is taken")

// Repository keeps the accounts.
type Repository interface {
	// AddOperator keeps a new account. Errors: ErrTaken.
	AddOperator(ctx context.Context, account Account) error
}

// Service makes accounts.
type Service struct {
	repository Repository
	now        func() time.Time
}

// New makes a Service.
func New(repository Repository, now func() time.Time) *Service {
	return &Service{repository: repository, now: now}
}

// CreateInput is a new operator.
type CreateInput struct{ Username, Password string }

var usernameForm = regexp.MustCompile(`^[a-z][a-z0-9._-]{1,63}$`)

// The shortest and the longest password in characters (OWASP ASVS 5: at least 12 where there is no second factor yet).
const minPassword, maxPassword = 12, 128

// Validate refuses names and passwords that are not of the form.
func (in CreateInput) Validate() error {
	if !usernameForm.MatchString(in.Username) {
		return errors.New("operator: a name is 2 to 64 small letters, digits, dots, dashes and underscores, and begins with a letter")
	}
	if length := utf8.RuneCountInString(in.Password); !utf8.ValidString(in.Password) || length < minPassword || length > maxPassword {
		return fmt.Errorf("operator: a password has %d to %d characters", minPassword, maxPassword)
	}
	return nil
}

// cost is what a hash costs: 19 MiB and two passes (OWASP's recommendation).
var cost = argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// Create makes an account. Errors: those of Validate, ErrTaken.
func (s *Service) Create(ctx context.Context, in CreateInput) (Account, error) {
	if err := in.Validate(); err != nil {
		return Account{}, err
	}
	hash, err := argon2id.CreateHash(in.Password, &cost)
	if err != nil {
		return Account{}, err
	}
	account := Account{ID: id.NewID(), Username: in.Username, PasswordHash: hash, CreatedAt: s.now()}
	return account, s.repository.AddOperator(ctx, account)
}
