package main

import (
	"context"

	"krapao/server/app"
	"krapao/server/game"
	"krapao/server/money"
)

type providerCommand struct {
	List listProvidersCommand `cmd:"" default:"withargs" help:"List the game providers."`
	Put  putProviderCommand   `cmd:"" help:"Add or change a game provider."`

	Bounds  listBoundsCommand    `cmd:"" help:"List how much each provider may report as won without anybody looking."`
	Bound   putBoundCommand      `cmd:"" help:"Set that for a provider and a currency; more takes two people."`
	Results listResultsCommand   `cmd:"" help:"List the results that went beyond their bound."`
	Release releaseResultCommand `cmd:"" help:"Let a held result be booked; a large one takes two people."`
}

type listProvidersCommand struct{ openedServices }

// Run lists the providers.
func (c *listProvidersCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		providers, err := services.Games.AllProviders(ctx)
		if err != nil {
			return err
		}
		return table(func(row func(...any)) {
			row("CODE", "CATEGORY", "CURRENCIES", "OPEN", "LAUNCH", "URL", "NAME")
			for _, provider := range providers {
				row(provider.Code, provider.Category, provider.Currencies, onOff(provider.Open), provider.Launch.Kind, provider.Launch.URL, provider.Name)
			}
		})
	})
}

type putProviderCommand struct {
	openedServices
	Code          string            `arg:"" help:"Capital letters, digits and underscores."`
	Name          *string           `help:"The name that members see."`
	Category      *game.Category    `help:"slot, sport or lotto."`
	Currencies    *[]money.Currency `help:"Whose members see it: BAHT, LAK, with a comma between them."`
	Logo          *string           `help:"Path of the logo on this server."`
	Background    *string           `help:"Path of the background image on this server."`
	FTWallet      *float64          `name:"ft-wallet" help:"The provider's credits for a unit of money; 1 for a new provider."`
	Web           *string           `help:"The website."`
	Android       *string           `help:"Where the Android app is."`
	IOS           *string           `name:"ios" help:"Where the iOS app is."`
	Launch        *game.LaunchKind  `help:"autoLogin, formPost or webUrl."`
	LaunchURL     *string           `name:"launch-url" help:"The page to post to or to open; none for autoLogin."`
	UsernameField *string           `help:"The form field of the username."`
	PasswordField *string           `help:"The form field of the password."`
	Position      *int              `help:"Display order."`
	Open          *bool             `negatable:"" help:"Whether members may open accounts and play."`
}

// Run writes the provider; what is not given stays.
func (c *putProviderCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		all, err := services.Games.AllProviders(ctx)
		if err != nil {
			return err
		}
		provider := found(all, func(known game.Provider) bool { return known.Code == c.Code }, game.Provider{Code: c.Code, FTWallet: 1})
		c.apply(&provider)
		return services.Games.PutProviders(ctx, provider)
	})
}

func (c *putProviderCommand) apply(to *game.Provider) {
	set(&to.Name, c.Name)
	set(&to.Category, c.Category)
	set(&to.Currencies, c.Currencies)
	set(&to.Logo, c.Logo)
	set(&to.Background, c.Background)
	set(&to.FTWallet, c.FTWallet)
	set(&to.Web, c.Web)
	set(&to.Android, c.Android)
	set(&to.IOS, c.IOS)
	set(&to.Launch.Kind, c.Launch)
	set(&to.Launch.URL, c.LaunchURL)
	set(&to.Launch.UsernameField, c.UsernameField)
	set(&to.Launch.PasswordField, c.PasswordField)
	set(&to.Position, c.Position)
	set(&to.Open, c.Open)
}
