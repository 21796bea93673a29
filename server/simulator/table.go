package simulator

import (
	"crypto/rand"
	"math/big"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"krapao/server/money"
	"krapao/server/simulator/api/provider"
)

// seatLife is how long somebody stays signed in at a table; mostSeats how many may at one provider.
const (
	seatLife  = 2 * time.Hour
	mostSeats = 10_000
)

// seat is somebody who signed in and plays, by a token in the path.
type seat struct {
	username string
	home     string // where the way out leads
	expireAt time.Time
	last     *round
}

// round is what the last press brought.
type round struct {
	Reels         [3]string
	Stake, Payout money.Amount
	Adjusted      bool // the balance was set, nothing was played
}

// symbols are what the reels show; three alike pay.
var symbols = []string{"purse", "gem", "clover", "bell", "coin"}

// shownTable is a table on a page.
type shownTable struct {
	shownPlayer
	Path   string
	Stakes []money.Amount
	Last   *round
	Home   string
}

// sit opens a table for a player and gives its path. The mutex is held.
func (p *providers) sit(at *gameProvider, known *player, home string) string {
	now := p.config.Now()
	for token, taken := range at.seats {
		if !now.Before(taken.expireAt) || len(at.seats) >= mostSeats {
			delete(at.seats, token)
		}
	}
	if home == "" {
		home = p.config.Home
	}
	token := random(letters, 24)
	at.seats[token] = &seat{username: known.Username, home: home, expireAt: now.Add(seatLife)}
	return "/provider/" + at.code + "/table/" + token
}

// seated gives the seat of a path, nil when nobody sits there any more. The mutex is held.
func (p *providers) seated(r *http.Request) (*gameProvider, *seat) {
	at := p.of(chi.URLParam(r, "code"))
	taken := at.seats[chi.URLParam(r, "seat")]
	if taken == nil || !p.config.Now().Before(taken.expireAt) {
		return at, nil
	}
	return at, taken
}

func stakesOf(currency money.Currency) []money.Amount {
	if currency == money.Kip {
		return []money.Amount{money.Units(5_000), money.Units(20_000), money.Units(100_000)}
	}
	return []money.Amount{money.Units(10), money.Units(50), money.Units(100)}
}

// table shows the game.
func (p *providers) table(w http.ResponseWriter, r *http.Request) {
	p.mutex.Lock()
	at, taken := p.seated(r)
	if taken == nil {
		p.mutex.Unlock()
		w.WriteHeader(http.StatusGone)
		render(w, "refused.html", view{Title: "Not at the table", Data: "You are not signed in any more. Launch the game again from Krapao.", Back: "/provider/" + at.code + "/signin"})
		return
	}
	shown := shownTable{shownPlayer: at.shown(at.players[taken.username]), Path: r.URL.Path, Last: taken.last, Home: taken.home}
	p.mutex.Unlock()
	shown.Stakes = stakesOf(shown.Currency)
	render(w, "table.html", view{Title: p.titleOf(at.code), Bare: true, Back: shown.Home, Data: shown})
}

// press plays a round: a drawn one, or one that wins or loses on purpose; or it sets the balance.
func (p *providers) press(r *http.Request, in input) (any, error) {
	amount, err := in.amount("amount")
	if err != nil {
		return nil, err
	}
	if amount < 0 || amount > money.Max {
		return nil, malformed("%s is not an amount of this table", amount)
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	at, taken := p.seated(r)
	if taken == nil {
		return nil, &refusal{http.StatusGone, "NO_SEAT", "You are not signed in any more."}
	}
	known, what := at.players[taken.username], chi.URLParam(r, "what")
	if what == "balance" {
		known.set(amount)
		taken.last = &round{Adjusted: true}
		return taken.last, nil
	}
	if amount == 0 {
		return nil, malformed("a stake is above 0")
	}
	reels := drawReels(what)
	_, err = at.bet(known, amount, payoutOf(reels, amount), "three-purses", p.config.Now())
	if err == nil {
		taken.last = &round{Reels: reels, Stake: amount, Payout: payoutOf(reels, amount)}
	}
	return taken.last, err
}

func (p *providers) pressAndReturn(w http.ResponseWriter, r *http.Request) {
	back := "/provider/" + url.PathEscape(chi.URLParam(r, "code")) + "/table/" + url.PathEscape(chi.URLParam(r, "seat"))
	control(back, p.press)(w, r)
}

// payoutOf pays three times the stake for three alike, the stake back for the first two alike, and nothing else.
func payoutOf(reels [3]string, stake money.Amount) money.Amount {
	switch {
	case reels[0] == reels[1] && reels[1] == reels[2]:
		return 3 * stake
	case reels[0] == reels[1]:
		return stake
	}
	return 0
}

// drawReels draws three symbols; for win they are alike, for lose the first two never are.
func drawReels(what string) [3]string {
	reels := [3]string{drawn(symbols), drawn(symbols), drawn(symbols)}
	switch what {
	case "win":
		return [3]string{reels[0], reels[0], reels[0]}
	case "lose":
		for reels[1] == reels[0] {
			reels[1] = drawn(symbols)
		}
	}
	return reels
}

func drawn(from []string) string {
	at, err := rand.Int(rand.Reader, big.NewInt(int64(len(from))))
	if err != nil {
		panic(err) // crypto/rand does not fail on a working machine
	}
	return from[at.Int64()]
}

// set makes the balance what it shall be.
func (p *player) set(amount money.Amount) {
	if amount != p.balance {
		p.change(amount - p.balance)
		p.keep()
	}
}

// setBalance is the player's side for tests: POST /provider/{code}/players/{username}/balance.
func (p *providers) setBalance(r *http.Request, in input) (any, error) {
	amount, err := in.amount("amount")
	if err != nil {
		return nil, err
	}
	if amount < 0 || amount > money.Max {
		return nil, malformed("%s is not a balance", amount)
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	known, err := p.player(r.Context(), chi.URLParam(r, "username"))
	if err != nil {
		return nil, err
	}
	known.set(amount)
	return provider.Balance{Username: known.Username, Amount: known.balance, Currency: known.Currency, Sequence: known.sequence}, nil
}

// titleOf is a provider's name, or its code made readable.
func (p *providers) titleOf(code string) string {
	if name := p.config.Names[code]; name != "" {
		return name
	}
	return strings.ReplaceAll(code, "_", " ")
}
