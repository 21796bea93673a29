package app

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/game"
	"krapao/server/gateway/provider"
	"krapao/server/postgres"
	"krapao/server/secret"
)

// GameConfig says how game providers are reached. A provider's code is the operator's (`krapao operator provider`).
type GameConfig struct {
	ProviderURL  string                 `env:"KRAPAO_PROVIDER_URL" placeholder:"URL" help:"Base URL of the game providers' adapters; {code} stands for the provider's code."`
	ProviderURLs map[string]string      `env:"KRAPAO_PROVIDER_URLS" mapsep:";" placeholder:"CODE=URL;..." help:"Base URLs of game providers that are elsewhere."`
	ProviderKeys map[string]secret.Text `env:"KRAPAO_PROVIDER_KEYS" mapsep:";" placeholder:"CODE=KEY;..." help:"The key that each game provider expects from us."`
}

// URL gives the base URL of a provider, "" when there is none.
func (c GameConfig) URL(code string) string {
	return addressOf(c.ProviderURL, c.ProviderURLs, code)
}

// check refuses addresses that are none and providers with half of what they need. Values are never named.
func (c GameConfig) check() error {
	wrong := checkAddresses("KRAPAO_PROVIDER_URL", c.ProviderURL, c.ProviderURLs)
	for code, key := range c.ProviderKeys {
		switch {
		case key.Empty():
			wrong = append(wrong, fmt.Errorf("KRAPAO_PROVIDER_KEYS: %s has no key", code))
		case c.URL(code) == "":
			wrong = append(wrong, fmt.Errorf("KRAPAO_PROVIDER_URL: %s has no address", code))
		}
	}
	return errors.Join(wrong...)
}

// wireGame makes the game accounts.
func wireGame(ctx context.Context, a *App) error {
	public, err := url.Parse(a.Config.PublicURL)
	if err != nil {
		return err
	}
	a.Providers = NewProviders(a.Config.Game)
	a.Games = newGame(a.DB, a.Audit, a.Approvals, a.Now)
	a.Games.Book, a.Games.Keys = postgres.Ledger{DB: a.DB}, postgres.Idempotency{DB: a.DB, Now: a.Now}
	a.Games.Gateway, a.Games.Box, a.Games.Log = a.Providers, a.keys.Box(gamePurpose), a.Log
	a.Games.Locale = a.Config.Edition.Locale()
	a.Games.Home = public.JoinPath("user", "home").String()
	a.handlers.Games = a.Games
	_, err = a.Games.Providers(ctx) // so that pages have them while the database is away
	return err
}

// NewProviders makes what calls the game providers, for commands too.
func NewProviders(config GameConfig) *provider.Providers {
	return provider.New(provider.Config{
		URL:    config.URL,
		Key:    func(code string) secret.Text { return config.ProviderKeys[code] },
		Refuse: postgres.RefuseInTransaction,
	})
}

// newGame gives what operators change of games, for commands too.
func newGame(db *postgres.DB, trail audit.Trail, desk *approval.Desk, now func() time.Time) *game.Service {
	return game.New(game.Config{Store: postgres.Game{DB: db}, Transfers: postgres.Transfers{DB: db}, Trail: trail, Desk: desk, Now: now})
}
