package app

import (
	"context"
	"net/url"

	"krapao/server/httpapi/page"
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

// newSite makes what the operator has set and written.
func newSite(f floor) *site.Service {
	rule := f.Edition.phoneRule()
	return site.New(site.Config{
		Store: postgres.Site{DB: f.db}, Edition: site.Edition(f.Edition), Currencies: f.Edition.Currencies(), Trail: f.trail, Now: f.Now,
		PhoneRule: site.PhoneRule{Pattern: rule.Pattern, Length: rule.Length},
	})
}

// newSiteChanges makes what operators change of the site.
func newSiteChanges(f floor, settings *site.Service) *site.Changes {
	changes := &site.Changes{Site: settings, Approvals: f.approvals}
	f.approvals.Handle(site.TextApproval, changes.ApproveText)
	f.approvals.Handle(site.SettingApproval, changes.ApproveSettings)
	f.approvals.Handle(site.VideoApproval, changes.ApproveVideo)
	f.approvals.Handle(site.BankApproval, changes.ApproveBank)
	f.approvals.Handle(site.ContactQRApproval, changes.ApproveContactQR)
	return changes
}

// pageSite gives the page its texts.
type pageSite struct{ *Services }

// PageText gives title and meta in a language; empty: the edition's default.
func (p pageSite) PageText(ctx context.Context, locale string) (page.Text, error) {
	snapshot, err := p.Site.Read(ctx)
	if err != nil {
		return page.Text{}, err
	}
	in := snapshot.Locale(locale)
	text := page.Text{
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
	text.FormTargets, err = p.Games.FormTargets(ctx)
	return text, err
}
