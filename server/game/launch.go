package game

import (
	"context"
	"crypto/subtle"
	"errors"
	"slices"
	"strings"
	"time"

	"krapao/server/fault"
)

// LaunchInput is a member's request to play.
type LaunchInput struct {
	AccountInput
	// Username must be the member's own at the provider.
	Username string
	// Language is the member's choice, in any case; "" or another word is the edition's.
	Language string
}

// Launch gives a link that opens a game signed in, at a provider that makes such links. Each call may give another one;
// it moves nothing. Errors: NO_GAME, SLOT_NO_ACCOUNT, NOT_{PROVIDER}, IDEMPOTENCY_CONFLICT; Unavailable while the
// provider does not answer.
func (s *Service) Launch(ctx context.Context, in LaunchInput) (link string, err error) {
	provider, err := s.offered(ctx, in.Code, in.Currency)
	if err != nil {
		return "", err
	}
	if provider.Launch.Kind != AutoLogin {
		return "", ErrNoGame.Withf("game: %s is not entered by a link", in.Code)
	}
	account, err := s.Store.Account(ctx, in.Member, in.Code)
	if err != nil {
		return "", err
	}
	if subtle.ConstantTimeCompare([]byte(account.Username), []byte(in.Username)) != 1 {
		return "", ErrNoAccount
	}
	if err := s.remember(ctx, in.Member, in.Key); err != nil {
		return "", err
	}
	launched, err := s.Gateway.LaunchLink(ctx, in.Code, s.askFor(account, in.Language))
	switch {
	case errors.Is(err, ErrNoPlayer):
		return "", notAt(in.Code).With(err)
	case errors.Is(err, ErrRefused):
		return "", fault.InternalServerError.With(err)
	case err != nil:
		return "", fault.ServiceUnavailable.With(err).After(2 * time.Second)
	case !isWeb(launched.Link):
		return "", fault.InternalServerError.Withf("game: %s gave a link that is none", in.Code)
	}
	return launched.Link, nil
}

func (s *Service) askFor(account Account, language string) LaunchAsk {
	locale := strings.ToLower(language)
	if !slices.Contains([]string{"th", "la", "en"}, locale) {
		locale = s.Locale
	}
	return LaunchAsk{Username: account.Username, Locale: locale, ReturnURL: s.Home}
}
