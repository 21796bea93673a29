package game

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"krapao/server/id"
	"krapao/server/secret"
)

// Credentials are what a member signs in with at a provider.
type Credentials struct {
	Username string
	Password secret.Text
	// Event is the hidden fields that the provider's form needs, nil for other providers.
	Event map[string]string
}

// Credentials gives the member's at a provider. Where a form is posted, the provider is asked for its hidden fields;
// when it does not answer, the credentials come without them, for who signs in by hand. Errors: NO_GAME,
// SLOT_NO_ACCOUNT, NOT_{PROVIDER}.
func (s *Service) Credentials(ctx context.Context, member id.MemberID, code, language string) (Credentials, error) {
	provider, err := s.provider(ctx, code)
	if err != nil {
		return Credentials{}, err
	}
	account, err := s.Store.Account(ctx, member, code)
	if err != nil {
		return Credentials{}, err
	}
	credentials, err := s.open(account)
	if err != nil || provider.Launch.Kind != FormPost {
		return credentials, err
	}
	launched, err := s.Gateway.LaunchLink(ctx, code, s.askFor(account, language))
	switch {
	case errors.Is(err, ErrNoPlayer):
		return Credentials{}, notAt(code).With(err)
	case err != nil:
		s.Log.LogAttrs(ctx, slog.LevelWarn, "a provider gives no form state", slog.String("provider", code), slog.Any("error", err))
	}
	credentials.Event = launched.Event
	return credentials, nil
}

func (s *Service) open(account Account) (Credentials, error) {
	password, err := s.Box.Open(account.Sealed, owner(account.Member, account.Provider))
	return Credentials{Username: account.Username, Password: password}, err
}

// ResetPassword gives an account a new password. Asking again within a minute, or with the same key, answers the same
// credentials; while the provider did not answer, the same change is asked for again. Errors: NO_GAME, SLOT_NO_ACCOUNT,
// SLOT_RESET_PASSWORD_FAIL, NOT_{PROVIDER}, IDEMPOTENCY_CONFLICT.
func (s *Service) ResetPassword(ctx context.Context, in AccountInput) (Credentials, error) {
	if _, err := s.provider(ctx, in.Code); err != nil {
		return Credentials{}, err
	}
	if _, err := s.Store.Account(ctx, in.Member, in.Code); err != nil {
		return Credentials{}, err
	}
	account, err := s.beginReset(ctx, in)
	if err != nil {
		return Credentials{}, err
	}
	if account.Reset.Done {
		return s.open(account)
	}
	password, err := s.Gateway.ResetPassword(ctx, in.Code, account.Username, account.Reset.Reference)
	switch {
	case errors.Is(err, ErrNoPlayer):
		return Credentials{}, notAt(in.Code).With(err)
	case err != nil:
		return Credentials{}, ErrReset.With(err).After(time.Second)
	}
	return s.endReset(ctx, account, password)
}

// beginReset decides which change of the password is meant, a new one or the one of a moment ago, and writes it down
// before it is asked for.
func (s *Service) beginReset(ctx context.Context, in AccountInput) (account Account, err error) {
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.Book.LockWallet(ctx, in.Member); err != nil {
			return err
		}
		if account, err = s.Store.Account(ctx, in.Member, in.Code); err != nil {
			return err
		}
		next := id.NewID()
		if s.isRecent(account.Reset.At) {
			next = account.Reset.Reference
		}
		earlier, err := s.Keys.Claim(ctx, in.Member, in.Key, next)
		if err != nil || !earlier.IsZero() || next == account.Reset.Reference {
			return err
		}
		account.Reset = Reset{Reference: next, At: s.Now()}
		return s.Store.PutReset(ctx, account)
	})
	return account, err
}

// endReset keeps the new password, unless a later change is on its way already.
func (s *Service) endReset(ctx context.Context, asked Account, password secret.Text) (credentials Credentials, err error) {
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.Book.LockWallet(ctx, asked.Member); err != nil {
			return err
		}
		account, err := s.Store.Account(ctx, asked.Member, asked.Provider)
		if err != nil {
			return err
		}
		if account.Reset.Reference != asked.Reset.Reference {
			return ErrReset.Withf("game: a later change of the password at %s", asked.Provider).After(time.Second)
		}
		account.Sealed, account.Reset.Done = s.Box.Seal(password, owner(account.Member, account.Provider)), true
		credentials = Credentials{Username: account.Username, Password: password}
		return s.Store.PutReset(ctx, account)
	})
	return credentials, err
}
