// Package operator answers the operators' contract on the operators' listener.
package operator

import (
	"context"
	"net/http"
	"net/netip"
	"sync"

	"github.com/go-chi/chi/v5"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/bonus"
	"krapao/server/channel"
	"krapao/server/chat"
	"krapao/server/deposit"
	"krapao/server/fault"
	"krapao/server/game"
	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/media"
	"krapao/server/httpapi/middleware"
	"krapao/server/httpapi/page"
	"krapao/server/id"
	"krapao/server/member"
	"krapao/server/operation"
	accounts "krapao/server/operator"
	"krapao/server/rebate"
	"krapao/server/referral"
	"krapao/server/site"
	"krapao/server/slip"
	"krapao/server/spin"
	"krapao/server/wallet"
	"krapao/server/withdrawal"
)

// readContract reads it once a process: it costs a tenth of a second, and never changes.
var readContract = sync.OnceValues(func() (*middleware.Contract, error) { return middleware.ReadContract(operator.GetSpec) })

// Session is the operator who asks, as the token proved it.
type Session struct {
	// ID names the session; it is not the token.
	ID id.ID
	// Username is the operator's account name.
	Username string
	// MoneyBarred: the operators' rules ask for a second factor, and this session gave none.
	MoneyBarred bool
}

// errCodeRequired: calls about money need a session that was opened with a second factor.
var errCodeRequired = fault.New(fault.Forbidden, codeRequired)

// codeRequired marks those calls: they declare it. EnrolOperatorTotp alone does so for another reason: it asks for the
// present second factor itself.
const codeRequired fault.Code = "TOTP_REQUIRED"

// SessionReader knows the operators' sessions, which have nothing to do with the members'.
type SessionReader interface {
	// ReadOperatorSession gives the session of a bearer token. Errors: invalid-token, EXPIRED_AUTH_TOKEN,
	// INACTIVE_USER.
	ReadOperatorSession(ctx context.Context, token string, client netip.Addr) (Session, error)
}

type sessionKey struct{}

// SessionFrom gives the operator who asks.
func SessionFrom(ctx context.Context) Session {
	session, _ := ctx.Value(sessionKey{}).(Session)
	return session
}

// Server answers the operator's contract; a domain joins it as in the members' contract.
type Server struct {
	sessionHandlers
	settingsHandlers
	textHandlers
	lookupHandlers
	imageHandlers
	channelHandlers
	depositHandlers
	withdrawalHandlers
	slipHandlers
	providerHandlers
	auditHandlers
	approvalHandlers
	accountHandlers
	memberHandlers
	checkHandlers
	spinHandlers
	chatHandlers
	bonusHandlers
	refundHandlers
	inviteHandlers
}

var _ operator.StrictServerInterface = Server{}

// Listener is the operators' listener.
type Listener struct {
	middleware.Gates
	router chi.Router
}

// Handlers has the services that the handlers call. A nil service leaves its domain unanswered only in tests that do
// not touch it.
type Handlers struct {
	Operators   *accounts.Service
	Site        *site.Service
	SiteChanges *site.Changes
	Channels    *channel.Service
	Withdrawals *withdrawal.Service
	Intake      *deposit.Intake
	Slips       *slip.Service
	SlipLinks   media.SlipLinks
	Games       *game.Service
	Audit       audit.Log
	Approvals   *approval.Approvals
	MemberAdmin *member.Admin
	Checker     Checker
	Remotes     RemoteLister
	Spin        *spin.Service
	Chat        *chat.Service
	Sockets     Sockets
	Wallet      *wallet.Service
	Bonuses     *bonus.Service
	Rebates     *rebate.Service
	Referrals   *referral.Service
}

