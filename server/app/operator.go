package app

import (
	"context"
	"net/netip"
	"time"

	"github.com/alexedwards/argon2id"

	"krapao/server/approval"
	"krapao/server/cashier"
	"krapao/server/game"
	"krapao/server/httpapi"
	"krapao/server/member"
	"krapao/server/operator"
	"krapao/server/postgres"
	"krapao/server/secret"
	"krapao/server/site"
	"krapao/server/spin"
)

// wireOperator makes the back office's accounts and its audit log.
func wireOperator(ctx context.Context, a *App) (err error) {
	a.Audit = postgres.Audit{DB: a.DB, Now: a.Now}
	a.Approvals = approval.NewDesk(postgres.Approvals{DB: a.DB}, a.Audit, a.Now)
	a.Operators, err = operator.New(operator.Config{
		Desk: a.Approvals, Repository: postgres.Operators{DB: a.DB}, Trail: a.Audit, Limiter: a.Limit, Key: a.keys.Derive("operators")[0], Box: a.keys.Box(seedPurpose), Now: a.Now,
		Hash: hashOf(a.Config.Member.hash()), HashWait: a.Config.Member.PasswordWait,
	})
	if err != nil {
		return err
	}
	if err := checkPolicy(ctx, a); err != nil {
		return err
	}
	a.handlers.Operators, a.handlers.Audit, a.operators = a.Operators, a.Audit, operatorSessions{a.Operators}
	a.every("forget old sessions of operators", time.Hour, a.Operators.ForgetSessions)
	watchPolicy(a)
	a.handlers.Approvals = a.Approvals
	a.every("end requests that nobody approved", 10*time.Minute, a.Approvals.Expire)
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
	return httpapi.OperatorSession{ID: session.ID, Username: session.Username, MoneyBarred: session.MoneyBarred()}, err
}

// Office is what operators change, for commands: the services of the server, without one.
type Office struct {
	Operators *operator.Service
	Members   *member.Office
	Site      *site.Service
	Cashier   *cashier.Service
	Intake    *cashier.Intake
	Slips     *cashier.Slips
	Games     *game.Service
	Spin      *spin.Service
	Audit     postgres.Audit
	// Approvals is where a second person decides. Who registers a kind in a wiring function registers it here too.
	Approvals *approval.Desk
}

// OpenOffice gives the services over a database. A running server shows what they change within two seconds. keys are the server's;
// without any nobody enrols a second factor.
func OpenOffice(db *postgres.DB, edition Edition, keys secret.Keyring, now func() time.Time) (Office, error) {
	trail := postgres.Audit{DB: db, Now: now}
	desk := approval.NewDesk(postgres.Approvals{DB: db}, trail, now)
	config := operator.Config{Desk: desk, Repository: postgres.Operators{DB: db}, Trail: trail, Limiter: postgres.NewRateLimit(db, now), Now: now}
	if !keys.Empty() {
		config.Box = keys.Box(seedPurpose)
	}
	operators, err := operator.New(config)
	settings := newSite(db, edition, trail, now)
	site.NewChanges(settings, desk)
	wheel := newSpin(db, trail, desk, now)
	book := wheel.Rewarding(postgres.Ledger{DB: db})
	intake := officeIntake(db, book, trail, desk, now)
	return Office{
		Operators: operators, Audit: trail, Approvals: desk, Site: settings, Members: newMemberOffice(db, edition, settings, trail, desk, now),
		Games:   newGame(db, trail, desk, now),
		Cashier: officeCashier(db, trail, desk, now),
		Intake:  intake,
		Slips:   officeSlips(db, book, trail, desk, intake, now),
		Spin:    wheel,
	}, err
}
