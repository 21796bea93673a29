// Package app wires everything together: configuration, database, features, edges and listeners. Services is the
// features; the server, the commands and the tests make them the same way. A feature has a file here with its
// configuration, its constructor, which NewServices calls, and its jobs, which New starts.
package app

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"sync/atomic"
	"time"

	"krapao/server/background"
	"krapao/server/httpapi/middleware"
	operatorhttp "krapao/server/httpapi/operator"
	portalhttp "krapao/server/httpapi/portal"
	"krapao/server/postgres"
	"krapao/server/realtime"
)

// App is one server: the features, wired and not yet listening.
type App struct {
	*Services
	// Config is what it was made with.
	Config Config
	// Log is the server's log.
	Log *slog.Logger
	// Now is the server's clock; the demo and tests set it.
	Now func() time.Time

	services  ServicesConfig             // what options change of it
	sessions  portalhttp.SessionReader   // an option's, nil: the members'
	operators operatorhttp.SessionReader // an option's, nil: the operators'
	site      middleware.SiteGate        // an option's, nil: the site
	noJobs    bool

	databaseTimeout time.Duration // an option's, 0: the product's

	jobs         []job
	inBackground []func(ctx context.Context) error // until the server stops
	closers      []func()
	metrics      *middleware.Metrics
	hub          *realtime.Hub
	operatorHub  *realtime.OperatorHub
	portal       *portalhttp.Listener
	listeners    []*listener
	shedding     func() error // tells why members get less than all of the server
	stopping     atomic.Bool
}

// Option changes what New would take from the process.
type Option func(*App)

// WithLog sends the log elsewhere than to standard error.
func WithLog(log *slog.Logger) Option { return func(a *App) { a.Log = log } }

// WithClock sets the clock.
func WithClock(now func() time.Time) Option { return func(a *App) { a.Now = now } }

// WithDatabaseTimeout sets how long a statement may take and a connection is waited for. It is for tests: a busy
// machine gives them a fraction of a processor.
func WithDatabaseTimeout(timeout time.Duration) Option {
	return func(a *App) { a.databaseTimeout = timeout }
}

// WithSessions replaces who knows the sessions, for tests of what every call does alike.
func WithSessions(sessions portalhttp.SessionReader) Option {
	return func(a *App) { a.sessions = sessions }
}

// WithOperators replaces who knows the operators' sessions, for tests of what every call does alike.
func WithOperators(operators operatorhttp.SessionReader) Option {
	return func(a *App) { a.operators = operators }
}

// WithSite replaces who knows whether the site is shut, for tests of what every call does alike.
func WithSite(site middleware.SiteGate) Option {
	return func(a *App) { a.site = site }
}

// WithoutJobs leaves the jobs of jobs.go and the days' work to the caller: for tests that move the clock and run them
// one by one. A server that runs one at the same moment would have taken what the test waits for.
func WithoutJobs() Option {
	return func(a *App) { a.noJobs = true }
}

// New connects the database, makes every service and builds the listeners' handlers. It listens on nothing: Run does.
// Close frees what it took when Run is never called.
func New(ctx context.Context, config Config, options ...Option) (*App, error) {
	if err := config.Check(); err != nil {
		return nil, err
	}
	keys, err := ReadKeys(config.SecretKey, config.OldSecretKeys)
	if err != nil {
		return nil, err
	}
	a := &App{Config: config, Now: time.Now, metrics: middleware.NewMetrics()}
	for _, option := range options {
		option(a)
	}
	a.metrics.Register(background.Panics())
	if a.Log == nil {
		a.Log = NewLog(os.Stderr, config.LogLevel)
	}
	db, err := postgres.Open(ctx, postgres.Config{
		URL: config.DatabaseURL.Reveal(), MaxConnections: config.DatabaseConnections, Log: a.Log,
		StatementTimeout: a.databaseTimeout, AcquireTimeout: a.databaseTimeout,
	})
	if err != nil {
		return nil, err
	}
	a.onClose(db.Close)
	a.services.Config, a.services.Keys, a.services.Now, a.services.Log = config, keys, a.Now, a.Log
	if err := a.wire(ctx, db); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

// jobsOf are what the features do in the background.
var jobsOf = []func(*App){
	databaseJobs, operatorJobs, memberJobs, memberAdminJobs, paymentJobs, depositJobs, transferJobs, withdrawJobs, slipJobs, helpDeskJobs,
}

// wire makes the features and what the server adds to them: checks of its start, jobs and listeners.
func (a *App) wire(ctx context.Context, db *postgres.DB) (err error) {
	if err := checkDatabase(ctx, db, a.services.Keys); err != nil {
		return err
	}
	if a.Services, err = NewServices(ctx, db, a.services); err != nil {
		return err
	}
	if err := a.ready(ctx); err != nil {
		return err
	}
	for _, add := range jobsOf {
		add(a)
	}
	a.newHub()
	a.newOperatorHub()
	checks := newChecks(a)
	if a.noJobs {
		a.jobs = nil
	}
	return a.listen(checks)
}

// ready refuses a start that could not serve, and reads what pages need, so that they have it while the database is
// away.
func (a *App) ready(ctx context.Context) error {
	if err := checkPolicy(ctx, a); err != nil {
		return err
	}
	if _, err := a.Site.Read(ctx); err != nil {
		return err
	}
	if _, err := a.Games.Providers(ctx); err != nil {
		return err
	}
	return os.MkdirAll(a.Config.incoming(), 0o700)
}

// databaseJobs keeps what no feature owns small.
func databaseJobs(a *App) {
	a.every("forget old rate limits", time.Minute, func(ctx context.Context) error {
		_, err := a.Limit.Forget(ctx)
		return err
	})
	a.every("fold the house's postings", 5*time.Second, func(ctx context.Context) error {
		_, err := postgres.Ledger{DB: a.DB}.Fold(ctx)
		return err
	})
}

// Handler gives the members' listener: portal, webhooks, documentation and front end.
func (a *App) Handler() http.Handler { return a.portal.Handler() }

// Ready tells why the server should get no traffic, nil when it should.
func (a *App) Ready(ctx context.Context) error {
	if a.stopping.Load() {
		return errStopping
	}
	if err := a.shedding(); err != nil {
		return err
	}
	return a.DB.Ping(ctx)
}

var errStopping = errors.New("the server is stopping")

// Close frees the database and whatever the domains took. Run does it at its end.
func (a *App) Close() error {
	for i := len(a.closers) - 1; i >= 0; i-- {
		a.closers[i]()
	}
	a.closers = nil
	return nil
}

// onClose frees something of a domain at the end, last taken first.
func (a *App) onClose(free func()) { a.closers = append(a.closers, free) }
