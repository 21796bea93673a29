package httpapi

import (
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/cashier"
	"krapao/server/game"
	"krapao/server/httpapi/api/portal"
	"krapao/server/member"
	"krapao/server/operator"
	"krapao/server/site"
	"krapao/server/spin"
	"krapao/server/statement"
	"krapao/server/wallet"
)

// Server answers the members' contract: one embedded struct of handlers per domain. A domain adds its `<domain>Handlers`
// (in `<domain>.go`) here and to NewServer, its service to Handlers, and a wiring function to app; nothing else. What no domain
// answers falls through to NOT_IMPLEMENTED, because the fallback's methods lie one level deeper.
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
	clientErrorHandlers
	fallback
}

type fallback struct{ portal.StrictUnimplemented }

var _ portal.StrictServerInterface = Server{}

// Handlers has the services that the handlers call, one field per domain. A nil service leaves its domain unanswered only
// in tests that do not touch it.
type Handlers struct {
	Site          *site.Service
	SiteChanges   *site.Changes
	Members       *member.Service
	DeviceCookies DeviceCookies
	Cashier       *cashier.Service
	Intake        *cashier.Intake
	Slips         *cashier.Slips
	SlipLinks     SlipLinks
	Statement     *statement.Service
	Wallet        *wallet.Service
	Games         *game.Service
	Transfers     *wallet.Transfers
	Spin          *spin.Service
	Operators     *operator.Service
	Audit         audit.Log
	Approvals     *approval.Desk
	Office        *member.Office
	Checker       Checker
	Remotes       RemoteLister
	ClientErrors  ClientErrors
}

// NewServer puts the services behind the members' contract.
func NewServer(handlers Handlers) Server {
	return Server{
		siteHandlers:          siteHandlers{handlers.Site},
		otpHandlers:           otpHandlers{handlers.Members, handlers.DeviceCookies},
		loginHandlers:         loginHandlers{handlers.Members, handlers.DeviceCookies},
		accountHandlers:       accountHandlers{handlers.Members, handlers.DeviceCookies},
		sessionHandlers:       sessionHandlers{handlers.Members},
		qrcodeHandlers:        qrcodeHandlers{handlers.Cashier},
		withdrawHandlers:      withdrawHandlers{handlers.Cashier},
		depositLookupHandlers: depositLookupHandlers{handlers.Cashier},
		depositHandlers:       depositHandlers{handlers.Intake},
		slipHandlers:          slipHandlers{handlers.Slips, handlers.SlipLinks},
		statementHandlers:     statementHandlers{handlers.Statement, handlers.Site},
		walletHandlers:        walletHandlers{handlers.Wallet, handlers.Games, newSentAnswers[walletAsOf]()},
		gameHandlers:          gameHandlers{handlers.Games},
		transferHandlers:      transferHandlers{handlers.Transfers},
		spinHandlers:          spinHandlers{handlers.Spin, handlers.Site},
		clientErrorHandlers:   clientErrorHandlers{handlers.ClientErrors, newThrottle(clientErrorLines, time.Now)},
	}
}

// mount puts the members' calls on a router, each behind the gates.
func (p *Portal) mount(router chi.Router, server Server) {
	base := p.base
	strict := portal.NewStrictHandlerWithOptions(server, nil, portal.StrictHTTPServerOptions{
		RequestErrorHandlerFunc:  base.failInput,
		ResponseErrorHandlerFunc: base.Fail,
	})
	portal.HandlerWithOptions(strict, portal.ChiServerOptions{
		BaseRouter:       router.With(p.admit),
		ErrorHandlerFunc: base.failInput,
	})
}

// failInput answers what the generated code could not read: the caller's doing, never a defect.
func (b *Base) failInput(w http.ResponseWriter, r *http.Request, err error) {
	b.Fail(w, r, asInputFault(err))
}
