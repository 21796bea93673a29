package app

import (
	"context"
	"time"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/id"
	"krapao/server/member"
	"krapao/server/postgres"
	"krapao/server/site"
)

// wireOffice makes what operators do with the site and with members. It comes after wireMember.
func wireOffice(_ context.Context, a *App) error {
	members := a.handlers.Members
	a.handlers.SiteChanges = site.NewChanges(a.Site, a.Approvals)
	a.handlers.Office = newMemberOffice(a.DB, a.Config.Edition, a.Site, a.Audit, a.Approvals, a.Now)
	a.handlers.Office.Forget = func(changed id.MemberID) { members.ForgetSessionsOf(changed) }
	a.every("tell members what operators changed", 5*time.Second, members.SendNotices)
	return nil
}

// SendNotices tells members by SMS what operators changed, as far as it is due; the server does it every few seconds.
func (a *App) SendNotices(ctx context.Context) error { return a.handlers.Members.SendNotices(ctx) }

func newMemberOffice(db *postgres.DB, edition Edition, settings *site.Service, trail audit.Trail, desk *approval.Desk, now func() time.Time) *member.Office {
	ledger := postgres.Ledger{DB: db}
	office := &member.Office{
		Store: postgres.Members{DB: db}, Ledger: ledger, Poster: ledger, Site: memberSite{settings}, Phones: edition.phoneRule(), Trail: trail, Desk: desk, Now: now,
	}
	office.HandleApprovals()
	return office
}
