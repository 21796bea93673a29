package app

import (
	"context"
	"net/netip"
	"time"

	operatorhttp "krapao/server/httpapi/operator"
	"krapao/server/operator"
	"krapao/server/postgres"
)

// newOperators makes the back office's accounts.
func newOperators(f floor) (*operator.Service, error) {
	var key []byte
	if !f.Keys.Empty() {
		key = f.Keys.Derive("operators")[0]
	}
	operators, err := operator.New(operator.Config{
		Approvals: f.approvals, Repository: postgres.Operators{DB: f.db}, Trail: f.trail, Limiter: f.limit, Key: key, Box: f.box(seedPurpose), Now: f.Now,
		Hash: f.Member.hash(), HashWait: f.Member.PasswordWait,
	})
	if err != nil {
		return nil, err
	}
	f.approvals.Handle(operator.ResetApproval, operators.ApproveReset)
	return operators, nil
}

// operatorJobs watches the operators' rules, and forgets what is over.
func operatorJobs(a *App) {
	a.every("forget old sessions of operators", time.Hour, a.Operators.ForgetSessions)
	a.every("end requests that nobody approved", 10*time.Minute, a.Approvals.Expire)
	watchPolicy(a)
}

// operatorSessions gives the edge the operators' sessions.
type operatorSessions struct{ operators *operator.Service }

// ReadOperatorSession is described at httpapi/operator.SessionReader.
func (r operatorSessions) ReadOperatorSession(ctx context.Context, token string, _ netip.Addr) (operatorhttp.Session, error) {
	session, err := r.operators.ReadSession(ctx, token)
	return operatorhttp.Session{ID: session.ID, Username: session.Username, MoneyBarred: session.MoneyBarred()}, err
}
