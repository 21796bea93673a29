package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"krapao/server/app"
	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/channel"
	"krapao/server/fault"
	"krapao/server/httpapi/convert"
	"krapao/server/money"
	"krapao/server/withdrawal"
)

type limitCommand struct {
	List listLimitsCommand `cmd:"" default:"withargs" help:"List the withdrawal limits."`
	Put  putLimitCommand   `cmd:"" help:"Change the withdrawal limits of a currency; to allow more takes a second person."`
}

type listLimitsCommand struct{ openedServices }

// Run lists the limits.
func (c *listLimitsCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		all, err := services.Withdrawals.AllWithdrawLimits(ctx)
		if err != nil {
			return err
		}
		return table(func(row func(...any)) {
			row("CURRENCY", "MINIMUM", "MAXIMUM", "SECOND PERSON ABOVE", "PAYOUT GATEWAY")
			for _, currency := range []money.Currency{money.Baht, money.Kip} {
				row(currency, all[currency].Min, all[currency].Max, all[currency].ReviewAbove, all[currency].PayoutGateway)
			}
		})
	})
}

type putLimitCommand struct {
	openedServices
	Currency string `arg:"" help:"BAHT or LAK."`
	Minimum  string `arg:"" help:"The smallest single withdrawal: 100, or 100.50."`
	Maximum  string `arg:"" help:"The largest single withdrawal."`

	ReviewAbove   *string `help:"A withdrawal above this needs a second person; stays when not given."`
	PayoutGateway *string `help:"The gateway that pays what was approved, empty for people; stays when not given."`
}

// Run changes the limits.
func (c *putLimitCommand) Run(ctx context.Context) error {
	least, err := money.Parse(c.Minimum)
	if err != nil {
		return err
	}
	most, err := money.Parse(c.Maximum)
	if err != nil {
		return err
	}
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		change := withdrawal.LimitsChange{Min: least, Max: most, PayoutGateway: c.PayoutGateway}
		if c.ReviewAbove != nil {
			above, err := money.Parse(*c.ReviewAbove)
			if err != nil {
				return err
			}
			change.ReviewAbove = &above
		}
		_, asked, err := services.Withdrawals.ChangeWithdrawLimits(ctx, money.Currency(c.Currency), change)
		if err != nil {
			return err
		}
		sayAsked(asked)
		return nil
	})
}

// sayAsked tells of a change that was asked for instead of made.
func sayAsked(asked approval.Request) {
	if !asked.ID.IsZero() {
		say("Request %s waits for a second person.", asked.ID)
	}
}

type depositRuleCommand struct {
	Get getRulesCommand `cmd:"" default:"withargs" help:"Print the rules."`
	Put putRulesCommand `cmd:"" help:"Change rules."`
}

type getRulesCommand struct{ openedServices }

// Run prints the rules.
func (c *getRulesCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		rules, err := services.Channels.Settings(ctx)
		if err != nil {
			return err
		}
		return table(func(row func(...any)) {
			row("manual", onOff(rules.IsManual))
			row("slip-open-from", rules.SlipOpenFrom)
			row("slip-open-to", rules.SlipOpenTo)
			row("slip-max-age", rules.SlipMaxAge)
			row("slip-max-size", fmt.Sprintf("%d MB", rules.SlipMaxSizeMB))
		})
	})
}

type putRulesCommand struct {
	openedServices
	Manual       *bool          `negatable:"" help:"Whether every account is shown in the generic form."`
	SlipOpenFrom *string        `placeholder:"HH:MM" help:"From when slips are taken, in Bangkok."`
	SlipOpenTo   *string        `placeholder:"HH:MM" help:"Until when slips are taken, in Bangkok."`
	SlipMaxAge   *time.Duration `help:"How old a transfer may be: 60m."`
	SlipMaxSize  *int           `placeholder:"MB" help:"The largest image in MB."`
}

// Run changes the rules; what is not given stays.
func (c *putRulesCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		rules, err := services.Channels.Settings(ctx)
		if err != nil {
			return err
		}
		for to, text := range map[*time.Duration]*string{&rules.SlipOpenFrom: c.SlipOpenFrom, &rules.SlipOpenTo: c.SlipOpenTo} {
			if text == nil {
				continue
			}
			if *to, err = convert.ParseTimeOfDay(*text); err != nil {
				return err
			}
		}
		set(&rules.IsManual, c.Manual)
		set(&rules.SlipMaxAge, c.SlipMaxAge)
		set(&rules.SlipMaxSizeMB, c.SlipMaxSize)
		return services.Channels.PutSettings(ctx, rules)
	})
}

