package app

import (
	"errors"
	"fmt"
	"net/url"

	"krapao/server/game"
	"krapao/server/gateway/provider"
	"krapao/server/postgres"
	"krapao/server/secret"
)

// GameConfig says how game providers are reached. A provider's code is the operator's (`krapao operator provider`).
type GameConfig struct {
	ProviderURL  string                 `env:"KRAPAO_PROVIDER_URL" placeholder:"URL" help:"Base URL of the game providers' adapters; {code} stands for the provider's code."`
	ProviderURLs map[string]string      `name:"provider-urls" env:"KRAPAO_PROVIDER_URLS" mapsep:";" placeholder:"CODE=URL;..." help:"Base URLs of game providers that are elsewhere."`
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

// newGames makes the game accounts.
func newGames(f floor, providers *provider.Providers) (*game.Service, error) {
	public, err := url.Parse(f.PublicURL)
	if err != nil {
		return nil, err
	}
	games := game.New(game.Config{
		Store: postgres.Game{DB: f.db}, Book: f.ledger, Transfers: postgres.Transfers{DB: f.db}, Conditions: postgres.Bonus{DB: f.db}, Gateway: providers, Keys: f.keyed, Trail: f.trail,
		Approvals: f.approvals, Box: f.box(gamePurpose), Now: f.Now, Log: f.Log, Locale: f.Edition.Locale(), Home: public.JoinPath("user", "home").String(),
	})
	f.approvals.Handle(game.ProviderApproval, games.ApproveProvider)
	f.approvals.Handle(game.BoundApproval, games.ApproveBound)
	f.approvals.Handle(game.ResultApproval, games.ApproveResult)
	return games, nil
}

// NewProviders makes what calls the game providers, for commands too.
func NewProviders(config GameConfig) *provider.Providers {
	return provider.New(provider.Config{
		URL:    config.URL,
		Key:    func(code string) secret.Text { return config.ProviderKeys[code] },
		Refuse: postgres.RefuseInTransaction,
	})
}
