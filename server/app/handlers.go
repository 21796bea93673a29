package app

import (
	operatorhttp "krapao/server/httpapi/operator"
	portalhttp "krapao/server/httpapi/portal"
	webhookhttp "krapao/server/httpapi/webhook"
	"krapao/server/remote"
)

// portalHandlers gives the services to what answers the members' calls.
func (a *App) portalHandlers(remotes *remote.Service) portalhttp.Handlers {
	return portalhttp.Handlers{
		Site: a.Site, Members: a.Members, DeviceCookies: portalhttp.DeviceCookies{Secure: a.Config.Secure()}, Origin: a.origin(),
		Channels: a.Channels, Withdrawals: a.Withdrawals, Deposits: a.Deposits, Intake: a.Intake, Slips: a.Slips, SlipLinks: a.slipLinks(),
		Statement: a.Statement, Wallet: a.Wallet, Games: a.Games, Transfers: a.Transfers,
		Spin: a.Spin, Bonuses: a.Bonuses, Rebates: a.Rebates, Referrals: a.Referrals, Chat: a.Chat, Sockets: a.hub,
		ClientErrors: portalhttp.ClientErrors{Remotes: remotes, Metrics: a.metrics, Log: a.Log},
	}
}

// operatorHandlers gives the services to what answers the operators' calls.
func (a *App) operatorHandlers(checks *checks, remotes *remote.Service) operatorhttp.Handlers {
	return operatorhttp.Handlers{
		Operators: a.Operators, Audit: a.Audit, Approvals: a.Approvals, Checker: checks, Remotes: remotes,
		Site: a.Site, SiteChanges: a.SiteChanges, MemberAdmin: a.MemberAdmin, Wallet: a.Wallet, Games: a.Games,
		Channels: a.Channels, Withdrawals: a.Withdrawals, Intake: a.Intake, Slips: a.Slips, SlipLinks: a.slipLinks(),
		Spin: a.Spin, Bonuses: a.Bonuses, Rebates: a.Rebates, Referrals: a.Referrals, Chat: a.Chat, Sockets: a.operatorHub,
	}
}

// webhookHandlers gives the services to what answers other parties' reports.
func (a *App) webhookHandlers() webhookhttp.Handlers {
	return webhookhttp.Handlers{Deposits: a.Deposits, Withdrawals: a.Withdrawals, Intake: a.Intake, Chat: a.Chat}
}