// New puts the operator's calls behind a handler of their own.
func New(base *middleware.Base, sessions SessionReader, handlers Handlers) (*Listener, error) {
	contract, err := readContract()
	if err != nil {
		return nil, err
	}
	o := &Listener{Gates: middleware.NewGates(base, contract), router: chi.NewRouter()}
	o.Identify = func(_ http.ResponseWriter, r *http.Request, op *middleware.Operation) (*http.Request, error) {
		return authenticate(r, op, sessions)
	}
	if handlers.Slips != nil {
		o.router.Get(media.SlipImagePath+"{id}", base.File(handlers.SlipLinks.Serve(base, media.ToOperator, handlers.Slips)))
	}
	docs := base.File(page.NewDocs(page.OperatorDocuments).ServeHTTP)
	o.router.Handle("/docs", docs)
	o.router.Handle("/docs/*", docs)
	o.router.NotFound(base.NotFound)
	o.router.MethodNotAllowed(base.MethodNotAllowed)
	strict := operator.NewStrictHandlerWithOptions(newServer(handlers), nil, operator.StrictHTTPServerOptions{
		RequestErrorHandlerFunc:  base.FailInput,
		ResponseErrorHandlerFunc: base.Fail,
	})
	operator.HandlerWithOptions(strict, operator.ChiServerOptions{
		BaseRouter:       o.router.With(o.Admit),
		ErrorHandlerFunc: base.FailInput,
	})
	return o, nil
}

func newServer(handlers Handlers) Server {
	return Server{
		sessionHandlers:    sessionHandlers{handlers.Operators},
		settingsHandlers:   settingsHandlers{handlers.Site, handlers.SiteChanges},
		textHandlers:       textHandlers{handlers.Site, handlers.SiteChanges},
		lookupHandlers:     lookupHandlers{handlers.Site, handlers.SiteChanges},
		imageHandlers:      imageHandlers{handlers.Site, handlers.SiteChanges},
		channelHandlers:    channelHandlers{handlers.Channels, handlers.Withdrawals},
		depositHandlers:    depositHandlers{handlers.Intake},
		withdrawalHandlers: withdrawalHandlers{handlers.Withdrawals},
		slipHandlers:       slipHandlers{handlers.Slips, handlers.SlipLinks},
		providerHandlers:   providerHandlers{handlers.Games},
		auditHandlers:      auditHandlers{handlers.Audit},
		approvalHandlers:   approvalHandlers{handlers.Approvals},
		accountHandlers:    accountHandlers{handlers.Operators},
		memberHandlers:     memberHandlers{handlers.MemberAdmin},
		checkHandlers:      checkHandlers{handlers.Checker, handlers.Remotes},
		spinHandlers:       spinHandlers{handlers.Spin},
		chatHandlers:       chatHandlers{handlers.Chat, handlers.Wallet, handlers.Intake, handlers.Withdrawals, handlers.Sockets},
		bonusHandlers:      bonusHandlers{handlers.Bonuses},
		refundHandlers:     refundHandlers{handlers.Rebates},
		inviteHandlers:     inviteHandlers{handlers.Referrals},
	}
}

// Handler gives the whole listener.
func (o *Listener) Handler() http.Handler { return o.Base.Wrap(o.router) }

func authenticate(r *http.Request, op *middleware.Operation, sessions SessionReader) (*http.Request, error) {
	if op.Access == middleware.AccessPublic {
		return r, nil
	}
	token := middleware.Bearer(r)
	if token == "" {
		return r, fault.Unauthorized
	}
	session, err := sessions.ReadOperatorSession(r.Context(), token, middleware.RequestInfoFrom(r.Context()).Client)
	if err != nil {
		return r, err
	}
	if session.MoneyBarred && op.Declares(codeRequired) && op.ID != operation.EnrolOperatorTotp {
		return r, errCodeRequired
	}
	ctx := audit.WithActor(context.WithValue(r.Context(), sessionKey{}, session), audit.Actor{
		Name: session.Username, Via: audit.Console, Address: middleware.ClientAddr(r.Context()).String(), RequestID: middleware.RequestID(r.Context()),
	})
	return r.WithContext(ctx), nil
}
