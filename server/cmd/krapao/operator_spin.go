package main

import (
	"context"
	"fmt"
	"time"

	"krapao/server/app"
	"krapao/server/money"
	"krapao/server/spin"
)

// wheelCommand is the prize wheel. Its sectors are written in the back office, which shows the odds and the cost beside
// them.
type wheelCommand struct {
	List       listWheelsCommand `cmd:"" default:"withargs" help:"List the wheels."`
	Statistics wheelStatistics   `cmd:"" help:"Hold a wheel's spins against its odds."`
	Switch     switchWheel       `cmd:"" help:"Open or close a wheel; a dear one takes two people."`
	Rules      listSpinRules     `cmd:"" help:"List how deposits bring coins."`
	Rule       putSpinRule       `cmd:"" help:"Set how deposits bring coins; more takes two people."`
}

type listWheelsCommand struct{ openedServices }

// Run lists the wheels.
func (c *listWheelsCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		wheels, err := services.Spin.Wheels(ctx)
		if err != nil {
			return err
		}
		return table(func(row func(...any)) {
			row("CODE", "VERSION", "CURRENCY", "OPEN", "FROM", "UNTIL", "COINS", "SECTORS", "COST A SPIN", "NAME")
			for _, wheel := range wheels {
				until, cost := "-", "no bound"
				if !wheel.Until.IsZero() {
					until = wheel.Until.Format(time.DateTime)
				}
				if average, unbounded := wheel.Cost(); !unbounded {
					cost = average.String()
				}
				row(wheel.Code, wheel.Version, wheel.Currency, onOff(wheel.Open), wheel.From.Format(time.DateTime), until, wheel.CoinPerSpin, len(wheel.Slices), cost, wheel.Name.In("en"))
			}
		})
	})
}

type oneWheel struct {
	openedServices
	Code string `arg:"" help:"The wheel's code."`
}

type wheelStatistics struct{ oneWheel }

// Run prints how often each sector came, beside what its weight promises.
func (c *wheelStatistics) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		found, err := services.Spin.Statistics(ctx, c.Code)
		if err != nil {
			return err
		}
		return table(func(row func(...any)) {
			row("SECTOR", "SEEN", "EXPECTED")
			for _, sector := range found.Sectors {
				row(sector.Code, sector.Seen, fmt.Sprintf("%.1f", sector.Expected))
			}
			row("spins", found.Spins, fmt.Sprintf("chi squared %.2f, p %.4g", found.ChiSquared, found.P))
		})
	})
}

type switchWheel struct {
	oneWheel
	Open bool `negatable:"" required:"" help:"Whether members may spin it."`
}

// Run saves the wheel's next version, open or closed, or asks a second person to.
func (c *switchWheel) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		all, err := services.Spin.Wheels(ctx)
		if err != nil {
			return err
		}
		wheel := found(all, func(known spin.Wheel) bool { return known.Code == c.Code }, spin.Wheel{Code: c.Code})
		wheel.Open = c.Open
		_, asked, err := services.Spin.ChangeWheel(ctx, wheel)
		if err != nil {
			return err
		}
		sayAsked(asked)
		return nil
	})
}

type listSpinRules struct{ openedServices }

// Run lists the rules.
func (c *listSpinRules) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		rules, err := services.Spin.Rules(ctx)
		if err != nil {
			return err
		}
		return table(func(row func(...any)) {
			row("CURRENCY", "PER AMOUNT", "COINS", "AT MOST", "REVIEW ABOVE")
			for _, rule := range rules {
				row(rule.Currency, rule.PerAmount, rule.Coins, rule.MaxCoins, rule.ReviewAbove)
			}
		})
	})
}

type putSpinRule struct {
	openedServices
	Currency    string  `arg:"" enum:"BAHT,LAK" help:"BAHT or LAK."`
	PerAmount   *string `help:"So much of a deposit brings coins; 0: none does."`
	Coins       *int    `help:"How many each time."`
	MaxCoins    *int    `help:"How many one deposit brings at most."`
	ReviewAbove *string `help:"The average cost of a coin that one person may open a wheel with."`
}

// Run sets the rule, or asks a second person to; what is not given stays.
func (c *putSpinRule) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		rules, err := services.Spin.Rules(ctx)
		if err != nil {
			return err
		}
		currency := money.Currency(c.Currency)
		rule := found(rules, func(known spin.Rule) bool { return known.Currency == currency }, spin.Rule{Currency: currency})
		for to, text := range map[*money.Amount]*string{&rule.PerAmount: c.PerAmount, &rule.ReviewAbove: c.ReviewAbove} {
			if text == nil {
				continue
			}
			if *to, err = money.Parse(*text); err != nil {
				return err
			}
		}
		set(&rule.Coins, c.Coins)
		set(&rule.MaxCoins, c.MaxCoins)
		asked, err := services.Spin.ChangeRule(ctx, rule)
		if err != nil {
			return err
		}
		sayAsked(asked)
		return nil
	})
}
