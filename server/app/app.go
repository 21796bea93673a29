// Package app wires everything together: configuration, database, features, edges and listeners. The commands and
// portaltest start the same App. A domain adds `<domain>.go` here with one function that makes its services and hands
// them to the handlers; New calls it.
package app

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"sync/atomic"
	"time"

	"krapao/server/approval"
	"krapao/server/background"
	"krapao/server/cashier"
	"krapao/server/game"
	"krapao/server/gateway/provider"
	"krapao/server/httpapi"
	"krapao/server/member"
	"krapao/server/operator"
	"krapao/server/postgres"
	"krapao/server/secret"
	"krapao/server/site"
	"krapao/server/spin"
	"krapao/server/wallet"
)

// App is one server: its parts, wired and not yet listening.
type App struct {
	// Config is what it was made with.
	Config Config
	// DB is the database.
	DB *postgres.DB
	// Limit counts rate-limited events for all servers together.
	Limit *postgres.RateLimit
	// Log is the server's log.
	Log *slog.Logger
	// Now is the server's clock; the demo and tests set it.
	Now func() time.Time
	// Cashier is the deposit channels and QR codes; the demo's seed writes channels with it.
	Cashier *cashier.Service
	// Intake is the other ways in, and the operator's queues of them.
	Intake *cashier.Intake

	// Games is the game providers and members' accounts there; Providers calls the former.
	Games     *game.Service
	Providers *provider.Providers
	// Transfers moves money between main wallets and games.
	Transfers *wallet.Transfers

	// Spin is the prize wheel; the demo's seed writes one with it.
	Spin *spin.Service
	// Slips is uploaded transfer slips.
	Slips *cashier.Slips

	// Site is what the operator has set and written.
	Site *site.Service
	// Operators has the accounts of the back office.
	Operators *operator.Service
	// Audit is the log of what operators change.
	Audit postgres.Audit
	// Approvals is where a second person decides; domains register what they do there.
	Approvals *approval.Desk

	// What the wiring functions of the domains fill.
	handlers       httpapi.Handlers
	sessions       httpapi.SessionReader
	operators      httpapi.OperatorSessionReader
	site           httpapi.SiteGate
	webhookSecrets httpapi.WebhookSecrets
	page           httpapi.PageSite
	front          http.Handler
	sms            member.SMS // an option's, nil: the configured service
	jobs           []job
	keys           secret.Keyring
	wrapBlobs      func(cashier.Blobs) cashier.Blobs               // an option's, nil: none
	wrapPictures   func(cashier.SlipPictures) cashier.SlipPictures // an option's, nil: none
	inBackground   []func(ctx context.Context) error               // until the server stops
	closers        []func()

	replace []func() // what options put in place of the domains' parts
	metrics *httpapi.Metrics

	portal    *httpapi.Portal
	listeners []*listener
	shedding  func() error // tells why members get less than all of the server
	stopping  atomic.Bool
}

// Option changes what New would take from the process.
type Option func(*App)

// WithLog sends the log elsewhere than to standard error.
func WithLog(log *slog.Logger) Option { return func(a *App) { a.Log = log } }

// WithClock sets the clock.
func WithClock(now func() time.Time) Option { return func(a *App) { a.Now = now } }

// WithSessions replaces who knows the sessions, for tests of what every call does alike.
func WithSessions(sessions httpapi.SessionReader) Option {
	return func(a *App) { a.replace = append(a.replace, func() { a.sessions = sessions }) }
}

// WithOperators replaces who knows the operators' sessions, for tests of what every call does alike.
func WithOperators(operators httpapi.OperatorSessionReader) Option {
	return func(a *App) { a.replace = append(a.replace, func() { a.operators = operators }) }
}

// WithSite replaces who knows whether the site is shut, for tests of what every call does alike.
func WithSite(site httpapi.SiteGate) Option {
	return func(a *App) { a.replace = append(a.replace, func() { a.site = site }) }
}

// WithoutJobs leaves the jobs of jobs.go to the caller: for tests that move the clock and run them one by one. A server that runs one at the same moment
// would have taken what the test waits for.
func WithoutJobs() Option {
	return func(a *App) { a.replace = append(a.replace, func() { a.jobs = nil }) }
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
	a := &App{
		Config: config, keys: keys, Now: time.Now, metrics: httpapi.NewMetrics(),
		sessions: noSessions{}, operators: noSessions{}, site: openSite{}, webhookSecrets: noParties{},
		page: editionPage{config.Edition},
	}
	for _, option := range options {
		option(a)
	}
	a.metrics.Register(background.Panics())
	if a.Log == nil {
		a.Log = NewLog(os.Stderr, config.LogLevel)
	}
	db, err := postgres.Open(ctx, postgres.Config{URL: config.DatabaseURL.Reveal(), MaxConnections: config.DatabaseConnections, Log: a.Log})
	if err != nil {
		return nil, err
	}
	a.DB = db
	a.Limit = postgres.NewRateLimit(db, a.Now)
	a.every("forget old rate limits", time.Minute, func(ctx context.Context) error {
		_, err := a.Limit.Forget(ctx)
		return err
	})
	a.every("fold the house's postings", 5*time.Second, func(ctx context.Context) error {
		_, err := postgres.Ledger{DB: db}.Fold(ctx)
		return err
	})
	if err := a.wire(ctx); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

// domains are the wiring functions, one per domain, in an order in which each finds what it needs.
var domains = []func(context.Context, *App) error{
	wireKeys,
	wireOperator, // before others: its audit log takes the changes of others
	wireSite,
	wireMember,
	wireOffice, // after the members
	wireCheck,
	wireSpin,    // its rule gives coins for deposits
	wireCashier, // after the wheel
	wireDeposit,
	wireGame,
	wireTransfer,
	wireWithdraw,
	wireSlip,
	wireStatement,
	wireWallet,
	wireFront, // last: it needs the site's texts
}

func (a *App) wire(ctx context.Context) error {
	for _, domain := range domains {
		if err := domain(ctx, a); err != nil {
			return err
		}
	}
	for _, replace := range a.replace {
		replace()
	}
	return a.listen()
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
	a.DB.Close()
	return nil
}

// onClose frees something of a domain at the end, last taken first.
func (a *App) onClose(free func()) { a.closers = append(a.closers, free) }
