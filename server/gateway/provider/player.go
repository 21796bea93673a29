package provider

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"krapao/server/game"
	api "krapao/server/gateway/api/provider"
	"krapao/server/gateway/capped"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/secret"
)

// How long a call may take: balances are asked while somebody looks at the screen.
const (
	balanceWithin = 2 * time.Second
	playerWithin  = 8 * time.Second
)

var _ game.Gateway = (*Providers)(nil)

// CreatePlayer opens a player, once for a reference. Errors: game.ErrRefused, ErrUnknown.
func (p *Providers) CreatePlayer(ctx context.Context, code, reference string, currency money.Currency) (game.Player, error) {
	player, err := call(ctx, p, code, playerWithin, func(ctx context.Context, client *api.ClientWithResponses) (*api.CreatePlayerHTTPResponse, error) {
		return client.CreatePlayerWithResponse(ctx, api.CreatePlayerRequest{Reference: reference, Currency: api.Currency(currency)})
	}, func(answer *api.CreatePlayerHTTPResponse) (*api.Player, *api.ProviderFailure) {
		return answer.JSON200, answer.JSONDefault
	})
	if err != nil {
		return game.Player{}, forGame(err)
	}
	if player.Reference != reference || money.Currency(player.Currency) != currency || player.Username == "" || player.Password == "" ||
		strings.ContainsRune(player.Username, capped.Replaced) { // it was another one
		return game.Player{}, forGame(fmt.Errorf("%w: %s opened another player than was asked for", ErrUnknown, code))
	}
	return game.Player{Username: player.Username, Password: secret.NewText(player.Password)}, nil
}

// Balance reads what a player holds. Errors: game.ErrNoPlayer, game.ErrRefused, ErrUnknown.
func (p *Providers) Balance(ctx context.Context, code, username string) (game.Balance, error) {
	balance, err := call(ctx, p, code, balanceWithin, func(ctx context.Context, client *api.ClientWithResponses) (*api.GetBalanceHTTPResponse, error) {
		return client.GetBalanceWithResponse(ctx, username)
	}, func(answer *api.GetBalanceHTTPResponse) (*api.Balance, *api.ProviderFailure) {
		return answer.JSON200, answer.JSONDefault
	})
	if err != nil {
		return game.Balance{}, forGame(err)
	}
	if balance.Username != username {
		return game.Balance{}, forGame(fmt.Errorf("%w: %s answered for another player", ErrUnknown, code))
	}
	reported := game.Balance{Amount: balance.Amount, Currency: money.Currency(balance.Currency), Sequence: balance.Sequence}
	if balance.InPlay != nil {
		reported.InPlay = *balance.InPlay
	}
	return reported, nil
}

// ResetPassword makes a new password, once for a reference. Errors: game.ErrNoPlayer, game.ErrRefused, ErrUnknown.
func (p *Providers) ResetPassword(ctx context.Context, code, username string, reference id.ID) (secret.Text, error) {
	credentials, err := call(ctx, p, code, playerWithin, func(ctx context.Context, client *api.ClientWithResponses) (*api.ResetPasswordHTTPResponse, error) {
		return client.ResetPasswordWithResponse(ctx, username, api.ResetPasswordRequest{Reference: reference.String()})
	}, func(answer *api.ResetPasswordHTTPResponse) (*api.PlayerCredentials, *api.ProviderFailure) {
		return answer.JSON200, answer.JSONDefault
	})
	if err != nil {
		return secret.Text{}, forGame(err)
	}
	if credentials.Username != username || credentials.Password == "" {
		return secret.Text{}, forGame(fmt.Errorf("%w: %s answered for another player", ErrUnknown, code))
	}
	return secret.NewText(credentials.Password), nil
}

var languages = map[string]api.LaunchLanguage{"th": api.Th, "la": api.Lo, "en": api.En}

// LaunchLink asks for a link that opens the game signed in. Errors: game.ErrNoPlayer, game.ErrRefused, ErrUnknown.
func (p *Providers) LaunchLink(ctx context.Context, code string, ask game.LaunchAsk) (game.Launched, error) {
	link, err := call(ctx, p, code, playerWithin, func(ctx context.Context, client *api.ClientWithResponses) (*api.GetLaunchLinkHTTPResponse, error) {
		return client.GetLaunchLinkWithResponse(ctx, ask.Username, api.LaunchLinkRequest{Platform: api.WEB, Language: languages[ask.Locale], ReturnURL: &ask.ReturnURL})
	}, func(answer *api.GetLaunchLinkHTTPResponse) (*api.LaunchLink, *api.ProviderFailure) {
		return answer.JSON200, answer.JSONDefault
	})
	if err != nil {
		return game.Launched{}, forGame(err)
	}
	launched := game.Launched{Link: link.Link}
	if link.FormState != nil {
		launched.Event = *link.FormState
	}
	return launched, nil
}

// forGame says in the game's words what a provider's fault means.
func forGame(err error) error {
	switch {
	case errors.Is(err, ErrNoPlayer):
		return fmt.Errorf("%w, %w: %w", game.ErrNoPlayer, game.ErrRefused, err)
	case errors.Is(err, ErrRefused), errors.Is(err, ErrUnconfigured):
		return fmt.Errorf("%w: %w", game.ErrRefused, err)
	default:
		return err
	}
}
