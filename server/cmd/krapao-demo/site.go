package main

import (
	"context"
	"embed"
	"encoding/json"

	"github.com/skip2/go-qrcode"

	"krapao/server/app"
	"krapao/server/site"
)

// The demo's chat application is nobody's: its QR code opens an address that exists nowhere.
const (
	demoLineLink = "https://line.example/krapao"
	demoLineName = "@krapao"
	// qrPixels is a side of the contact page's QR code.
	qrPixels = 512
)

// siteTexts are what an operator of the demo has written, by language: texts/th.json.
//
//go:embed texts/*.json
var siteTexts embed.FS

// seedSite shows the support chat and a way to reach the operator, with texts as a real one's; what somebody has set
// since stays.
func seedSite(ctx context.Context, server *app.App) error {
	now, err := server.Site.Read(ctx)
	if err != nil {
		return err
	}
	if now.Settings().LineLink != "" {
		return nil
	}
	for _, locale := range []site.Locale{site.ThaiText, site.Lao, site.English} {
		if err := seedTexts(ctx, server.Site, locale); err != nil {
			return err
		}
	}
	qr, err := qrcode.Encode(demoLineLink, qrcode.Medium, qrPixels)
	if err != nil {
		return err
	}
	if _, err := server.Site.PutContactQR(ctx, qr); err != nil {
		return err
	}
	// Last: it tells that all is there.
	on, link, name := true, demoLineLink, demoLineName
	_, err = server.Site.ChangeSettings(ctx, site.SettingsChange{EnableChatWidget: &on, LineLink: &link, LineName: &name})
	return err
}

func seedTexts(ctx context.Context, into *site.Service, locale site.Locale) error {
	raw, err := siteTexts.ReadFile("texts/" + string(locale) + ".json")
	if err != nil {
		return err
	}
	var texts map[site.TextKey][]string
	if err := json.Unmarshal(raw, &texts); err != nil {
		return err
	}
	for key, items := range texts {
		if _, err := into.PutText(ctx, key, locale, items); err != nil {
			return err
		}
	}
	return nil
}
