package main

import (
	"context"
	"slices"
	"time"

	"krapao/server/app"
	"krapao/server/bonus"
	"krapao/server/fault"
	"krapao/server/money"
)

// bonusCommand is bonuses and promotions. Their texts and banners are written in the back office, which shows what each
// would mean.
type bonusCommand struct {
	List    listCampaigns   `cmd:"" default:"withargs" help:"List the bonuses and promotions."`
	Figures campaignFigures `cmd:"" help:"What came of one."`
	Switch  switchCampaign  `cmd:"" help:"Open or close one; a dear one takes two people."`
	Set     setCampaign     `cmd:"" help:"Change the quota and the times of one; a dear one takes two people."`
	Rules   listBonusRules  `cmd:"" help:"List what one person may open."`
	Rule    putBonusRule    `cmd:"" help:"Set what one person may open; more takes two people."`
}

type listCampaigns struct{ openedServices }

// Run lists the campaigns.
func (c *listCampaigns) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		return table(func(row func(...any)) {
			row("KIND", "CODE", "VERSION", "CURRENCY", "OPEN", "FROM", "UNTIL", "RECEIVED", "QUOTA", "COST AT MOST", "NAME")
			for _, kind := range []bonus.Kind{bonus.FromBonus, bonus.FromPromotion} {
				campaigns, err := services.Bonuses.Campaigns(ctx, kind)
				if err != nil {
					row(err)
					return
				}
				for _, campaign := range campaigns {
					until, cost := "-", "no bound"
					if !campaign.Until.IsZero() {
						until = campaign.Until.Format(time.DateTime)
					}
					if most, unbounded := campaign.MaxCost(); !unbounded {
						cost = most.String()
					}
					row(kind, campaign.Code, campaign.Version, campaign.Currency, onOff(campaign.Open), campaign.From.Format(time.DateTime), until,
						campaign.MaxReceived, campaign.Quota, cost, campaign.Name.In("en"))
				}
			}
		})
	})
}

type oneCampaign struct {
	openedServices
	Kind string `arg:"" enum:"BONUS,PROMOTION" help:"BONUS or PROMOTION."`
	Code string `arg:"" help:"Its code."`
}

// find gives the campaign. Errors: NO_DATA.
func (c *oneCampaign) find(ctx context.Context, services *app.Services) (bonus.Campaign, error) {
	all, err := services.Bonuses.Campaigns(ctx, bonus.Kind(c.Kind))
	if err != nil {
		return bonus.Campaign{}, err
	}
	at := slices.IndexFunc(all, func(known bonus.Campaign) bool { return known.Code == c.Code })
	if at < 0 {
		return bonus.Campaign{}, fault.NoData
	}
	return all[at], nil
}

type campaignFigures struct{ oneCampaign }

// Run prints what came of the campaign.
func (c *campaignFigures) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		_, of, err := services.Bonuses.Figures(ctx, bonus.Kind(c.Kind), c.Code)
		if err != nil {
			return err
		}
		return table(func(row func(...any)) {
			row("CLAIMED", "MEMBERS", "ACTIVE", "MET", "LOST", "CREDITED", "CUT", "COST")
			row(of.Claimed, of.Members, of.Active, of.Met, of.Lost, of.Credited, of.Cut, of.Cost())
		})
	})
}

type switchCampaign struct {
	oneCampaign
	Open bool `negatable:"" required:"" help:"Whether members may receive it."`
}

// Run saves the campaign's next version, open or closed, or asks a second person to.
func (c *switchCampaign) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		campaign, err := c.find(ctx, services)
		if err != nil {
			return err
		}
		campaign.Open = c.Open
		_, asked, err := services.Bonuses.ChangeCampaign(ctx, campaign)
		if err != nil {
			return err
		}
		sayAsked(asked)
		return nil
	})
}

type setCampaign struct {
	oneCampaign
	Quota *int       `help:"How often all members together may receive it; 0: no bound."`
	From  *time.Time `help:"From when (RFC 3339)."`
	Until *time.Time `help:"Until before when (RFC 3339)."`
}

// Run saves the campaign's next version, or asks a second person to; what is not given stays.
func (c *setCampaign) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		campaign, err := c.find(ctx, services)
		if err != nil {
			return err
		}
		set(&campaign.Quota, c.Quota)
		set(&campaign.From, c.From)
		set(&campaign.Until, c.Until)
		_, asked, err := services.Bonuses.ChangeCampaign(ctx, campaign)
		if err != nil {
			return err
		}
		sayAsked(asked)
		return nil
	})
}

type listBonusRules struct{ openedServices }

// Run lists the rules.
func (c *listBonusRules) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		rules, err := services.Bonuses.Rules(ctx)
		if err != nil {
			return err
		}
		return table(func(row func(...any)) {
			row("CURRENCY", "REVIEW ABOVE")
			for _, rule := range rules {
				row(rule.Currency, rule.ReviewAbove)
			}
		})
	})
}

type putBonusRule struct {
	openedServices
	Currency    string `arg:"" enum:"BAHT,LAK" help:"BAHT or LAK."`
	ReviewAbove string `required:"" help:"The most that a campaign which one person opens may cost."`
}

// Run sets the rule, or asks a second person to.
func (c *putBonusRule) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		amount, err := money.Parse(c.ReviewAbove)
		if err != nil {
			return err
		}
		asked, err := services.Bonuses.ChangeRule(ctx, bonus.Rule{Currency: money.Currency(c.Currency), ReviewAbove: amount})
		if err != nil {
			return err
		}
		sayAsked(asked)
		return nil
	})
}
