package httpapi

import (
	"fmt"
	"net/http"

	"github.com/go-chi/chi/v5"

	"krapao/server/cashier"
	"krapao/server/game"
	"krapao/server/httpapi/api/portal"
	"krapao/server/site"
)

// Portal is the members' listener.
type Portal struct {
	admission
	router chi.Router
}

// PortalConfig is what stands behind the members' listener.
type PortalConfig struct {
	// Base is the listener's; see BaseConfig.
	Base *Base
	// Sessions knows the members' sessions.
	Sessions SessionReader
	// Site knows whether the site is shut.
	Site SiteGate
	// Server answers the contract.
	Server Server
	// Webhooks answers what other parties report, nil: nothing.
	Webhooks *Webhooks
	// Media has the images that operators uploaded, nil: none.
	Media *site.Service
	// Games has the providers whose pictures we draw, nil: none.
	Games *game.Service
	// Slips and SlipLinks have the slips' images, nil: none.
	Slips     *cashier.Slips
	SlipLinks SlipLinks
	// Docs is the documentation page, nil: none.
	Docs http.Handler
	// Front serves every other path: the shell and its micro-frontends. nil: 404.
	Front http.Handler
}

// NewPortal puts the members' calls, the webhooks, the documentation and the front end behind one handler.
func NewPortal(config PortalConfig) (*Portal, error) {
	doc, err := portal.GetSpec()
	if err != nil {
		return nil, fmt.Errorf("httpapi: the portal's contract: %w", err)
	}
	contract, err := NewContract(doc)
	if err != nil {
		return nil, err
	}
	p := &Portal{
		admission: newAdmission(config.Base, contract),
		router:    chi.NewRouter(),
	}
	p.site = config.Site
	p.identify = func(_ http.ResponseWriter, r *http.Request, op *Operation) (*http.Request, error) {
		return r, authenticate(r, op, config.Sessions)
	}
	p.router.NotFound(p.other(config.Front))
	p.router.MethodNotAllowed(config.Base.methodNotAllowed)
	p.mount(p.router, config.Server)
	if config.Webhooks != nil {
		config.Webhooks.mount(p.router)
	}
	if config.Media != nil {
		image := config.Base.file(config.Base.serveContactQR(config.Media))
		p.router.Get(site.ContactQRPath, image)
		p.router.Head(site.ContactQRPath, image)
	}
	if config.Games != nil {
		p.mountPictures(p.router, config.Games)
	}
	if config.Slips != nil {
		p.router.Get(slipImagePath+"{id}", config.Base.file(config.Base.serveSlip(toMember, config.SlipLinks, config.Slips)))
	}
	if config.Docs != nil {
		docs := config.Base.file(config.Docs.ServeHTTP)
		p.router.Handle("/docs", docs)
		p.router.Handle("/docs/*", docs)
	}
	return p, nil
}

// Handler gives the whole listener.
func (p *Portal) Handler() http.Handler { return p.base.wrap(p.router) }

// Contract gives the members' contract as the gates see it.
func (p *Portal) Contract() *Contract { return p.contract }

// other serves what no route has: the front end, or an ApiError for calls that do not exist.
func (p *Portal) other(front http.Handler) http.HandlerFunc {
	return p.base.file(func(w http.ResponseWriter, r *http.Request) {
		if front == nil || isCall(r.URL.Path) {
			p.base.notFound(w, r)
			return
		}
		front.ServeHTTP(w, r)
	})
}

// isCall tells whether a path belongs to the contracts rather than to the front end.
func isCall(path string) bool {
	for _, prefix := range []string{"/api", "/webhooks", "/docs", "/operator"} {
		if path == prefix || len(path) > len(prefix) && path[:len(prefix)+1] == prefix+"/" {
			return true
		}
	}
	return false
}
