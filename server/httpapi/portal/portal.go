// Package portal answers the members' contract on the members' listener, which also has the webhooks, the files and the
// front end.
package portal

import (
	"net/http"
	"strings"
	"sync"

	"github.com/go-chi/chi/v5"

	"krapao/server/chat"
	"krapao/server/game"
	"krapao/server/httpapi/api/portal"
	"krapao/server/httpapi/media"
	"krapao/server/httpapi/middleware"
	"krapao/server/httpapi/webhook"
	"krapao/server/site"
)

// readContract reads it once a process: it costs a tenth of a second, and never changes.
var readContract = sync.OnceValues(func() (*middleware.Contract, error) { return middleware.ReadContract(portal.GetSpec) })

// Listener is the members' listener.
type Listener struct {
	middleware.Gates
	router chi.Router
}

// Config is what stands behind the members' listener.
type Config struct {
	// Base is the listener's; see BaseConfig.
	Base *middleware.Base
	// Sessions knows the members' sessions.
	Sessions SessionReader
	// Gate knows whether the site is shut.
	Gate middleware.SiteGate
	// Handlers has the services that answer. Of Site, Games, Slips and Chat the files are served besides.
	Handlers Handlers
	// Webhooks answers what other parties report, nil: nothing.
	Webhooks *webhook.Routes
	// Docs is the documentation page, nil: none.
	Docs http.Handler
	// Front serves every other path: the shell and its micro-frontends. nil: 404.
	Front http.Handler
}

// New puts the members' calls, the webhooks, the documentation and the front end behind one handler.
func New(config Config) (*Listener, error) {
	contract, err := readContract()
	if err != nil {
		return nil, err
	}
	p := &Listener{
		Gates:  middleware.NewGates(config.Base, contract),
		router: chi.NewRouter(),
	}
	p.Site = config.Gate
	p.Identify = func(_ http.ResponseWriter, r *http.Request, op *middleware.Operation) (*http.Request, error) {
		return r, authenticate(r, op, config.Sessions)
	}
	p.router.NotFound(inFormOfPath(p.other(config.Front)))
	p.router.MethodNotAllowed(inFormOfPath(config.Base.MethodNotAllowed))
	handlers := config.Handlers
	p.mount(p.router, newServer(config.Handlers))
	if config.Webhooks != nil {
		config.Webhooks.Mount(p.router)
	}
	if handlers.Site != nil {
		image := config.Base.File(media.ServeContactQR(config.Base, handlers.Site))
		p.router.Get(site.ContactQRPath, image)
		p.router.Head(site.ContactQRPath, image)
	}
	if handlers.Games != nil {
		picture := config.Base.File(media.ServeProviderPicture(config.Base, handlers.Games))
		p.router.Get(game.PicturePath+"{file}", picture)
		p.router.Head(game.PicturePath+"{file}", picture)
	}
	if handlers.Slips != nil {
		p.router.Get(media.SlipImagePath+"{id}", config.Base.File(handlers.SlipLinks.Serve(config.Base, media.ToMember, handlers.Slips)))
	}
	if handlers.Chat != nil {
		file := config.Base.File(media.ServeChatFile(config.Base, handlers.Chat))
		p.router.Get("/"+chat.FilePath+"{name}", file)
		p.router.Head("/"+chat.FilePath+"{name}", file)
	}
	if config.Docs != nil {
		docs := config.Base.File(config.Docs.ServeHTTP)
		p.router.Handle("/docs", docs)
		p.router.Handle("/docs/*", docs)
	}
	return p, nil
}

// Handler gives the whole listener.
func (p *Listener) Handler() http.Handler { return p.Base.Wrap(p.router) }

// Contract gives the members' contract as the gates see it.
func (p *Listener) Contract() *middleware.Contract { return p.Gates.Contract }

// inFormOfPath has faults of paths below /webhooks written as their contract says: who reports there reads no other
// form.
func inFormOfPath(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if below(r.URL.Path, "/webhooks") {
			middleware.RequestInfoFrom(r.Context()).Write = webhook.WriteError
		}
		next(w, r)
	}
}

// other serves what no route has: the front end, or an ApiError for calls that do not exist.
func (p *Listener) other(front http.Handler) http.HandlerFunc {
	return p.Base.File(func(w http.ResponseWriter, r *http.Request) {
		if front == nil || isCall(r.URL.Path) {
			p.Base.NotFound(w, r)
			return
		}
		front.ServeHTTP(w, r)
	})
}

// isCall tells whether a path belongs to the contracts rather than to the front end.
func isCall(path string) bool {
	for _, prefix := range []string{"/api", "/webhooks", "/docs", "/operator"} {
		if below(path, prefix) {
			return true
		}
	}
	return false
}

func below(path, prefix string) bool { return path == prefix || strings.HasPrefix(path, prefix+"/") }
