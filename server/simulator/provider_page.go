package simulator

import (
	"net/http"
	"slices"
	"strings"

	"github.com/go-chi/chi/v5"

	"krapao/server/money"
	"krapao/server/simulator/api/provider"
)

// shownPlayer is a player on a page.
type shownPlayer struct {
	Code, Username, Password string
	Currency                 money.Currency
	Balance                  money.Amount
	Sequence                 int64
}

func (g *gameProvider) shown(known *player) shownPlayer {
	return shownPlayer{g.code, known.Username, known.Password, money.Currency(known.Currency), known.balance, known.sequence}
}

func (p *providers) indexPage(w http.ResponseWriter, _ *http.Request) {
	type line struct {
		Code    string
		Players int
	}
	p.mutex.Lock()
	lines := []line{}
	for code, at := range p.byCode {
		lines = append(lines, line{code, len(at.players)})
	}
	p.mutex.Unlock()
	slices.SortFunc(lines, func(a, b line) int { return strings.Compare(a.Code, b.Code) })
	render(w, "providers.html", view{Title: "Game providers", Faults: p.config.faults.panels(faultProvider), Data: lines})
}

func (p *providers) page(w http.ResponseWriter, r *http.Request) {
	code := chi.URLParam(r, "code")
	p.mutex.Lock()
	players, bets := []shownPlayer{}, []provider.Bet{}
	if at, known := p.byCode[code]; known {
		for _, one := range at.players {
			players = append(players, at.shown(one))
		}
		bets = newest(at.bets)
	}
	p.mutex.Unlock()
	slices.SortFunc(players, func(a, b shownPlayer) int { return strings.Compare(a.Username, b.Username) })
	render(w, "provider.html", view{Title: "Provider " + code, Back: "/provider", Faults: p.config.faults.panels(faultProvider + "/" + code), Data: map[string]any{"Players": players, "Bets": bets}})
}

// enter is where a launch link leads: to a table, once and until it runs out.
func (p *providers) enter(w http.ResponseWriter, r *http.Request) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	at, token := p.of(chi.URLParam(r, "code")), r.URL.Query().Get("t")
	way, known := at.entries[token]
	delete(at.entries, token)
	if !known || !p.config.Now().Before(way.expireAt) {
		w.WriteHeader(http.StatusGone)
		render(w, "refused.html", view{Title: "Link used", Data: "This launch link was used or has run out. Launch the game again from Krapao."})
		return
	}
	http.Redirect(w, r, p.sit(at, at.players[way.username], way.returnURL), http.StatusSeeOther)
}