type channelCommand struct {
	List listChannelsCommand `cmd:"" default:"withargs" help:"List the deposit channels."`
	Put  putChannelCommand   `cmd:"" help:"Add or change a deposit channel; another account, opening one and ending its QR codes or gift links take a second person."`
}

type listChannelsCommand struct{ openedServices }

// Run lists the channels.
func (c *listChannelsCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		channels, err := services.Channels.AllChannels(ctx)
		if err != nil {
			return err
		}
		return table(func(row func(...any)) {
			row("CODE", "KIND", "MODE", "CURRENCY", "OPEN", "QR", "MINIMUM", "QUICK AMOUNTS", "BANK", "ACCOUNT", "NAME")
			for _, channel := range channels {
				row(channel.Code, channel.Kind, channel.Mode, channel.Currency, onOff(channel.Open), onOff(channel.TakesQR), channel.MinDeposit,
					channel.QuickAmounts, channel.BankCode, strings.TrimSpace(channel.AccountNo+" "+channel.AccountName), channel.NameEN)
			}
		})
	})
}

type putChannelCommand struct {
	openedServices
	Code        string          `arg:"" help:"Capital letters, digits and underscores; the gateway's code."`
	Kind        *channel.Kind   `help:"BANK, PAYMENT or WALLET."`
	Mode        *channel.Mode   `help:"AUTO, SMS, LINK or MANUAL."`
	BankCode    *string         `help:"The bank or e-wallet."`
	NameTH      *string         `name:"name-th" help:"The name in Thai or Lao."`
	NameEN      *string         `name:"name-en" help:"The English name."`
	AccountName *string         `help:"The account's holder."`
	AccountNo   *string         `help:"The account's number."`
	Currency    *money.Currency `help:"BAHT or LAK; of a new channel only."`
	Logo        *string         `help:"Path of the logo on this server."`
	QR          *bool           `name:"qr" negatable:"" help:"Whether members pay through a QR code."`
	MinDeposit  *string         `help:"The smallest amount."`
	Quick       *[]string       `help:"Amounts offered as buttons, with commas between them."`
	Position    *int            `help:"Display order."`
	Open        *bool           `negatable:"" help:"Whether members may use it."`
}

// Run writes the channel; what is not given stays.
func (c *putChannelCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		all, err := services.Channels.AllChannels(ctx)
		if err != nil {
			return err
		}
		channel := found(all, func(known channel.Channel) bool { return known.Code == c.Code }, channel.Channel{Code: c.Code})
		if err := c.apply(&channel); err != nil {
			return err
		}
		asked, err := services.Channels.ChangeChannel(ctx, channel)
		if err != nil {
			return err
		}
		sayAsked(asked)
		return nil
	})
}

func (c *putChannelCommand) apply(to *channel.Channel) (err error) {
	set(&to.Kind, c.Kind)
	set(&to.Mode, c.Mode)
	set(&to.BankCode, c.BankCode)
	set(&to.NameTH, c.NameTH)
	set(&to.NameEN, c.NameEN)
	set(&to.AccountName, c.AccountName)
	set(&to.AccountNo, c.AccountNo)
	set(&to.Currency, c.Currency)
	set(&to.Logo, c.Logo)
	set(&to.TakesQR, c.QR)
	set(&to.Position, c.Position)
	set(&to.Open, c.Open)
	if c.MinDeposit != nil {
		if to.MinDeposit, err = money.Parse(*c.MinDeposit); err != nil {
			return err
		}
	}
	if c.Quick == nil {
		return nil
	}
	to.QuickAmounts = nil
	for _, text := range slices.DeleteFunc(slices.Clone(*c.Quick), func(text string) bool { return text == "" }) {
		amount, err := money.Parse(text)
		if err != nil {
			return fault.KeyInvalid.With(err)
		}
		to.QuickAmounts = append(to.QuickAmounts, amount)
	}
	return nil
}

type auditCommand struct {
	openedServices
	Limit int `default:"20" help:"How many lines."`
}

// Run lists the newest lines.
func (c *auditCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		entries, total, err := services.Audit.List(ctx, audit.Page{Limit: c.Limit})
		if err != nil {
			return err
		}
		err = table(func(row func(...any)) {
			row("WHEN", "WHO", "VIA", "ADDRESS", "WHAT", "OF", "BEFORE", "AFTER")
			for _, entry := range entries {
				row(entry.At.Format(time.DateTime), entry.Actor.Name, entry.Actor.Via, entry.Actor.Address, entry.Action, entry.Subject, compact(entry.Before), compact(entry.After))
			}
		})
		say("%d of %d lines.", len(entries), total)
		return err
	})
}

func compact(values map[string]any) string {
	if values == nil {
		return "-"
	}
	text, err := json.Marshal(values)
	if err != nil {
		return err.Error() // values that came out of a jsonb column
	}
	return string(text)
}
