package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"

	"krapao/server/app"
	"krapao/server/site"
)

// set takes a flag's value where the flag was given.
func set[T any](to, flag *T) {
	if flag != nil {
		*to = *flag
	}
}

// found gives the entry that a command changes, or a new one.
func found[T any](all []T, is func(T) bool, fresh T) T {
	if at := slices.IndexFunc(all, is); at >= 0 {
		return all[at]
	}
	return fresh
}

type sourceCommand struct {
	List listSourcesCommand `cmd:"" default:"withargs" help:"List the sources."`
	Put  putSourceCommand   `cmd:"" help:"Add or change a source; its texts are the texts source.CODE."`
}

type listSourcesCommand struct{ openedServices }

// Run lists the sources.
func (c *listSourcesCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		sources, err := services.Site.SourceEntries(ctx)
		if err != nil {
			return err
		}
		return table(func(row func(...any)) {
			row("CODE", "POSITION", "OPEN")
			for _, source := range sources {
				row(source.Code, source.Position, onOff(source.Open))
			}
		})
	})
}

type putSourceCommand struct {
	openedServices
	Code     string `arg:"" help:"Capital letters, digits and underscores."`
	Position *int   `help:"Display order."`
	Open     *bool  `negatable:"" help:"Whether it is offered."`
}

// Run writes the source; what is not given stays.
func (c *putSourceCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		all, err := services.Site.SourceEntries(ctx)
		if err != nil {
			return err
		}
		source := found(all, func(s site.SourceEntry) bool { return s.Code == c.Code }, site.SourceEntry{Code: c.Code, Open: true})
		set(&source.Position, c.Position)
		set(&source.Open, c.Open)
		return services.Site.PutSource(ctx, source)
	})
}

type videoCommand struct {
	List listVideosCommand `cmd:"" default:"withargs" help:"List the help videos."`
	Put  putVideoCommand   `cmd:"" help:"Add or change a help video; its titles are the texts help.CODE."`
}

type listVideosCommand struct{ openedServices }

// Run lists the videos.
func (c *listVideosCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		videos, err := services.Site.Videos(ctx)
		if err != nil {
			return err
		}
		return table(func(row func(...any)) {
			row("CODE", "POSITION", "SHOWN", "VIDEO", "POSTER")
			for _, video := range videos {
				row(video.Code, video.Position, onOff(video.IsShow), video.Path, video.Poster)
			}
		})
	})
}

type putVideoCommand struct {
	openedServices
	Code     string  `arg:"" help:"Small letters, digits and dashes."`
	Position *int    `help:"Display order."`
	Video    *string `help:"Path on this server, or https URL; {locale} stands for th, la or en."`
	Poster   *string `help:"Still image: path on this server, with {locale} as in the video."`
	Show     *bool   `negatable:"" help:"Whether it is shown."`
}

// Run writes the video; what is not given stays.
func (c *putVideoCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		all, err := services.Site.Videos(ctx)
		if err != nil {
			return err
		}
		video := found(all, func(v site.Video) bool { return v.Code == c.Code }, site.Video{Code: c.Code})
		set(&video.Position, c.Position)
		set(&video.Path, c.Video)
		set(&video.Poster, c.Poster)
		set(&video.IsShow, c.Show)
		return services.Site.PutVideo(ctx, video)
	})
}

type bankCommand struct {
	List listBanksCommand `cmd:"" default:"withargs" help:"List the banks of both editions."`
	Put  putBankCommand   `cmd:"" help:"Add or change a bank."`
}

type listBanksCommand struct{ openedServices }

// Run lists the banks.
func (c *listBanksCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		banks, err := services.Site.Banks(ctx)
		if err != nil {
			return err
		}
		return table(func(row func(...any)) {
			row("CODE", "NUMBER", "OFFERED IN", "POSITION", "OPEN", "WALLET", "LATIN NAME", "NAME", "LOCAL NAME")
			for _, bank := range banks {
				row(bank.Code, bank.Number, bank.Edition, bank.Position, onOff(bank.Open), onOff(bank.IsWallet), onOff(bank.RequiresLatinName), bank.NameEN, bank.NameLocal)
			}
		})
	})
}

type putBankCommand struct {
	openedServices
	Code      string        `arg:"" help:"Capital letters and digits."`
	Number    *string       `help:"The central bank's number."`
	NameLocal *string       `help:"The name in Thai, or in Lao for a Lao bank."`
	NameEN    *string       `name:"name-en" help:"The English name."`
	OfferedIn *site.Edition `help:"thai or laos."`
	Wallet    *bool         `negatable:"" help:"Whether its account number is a phone number."`
	LatinName *bool         `negatable:"" help:"Whether the account name must be in Latin letters."`
	Position  *int          `help:"Display order."`
	Open      *bool         `negatable:"" help:"Whether members may register it."`
}

// Run writes the bank; what is not given stays.
func (c *putBankCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		all, err := services.Site.Banks(ctx)
		if err != nil {
			return err
		}
		bank := found(all, func(b site.Bank) bool { return b.Code == c.Code }, site.Bank{Code: c.Code, Edition: site.Edition(c.Edition), Open: true})
		set(&bank.Number, c.Number)
		set(&bank.NameLocal, c.NameLocal)
		set(&bank.NameEN, c.NameEN)
		set(&bank.Edition, c.OfferedIn)
		set(&bank.IsWallet, c.Wallet)
		set(&bank.RequiresLatinName, c.LatinName)
		set(&bank.Position, c.Position)
		set(&bank.Open, c.Open)
		return services.Site.PutBank(ctx, bank)
	})
}

type contactQRCommand struct {
	Put    putContactQRCommand    `cmd:"" help:"Upload the image: PNG, JPEG or GIF, at most 1 MB and 1,024 pixels a side."`
	Remove removeContactQRCommand `cmd:"" help:"Remove the image."`
}

type putContactQRCommand struct {
	openedServices
	File string `arg:"" type:"existingfile" help:"The image."`
}

// Run uploads the image.
func (c *putContactQRCommand) Run(ctx context.Context) error {
	file, err := os.Open(c.File)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	content, err := io.ReadAll(io.LimitReader(file, site.MaxImageBytes+1))
	if err != nil {
		return fmt.Errorf("reading the image: %w", err)
	}
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		place, err := services.Site.PutContactQR(ctx, content)
		if err == nil {
			say("Served at %s.", place)
		}
		return err
	})
}

type removeContactQRCommand struct{ openedServices }

// Run removes the image.
func (c *removeContactQRCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error { return services.Site.RemoveContactQR(ctx) })
}
