package portal

import (
	"time"

	"github.com/go-chi/chi/v5"

	"krapao/server/bonus"
	"krapao/server/channel"
	"krapao/server/chat"
	"krapao/server/deposit"
	"krapao/server/game"
	"krapao/server/httpapi/api/portal"
	"krapao/server/httpapi/media"
	"krapao/server/httpapi/middleware"
	"krapao/server/member"
	"krapao/server/rebate"
	"krapao/server/referral"
	"krapao/server/site"
	"krapao/server/slip"
	"krapao/server/spin"
	"krapao/server/statement"
	"krapao/server/wallet"
	"krapao/server/withdrawal"
)

// Server answers the members' contract: one embedded struct of handlers per domain. A domain adds its
// `<domain>Handlers` (in `<domain>.go`) here and to newServer, and its service to Handlers. What no domain answers does
// not build.
type Server struct {
	siteHandlers
	otpHandlers
	loginHandlers
	accountHandlers
	sessionHandlers
	qrcodeHandlers
	depositLookupHandlers
	depositHandlers
	slipHandlers
	statementHandlers
	walletHandlers
	gameHandlers
	transferHandlers
	withdrawHandlers
	spinHandlers
	inviteLinkHandlers
	chatHandlers
	refundHandlers
	inviteHandlers
	bonusHandlers
	clientErrorHandlers
}

var _ portal.StrictServerInterface = Server{}

// Handlers has the services that the handlers call, one field per domain. A nil service leaves its domain unanswered
// only in tests that do not touch it.
type Handlers struct {
	Site          *site.Service
	Members       *member.Service
	DeviceCookies DeviceCookies
	Channels      *channel.Service
	Deposits      *deposit.Service
	Withdrawals   *withdrawal.Service
	Intake        *deposit.Intake
	Slips         *slip.Service
	SlipLinks     media.SlipLinks
	Statement     *statement.Service
	Wallet        *wallet.Service
	Games         *game.Service
	Transfers     *wallet.Transfers
	Spin          *spin.Service
	Chat          *chat.Service
	Sockets       Sockets
	Rebates       *rebate.Service
	Referrals     *referral.Service
	Bonuses       *bonus.Service
	ClientErrors  ClientErrors
	// Origin is what members open, without a slash at its end.
	Origin string
}

// newServer puts the services behind the members' contract.
func newServer(handlers Handlers) Server {
	return Server{
		siteHandlers:          siteHandlers{handlers.Site},
		otpHandlers:           otpHandlers{handlers.Members, handlers.DeviceCookies},
		loginHandlers:         loginHandlers{handlers.Members, handlers.DeviceCookies},
		accountHandlers:       accountHandlers{handlers.Members, handlers.DeviceCookies},
		sessionHandlers:       sessionHandlers{handlers.Members},
		qrcodeHandlers:        qrcodeHandlers{handlers.Deposits},
		withdrawHandlers:      withdrawHandlers{handlers.Withdrawals, handlers.Site},
		depositLookupHandlers: depositLookupHandlers{handlers.Channels, handlers.Withdrawals},
		depositHandlers:       depositHandlers{handlers.Intake},
		slipHandlers:          slipHandlers{handlers.Slips, handlers.SlipLinks},
		statementHandlers:     statementHandlers{handlers.Statement, handlers.Site},
		walletHandlers:        walletHandlers{handlers.Wallet, handlers.Games, handlers.Spin},
		gameHandlers:          gameHandlers{handlers.Games},
		transferHandlers:      transferHandlers{handlers.Transfers},
		spinHandlers:          spinHandlers{handlers.Spin, handlers.Site},
		inviteLinkHandlers:    inviteLinkHandlers{handlers.Origin},
		chatHandlers:          chatHandlers{handlers.Chat, handlers.Site, handlers.Sockets},
		refundHandlers:        refundHandlers{handlers.Rebates, handlers.Site},
		inviteHandlers:        inviteHandlers{handlers.Referrals, handlers.Site},
		bonusHandlers:         bonusHandlers{handlers.Bonuses, handlers.Site},
		clientErrorHandlers:   clientErrorHandlers{handlers.ClientErrors, middleware.NewThrottle(clientErrorLines, time.Now)},
	}
}

// mount puts the members' calls on a router, each behind the gates.
func (p *Listener) mount(router chi.Router, server Server) {
	base := p.Base
	strict := portal.NewStrictHandlerWithOptions(server, nil, portal.StrictHTTPServerOptions{
		RequestErrorHandlerFunc:  base.FailInput,
		ResponseErrorHandlerFunc: base.Fail,
	})
	portal.HandlerWithOptions(strict, portal.ChiServerOptions{
		BaseRouter:       router.With(p.Admit),
		ErrorHandlerFunc: base.FailInput,
	})
}
