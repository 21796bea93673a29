package httpapi

import (
	"context"
	"fmt"
	"net/http"
	"net/netip"

	"github.com/go-chi/chi/v5"

	"krapao/server/audit"
	"krapao/server/fault"
	"krapao/server/httpapi/api/operator"
	"krapao/server/id"
	"krapao/server/operation"
)

// OperatorSession is the operator who asks, as the token proved it.
type OperatorSession struct {
	// ID names the session; it is not the token.
	ID id.ID
	// Username is the operator's account name.
	Username string
	// MoneyBarred: the operators' rules ask for a second factor, and this session gave none.
	MoneyBarred bool
}

// errCodeRequired: calls about money need a session that was opened with a second factor.
var errCodeRequired = fault.New(fault.Forbidden, codeRequired)

// codeRequired marks those calls: they declare it. EnrolOperatorTotp alone does so for another reason: it asks for the present second factor itself.
const codeRequired fault.Code = "TOTP_REQUIRED"

// OperatorSessionReader knows the operators' sessions, which have nothing to do with the members'.
type OperatorSessionReader interface {
	// ReadOperatorSession gives the session of a bearer token. Errors: invalid-token, EXPIRED_AUTH_TOKEN, INACTIVE_USER.
	ReadOperatorSession(ctx context.Context, token string, client netip.Addr) (OperatorSession, error)
}

type operatorKey struct{}

// OperatorFrom gives the operator who asks.
func OperatorFrom(ctx context.Context) OperatorSession {
	session, _ := ctx.Value(operatorKey{}).(OperatorSession)
	return session
}

// OperatorServer answers the operator's contract; see Server for how domains join it.
type OperatorServer struct {
	operatorSessionHandlers
	operatorSettingsHandlers
	operatorTextHandlers
	operatorLookupHandlers
	operatorImageHandlers
	operatorCashierHandlers
	operatorDepositHandlers
	operatorWithdrawalHandlers
	operatorSlipHandlers
	operatorProviderHandlers
	operatorAuditHandlers
	operatorApprovalHandlers
	operatorAccountHandlers
	operatorMemberHandlers
	operatorCheckHandlers
	operatorSpinHandlers
	operatorFallback
}

type operatorFallback struct{ operator.StrictUnimplemented }

var _ operator.StrictServerInterface = OperatorServer{}

// Operator is the operators' listener.
type Operator struct {
	admission
	router chi.Router
}

// NewOperator puts the operator's calls behind a handler of their own.
func NewOperator(base *Base, sessions OperatorSessionReader, handlers Handlers) (*Operator, error) {
	doc, err := operator.GetSpec()
	if err != nil {
		return nil, fmt.Errorf("httpapi: the operator's contract: %w", err)
	}
	contract, err := NewContract(doc)
	if err != nil {
		return nil, err
	}
	o := &Operator{admission: newAdmission(base, contract), router: chi.NewRouter()}
	o.identify = func(_ http.ResponseWriter, r *http.Request, op *Operation) (*http.Request, error) {
		return authenticateOperator(r, op, sessions)
	}
	if handlers.Slips != nil {
		o.router.Get(slipImagePath+"{id}", base.file(base.serveSlip(toOperator, handlers.SlipLinks, handlers.Slips)))
	}
	o.router.NotFound(base.notFound)
	o.router.MethodNotAllowed(base.methodNotAllowed)
	strict := operator.NewStrictHandlerWithOptions(newOperatorServer(handlers), nil, operator.StrictHTTPServerOptions{
		RequestErrorHandlerFunc:  base.failInput,
		ResponseErrorHandlerFunc: base.Fail,
	})
	operator.HandlerWithOptions(strict, operator.ChiServerOptions{
		BaseRouter:       o.router.With(o.admit),
		ErrorHandlerFunc: base.failInput,
	})
	return o, nil
}

func newOperatorServer(handlers Handlers) OperatorServer {
	return OperatorServer{
		operatorSessionHandlers:    operatorSessionHandlers{handlers.Operators},
		operatorSettingsHandlers:   operatorSettingsHandlers{handlers.Site, handlers.SiteChanges},
		operatorTextHandlers:       operatorTextHandlers{handlers.Site, handlers.SiteChanges},
		operatorLookupHandlers:     operatorLookupHandlers{handlers.Site, handlers.SiteChanges},
		operatorImageHandlers:      operatorImageHandlers{handlers.Site, handlers.SiteChanges},
		operatorCashierHandlers:    operatorCashierHandlers{handlers.Cashier},
		operatorDepositHandlers:    operatorDepositHandlers{handlers.Intake},
		operatorWithdrawalHandlers: operatorWithdrawalHandlers{handlers.Cashier},
		operatorSlipHandlers:       operatorSlipHandlers{handlers.Slips, handlers.SlipLinks},
		operatorProviderHandlers:   operatorProviderHandlers{handlers.Games},
		operatorAuditHandlers:      operatorAuditHandlers{handlers.Audit},
		operatorApprovalHandlers:   operatorApprovalHandlers{handlers.Approvals},
		operatorAccountHandlers:    operatorAccountHandlers{handlers.Operators},
		operatorMemberHandlers:     operatorMemberHandlers{handlers.Office},
		operatorCheckHandlers:      operatorCheckHandlers{handlers.Checker, handlers.Remotes},
		operatorSpinHandlers:       operatorSpinHandlers{handlers.Spin},
	}
}

// Handler gives the whole listener.
func (o *Operator) Handler() http.Handler { return o.base.wrap(o.router) }

func authenticateOperator(r *http.Request, op *Operation, sessions OperatorSessionReader) (*http.Request, error) {
	if op.access == accessPublic {
		return r, nil
	}
	token := bearer(r)
	if token == "" {
		return r, fault.Unauthorized
	}
	session, err := sessions.ReadOperatorSession(r.Context(), token, exchangeFrom(r.Context()).client)
	if err != nil {
		return r, err
	}
	if session.MoneyBarred && op.Declares(codeRequired) && op.ID != operation.EnrolOperatorTotp {
		return r, errCodeRequired
	}
	ctx := audit.WithActor(context.WithValue(r.Context(), operatorKey{}, session), audit.Actor{
		Name: session.Username, Via: audit.Console, Address: ClientAddr(r.Context()).String(), RequestID: RequestID(r.Context()),
	})
	return r.WithContext(ctx), nil
}
