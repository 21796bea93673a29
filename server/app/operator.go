package app

import (
	"context"
	"net/netip"
	"time"

	"github.com/alexedwards/argon2id"

	"krapao/server/cashier"
	"krapao/server/httpapi"
	"krapao/server/member"
	"krapao/server/operator"
	"krapao/server/postgres"
	"krapao/server/site"
)

// wireOperator makes the back office's accounts and its audit log.
func wireOperator(_ context.Context, a *App) error {
	key, err := a.Config.SecretKey.Key(keySize)
	if err != nil {
		return err
	}
	a.Audit = postgres.Audit{DB: a.DB, Now: a.Now}
	a.Operators, err = operator.New(operator.Config{
		Repository: postgres.Operators{DB: a.DB}, Trail: a.Audit, Limiter: a.Limit, Key: derive(key, "operators"), Now: a.Now,
		Hash: hashOf(a.Config.Member.hash()), HashWait: a.Config.Member.PasswordWait,
	})
	if err != nil {
		return err
	}
	a.handlers.Operators, a.handlers.Audit, a.operators = a.Operators, a.Audit, operatorSessions{a.Operators}
	a.every("forget old sessions of operators", time.Hour, a.Operators.ForgetSessions)
	return nil
}

func hashOf(params member.HashParams) *argon2id.Params {
	return &argon2id.Params{Memory: params.MemoryKiB, Iterations: params.Iterations, Parallelism: params.Parallelism, SaltLength: 16, KeyLength: 32}
}

// operatorSessions gives the edge the operators' sessions.
type operatorSessions struct{ operators *operator.Service }

// ReadOperatorSession is described at httpapi.OperatorSessionReader.
func (r operatorSessions) ReadOperatorSession(ctx context.Context, token string, _ netip.Addr) (httpapi.OperatorSession, error) {
	session, err := r.operators.ReadSession(ctx, token)
	return httpapi.OperatorSession{ID: session.ID, Username: session.Username}, err
}

// Office is what operators change, for commands: the services of the server, without one.
type Office struct {
	Operators *operator.Service
	Site      *site.Service
	Cashier   *cashier.Service
	Audit     postgres.Audit
}

// OpenOffice gives the services over a database. A running server shows what they change within two seconds.
func OpenOffice(db *postgres.DB, edition Edition, now func() time.Time) (Office, error) {
	trail := postgres.Audit{DB: db, Now: now}
	operators, err := operator.New(operator.Config{Repository: postgres.Operators{DB: db}, Trail: trail, Now: now})
	return Office{
		Operators: operators, Audit: trail, Site: newSite(db, edition, trail, now),
		Cashier: cashier.New(cashier.Config{Store: postgres.Cashier{DB: db}, Trail: trail, Now: now}),
	}, err
}
