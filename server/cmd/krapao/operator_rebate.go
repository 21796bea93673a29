package main

import (
	"context"

	"krapao/server/app"
	"krapao/server/money"
	"krapao/server/rebate"
	"krapao/server/referral"
)

// refundCommand is the loss rebate. Its texts and banners are written in the back office.
type refundCommand struct {
	List    listRefundRules `cmd:"" default:"withargs" help:"List the rules of refunds."`
	Rule    putRefundRule   `cmd:"" help:"Set what refunds are worth; a dear rule takes two people."`
	Figures refundFigures   `cmd:"" help:"Show what came of refunds."`
}

// inviteCommand is what members earn by inviting. Its banners are written in the back office.
type inviteCommand struct {
	List    listInviteRules `cmd:"" default:"withargs" help:"List the rules of invites."`
	Rule    putInviteRule   `cmd:"" help:"Set what invitees bring; a dear or automatic rule takes two people."`
	Figures inviteFigures   `cmd:"" help:"Show what came of invites."`
}

// ruleFlags are what both rules have; what is not given stays.
type ruleFlags struct {
	openedServices
	Currency    string  `arg:"" enum:"BAHT,LAK" help:"BAHT or LAK."`
	Open        *bool   `negatable:"" help:"Whether days are counted and members may receive."`
	Percent     *int    `help:"How much of a day's net loss."`
	Cap         *string `help:"At most so much for one day."`
	Success     *int    `help:"The condition is met at this percentage of the credit."`
	Fail        *int    `help:"The condition is lost at this percentage of the money with the credit."`
	ReviewAbove *string `help:"The cap that one person may decide."`
}

// amounts reads the amounts that were given.
func (f ruleFlags) amounts(most, review *money.Amount) (err error) {
	for to, text := range map[*money.Amount]*string{most: f.Cap, review: f.ReviewAbove} {
		if text == nil {
			continue
		}
		if *to, err = money.Parse(*text); err != nil {
			return err
		}
	}
	return nil
}

type listRefundRules struct{ openedServices }

// Run lists the rules.
func (c *listRefundRules) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		rules, err := services.Rebates.Rules(ctx)
		if err != nil {
			return err
		}
		return table(func(row func(...any)) {
			row("CURRENCY", "OPEN", "PERCENT", "CAP", "SUCCESS", "FAIL", "REVIEW ABOVE", "BANNERS")
			for _, rule := range rules {
				row(rule.Currency, onOff(rule.Open), rule.Percent, rule.Cap, rule.SuccessPercent, rule.FailPercent, rule.ReviewAbove, len(rule.Banners))
			}
		})
	})
}

type putRefundRule struct{ ruleFlags }

// Run sets the rule, or asks a second person to.
func (c *putRefundRule) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		rules, err := services.Rebates.Rules(ctx)
		if err != nil {
			return err
		}
		currency := money.Currency(c.Currency)
		rule := found(rules, func(known rebate.Rule) bool { return known.Currency == currency }, rebate.Rule{Currency: currency})
		if err := c.amounts(&rule.Cap, &rule.ReviewAbove); err != nil {
			return err
		}
		set(&rule.Open, c.Open)
		set(&rule.Percent, c.Percent)
		set(&rule.SuccessPercent, c.Success)
		set(&rule.FailPercent, c.Fail)
		_, asked, err := services.Rebates.ChangeRule(ctx, rule)
		if err != nil {
			return err
		}
		sayAsked(asked)
		return nil
	})
}

type figureFlags struct {
	openedServices
	Days int `default:"30" help:"How many days before today."`
}

type refundFigures struct{ figureFlags }

// Run prints the figures.
func (c *refundFigures) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		figures, err := services.Rebates.Figures(ctx, c.Days)
		if err != nil {
			return err
		}
		return table(func(row func(...any)) {
			row("CURRENCY", "MADE", "RESERVED", "PAID", "COST")
			for _, of := range figures {
				row(of.Currency, of.Made, of.Reserved, of.Paid, of.Cost)
			}
		})
	})
}

type listInviteRules struct{ openedServices }

// Run lists the rules.
func (c *listInviteRules) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		rules, err := services.Referrals.Rules(ctx)
		if err != nil {
			return err
		}
		return table(func(row func(...any)) {
			row("CURRENCY", "OPEN", "AUTOMATIC", "PERCENT", "CAP", "SUCCESS", "FAIL", "REVIEW ABOVE", "BANNERS")
			for _, rule := range rules {
				row(rule.Currency, onOff(rule.Open), onOff(rule.Automatic), rule.Percent, rule.Cap, rule.SuccessPercent, rule.FailPercent, rule.ReviewAbove, len(rule.Banners))
			}
		})
	})
}

type putInviteRule struct {
	ruleFlags
	Automatic *bool `negatable:"" help:"Whether what was earned is credited by itself, without a condition."`
}

// Run sets the rule, or asks a second person to.
func (c *putInviteRule) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		rules, err := services.Referrals.Rules(ctx)
		if err != nil {
			return err
		}
		currency := money.Currency(c.Currency)
		rule := found(rules, func(known referral.Rule) bool { return known.Currency == currency }, referral.Rule{Currency: currency})
		if err := c.amounts(&rule.Cap, &rule.ReviewAbove); err != nil {
			return err
		}
		set(&rule.Open, c.Open)
		set(&rule.Automatic, c.Automatic)
		set(&rule.Percent, c.Percent)
		set(&rule.SuccessPercent, c.Success)
		set(&rule.FailPercent, c.Fail)
		_, asked, err := services.Referrals.ChangeRule(ctx, rule)
		if err != nil {
			return err
		}
		sayAsked(asked)
		return nil
	})
}

type inviteFigures struct{ figureFlags }

// Run prints the figures.
func (c *inviteFigures) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		figures, err := services.Referrals.Figures(ctx, c.Days)
		if err != nil {
			return err
		}
		return table(func(row func(...any)) {
			row("CURRENCY", "INVITERS", "INVITEES", "EARNED", "RECEIVED", "COST", "WAITING")
			for _, of := range figures {
				row(of.Currency, of.Inviters, of.Invitees, of.Earned, of.Received, of.Cost, of.Waiting)
			}
		})
	})
}
