package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"krapao/server/background"
	"krapao/server/httpapi"
	"krapao/server/httpapi/middleware"
	operatorhttp "krapao/server/httpapi/operator"
	"krapao/server/httpapi/page"
	portalhttp "krapao/server/httpapi/portal"
	webhookhttp "krapao/server/httpapi/webhook"
	"krapao/server/postgres"
	"krapao/server/remote"
)

// The listeners' names.
const (
	portalListener   = "portal"
	operatorListener = "operator"
	opsListener      = "ops"
)

// listener is one address that the server answers on.
type listener struct {
	name    string
	address string
	server  *http.Server
	tls     bool // it speaks TLS itself; the server's own field is set without that too
	socket  net.Listener
}

func (l *listener) serve() error {
	if l.tls {
		return l.server.ServeTLS(l.socket, "", "")
	}
	return l.server.Serve(l.socket)
}

// listen builds the listeners' handlers.
func (a *App) listen(checks *checks) error {
	remotes := remote.New(remote.Config{Repository: postgres.NewRemoteRepository(a.DB), Now: a.Now})
	base := func() *middleware.Base {
		return middleware.NewBase(middleware.BaseConfig{
			Log: a.Log, Metrics: a.metrics, Now: a.Now, Proxies: a.Config.TrustedProxies,
			MaxInFlight: a.Config.MaxInFlight, MaxInFlightPerMember: a.Config.MaxInFlightPerMember, MaxLogins: a.Config.MaxLogins,
			MaxProviderCalls: a.Config.MaxProviderCalls, MaxWebhooks: a.Config.MaxWebhooks, MaxFiles: a.Config.MaxFiles, MaxOpenings: a.Config.MaxOpenings,
			RequestsPerMinute: a.Config.RequestsPerMinute,
			BodyLimit:         a.Config.BodyLimit, UploadLimit: a.Config.UploadLimit, TempDir: a.Config.incoming(),
			Timeout: a.Config.RequestTimeout, UploadTimeout: uploadTimeout, HSTS: a.Config.Secure(),
			Begin: postgres.WithWaitBudget,
		})
	}
	var sessions portalhttp.SessionReader = sessionReader{a.Members}
	if a.sessions != nil {
		sessions = a.sessions
	}
	var operators operatorhttp.SessionReader = operatorSessions{a.Operators}
	if a.operators != nil {
		operators = a.operators
	}
	var gate middleware.SiteGate = a.Site
	if a.site != nil {
		gate = a.site
	}
	front, err := newFront(a)
	if err != nil {
		return err
	}
	members := base()
	webhooks, err := webhookhttp.New(members, webhookSecrets(a.Config), a.webhookHandlers())
	if err != nil {
		return err
	}
	portal, err := portalhttp.New(portalhttp.Config{
		Base: members, Sessions: sessions, Gate: gate, Handlers: a.portalHandlers(remotes),
		Webhooks: webhooks, Docs: page.NewDocs(page.MemberDocuments), Front: front,
	})
	if err != nil {
		return err
	}
	operator, err := operatorhttp.New(base(), operators, a.operatorHandlers(checks, remotes))
	if err != nil {
		return err
	}
	a.portal, a.shedding = portal, members.Shedding
	a.add(portalListener, a.Config.Address, portal.Handler())
	if err := a.secure(portalListener); err != nil {
		return err
	}
	a.add(operatorListener, a.Config.OperatorAddress, operator.Handler())
	a.add(opsListener, a.Config.OpsAddress, httpapi.NewOps(a.metrics, a.Ready))
	return nil
}

// uploadTimeout is the read deadline of uploads (product specification, "Timing").
const uploadTimeout = 300 * time.Second

func (a *App) add(name, address string, handler http.Handler) {
	a.listeners = append(a.listeners, &listener{name: name, address: address, server: &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      60 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(a.Log.Handler(), slog.LevelDebug),
	}})
}

// Listen binds every address, so that a taken one is an error before anything is served. Run does it when it was not
// done.
func (a *App) Listen(ctx context.Context) error {
	for _, l := range a.listeners {
		if l.socket != nil {
			continue
		}
		socket, err := new(net.ListenConfig).Listen(ctx, "tcp", l.address)
		if err != nil {
			a.unlisten()
			return fmt.Errorf("%s listener: %w", l.name, err)
		}
		l.socket = socket
		if l.name == operatorListener && !loopback(socket.Addr()) {
			a.Log.Warn("the operators' listener can be reached from elsewhere and speaks no TLS: a proxy that does must be in front of it",
				"variable", "KRAPAO_OPERATOR_ADDRESS", "address", l.address)
		}
	}
	return nil
}

// unlisten frees the addresses that were bound before one was found taken.
func (a *App) unlisten() {
	for _, l := range a.listeners {
		if l.socket != nil {
			_ = l.socket.Close() // nothing was accepted on it
			l.socket = nil
		}
	}
}

func loopback(address net.Addr) bool {
	tcp, ok := address.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}

// URL gives the members' address as http://host:port (https with a certificate of its own) once Listen was called;
// OperatorURL and OpsURL those of the others.
func (a *App) URL() string { return a.urlOf(portalListener) }

// OperatorURL is described at URL.
func (a *App) OperatorURL() string { return a.urlOf(operatorListener) }

// OpsURL is described at URL.
func (a *App) OpsURL() string { return a.urlOf(opsListener) }

func (a *App) urlOf(name string) string {
	for _, l := range a.listeners {
		if l.name != name || l.socket == nil {
			continue
		}
		host, port, _ := net.SplitHostPort(l.socket.Addr().String())
		if ip := net.ParseIP(host); ip == nil || ip.IsUnspecified() {
			host = "localhost"
		}
		scheme := "http://"
		if l.tls {
			scheme = "https://"
		}
		return scheme + net.JoinHostPort(host, port)
	}
	return ""
}

// Run serves until ctx ends, then stops gracefully: readiness red, a moment for the proxies to see it, no new
// connections, requests under way finish, jobs end, the database closes. nil after a graceful stop.
func (a *App) Run(ctx context.Context) error {
	if err := a.Listen(ctx); err != nil {
		return errors.Join(err, a.Close())
	}
	running, stopJobs := context.WithCancel(context.WithoutCancel(ctx))
	jobsDone := make(chan struct{})
	background.Go(a.Log, "jobs", func() {
		defer close(jobsDone)
		a.runJobs(running)
	})
	failed := make(chan error, len(a.listeners))
	for _, l := range a.listeners {
		a.Log.Info("listening", "listener", l.name, "address", l.socket.Addr().String())
		background.Go(a.Log, l.name+" listener", func() { failed <- l.serve() })
	}
	var err error
	select {
	case <-ctx.Done():
	case err = <-failed:
	}
	err = errors.Join(err, a.drain(context.WithoutCancel(ctx), err == nil))
	stopJobs()
	<-jobsDone
	a.Log.Info("stopped")
	return errors.Join(err, a.Close())
}

// drain stops the listeners; the one of operations goes last, so that the readiness can be seen.
func (a *App) drain(ctx context.Context, graceful bool) error {
	a.stopping.Store(true)
	a.Log.Info("stopping")
	if graceful {
		time.Sleep(a.Config.DrainDelay)
	}
	a.closeSockets(ctx)
	ctx, cancel := context.WithTimeout(ctx, a.Config.DrainTimeout)
	defer cancel()
	var errs []error
	for _, l := range a.listeners {
		if err := l.server.Shutdown(ctx); err != nil {
			errs = append(errs, fmt.Errorf("%s listener: %w", l.name, err), l.server.Close())
		}
	}
	return errors.Join(errs...)
}
