package main

import (
	"context"
	"time"

	"krapao/server/app"
	"krapao/server/game"
	"krapao/server/id"
	"krapao/server/money"
)

type listBoundsCommand struct{ openedServices }

// Run lists what each provider may report by itself.
func (c *listBoundsCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		bounds, err := services.Games.Bounds(ctx)
		if err != nil {
			return err
		}
		return table(func(row func(...any)) {
			row("PROVIDER", "CURRENCY", "MAXIMUM RESULT", "REVIEW ABOVE")
			for _, bound := range bounds {
				row(bound.Provider, bound.Currency, bound.Most, bound.ReviewAbove)
			}
		})
	})
}

type putBoundCommand struct {
	openedServices
	Code          string `arg:"" help:"The provider's code."`
	Currency      string `arg:"" enum:"BAHT,LAK" help:"BAHT or LAK."`
	MaximumResult string `arg:"" help:"The largest win between two refreshes that is booked by itself."`
	ReviewAbove   string `arg:"" help:"The largest held result that one person releases."`
}

// Run sets the bound, or asks a second person to.
func (c *putBoundCommand) Run(ctx context.Context) error {
	most, err := money.Parse(c.MaximumResult)
	if err != nil {
		return err
	}
	above, err := money.Parse(c.ReviewAbove)
	if err != nil {
		return err
	}
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		asked, err := services.Games.ChangeBound(ctx, game.Bound{Provider: c.Code, Currency: money.Currency(c.Currency), Most: most, ReviewAbove: above})
		if err != nil {
			return err
		}
		sayAsked(asked)
		return nil
	})
}

type listResultsCommand struct {
	openedServices
	All   bool `help:"Ended ones too."`
	Limit int  `default:"100" help:"How many."`
}

// Run lists the results that went beyond their bound.
func (c *listResultsCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		results, _, err := services.Games.HeldResults(ctx, game.HeldFilter{All: c.All, Limit: c.Limit})
		if err != nil {
			return err
		}
		return table(func(row func(...any)) {
			row("ID", "STATUS", "MEMBER", "PROVIDER", "RESULT", "CURRENCY", "BALANCE", "BOUND", "REPORTED", "SEEN", "RELEASED BY")
			for _, r := range results {
				row(r.ID, r.Status, r.Member, r.Provider, r.Result, r.Currency, r.Balance, r.Bound, r.ReportedAt.Format(time.DateTime), r.SeenAt.Format(time.DateTime), r.ReleasedBy)
			}
		})
	})
}

type releaseResultCommand struct {
	openedServices
	ID     string `arg:"" help:"The result's id, from the list."`
	Result string `arg:"" help:"The result as the list has it."`
}

// Run releases the result, or asks a second person to.
func (c *releaseResultCommand) Run(ctx context.Context) error {
	held, err := id.Parse(c.ID)
	if err != nil {
		return err
	}
	result, err := money.Parse(c.Result)
	if err != nil {
		return err
	}
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		released, asked, err := services.Games.ReleaseResult(ctx, game.ReleaseInput{ID: held, Result: result})
		switch {
		case err != nil:
			return err
		case !asked.IsZero():
			say("A second person has to approve the request %v.", asked)
		default:
			say("The next refresh books it: %s.", released.Status)
		}
		return nil
	})
}
