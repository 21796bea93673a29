package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"krapao/server/app"
	"krapao/server/site"
)

type terminateCommand struct{ openedServices }

// Run shuts the site.
func (c *terminateCommand) Run(ctx context.Context) error { return c.terminated(ctx, true) }

type reopenCommand struct{ openedServices }

// Run opens the site.
func (c *reopenCommand) Run(ctx context.Context) error { return c.terminated(ctx, false) }

func (o openedServices) terminated(ctx context.Context, shut bool) error {
	return o.do(ctx, func(ctx context.Context, services *app.Services) error {
		_, err := services.Site.ChangeSettings(ctx, site.SettingsChange{Terminated: &shut})
		return err
	})
}

type settingCommand struct {
	Get getSettingsCommand `cmd:"" default:"withargs" help:"Print the settings."`
	Put putSettingCommand  `cmd:"" help:"Change one setting."`
}

type getSettingsCommand struct{ openedServices }

// Run prints the settings.
func (c *getSettingsCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		settings, err := services.Site.Settings(ctx)
		if err != nil {
			return err
		}
		return table(func(row func(...any)) {
			row("name", settings.Name)
			row("website", settings.Website)
			row("lineLink", settings.LineLink)
			row("lineName", settings.LineName)
			row("chatSocket", settings.ChatSocket)
			row("agreementVersion", settings.AgreementVersion)
			row("addressBinding", settings.AddressBinding)
			row("recommendedBanks", strings.Join(settings.RecommendedBanks, ","))
			row("registerOTP", onOff(settings.RegisterOTP))
			row("enableChatWidget", onOff(settings.EnableChatWidget))
			row("gamesInNewTab", onOff(settings.GamesInNewTab))
			row("singleSession", onOff(settings.SingleSession))
			row("terminated", onOff(settings.Terminated))
		})
	})
}

type putSettingCommand struct {
	openedServices
	Name  string `arg:"" help:"A name that 'setting get' prints."`
	Value string `arg:"" help:"The value; on or off for a switch, codes with commas between them for banks."`
}

// Run changes the setting.
func (c *putSettingCommand) Run(ctx context.Context) error {
	change, err := settingChange(c.Name, c.Value)
	if err != nil {
		return err
	}
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		_, err := services.Site.ChangeSettings(ctx, change)
		return err
	})
}

func settingChange(name, value string) (change site.SettingsChange, err error) {
	texts := map[string]**string{
		"name": &change.Name, "website": &change.Website, "lineLink": &change.LineLink, "lineName": &change.LineName, "chatSocket": &change.ChatSocket,
		"agreementVersion": &change.AgreementVersion,
	}
	switches := map[string]**bool{
		"registerOTP": &change.RegisterOTP, "enableChatWidget": &change.EnableChatWidget, "gamesInNewTab": &change.GamesInNewTab,
		"singleSession": &change.SingleSession, "terminated": &change.Terminated,
	}
	switch {
	case texts[name] != nil:
		*texts[name] = &value
	case switches[name] != nil:
		on := value == "on"
		if !on && value != "off" {
			return change, fmt.Errorf("%s is on or off", name)
		}
		*switches[name] = &on
	case name == "addressBinding":
		change.AddressBinding = (*site.Binding)(&value)
	case name == "recommendedBanks":
		codes := slices.DeleteFunc(strings.Split(value, ","), func(code string) bool { return code == "" })
		change.RecommendedBanks = &codes
	default:
		return change, fmt.Errorf("there is no setting %s", name)
	}
	return change, nil
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

type textCommand struct {
	Get   getTextCommand   `cmd:"" default:"withargs" help:"Print texts as members get them."`
	Put   putTextCommand   `cmd:"" help:"Write a text in one language."`
	Reset resetTextCommand `cmd:"" help:"Bring back the text that comes with the product."`
}

type getTextCommand struct {
	openedServices
	Key string `arg:"" optional:"" help:"Which text; all when absent."`
}

// Run prints the texts.
func (c *getTextCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		texts, err := services.Site.Texts(ctx)
		if err != nil {
			return err
		}
		return table(func(row func(...any)) {
			for _, text := range texts {
				if c.Key != "" && string(text.Key) != c.Key {
					continue
				}
				for i, item := range text.Items {
					row(text.Key, text.Locale, strconv.Itoa(i+1), map[bool]string{true: "own", false: "product"}[text.Own], item)
				}
			}
		})
	})
}

type chosenText struct {
	openedServices
	Key    string `arg:"" help:"title, metaDescription, metaKeywords, notice, contact, conditions, agreements, source.CODE or help.CODE."`
	Locale string `arg:"" enum:"th,la,en" help:"th, la or en."`
}

func (c chosenText) put(ctx context.Context, items []string) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		text, err := services.Site.PutText(ctx, site.TextKey(c.Key), site.Locale(c.Locale), items)
		for _, item := range text.Items {
			say("%s", item)
		}
		return err
	})
}

type putTextCommand struct {
	chosenText
	Items []string `arg:"" help:"The text; several for conditions and agreements. HTML is sanitised: what is kept is printed."`
}

// Run writes the text.
func (c *putTextCommand) Run(ctx context.Context) error { return c.put(ctx, c.Items) }

type resetTextCommand struct{ chosenText }

// Run drops the operator's own text.
func (c *resetTextCommand) Run(ctx context.Context) error { return c.put(ctx, nil) }
