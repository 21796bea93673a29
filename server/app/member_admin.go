package app

import (
	"context"
	"time"

	"krapao/server/id"
	"krapao/server/member"
	"krapao/server/postgres"
	"krapao/server/site"
)

// newMemberAdmin makes what operators do with members. members is nil without keys: then no session is in memory.
func newMemberAdmin(f floor, settings *site.Service, members *member.Service) *member.Admin {
	forget := func(id.MemberID) {}
	if members != nil {
		forget = members.ForgetSessionsOf
	}
	admin := &member.Admin{
		Store: postgres.Members{DB: f.db}, Ledger: f.ledger, Poster: f.ledger, Site: memberSite{settings}, Phones: f.Edition.phoneRule(), Trail: f.trail,
		Approvals: f.approvals, Forget: forget, Now: f.Now,
	}
	f.approvals.Handle(member.BankAccountApproval, admin.ApproveBankAccount)
	f.approvals.Handle(member.AdjustmentApproval, admin.ApproveAdjustment)
	return admin
}

// SendNotices tells members by SMS what operators changed, as far as it is due; the server does it every few seconds.
func (a *App) SendNotices(ctx context.Context) error { return a.Members.SendNotices(ctx) }

func memberAdminJobs(a *App) {
	a.every("tell members what operators changed", 5*time.Second, a.Members.SendNotices)
}
