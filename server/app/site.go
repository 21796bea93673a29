package app

import (
	"context"
	"net/url"
	"time"

	"krapao/server/audit"
	"krapao/server/httpapi"
	"krapao/server/member"
	"krapao/server/postgres"
	"krapao/server/site"
)

// phoneRule gives the phone numbers that an edition takes.
func (e Edition) phoneRule() member.PhoneRule {
	if e == Laos {
		return member.LaoPhones
	}
	return member.ThaiPhones
}

// wireSite makes what the operator has set and written.
func wireSite(ctx context.Context, a *App) error {
	a.Site = newSite(a.DB, a.Config.Edition, a.Audit, a.Now)
	if _, err := a.Site.Read(ctx); err != nil {
		return err
	}
	a.handlers.Site, a.site, a.page = a.Site, a.Site, pageSite{a}
	return nil
}

func newSite(db *postgres.DB, edition Edition, trail audit.Trail, now func() time.Time) *site.Service {
	rule := edition.phoneRule()
	return site.New(site.Config{
		Store: postgres.Site{DB: db}, Edition: site.Edition(edition), Currencies: edition.Currencies(), Trail: trail, Now: now,
		PhoneRule: site.PhoneRule{Pattern: rule.Pattern, Length: rule.Length},
	})
}

// pageSite gives the page its texts.
type pageSite struct{ app *App }

// PageText gives title and meta in a language; empty: the edition's default.
func (p pageSite) PageText(ctx context.Context, locale string) (httpapi.PageText, error) {
	snapshot, err := p.app.Site.Read(ctx)
	if err != nil {
		return httpapi.PageText{}, err
	}
	in := snapshot.Locale(locale)
	text := httpapi.PageText{
		Title: snapshot.Text(site.TitleText, in), Description: snapshot.Text(site.DescriptionText, in), Keywords: snapshot.Text(site.KeywordsText, in),
		Edition: string(snapshot.Edition()), Locale: string(in),
	}
	if socket, err := url.Parse(snapshot.Settings().ChatSocket); err == nil && socket.Host != "" {
		text.ConnectSources = []string{socket.Scheme + "://" + socket.Host}
	}
	for _, video := range snapshot.HelpVideos(in) {
		if place, err := url.Parse(video.Path); err == nil && place.Host != "" {
			text.MediaSources = append(text.MediaSources, place.Scheme+"://"+place.Host)
		}
	}
	text.FormTargets, err = p.app.Games.FormTargets(ctx)
	return text, err
}
